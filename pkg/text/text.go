// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package text

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

var (
	// sourceAddress is the part of a network error that differs with each try: the port from which it was tried.
	sourceAddress = regexp.MustCompile(`[^ ]+->`)
	// workingDirectory is where Flux's controllers unpack a source, under another name with each try.
	workingDirectory = regexp.MustCompile(`/tmp/(?:kustomization|gitrepository|ocirepository|bucket)-[^/\s'":]*(/?)`)
	// currentTime is how crypto/x509 reports a certificate outside its time.
	currentTime = regexp.MustCompile(`current time \S+ is`)
	// requestID is how the client for AWS names the request that has failed.
	requestID = regexp.MustCompile(`RequestID: [^ ,]+, `)
	// checkDuration is how long Flux has waited this time.
	checkDuration = regexp.MustCompile(`health check failed after [0-9][^ ]*:`)
	// unhealthyList is how Flux lists what does not become healthy, in the order of a Go map.
	unhealthyList = regexp.MustCompile(`(?s)^(.*(?:timeout waiting for|failed early due to stalled resources): \[)(.*)(\].*)$`)
	// unhealthyObject begins an object in that list.
	unhealthyObject = regexp.MustCompile(`, ((?:can't determine status for )?[A-Z][A-Za-z0-9]*/)`)
)

const (
	// LongestMessage bounds what is repeated of the messages of Flux.
	LongestMessage = 2048
	// LongestReported is the limit of Kubernetes for the message of a condition (metav1.Condition).
	LongestReported = 32 << 10
	// LongestLog bounds what is looked at of a log.
	LongestLog = 4096
)

// Normalize takes out of a message what may be secret, and what differs with each try although nothing has changed: else each try
// would be written.
func Normalize(message string) string {
	message = RedactURLs(message)
	message = sourceAddress.ReplaceAllString(message, "")
	message = currentTime.ReplaceAllString(message, "current time is")
	message = requestID.ReplaceAllString(message, "")
	message = checkDuration.ReplaceAllString(message, "health check failed:")
	message = workingDirectory.ReplaceAllStringFunc(message, func(found string) string {
		if strings.HasSuffix(found, "/") {
			return ""
		}
		return "."
	})
	if list := unhealthyList.FindStringSubmatch(message); list != nil {
		message = list[1] + strings.Join(sortedObjects(list[2]), ", ") + list[3]
	}
	return strings.TrimSpace(message)
}

func sortedObjects(list string) []string {
	const mark = "\x00"
	objects := strings.Split(unhealthyObject.ReplaceAllString(list, mark+"$1"), mark)
	slices.Sort(objects)
	return objects
}

// Clean returns a text from a shoot as a message can have it: on one line, without credentials and what differs with each try, and with at
// most so many bytes.
func Clean(text string, longest int) string {
	return Printable(Normalize(Excerpt(text, min(LongestLog, 4*longest))), longest)
}

// UnhealthyIn returns what Flux lists in a message as not becoming healthy, and whether it lists anything.
func UnhealthyIn(message string) (list string, found bool) {
	parts := unhealthyList.FindStringSubmatch(message)
	if parts == nil {
		return "", false
	}
	return parts[2], true
}

// Format returns the message about an object: the first line of Flux's message, then what to do, then the rest of Flux's message.
func Format(name, message, fix string) string {
	first, rest, _ := strings.Cut(message, "\n")
	parts := []string{name + ": " + Cut(strings.TrimSpace(first), LongestMessage)}
	if fix != "" {
		parts = append(parts, fix)
	}
	if rest = strings.Join(strings.Fields(rest), " "); rest != "" {
		parts = append(parts, "Further message of Flux: "+Cut(rest, LongestMessage/2))
	}
	for i := range parts[:len(parts)-1] {
		parts[i] = strings.TrimRight(parts[i], ".")
	}
	return strings.Join(parts, ". ")
}

// OneLine replaces what is not printed, line breaks among it.
func OneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || unicode.IsSpace(r) }), " ")
}

// Printable makes a text one line of limited length. It neither moves the cursor of a terminal nor turns the direction of what is read.
func Printable(text string, longest int) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, Cut(text, longest)))
}

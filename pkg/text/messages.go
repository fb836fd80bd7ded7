// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package text

import (
	"regexp"
	"slices"
	"strings"
)

// Parts of Flux's messages that differ with each attempt.
var (
	// sourceAddress matches the local port in a network error.
	sourceAddress = regexp.MustCompile(`[^ ]+->`)
	// workingDirectory matches the directory into which Flux's controllers unpack a source.
	workingDirectory = regexp.MustCompile(`/tmp/(?:kustomization|gitrepository|ocirepository|bucket)-[^/\s'":]*(/?)`)
	// currentTime matches the time in an error of crypto/x509 about an expired certificate.
	currentTime = regexp.MustCompile(`current time \S+ is`)
	// requestID matches the ID of a failed request to AWS.
	requestID = regexp.MustCompile(`RequestID: [^ ,]+, `)
	// checkDuration matches the duration of Flux's health check.
	checkDuration = regexp.MustCompile(`health check failed after [0-9][^ ]*:`)
	// unhealthyList matches Flux's list of unhealthy objects, which is in the order of a Go map.
	unhealthyList = regexp.MustCompile(`(?s)^(.*(?:timeout waiting for|failed early due to stalled resources): \[)(.*)(\].*)$`)
	// unhealthyObject matches the beginning of each object but the first in that list.
	unhealthyObject = regexp.MustCompile(`, ((?:can't determine status for )?[A-Z][A-Za-z0-9]*/)`)
)

const (
	// LongestMessage bounds a repeated message of Flux, in bytes.
	LongestMessage = 2048
	// LongestReported is the limit of Kubernetes for the message of a condition (metav1.Condition), in bytes.
	LongestReported = 32 << 10
	// LongestLog bounds the part of a log that is read, in bytes.
	LongestLog = 4096
)

// Normalize removes secrets in URLs from a message, and the parts that differ with each attempt: otherwise
// every attempt would cause a write.
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
		const mark = "\x00"
		objects := strings.Split(unhealthyObject.ReplaceAllString(list[2], mark+"$1"), mark)
		slices.Sort(objects)
		message = list[1] + strings.Join(objects, ", ") + list[3]
	}
	return strings.TrimSpace(message)
}

// Clean returns a text from a shoot as a Line that is normalized and without recognized secrets.
func Clean(text string, longest int) string {
	return Line(Normalize(Excerpt(text, min(LongestLog, 4*longest))), longest)
}

// Unhealthy returns the list of unhealthy objects in a message of Flux; empty if the message has none.
func Unhealthy(message string) string {
	if parts := unhealthyList.FindStringSubmatch(message); parts != nil {
		return parts[2]
	}
	return ""
}

// Format returns the message about an object: the first line of Flux's message, the fix, and the rest of Flux's
// message.
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

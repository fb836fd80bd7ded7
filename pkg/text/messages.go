// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package text

import (
	"regexp"
	"slices"
	"strings"
)

// These expressions match the parts of Flux's messages that differ between attempts.
var (
	// sourceAddress matches the local port in a network error.
	sourceAddress = regexp.MustCompile(`[^ ]+->`)
	// workingDirectory matches the temporary directory into which a Flux controller unpacks a source.
	workingDirectory = regexp.MustCompile(`/tmp/(?:kustomization|gitrepository|ocirepository|bucket)-[^/\s'":]*(/?)`)
	// currentTime matches the current time in a crypto/x509 error about an expired certificate.
	currentTime = regexp.MustCompile(`current time \S+ is`)
	// requestID matches the request ID in an AWS error.
	requestID = regexp.MustCompile(`RequestID: [^ ,]+, `)
	// checkDuration matches the duration of a failed health check.
	checkDuration = regexp.MustCompile(`health check failed after [0-9][^ ]*:`)
	// unhealthyList matches Flux's list of unhealthy objects, whose order is random because it is the iteration order of a
	// Go map.
	unhealthyList = regexp.MustCompile(`(?s)^(.*(?:timeout waiting for|failed early due to stalled resources): \[)(.*)(\].*)$`)
	// unhealthyObject matches the separator and the beginning of each object after the first in a list of unhealthy
	// objects.
	unhealthyObject = regexp.MustCompile(`, ((?:can't determine status for )?[A-Z][A-Za-z0-9]*/)`)
)

const (
	// LongestMessage is the maximum length of a quoted Flux message, in bytes.
	LongestMessage = 2048
	// LongestReported is the maximum length that Kubernetes allows for the message of a metav1.Condition.
	LongestReported = 32 << 10
	// LongestLog is the maximum length of the part of a log that is read, in bytes.
	LongestLog = 4096
)

// Normalize removes secrets in URLs from a Flux message, and the parts that differ between attempts. Otherwise, each
// attempt would change the stored message and cause a write.
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

// Clean applies Excerpt and Normalize to a text from a shoot, and returns the result as a Line.
func Clean(text string, longest int) string {
	return Line(Normalize(Excerpt(text, min(LongestLog, 4*longest))), longest)
}

// Unhealthy returns the list of unhealthy objects in a Flux message; empty if the message does not contain one.
func Unhealthy(message string) string {
	if parts := unhealthyList.FindStringSubmatch(message); parts != nil {
		return parts[2]
	}
	return ""
}

// Format returns a message about an object. It consists of the object's name, the first line of Flux's message, the
// suggested fix if there is one, and the remaining lines of Flux's message.
func Format(name, message, fix string) string {
	first, rest, _ := strings.Cut(message, "\n")
	parts := []string{name + ": " + Cut(strings.TrimSpace(first), LongestMessage)}
	if fix != "" {
		parts = append(parts, fix)
	}
	if rest = OneLine(rest); rest != "" {
		parts = append(parts, "Further message of Flux: "+Cut(rest, LongestMessage/2))
	}
	for i := range parts[:len(parts)-1] {
		parts[i] = strings.TrimRight(parts[i], ".")
	}
	return strings.Join(parts, ". ")
}

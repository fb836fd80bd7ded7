// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import "time"

// pushTimeLayout is RFC 3339 in UTC with milliseconds.
const pushTimeLayout = "2006-01-02T15:04:05.000Z"

// FormatPushTime formats the time of a push for annotations and ConfigMaps.
func FormatPushTime(at time.Time) string { return at.UTC().Format(pushTimeLayout) }

// ParsePushTime parses a time that FormatPushTime wrote. It returns the zero time for any other text.
func ParsePushTime(text string) time.Time {
	at, err := time.Parse(pushTimeLayout, text)
	if err != nil {
		return time.Time{}
	}
	return at
}

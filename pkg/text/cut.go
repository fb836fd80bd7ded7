// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// more is in the place of what is cut.
const more = "…"

// Cut cuts a text to a number of bytes, where a character ends.
func Cut(text string, longest int) string {
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:max(longest-len(more), 0)], "") + more
}

// Line makes one line of a text that takes no more than these bytes in JSON. It neither moves the cursor of a terminal nor turns the direction
// of what is read.
func Line(text string, longest int) string {
	// A character has four bytes at most, and takes one at least: what is cut here would not fit, and is not looked at.
	text = text[:min(len(text), utf8.UTFMax*(longest+1))]
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, text)
	length, end := 0, 0
	for i, r := range text {
		if length <= longest-len(more) {
			end = i
		}
		if length += encodedRune(r); length > longest {
			return text[:end] + more
		}
	}
	return text
}

// EncodedLength is the number of bytes that a text takes in JSON as API servers write it, which escape some characters of HTML.
func EncodedLength(text string) int {
	length := 0
	for _, r := range text {
		length += encodedRune(r)
	}
	return length
}

func encodedRune(r rune) int {
	switch {
	case strings.ContainsRune("<>&\u2028\u2029", r) || r < ' ' || r == utf8.RuneError:
		return len(`\u0000`)
	case r == '"' || r == '\\':
		return len(`\"`)
	}
	return utf8.RuneLen(r)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package redaction

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Cut cuts a text so that it takes no more than these bytes in JSON, and replaces characters that control a terminal.
func Cut(text string, longest int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, text)
	length, end := 0, 0
	for i, r := range text {
		if length <= longest-len("…") {
			end = i
		}
		if length += encodedRune(r); length > longest {
			return text[:end] + "…"
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package text

import (
	"fmt"
	"strings"
	"unicode"
)

// ByteOrderMark is the character that some editors write at the beginning of a file.
const ByteOrderMark = '\uFEFF'

// IsInvisible returns whether a character is not shown, or changes how others are shown: control characters, format characters (zero width, direction
// of writing, soft hyphen, byte order mark, tags), line and paragraph separators, variation selectors, and letters without a shape. Tab, line feed and
// carriage return lay out text of several lines and are not among them.
func IsInvisible(r rune) bool {
	switch r {
	case '\t', '\n', '\r':
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) || r == '\u2800'
}

// keyFrame follows a variation selector in the pictures of the keys of a telephone, such as 1\uFE0F\u20E3.
const keyFrame = "\u20E3"

// Invisible returns the first invisible character of a text, and whether there is one. A variation selector or joiner that shapes the character before it,
// as in many pictures and in some scripts, does not count. Several in a row do: they may be a text of their own.
func Invisible(text string) (rune, bool) {
	var before rune
	for i, r := range text {
		if IsInvisible(r) && !shapes(r, before, text[i:]) {
			return r, true
		}
		before = r
	}
	return 0, false
}

// shapes returns whether an invisible character, with which the rest of a text begins, shapes the one before it.
func shapes(r, before rune, rest string) bool {
	isShape := before > unicode.MaxASCII && !IsInvisible(before)
	switch {
	case unicode.Is(unicode.Variation_Selector, r):
		return isShape || strings.ContainsRune("0123456789#*", before) && strings.HasPrefix(rest, string(r)+keyFrame)
	case r == '\u200C', r == '\u200D':
		return isShape || unicode.Is(unicode.Variation_Selector, before)
	}
	return false
}

// Name is the name of a character in Unicode, such as U+200B.
func CodePoint(r rune) string { return fmt.Sprintf("%U", r) }

// Escaped returns a text with the names of its invisible characters, tabs and line breaks in their place.
func Escape(text string) string {
	var escaped strings.Builder
	for _, r := range text {
		if IsInvisible(r) || unicode.IsControl(r) {
			escaped.WriteString("<" + CodePoint(r) + ">")
			continue
		}
		escaped.WriteRune(r)
	}
	return escaped.String()
}

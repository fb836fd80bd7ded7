// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package text bounds, cleans and redacts messages of tenants and other systems for users. It is pure.
//
//   - Cut bounds the bytes and keeps lines.
//   - List joins names, and counts all but the first few.
//   - OneLine joins the words of a text with single spaces.
//   - Line returns one line within a number of JSON bytes.
//   - RedactURLs removes credentials from URLs, Excerpt any recognized secret; Excerpt then returns a Line.
//   - Normalize removes the parts of a Flux message that differ with each attempt; Clean also returns an Excerpt.
package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// more replaces the end of a text that was cut.
const more = "…"

// List returns the first names, and the number of further ones.
func List(names []string, most int) string {
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), more)
	}
	return strings.Join(names, ", ")
}

// Cut returns at most the given number of bytes. It splits no character.
func Cut(text string, longest int) string {
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:max(longest-len(more), 0)], "") + more
}

// OneLine joins the words of a text with single spaces. It drops every character that is not printable, such as
// line breaks, escape sequences of terminals, and characters that change the direction of writing.
func OneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || unicode.IsSpace(r) }), " ")
}

// Line returns one line that takes at most the given number of bytes in JSON. It replaces each character that
// is not printable with a space.
func Line(text string, longest int) string {
	// A character has at most four bytes and takes at least one in JSON, so the rest cannot fit.
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

// EncodedLength returns the number of bytes that a text takes in JSON. API servers escape some characters for
// HTML.
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

// ByteOrderMark is the character that some editors write at the beginning of a file.
const ByteOrderMark = '\uFEFF'

// IsInvisible returns whether a character has no shape or changes how others are shown: control and format
// characters, line and paragraph separators, variation selectors, and blank letters. Tab, line feed and
// carriage return are ordinary characters of a text with several lines.
func IsInvisible(r rune) bool {
	switch r {
	case '\t', '\n', '\r':
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) || r == '\u2800'
}

// keyFrame follows the variation selector in emoji of telephone keys, such as 1\uFE0F\u20E3.
const keyFrame = "\u20E3"

// Invisible returns the first invisible character of a text. It accepts a variation selector or joiner that
// shapes the character before it, as in many emoji and some scripts, but not several in a row, which may encode
// a hidden text.
func Invisible(text string) (first rune, found bool) {
	var before rune
	for i, r := range text {
		if IsInvisible(r) && !shapes(r, before, text[i:]) {
			return r, true
		}
		before = r
	}
	return 0, false
}

// shapes returns whether the invisible character r, the first one of rest, shapes the character before it.
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

// CodePoint returns the Unicode notation of a character, such as U+200B.
func CodePoint(r rune) string { return fmt.Sprintf("%U", r) }

// Escape replaces invisible characters, tabs and line breaks with their code points, such as <U+200B>.
func Escape(text string) string {
	var escaped strings.Builder
	for _, r := range text {
		if IsInvisible(r) || unicode.IsControl(r) {
			escaped.WriteString("<" + CodePoint(r) + ">")
		} else {
			escaped.WriteRune(r)
		}
	}
	return escaped.String()
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package text shortens, cleans and redacts messages from tenants and other systems before they are shown to users. It
// is pure.
//
//   - Cut limits the number of bytes and preserves line breaks.
//   - List joins the first few names, and counts the others.
//   - OneLine joins the words of a text with single spaces.
//   - Line returns one line, and limits the number of bytes of its JSON encoding.
//   - RedactURLs removes credentials from URLs. Excerpt removes all recognized secrets and returns a Line.
//     RedactSecrets removes those that are certain from a text that is shown as a whole.
//   - Unknown names the known names, and the one that was probably meant.
//   - Normalize removes the parts of a Flux message that differ between attempts. Clean combines it with Excerpt.
package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// more is the ellipsis in place of removed text.
const more = "…"

// List joins the first few names with commas, and counts the others.
func List(names []string, most int) string { return Join(names, most, ", ") }

// Join joins the first few texts with a separator, and counts the others.
func Join(texts []string, most int, separator string) string {
	if more := len(texts) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(texts[:most], separator), more)
	}
	return strings.Join(texts, separator)
}

// Cut shortens a text to at most the given number of bytes, including an ellipsis. It does not split UTF-8 characters.
func Cut(text string, longest int) string {
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:max(longest-len(more), 0)], "") + more
}

// OneLine joins the words of a text with single spaces. It treats every character that is not visible as a separator,
// such as line breaks, terminal control characters, and characters that change the text direction.
func OneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !IsVisible(r) || r == utf8.RuneError || unicode.IsSpace(r) }), " ")
}

// Line returns a text as OneLine does, and cuts it if its JSON encoding has more than the given number of bytes.
func Line(text string, longest int) string {
	// A character has at most four bytes and needs at least one byte in JSON, so that the rest cannot fit.
	text = OneLine(text[:min(len(text), utf8.UTFMax*(longest+1))])
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

// EncodedLength returns the length of a text in JSON, in bytes and without quotes. It includes the HTML escaping that
// API servers use.
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

// ByteOrderMark is the character that some editors insert at the beginning of a file.
const ByteOrderMark = '\uFEFF'

// IsVisible returns whether a character has a glyph. A space is visible.
func IsVisible(r rune) bool { return unicode.IsPrint(r) && !IsInvisible(r) }

// IsInvisible returns whether a character is not visible or changes the display of other characters: control and format
// characters, line and paragraph separators, variation selectors, and blank letters. It returns false for tab, line
// feed and carriage return, which are common in multi-line text.
func IsInvisible(r rune) bool {
	switch r {
	case '\t', '\n', '\r':
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) || r == '\u2800'
}

// keyFrame is the combining character that follows the variation selector in a keycap emoji, such as 1\uFE0F\u20E3.
const keyFrame = "\u20E3"

// Invisible returns the first invisible character of a text. It ignores a variation selector or joiner that modifies
// the preceding character, as in many emoji and some scripts. It does not ignore several of them in a row, because they
// may encode hidden text.
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

// shapes returns whether the invisible character r modifies the preceding character. rest is the remaining text, which
// begins with r.
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

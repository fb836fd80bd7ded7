// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package printer

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// isVisible returns whether a terminal shows a character. Other characters control the terminal, change the direction
// of text, or are invisible.
func isVisible(r rune) bool {
	return unicode.IsPrint(r) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) && !unicode.Is(unicode.Variation_Selector, r)
}

// Clean replaces each invisible character by a space, except for newlines and tabs.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || isVisible(r) {
			return r
		}
		return ' '
	}, text)
}

// OneLine cleans a text that has to fit a word or a sentence in one line.
func OneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if !isVisible(r) {
			return ' '
		}
		return r
	}, text))
}

// EscapeJSON escapes the characters in JSON that [Clean] would replace. JSON contains them in strings only.
func EscapeJSON(text string) string {
	return escape(text, func(r rune) string {
		if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
			return fmt.Sprintf(`\u%04x\u%04x`, high, low)
		}
		return fmt.Sprintf(`\u%04x`, r)
	})
}

// EscapeXML escapes the same characters in values of XML.
func EscapeXML(text string) string {
	return escape(text, func(r rune) string { return fmt.Sprintf("&#x%X;", r) })
}

func escape(text string, with func(rune) string) string {
	escaped := &strings.Builder{}
	for _, r := range text {
		if r == '\n' || r == '\t' || isVisible(r) {
			escaped.WriteRune(r)
		} else {
			escaped.WriteString(with(r))
		}
	}
	return escaped.String()
}

// cleaning cleans each text before it writes it.
type cleaning struct{ to io.Writer }

// NewWriter returns an output that cleans all texts, because members of projects may have written them.
func NewWriter(out io.Writer) io.Writer {
	if _, is := out.(cleaning); is {
		return out
	}
	return cleaning{to: out}
}

// Write implements [io.Writer].
func (c cleaning) Write(text []byte) (int, error) {
	if _, err := io.WriteString(c.to, Clean(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Raw returns the output behind [NewWriter], to inspect it, or to write the CLI's own control sequences around clean
// text.
func Raw(out io.Writer) io.Writer {
	if c, is := out.(cleaning); is {
		return c.to
	}
	return out
}

// cleanError is an error with a clean text.
type cleanError struct{ error }

// CleanError returns the error with a clean text, or nil for nil.
func CleanError(err error) error {
	if err == nil {
		return nil
	}
	return cleanError{err}
}

func (e cleanError) Error() string { return Clean(e.error.Error()) }

func (e cleanError) Unwrap() error { return e.error }

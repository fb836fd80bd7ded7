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

// isVisible returns whether a character is only itself in a terminal: it neither controls it, nor turns the direction of the text, nor is there unseen.
func isVisible(r rune) bool {
	return unicode.IsPrint(r) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) && !unicode.Is(unicode.Variation_Selector, r)
}

// Clean replaces each character by a space that is not visible, and no end of a line and no tabulator.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || isVisible(r) {
			return r
		}
		return ' '
	}, text)
}

// OneLine cleans a text and keeps it from being more than a word or a sentence in a line.
func OneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if !isVisible(r) {
			return ' '
		}
		return r
	}, text))
}

// EscapeJSON escapes in JSON what [Clean] would replace. Outside of its strings, JSON has no such character.
func EscapeJSON(text string) string {
	return escape(text, func(r rune) string {
		if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
			return fmt.Sprintf(`\u%04x\u%04x`, high, low)
		}
		return fmt.Sprintf(`\u%04x`, r)
	})
}

// EscapeXML does the same in values of XML.
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

// cleaning removes control characters from each text before it writes it.
type cleaning struct{ to io.Writer }

// NewWriter returns an output for texts that others may have written: they reach it clean, wherever they come from.
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

// Raw returns the output behind that of [NewWriter], to inspect it, and for control sequences of our own around texts that are clean.
func Raw(out io.Writer) io.Writer {
	if c, is := out.(cleaning); is {
		return c.to
	}
	return out
}

// cleanError is an error whose text is clean.
type cleanError struct{ error }

// CleanError returns the error with a clean text; nil for none.
func CleanError(err error) error {
	if err == nil {
		return nil
	}
	return cleanError{err}
}

func (e cleanError) Error() string { return Clean(e.error.Error()) }

func (e cleanError) Unwrap() error { return e.error }

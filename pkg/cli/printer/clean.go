// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package printer

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	plain "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Clean replaces each invisible character, except for newlines and tabs, with a space.
func Clean(value string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || plain.IsVisible(r) {
			return r
		}
		return ' '
	}, value)
}

// EscapeJSON escapes the characters in JSON that [Clean] would replace. In valid JSON, these characters occur only in
// strings.
func EscapeJSON(text string) string {
	return escape(text, func(r rune) string {
		if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
			return fmt.Sprintf(`\u%04x\u%04x`, high, low)
		}
		return fmt.Sprintf(`\u%04x`, r)
	})
}

// EscapeXML escapes the characters in XML text and attribute values that [Clean] would replace.
func EscapeXML(text string) string {
	return escape(text, func(r rune) string { return fmt.Sprintf("&#x%X;", r) })
}

func escape(value string, with func(rune) string) string {
	escaped := &strings.Builder{}
	for _, r := range value {
		if r == '\n' || r == '\t' || plain.IsVisible(r) {
			escaped.WriteRune(r)
		} else {
			escaped.WriteString(with(r))
		}
	}
	return escaped.String()
}

// cleaning is a writer that applies [Clean] to each text.
type cleaning struct{ to io.Writer }

// NewWriter returns a writer that cleans all texts, because members of projects may have written them.
func NewWriter(out io.Writer) io.Writer {
	if _, ok := out.(cleaning); ok {
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

// Raw returns the writer below a [NewWriter]. It is needed to detect a terminal, and to write the CLI's own control
// sequences around clean text.
func Raw(out io.Writer) io.Writer {
	if c, ok := out.(cleaning); ok {
		return c.to
	}
	return out
}

// OneLineError returns the error with its message in one line, or nil if the error is nil.
func OneLineError(err error) error {
	if err == nil {
		return nil
	}
	return shownError{err, plain.OneLine(err.Error())}
}

// shownError is an error with a message that a terminal can show.
type shownError struct {
	error
	message string
}

func (e shownError) Error() string { return e.message }

func (e shownError) Unwrap() error { return e.error }

// CleanError returns the error with a clean message, or nil if the error is nil.
func CleanError(err error) error {
	if err == nil {
		return nil
	}
	return shownError{err, Clean(err.Error())}
}

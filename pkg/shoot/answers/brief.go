// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package answers

import "strings"

// LongestError bounds the text of an error, in bytes: a decoder repeats the value that it cannot decode,
// possibly the whole answer.
const LongestError = 2 << 10

type briefError struct {
	error
	text string
}

// Error returns the beginning of the text.
func (e *briefError) Error() string { return e.text }

// Unwrap returns the original error.
func (e *briefError) Unwrap() error { return e.error }

// Brief bounds the text of an error.
func Brief(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	if len(text) <= LongestError {
		return err
	}
	return &briefError{error: err, text: strings.ToValidUTF8(text[:LongestError], "") + "…"}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package answers

import "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"

// LongestError bounds the text of an error, in bytes: a decoder repeats the value that it cannot decode, which may be the whole answer.
const LongestError = 2 << 10

type briefError struct {
	error
	text string
}

// Error returns the beginning of the text.
func (e *briefError) Error() string { return e.text }

// Unwrap returns the error with its whole text.
func (e *briefError) Unwrap() error { return e.error }

// Brief returns the error with a text of limited length.
func Brief(err error) error {
	if err == nil {
		return nil
	}
	if whole := err.Error(); len(whole) > LongestError {
		return &briefError{error: err, text: text.Cut(whole, LongestError)}
	}
	return err
}

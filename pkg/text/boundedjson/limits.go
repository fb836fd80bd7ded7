// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package boundedjson

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Limits bound a document. But for Bytes, 0 is no limit.
type Limits struct {
	// Bytes is its size, uncompressed: without any, nothing is read.
	Bytes int
	// Elements is the number of objects, lists, and entries after the first one of each.
	Elements int
	// Entries is the number of entries of one object or list.
	Entries int
	// Text is the length of one text in bytes, as it is written with its escapes.
	Text int
}

// ExceededError is the error of a document that exceeds a limit.
type ExceededError struct{ text string }

// Error names the limit.
func (e *ExceededError) Error() string { return e.text }

func exceeded(format string, arguments ...any) error {
	return &ExceededError{text: fmt.Sprintf(format, arguments...)}
}

// IsExceeded returns whether the error says that a document exceeds a limit.
func IsExceeded(err error) bool {
	var e *ExceededError
	return errors.As(err, &e)
}

// longestError bounds the text of an error in bytes: a decoder repeats the value that it cannot decode, which may be the whole document.
const longestError = 256

// Unmarshal decodes a document that does not exceed the limits into the target. The error repeats at most the beginning of a value.
func (l Limits) Unmarshal(content []byte, target any) error {
	if err := l.Check(content); err != nil {
		return err
	}
	return decode(content, target)
}

// Check returns an ExceededError if a document exceeds a limit.
func (l Limits) Check(content []byte) error {
	if len(content) > l.Bytes {
		return l.tooLarge()
	}
	var counter Counter
	counter.Count(content)
	return l.check(&counter)
}

func (l Limits) tooLarge() error { return exceeded("it has more than %d bytes", max(0, l.Bytes)) }

// check returns an error if the counts exceed a limit.
func (l Limits) check(c *Counter) error {
	switch {
	case l.Elements > 0 && c.Elements > l.Elements:
		return exceeded("it has more than %d elements", l.Elements)
	case l.Entries > 0 && c.widest > l.Entries:
		return exceeded("it has an object or a list with more than %d entries", l.Entries)
	case l.Text > 0 && c.longest > l.Text:
		return exceeded("it has a text of more than %d bytes", l.Text)
	case c.deep > deepest:
		return exceeded("it has objects and lists that are more than %d levels deep", deepest)
	}
	return nil
}

func decode(content []byte, target any) error {
	err := json.Unmarshal(content, target)
	if err == nil {
		return nil
	}
	// The error itself may hold the document.
	return errors.New(text.Cut(err.Error(), longestError))
}

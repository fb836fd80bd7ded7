// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package boundedjson decodes JSON that a tenant can write, optionally compressed with gzip, within limits. A
// limit on bytes does not bound the memory of decoding, because three bytes can become an object of hundreds.
// So it counts the elements before it decodes anything. It does not know the decoded types.
package boundedjson

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// deepest is the limit of nested objects and lists.
	deepest = 32
	// longestError bounds an error of the decoder in bytes: it repeats a value that may be the whole document.
	longestError = 256
	// partSize is the number of bytes that are decompressed between two checks of the limits.
	partSize = 32 << 10
)

// Limits bound a document. A limit of 0 is no limit, except for Bytes.
type Limits struct {
	// Bytes limits the uncompressed size. With 0, nothing is read.
	Bytes int
	// Elements limits the number of objects, lists, and entries after the first one of each.
	Elements int
	// Entries limits the number of entries of one object or list.
	Entries int
	// Text limits the length of one string in bytes, including escapes.
	Text int
}

type exceededError string

func (e exceededError) Error() string { return string(e) }

// IsExceeded returns whether the error reports that a document exceeds a limit.
func IsExceeded(err error) bool {
	var exceeded exceededError
	return errors.As(err, &exceeded)
}

// Unmarshal checks a document and decodes it into the target.
func (l Limits) Unmarshal(content []byte, target any) error {
	if err := l.Check(content); err != nil {
		return err
	}
	return decode(content, target)
}

// Check returns an error, recognized by IsExceeded, if a document exceeds a limit.
func (l Limits) Check(content []byte) error {
	if len(content) > l.Bytes {
		return l.tooLarge()
	}
	var counter Counter
	counter.Count(content)
	return l.check(&counter)
}

func (l Limits) tooLarge() error {
	return exceededError(fmt.Sprintf("it has more than %d bytes", max(0, l.Bytes)))
}

func (l Limits) check(c *Counter) error {
	for _, limit := range []struct {
		count, most int
		text        string
	}{
		{c.Elements, l.Elements, "it has more than %d elements"},
		{c.widest, l.Entries, "it has an object or a list with more than %d entries"},
		{c.longest, l.Text, "it has a text of more than %d bytes"},
		{c.deep, deepest, "it has objects and lists that are more than %d levels deep"},
	} {
		if limit.most > 0 && limit.count > limit.most {
			return exceededError(fmt.Sprintf(limit.text, limit.most))
		}
	}
	return nil
}

func decode(content []byte, target any) error {
	if err := json.Unmarshal(content, target); err != nil {
		// The error is not wrapped, because it may hold the document.
		return errors.New(text.Cut(err.Error(), longestError))
	}
	return nil
}

// Compress encodes the value as JSON and compresses it with gzip. It also returns the uncompressed size. The
// same value results in the same bytes. A value that exceeds the limits is an error, because Decompress could
// not read it.
func (l Limits) Compress(value any) ([]byte, int, error) {
	content, err := json.Marshal(value)
	if err != nil {
		return nil, 0, fmt.Errorf("failed to encode: %w", err)
	}
	if err := l.Check(content); err != nil {
		return nil, 0, err
	}
	var buffer bytes.Buffer
	writer := gzip.NewWriter(&buffer)
	_, err = writer.Write(content)
	if err = errors.Join(err, writer.Close()); err != nil {
		return nil, 0, fmt.Errorf("failed to compress: %w", err)
	}
	return buffer.Bytes(), len(content), nil
}

// Decompress decodes JSON that is compressed with gzip into the target and returns the uncompressed size. At
// the first part that exceeds a limit it stops and decodes nothing; the size includes that part.
func (l Limits) Decompress(value []byte, target any) (int, error) {
	if l.Bytes <= 0 {
		return 0, l.tooLarge()
	}
	reader, err := gzip.NewReader(bytes.NewReader(value))
	if err != nil {
		return 0, err
	}
	// A document is one stream. A long series of empty streams would take long to read and have no content.
	reader.Multistream(false)
	content, err := l.read(reader)
	if err != nil {
		return len(content), err
	}
	return len(content), decode(content, target)
}

// read reads until the end or until a limit is exceeded.
func (l Limits) read(reader io.Reader) ([]byte, error) {
	var (
		content bytes.Buffer
		counter Counter
	)
	part := make([]byte, partSize)
	for {
		n, err := reader.Read(part)
		counter.Count(part[:n])
		content.Write(part[:n])
		if content.Len() > l.Bytes {
			return content.Bytes(), l.tooLarge()
		}
		if exceeded := l.check(&counter); exceeded != nil {
			return content.Bytes(), exceeded
		}
		if errors.Is(err, io.EOF) {
			return content.Bytes(), nil
		}
		if err != nil {
			return content.Bytes(), err
		}
	}
}

// Counter counts the elements of a JSON document while its parts are read. The document need not be valid.
type Counter struct {
	// Elements is the number of objects, lists, and entries after the first one of each.
	Elements int

	// widest is the number of entries of the largest object or list. longest is the length of the longest string
	// in bytes, including escapes.
	widest, longest int
	// depth is the number of open objects and lists, deep its maximum. entries counts the entries of each open
	// one.
	depth, deep int
	entries     [deepest]int
	// text is the length of the current string.
	text              int
	inString, escaped bool
}

// Count counts the next part of the document.
func (c *Counter) Count(part []byte) {
	for _, b := range part {
		if c.inString {
			c.countText(b)
			continue
		}
		switch b {
		case '"':
			c.inString, c.text = true, 0
		case '{', '[':
			c.open()
		case '}', ']':
			c.depth = max(0, c.depth-1)
		case ',':
			c.Elements++
			if at := c.depth - 1; at >= 0 && at < deepest {
				c.entries[at]++
				c.widest = max(c.widest, c.entries[at])
			}
		}
	}
}

func (c *Counter) countText(b byte) {
	switch {
	case c.escaped:
		c.escaped = false
	case b == '\\':
		c.escaped = true
	case b == '"':
		c.inString = false
		return
	}
	c.text++
	c.longest = max(c.longest, c.text)
}

func (c *Counter) open() {
	c.Elements++
	if c.depth < deepest {
		c.entries[c.depth] = 1
		c.widest = max(c.widest, 1)
	}
	c.depth++
	c.deep = max(c.deep, c.depth)
}

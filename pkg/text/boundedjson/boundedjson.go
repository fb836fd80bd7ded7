// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package boundedjson decodes untrusted JSON within limits; the JSON may be compressed with gzip. A limit on the input
// size does not limit the memory for decoding, because three bytes of JSON can become a value of several hundred bytes.
// Therefore the package counts the elements before it decodes a document. It must not depend on the decoded types.
package boundedjson

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// deepest is the maximum nesting depth of objects and lists.
	deepest = 32
	// longestError is the maximum length of a decoder error in bytes, because the decoder quotes a value that may be the
	// whole document.
	longestError = 256
	// partSize is the maximum number of bytes that are decompressed between two checks of the limits.
	partSize = 32 << 10
)

// Limits limit the size and structure of a document. For all fields except Bytes, 0 means no limit. The nesting depth
// is always limited.
type Limits struct {
	// Bytes is the maximum uncompressed size. If it is 0, every document is too large.
	Bytes int
	// Compressed is the maximum size that Compress returns.
	Compressed int
	// Elements is the maximum value of Counter.Elements.
	Elements int
	// Entries is the maximum number of entries of a single object or list.
	Entries int
	// Text is the maximum length of a single string in bytes, including the backslashes of escape sequences.
	Text int
	// Strict refuses a document with a field that the target does not have. Records with permissions are read with it: a
	// reader that ignored the field of a newer writer could permit more than the writer does.
	Strict bool
}

// ExceededError is the error for a document that exceeds a limit.
type ExceededError string

func (e ExceededError) Error() string { return string(e) }

// IsExceeded returns whether the error means that a document exceeds a limit.
func IsExceeded(err error) bool {
	var exceeded ExceededError
	return errors.As(err, &exceeded)
}

// Unmarshal decodes a document into the target if it does not exceed the limits.
func (l Limits) Unmarshal(content []byte, target any) error {
	if err := l.Check(content); err != nil {
		return err
	}
	return l.decode(content, target)
}

// Check returns an error if the document exceeds a limit. IsExceeded returns true for this error. Check does not verify
// that the document is valid JSON.
func (l Limits) Check(content []byte) error {
	if len(content) > l.Bytes {
		return l.tooLarge()
	}
	var counter Counter
	counter.Count(content)
	return l.check(&counter)
}

func (l Limits) tooLarge() error {
	return ExceededError(fmt.Sprintf("it has more than %d bytes", max(0, l.Bytes)))
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
			return ExceededError(fmt.Sprintf(limit.text, limit.most))
		}
	}
	return nil
}

func (l Limits) decode(content []byte, target any) error {
	err := json.Unmarshal(content, target)
	if err == nil && l.Strict {
		decoder := json.NewDecoder(bytes.NewReader(content))
		decoder.DisallowUnknownFields()
		err = decoder.Decode(reflect.New(reflect.TypeOf(target).Elem()).Interface())
	}
	if err != nil {
		// The error is not wrapped, because it may contain the document.
		return errors.New(text.Cut(err.Error(), longestError))
	}
	return nil
}

// Compress encodes the value as JSON and compresses it with gzip. It returns the compressed bytes, which are
// deterministic, and the uncompressed size. It returns an error if the value exceeds the limits, because Decompress
// could not read it.
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
	if l.Compressed > 0 && buffer.Len() > l.Compressed {
		return nil, 0, ExceededError(fmt.Sprintf("it has more than %d bytes after compression", l.Compressed))
	}
	return buffer.Bytes(), len(content), nil
}

// Decompress decodes gzip-compressed JSON into the target and returns the uncompressed size. It decompresses in parts
// and stops after the first part that exceeds a limit. In that case, it decodes nothing, and the returned size is the
// number of bytes decompressed so far.
func (l Limits) Decompress(value []byte, target any) (int, error) {
	if l.Bytes <= 0 {
		return 0, l.tooLarge()
	}
	reader, err := gzip.NewReader(bytes.NewReader(value))
	if err != nil {
		return 0, err
	}
	// A document is a single gzip stream. A long series of empty streams would take long to read without exceeding a
	// limit.
	reader.Multistream(false)
	content, err := l.read(reader)
	if err != nil {
		return len(content), err
	}
	return len(content), l.decode(content, target)
}

// read reads until the end, an error, or an exceeded limit, and returns all bytes read.
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

// Counter counts the elements of a JSON document that is read in parts. The document need not be valid.
type Counter struct {
	// Elements is the number of objects and lists, plus the number of entries in each beyond its first one.
	Elements int

	// widest is the number of entries of the largest object or list. longest is the length of the longest string
	// in bytes, including escapes.
	widest, longest int
	// depth is the number of currently open objects and lists, and deep its maximum so far. entries contains the number of
	// entries of each open object or list.
	depth, deep int
	entries     [deepest]int
	// text is the length of the current string so far.
	text              int
	inString, escaped bool
}

// Count processes the next part of the document.
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

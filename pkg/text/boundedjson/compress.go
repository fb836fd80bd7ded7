// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package boundedjson

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// partSize is how much is uncompressed between two checks of the limits, in bytes.
const partSize = 32 << 10

// Compress returns the value as JSON, compressed with gzip, and its size before that. The same value gives the same bytes. What exceeds the limits, so
// that it could not be decompressed again, is refused with an ExceededError.
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

// Decompress decodes JSON that is compressed with gzip into the target, and returns its size. It ends with the first part that exceeds a limit, whose size is
// returned as well: nothing is decoded then.
func (l Limits) Decompress(value []byte, target any) (int, error) {
	if l.Bytes <= 0 {
		return 0, l.tooLarge()
	}
	reader, err := gzip.NewReader(bytes.NewReader(value))
	if err != nil {
		return 0, err
	}
	// One document is one stream: very many empty ones after the other take long, and have no content.
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
		if exceeds := l.check(&counter); exceeds != nil {
			return content.Bytes(), exceeds
		}
		if errors.Is(err, io.EOF) {
			return content.Bytes(), nil
		}
		if err != nil {
			return content.Bytes(), err
		}
	}
}

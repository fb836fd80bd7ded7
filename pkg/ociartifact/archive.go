// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package ociartifact

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path"
)

// An archive is bounded in what it holds too: little that is compressed may be much.
const (
	largestArchive = 64 << 20
	largestFile    = 16 << 20
)

// errTooLarge ends the reading of an archive.
var errTooLarge = errors.New("too large")

// fileIn returns the content of the one regular file of that name. Nothing is unpacked, so that no path in the archive can lead
// anywhere.
func fileIn(archive []byte, name string) ([]byte, error) {
	compressed, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, fmt.Errorf("its layer is no gzip archive: %w", err)
	}
	var (
		entries = tar.NewReader(&bounded{from: compressed, left: largestArchive})
		found   []byte
		at      string
	)
	for {
		header, err := entries.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, unreadable(err)
		}
		if path.Base(header.Name) != name {
			continue
		}
		switch {
		case header.Typeflag != tar.TypeReg:
			return nil, fmt.Errorf("%s in it is no regular file", header.Name)
		case found != nil:
			return nil, fmt.Errorf("it has both %s and %s", at, header.Name)
		case header.Size > largestFile:
			return nil, fmt.Errorf("%s in it has %d bytes, which is more than %d", header.Name, header.Size, largestFile)
		}
		if found, err = io.ReadAll(entries); err != nil {
			return nil, unreadable(err)
		}
		at = header.Name
	}
	if found == nil {
		return nil, fmt.Errorf("it has no file %s", name)
	}
	return found, nil
}

func unreadable(err error) error {
	if errors.Is(err, errTooLarge) {
		return fmt.Errorf("its layer holds more than %d bytes", largestArchive)
	}
	return fmt.Errorf("its layer cannot be read as an archive: %w", err)
}

// bounded reads so much, and fails if there is more. An end would be taken for a whole archive.
type bounded struct {
	from io.Reader
	left int64
}

// Read reads the next bytes.
func (b *bounded) Read(buffer []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLarge
	}
	if int64(len(buffer)) > b.left {
		buffer = buffer[:b.left]
	}
	read, err := b.from.Read(buffer)
	b.left -= int64(read)
	return read, err
}

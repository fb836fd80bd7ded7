// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
)

// Limits of the uncompressed content, because a small compressed layer may contain a large archive.
const (
	maxArchiveSize = 64 << 20
	maxFileSize    = 16 << 20
)

// fileIn returns the content of the only regular file with the given name. It writes no files, so paths in the archive
// have no effect.
func fileIn(archive []byte, name string) ([]byte, error) {
	compressed, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, fmt.Errorf("its layer is not a gzip archive: %w", err)
	}
	var (
		// MaxBytesReader fails at the limit. An io.LimitedReader would report the end of the archive instead.
		entries = tar.NewReader(http.MaxBytesReader(nil, compressed, maxArchiveSize))
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
			return nil, fmt.Errorf("%s in it is not a regular file", header.Name)
		case found != nil:
			return nil, fmt.Errorf("it has both %s and %s", at, header.Name)
		case header.Size > maxFileSize:
			return nil, fmt.Errorf("%s in it has %d bytes, which is more than %d", header.Name, header.Size, maxFileSize)
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
	if _, is := errors.AsType[*http.MaxBytesError](err); is {
		return fmt.Errorf("its layer contains more than %d bytes", maxArchiveSize)
	}
	return fmt.Errorf("its layer cannot be read as an archive: %w", err)
}

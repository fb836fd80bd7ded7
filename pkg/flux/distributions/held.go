// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	"bytes"
	"io/fs"
	"slices"
	"time"
)

// held are the files of one distribution in memory, by name.
type held map[string][]byte

var _ fs.ReadFileFS = held{}

// manifests returns the name of the file with the manifests; empty if there is none.
func (h held) manifests() string {
	for _, name := range []string{manifestFile, compressedFile} {
		if _, there := h[name]; there {
			return name
		}
	}
	return ""
}

// ReadFile returns a copy of a file's content.
func (h held) ReadFile(name string) ([]byte, error) {
	content, there := h[name]
	if !there {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return slices.Clone(content), nil
}

// Open opens a file.
func (h held) Open(name string) (fs.File, error) {
	content, there := h[name]
	if !there {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &heldFile{Reader: bytes.NewReader(content), name: name}, nil
}

// heldFile is an open file, and what is known of it.
type heldFile struct {
	*bytes.Reader

	name string
}

// Stat returns the file itself.
func (f *heldFile) Stat() (fs.FileInfo, error) { return f, nil }

// Close does nothing.
func (f *heldFile) Close() error { return nil }

// Name returns the file's name.
func (f *heldFile) Name() string { return f.name }

// Mode returns that the file can be read.
func (f *heldFile) Mode() fs.FileMode { return 0o444 }

// ModTime returns nothing: when a distribution was read does not matter.
func (f *heldFile) ModTime() time.Time { return time.Time{} }

// IsDir returns that the file is none.
func (f *heldFile) IsDir() bool { return false }

// Sys returns nothing.
func (f *heldFile) Sys() any { return nil }

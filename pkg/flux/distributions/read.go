// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/andybalholm/brotli"
)

// Files of a version's directory.
const (
	manifestFile   = "gotk-components.yaml"
	compressedFile = manifestFile + ".br"
	sumsFile       = "SHA256SUMS"
)

// largestManifests bounds what is decompressed. The largest that Flux has published has less than 700 KiB.
const largestManifests = 16 << 20

// readManifests reads the manifests in a version's directory, compressed or not, and checks their sum. The error names the file.
func readManifests(directory fs.FS) ([]byte, error) {
	sums, err := fs.ReadFile(directory, sumsFile)
	if err != nil {
		return nil, err
	}
	want, err := sumOf(string(sums))
	if err != nil {
		return nil, err
	}
	name, content, err := readOne(directory)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != want {
		return nil, fmt.Errorf("%s: its content has the SHA-256 sum %x, and not the one in %s", name, sum, sumsFile)
	}
	return content, nil
}

// sumOf returns the sum of the manifests from the lines that sha256sum writes.
func sumOf(sums string) (string, error) {
	for line := range strings.Lines(sums) {
		if sum, file, found := strings.Cut(strings.TrimSpace(line), "  "); found && file == manifestFile {
			return sum, nil
		}
	}
	return "", fmt.Errorf("%s: has no line for %s", sumsFile, manifestFile)
}

// readOne reads the text if there is one, and what is compressed otherwise.
func readOne(directory fs.FS) (name string, content []byte, err error) {
	content, err = fs.ReadFile(directory, manifestFile)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return manifestFile, content, err
	}
	compressed, err := fs.ReadFile(directory, compressedFile)
	if err != nil {
		return "", nil, err
	}
	content, err = io.ReadAll(io.LimitReader(brotli.NewReader(bytes.NewReader(compressed)), largestManifests+1))
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", compressedFile, err)
	}
	if len(content) > largestManifests {
		return "", nil, fmt.Errorf("%s: holds more than %d bytes", compressedFile, largestManifests)
	}
	return compressedFile, content, nil
}

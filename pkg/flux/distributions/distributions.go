// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package distributions provides the install manifests of the Flux versions that the extension can install: the
// embedded manifests, and manifests that the operator supplies.
//
// hack/distributions generates the embedded files. The package must not change manifests, because namespace, components
// and settings depend on the configuration of a shoot.
package distributions

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"golang.org/x/mod/semver"
)

// The same directories also contain the uncompressed manifests, for reviewers.
//
//go:embed v*/SHA256SUMS v*/gotk-components.yaml.br
var files embed.FS

// Names of the files in the directory of a version.
const (
	manifestFile   = "gotk-components.yaml"
	compressedFile = manifestFile + ".br"
	sumsFile       = "SHA256SUMS"
)

// largestManifests is the maximum size of decompressed manifests, in bytes. The largest manifests that Flux has
// published have less than 700 KiB.
const largestManifests = 16 << 20

// distribution contains the compressed manifests of a version, and the SHA-256 sum of the uncompressed manifests.
type distribution struct {
	sum        string
	compressed []byte
}

// Set contains the install manifests of Flux versions. It is immutable and safe for concurrent use.
type Set struct {
	byVersion map[string]distribution
	// supplied contains the versions that With has added.
	supplied map[string]bool
}

// Embedded returns the set of versions that are embedded in the binary.
func Embedded() *Set {
	set := &Set{byVersion: map[string]distribution{}}
	directories, _ := fs.Glob(files, "v*")
	for _, version := range directories {
		sums, _ := files.ReadFile(path.Join(version, sumsFile))
		sum, _ := sumOf(sums)
		compressed, _ := files.ReadFile(path.Join(version, compressedFile))
		set.byVersion[version] = distribution{sum: sum, compressed: compressed}
	}
	return set
}

// Versions returns the Flux versions with a leading v, oldest first.
func (s *Set) Versions() []string {
	versions := slices.Collect(maps.Keys(s.byVersion))
	semver.Sort(versions)
	return versions
}

// Supplied returns whether With has added the version.
func (s *Set) Supplied(version string) bool {
	return s.supplied[version]
}

// Manifests returns the output of `flux install --export` for the version, with all its components and namespace
// flux-system. The caller may change the returned bytes.
func (s *Set) Manifests(version string) ([]byte, error) {
	d, ok := s.byVersion[version]
	if !ok {
		return nil, fmt.Errorf("unknown Flux version %q; the known versions are %s", version, strings.Join(s.Versions(), ", "))
	}
	content, err := d.manifests()
	if err != nil {
		return nil, fmt.Errorf("failed to read the distribution of Flux %s: %w", version, err)
	}
	return content, nil
}

// manifests decompresses the manifests and verifies their checksum.
func (d distribution) manifests() ([]byte, error) {
	content, err := decompress(d.compressed)
	if err != nil {
		return nil, err
	}
	if sum := sha256Of(content); sum != d.sum {
		return nil, fmt.Errorf("%s: has the SHA-256 sum %s instead of %s from %s", compressedFile, sum, d.sum, sumsFile)
	}
	return content, nil
}

func decompress(compressed []byte) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(brotli.NewReader(bytes.NewReader(compressed)), largestManifests+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", compressedFile, err)
	}
	if len(content) > largestManifests {
		return nil, fmt.Errorf("%s: has more than %d bytes when decompressed", compressedFile, largestManifests)
	}
	return content, nil
}

func sha256Of(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// sumOf returns the checksum of the manifests in the output of sha256sum.
func sumOf(sums []byte) (string, error) {
	for line := range strings.Lines(string(sums)) {
		if sum, file, found := strings.Cut(strings.TrimSpace(line), "  "); found && file == manifestFile {
			return sum, nil
		}
	}
	return "", fmt.Errorf("%s: has no line for %s", sumsFile, manifestFile)
}

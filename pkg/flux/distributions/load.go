// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"strings"

	"github.com/andybalholm/brotli"
	"golang.org/x/mod/semver"
)

// Maximum sizes of the files in the directory of a version, in bytes. Compression reduces the manifests of Flux to a
// twentieth of their size.
const (
	largestCompressed = 2 << 20
	largestSums       = 64 << 10
)

// oldestMinor is the oldest minor version whose controllers the extension knows how to set up. It may be older than the
// carried ones.
const oldestMinor = "v2.7"

// startQuality is the compression quality for manifests that are supplied uncompressed. A higher quality would delay
// the start.
const startQuality = 5

// Check returns an error unless the manifests are the distribution of the Flux version.
type Check func(version string, manifests []byte) error

// With returns a set that also contains the supplied distributions. Each distribution is a directory vX.Y.Z with
// SHA256SUMS and the uncompressed or compressed manifests, or both. With ignores names that begin with a dot, because
// kubelet creates such files in mounted volumes.
//
// With reads and verifies all files and keeps their content in memory, so that later changes of the files have no
// effect. The error describes each invalid file, with a fix. In messages, name is the path of the supplied directory.
//
// An embedded version takes precedence over a supplied one. Otherwise, the extension could fail to start after an
// update that embeds a supplied version. The notes describe each directory that is ignored for this reason.
func (s *Set) With(supplied fs.FS, name string, check Check) (set *Set, notes []string, err error) {
	l := &loader{set: &Set{byVersion: maps.Clone(s.byVersion), supplied: map[string]bool{}}, supplied: supplied, name: name, check: check}
	maps.Copy(l.set.supplied, s.supplied)
	entries, err := fs.ReadDir(supplied, ".")
	if err != nil {
		return nil, nil, fmt.Errorf("%s: cannot be read: %w", name, err)
	}
	found := false
	for _, entry := range entries {
		if !hidden(entry.Name()) {
			found = true
			l.load(entry.Name())
		}
	}
	if !found {
		l.refuse("", "contains no distribution: it must have directories such as v2.9.5")
	}
	if len(l.errs) > 0 {
		return nil, nil, errors.Join(l.errs...)
	}
	return l.set, l.notes, nil
}

// loader adds distributions to a set and collects errors.
type loader struct {
	set      *Set
	supplied fs.FS
	name     string
	check    Check
	errs     []error
	notes    []string
}

// refuse records an error about a file in the supplied directory.
func (l *loader) refuse(file, message string, arguments ...any) {
	l.errs = append(l.errs, fmt.Errorf("%s: %w", path.Join(l.name, file), fmt.Errorf(message, arguments...)))
}

// load adds the distribution in the directory of a version.
func (l *loader) load(version string) {
	info, err := fs.Stat(l.supplied, version)
	_, ok := l.set.byVersion[version]
	switch {
	case err != nil:
		l.refuse(version, "cannot be read: %w", err)
		return
	case !info.IsDir() || !IsVersion(version):
		l.refuse(version, "is not a directory named after a Flux version such as v2.9.5: rename or remove it")
		return
	case semver.Compare(version, oldestMinor) < 0:
		l.refuse(version, "is older than Flux %s, the oldest minor version that the extension supports; remove it", oldestMinor)
		return
	case ok && !l.set.Supplied(version):
		l.notes = append(l.notes, fmt.Sprintf("%s is not used, because the extension carries Flux %s; remove it", path.Join(l.name, version), version))
		return
	}
	files, manifests, sum := l.read(version)
	if manifests == nil {
		return
	}
	if ok {
		if l.set.byVersion[version].sum != sum {
			l.refuse(version, "differs from the distribution %s in another directory; remove one of them", version)
		}
		return
	}
	if err := l.check(version, manifests); err != nil {
		file := manifestFile
		if files[file] == nil {
			file = compressedFile
		}
		l.refuse(path.Join(version, file), "is not the Flux distribution %s: %w", version, err)
		return
	}
	if files[compressedFile] == nil {
		if files[compressedFile], err = compress(manifests); err != nil {
			l.refuse(version, "cannot be compressed: %w", err)
		}
	}
	l.set.byVersion[version], l.set.supplied[version] = distribution{sum: sum, compressed: files[compressedFile]}, true
}

// read returns the files of a distribution by name, the uncompressed manifests, and their checksum. The manifests are
// nil if they or SHA256SUMS cannot be used.
func (l *loader) read(version string) (files map[string][]byte, manifests []byte, sum string) {
	entries, err := fs.ReadDir(l.supplied, version)
	if err != nil {
		l.refuse(version, "cannot be read: %w", err)
		return nil, nil, ""
	}
	files = map[string][]byte{}
	for _, entry := range entries {
		file, largest := path.Join(version, entry.Name()), largestOf(entry.Name())
		if largest == 0 {
			if !hidden(entry.Name()) {
				l.refuse(file, "is not one of %s, %s and %s; remove it", manifestFile, compressedFile, sumsFile)
			}
			continue
		}
		if files[entry.Name()], err = readBounded(l.supplied, file, largest); err != nil {
			l.refuse(file, "cannot be read: %w", err)
		}
	}
	if _, has := files[sumsFile]; !has {
		l.refuse(path.Join(version, sumsFile), "is missing; create it with 'sha256sum %s'", manifestFile)
	}
	_, text := files[manifestFile]
	if _, compressed := files[compressedFile]; !text && !compressed {
		l.refuse(version, "has neither %s nor %s", manifestFile, compressedFile)
	}
	if files[sumsFile] == nil || files[manifestFile] == nil && files[compressedFile] == nil {
		return nil, nil, ""
	}
	if sum, err = sumOf(files[sumsFile]); err != nil {
		l.refuse(version, "%w: it must have a line as printed by 'sha256sum %s'", err, manifestFile)
		return nil, nil, ""
	}
	for _, file := range []string{manifestFile, compressedFile} {
		content, has := files[file]
		if !has {
			continue
		}
		if file == compressedFile {
			if content, err = decompress(content); err != nil {
				l.refuse(version, "%w: supply it again", err)
				return nil, nil, ""
			}
		}
		if got := sha256Of(content); got != sum {
			l.refuse(path.Join(version, file), "has the SHA-256 sum %s instead of %s from %s: supply both again", got, sum, sumsFile)
			return nil, nil, ""
		}
		manifests = content
	}
	return files, manifests, sum
}

// IsVersion returns whether the name is a release version such as v2.9.5. All version comparisons require this format.
func IsVersion(name string) bool {
	return semver.IsValid(name) && semver.Canonical(name) == name && semver.Prerelease(name) == ""
}

// largestOf returns the maximum size of the file, or 0 for an unknown name.
func largestOf(name string) int64 {
	switch name {
	case manifestFile:
		return largestManifests
	case compressedFile:
		return largestCompressed
	case sumsFile:
		return largestSums
	}
	return 0
}

func hidden(name string) bool {
	return strings.HasPrefix(name, ".")
}

// readBounded reads a regular file of limited size. It rejects other files, because a read from a pipe or device may
// never end.
func readBounded(supplied fs.FS, name string, largest int64) ([]byte, error) {
	info, err := fs.Stat(supplied, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a regular file")
	}
	if info.Size() > largest {
		return nil, fmt.Errorf("it has %d bytes; at most %d are allowed", info.Size(), largest)
	}
	return fs.ReadFile(supplied, name)
}

func compress(manifests []byte) ([]byte, error) {
	var out bytes.Buffer
	writer := brotli.NewWriterLevel(&out, startQuality)
	_, err := writer.Write(manifests)
	err = errors.Join(err, writer.Close())
	return out.Bytes(), err
}

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
	"maps"
	"path"
	"strings"

	"github.com/andybalholm/brotli"
	"golang.org/x/mod/semver"
)

// Files are read to these sizes. Flux's text has less than 700 KiB, and a twentieth of that compressed.
const (
	largestCompressed = 2 << 20
	largestSums       = 64 << 10
)

// heldQuality is how hard the text is compressed that is kept in memory: at the start, what takes longer is not worth it.
const heldQuality = 5

// Check returns what is wrong with manifests, or nil if they are the Flux distribution of that version.
type Check func(version string, manifests []byte) error

// With returns a set that has the supplied distributions too: each directory vX.Y.Z holds one, as those that are embedded, with
// the text or what is compressed or both. Whatever begins with a dot is left alone, because kubelet puts such things beside what it
// mounts.
//
// Everything is read, compared with its sum and given to check at once, and kept compressed: what happens to the files afterwards
// changes nothing. The error names each file that is wrong, below name, and the suggested fix.
//
// An embedded version is used as it is embedded, whatever is supplied of it: an extension that has come to carry a version must not
// stop because of what was supplied before. The notes name each such directory.
func (s *Set) With(supplied fs.FS, name string, check Check) (set *Set, notes []string, err error) {
	l := &loader{set: &Set{byVersion: map[string]fs.FS{}, supplied: map[string]bool{}}, supplied: supplied, name: name, check: check}
	maps.Copy(l.set.byVersion, s.byVersion)
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
		l.refuse("", "holds no distribution: a directory such as v2.9.5 is expected in it")
	}
	if len(l.errs) > 0 {
		return nil, nil, errors.Join(l.errs...)
	}
	return l.set, l.notes, nil
}

// loader adds distributions to a set, and collects what is wrong.
type loader struct {
	set      *Set
	supplied fs.FS
	name     string
	check    Check
	errs     []error
	notes    []string
}

// refuse records what is wrong with a file below the directory.
func (l *loader) refuse(file, message string, arguments ...any) {
	l.errs = append(l.errs, fmt.Errorf("%s: %w", path.Join(l.name, file), fmt.Errorf(message, arguments...)))
}

// load adds the distribution in the directory of that name.
func (l *loader) load(version string) {
	info, err := fs.Stat(l.supplied, version)
	switch {
	case err != nil:
		l.refuse(version, "cannot be read: %w", err)
		return
	case !info.IsDir() || !IsVersion(version):
		l.refuse(version, "is no directory with the name of a Flux version, such as v2.9.5: name it so, or take it away")
		return
	}
	if oldest := semver.MajorMinor(l.set.Versions()[0]); semver.Compare(version, oldest) < 0 {
		l.refuse(version, "is older than Flux %s, the oldest minor version that the extension supports: remove it", oldest)
		return
	}
	_, there := l.set.byVersion[version]
	if there && !l.set.Supplied(version) {
		l.notes = append(l.notes, fmt.Sprintf("%s is not used, because the extension carries Flux %s itself: take it away", path.Join(l.name, version), version))
		return
	}
	files, ok := l.read(version)
	if !ok {
		return
	}
	manifests, ok := l.verify(version, files)
	if !ok {
		return
	}
	if there {
		l.compare(version, manifests)
		return
	}
	if err := l.check(version, manifests); err != nil {
		l.refuse(path.Join(version, files.manifests()), "is not the Flux distribution %s: %w", version, err)
		return
	}
	if l.set.byVersion[version], err = files.compressed(manifests); err != nil {
		l.refuse(path.Join(version, files.manifests()), "cannot be compressed: %w", err)
	}
	l.set.supplied[version] = true
}

// read reads the files of a distribution, and returns whether the manifests and their sum can be read.
func (l *loader) read(version string) (held, bool) {
	entries, err := fs.ReadDir(l.supplied, version)
	if err != nil {
		l.refuse(version, "cannot be read: %w", err)
		return nil, false
	}
	files, readable := held{}, true
	for _, entry := range entries {
		file := path.Join(version, entry.Name())
		largest := int64(0)
		switch entry.Name() {
		case manifestFile:
			largest = largestManifests
		case compressedFile:
			largest = largestCompressed
		case sumsFile:
			largest = largestSums
		default:
			if !hidden(entry.Name()) {
				l.refuse(file, "is none of %s, %s and %s: take it away", manifestFile, compressedFile, sumsFile)
			}
			continue
		}
		if files[entry.Name()], err = readBounded(l.supplied, file, largest); err != nil {
			l.refuse(file, "cannot be read: %w", err)
			readable = false
		}
	}
	if _, there := files[sumsFile]; !there {
		l.refuse(path.Join(version, sumsFile), "is missing: make it with 'sha256sum %s'", manifestFile)
		readable = false
	}
	if files.manifests() == "" {
		l.refuse(version, "has neither %s nor %s", manifestFile, compressedFile)
		readable = false
	}
	return files, readable
}

// verify returns the text, if all files have it and its sum is the one that is named.
func (l *loader) verify(version string, files held) (manifests []byte, ok bool) {
	want, err := sumOf(string(files[sumsFile]))
	if err != nil {
		l.refuse(version, "%w: a line as 'sha256sum %s' writes it is expected there", err, manifestFile)
		return nil, false
	}
	for _, file := range []string{manifestFile, compressedFile} {
		content, there := files[file]
		if !there {
			continue
		}
		_, text, err := readOne(held{file: content})
		if err != nil {
			l.refuse(version, "%w: supply it again", err)
			return nil, false
		}
		if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != want {
			l.refuse(path.Join(version, file), "its content has the SHA-256 sum %x, and not %s, the one in %s: supply both again", sum, want, sumsFile)
			return nil, false
		}
		manifests = text
	}
	return manifests, true
}

// compare finds another distribution of the same version in another directory.
func (l *loader) compare(version string, manifests []byte) {
	other, err := l.set.Manifests(version)
	switch {
	case err != nil:
		l.refuse(version, "%w", err)
	case !bytes.Equal(other, manifests):
		l.refuse(version, "differs from the distribution %s in another directory: take one of them away", version)
	}
}

// IsVersion returns whether a name is that of a release of Flux, such as v2.9.5. Everything that compares versions expects such a name.
func IsVersion(name string) bool {
	return semver.IsValid(name) && semver.Canonical(name) == name && semver.Prerelease(name) == ""
}

func hidden(name string) bool {
	return strings.HasPrefix(name, ".")
}

// readBounded reads a regular file. To read another may never end.
func readBounded(supplied fs.FS, name string, largest int64) ([]byte, error) {
	info, err := fs.Stat(supplied, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is no regular file")
	}
	if info.Size() > largest {
		return nil, fmt.Errorf("it has %d bytes, and no more than %d are read", info.Size(), largest)
	}
	file, err := supplied.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	content, err := io.ReadAll(io.LimitReader(file, largest+1))
	if err == nil && int64(len(content)) > largest {
		err = fmt.Errorf("it has more than the %d bytes that are read", largest)
	}
	return content, err
}

// compressed returns what is kept of the files.
func (h held) compressed(manifests []byte) (held, error) {
	if compressed, there := h[compressedFile]; there {
		return held{sumsFile: h[sumsFile], compressedFile: compressed}, nil
	}
	var out bytes.Buffer
	writer := brotli.NewWriterLevel(&out, heldQuality)
	if _, err := writer.Write(manifests); err != nil {
		return nil, err
	}
	if err := writer.Close(); err != nil {
		return nil, err
	}
	return held{sumsFile: h[sumsFile], compressedFile: out.Bytes()}, nil
}

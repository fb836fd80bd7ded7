// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package leaks

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const (
	// shortest is the minimum length of a secret. Shorter values may be common words.
	shortest = 12
	// longLine is the minimum length of a line, for example in a PEM body, that is searched for separately.
	longLine = 32
	// window is the length of the parts of an encoded value that are searched for separately.
	window = 48
	// prefix is the number of first bytes by which searched values are indexed.
	prefix = 8
)

// Leak is the location of a secret.
type Leak struct {
	// Secret is the name of the secret.
	Secret string
	// Where is the file or object, and Line the number of the line.
	Where string
	Line  int
}

// String returns the location and the name of the secret, but not its value.
func (l Leak) String() string { return fmt.Sprintf("%s:%d holds %s", l.Where, l.Line, l.Secret) }

// Finder searches texts for all added secrets in one pass.
type Finder struct {
	known   map[string]string
	needles map[[prefix]byte][]string
	begins  [1 << 16]bool
}

// NewFinder returns a Finder without secrets.
func NewFinder() *Finder {
	return &Finder{known: map[string]string{}, needles: map[[prefix]byte][]string{}}
}

// Count returns the number of values to search for.
func (f *Finder) Count() int { return len(f.known) }

// Add adds a secret to search for: its text, each long line, and all base64 encodings in whole or in part. It ignores
// parts that are too short to be distinguished from other text.
func (f *Finder) Add(name string, value []byte) {
	value = bytes.TrimSpace(value)
	if len(value) < shortest {
		return
	}
	lines := strings.Split(string(value), "\n")
	if len(lines) == 1 {
		f.add(name, lines[0])
	}
	for _, line := range lines {
		if line = strings.TrimSpace(line); len(line) >= longLine && !strings.HasPrefix(line, "-----") {
			f.add(name, line)
		}
	}
	for _, encoded := range inBase64(value) {
		f.addParts(name, encoded, len(lines) > 1)
	}
}

// Except removes searched values that occur in a public text. For example, a private RSA key contains the numbers of
// its public key.
func (f *Finder) Except(public []byte) {
	for _, text := range append(inBase64(bytes.TrimSpace(public)), string(public)) {
		for needle := range f.known {
			if strings.Contains(text, needle) {
				f.remove(needle)
			}
		}
	}
}

// inBase64 returns the base64 encodings of the value in both alphabets, for each offset of the value in a longer text.
// It omits the first and last characters, because they depend on neighbouring bytes.
func inBase64(value []byte) []string {
	var texts []string
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 {
			encoded := encoding.EncodeToString(append(make([]byte, before), value...))
			texts = append(texts, encoded[min(before*2, len(encoded)):max(len(encoded)-1, before*2)])
		}
	}
	return texts
}

// addParts adds the windows of an encoded value. With header, it omits the first window, which contains a public
// header.
func (f *Finder) addParts(name, encoded string, header bool) {
	if len(encoded) <= window {
		f.add(name, encoded)
		return
	}
	for at := 0; at < len(encoded); at += window {
		if at == 0 && header {
			continue
		}
		// The last window overlaps the previous one, so that it has the full length.
		f.add(name, encoded[min(at, len(encoded)-window):min(at+window, len(encoded))])
	}
}

func (f *Finder) add(name, needle string) {
	if _, known := f.known[needle]; known || len(needle) < shortest {
		return
	}
	f.known[needle] = name
	beginning := [prefix]byte([]byte(needle[:prefix]))
	f.needles[beginning] = append(f.needles[beginning], needle)
	f.begins[int(needle[0])<<8|int(needle[1])] = true
}

func (f *Finder) remove(needle string) {
	delete(f.known, needle)
	beginning := [prefix]byte([]byte(needle[:prefix]))
	f.needles[beginning] = slices.DeleteFunc(f.needles[beginning], func(known string) bool { return known == needle })
}

// Search returns the secrets in a text. It returns each secret once for each line.
func (f *Finder) Search(where string, text []byte) []Leak {
	var leaks []Leak
	for at := 0; at+prefix <= len(text); at++ {
		if !f.begins[int(text[at])<<8|int(text[at+1])] {
			continue
		}
		for _, needle := range f.needles[[prefix]byte(text[at:at+prefix])] {
			if !bytes.HasPrefix(text[at:], []byte(needle)) {
				continue
			}
			leak := Leak{Secret: f.known[needle], Where: where, Line: 1 + bytes.Count(text[:at], []byte("\n"))}
			if !slices.Contains(leaks, leak) {
				leaks = append(leaks, leak)
			}
		}
	}
	return leaks
}

// SearchFiles searches logs and core dumps below a directory, and returns the number of searched files. It ignores
// files that are removed during the search.
func (f *Finder) SearchFiles(dir string) (leaks []Leak, files int, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !entry.Type().IsRegular() || !isLeftBehind(path) {
			return err
		}
		content, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		files++
		leaks = append(leaks, f.Search(path, content)...)
		return nil
	})
	return leaks, files, err
}

var coreDump = regexp.MustCompile(`^(core|vgcore)(\.[0-9]+)?$`)

// isLeftBehind returns whether a file is a log or a core dump.
func isLeftBehind(path string) bool {
	name := filepath.Base(path)
	return strings.HasSuffix(name, ".log") || coreDump.MatchString(name) || slices.Contains(strings.Split(filepath.Dir(path), string(filepath.Separator)), "logs")
}

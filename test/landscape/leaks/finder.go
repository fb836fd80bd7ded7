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
	// shortest is the length below which a value is a word rather than a secret, and would be found anywhere.
	shortest = 12
	// longLine is the length from which a line of a value, such as one of a PEM body, is looked for on its own.
	longLine = 32
	// window is the length of a part of an encoded value that is looked for on its own.
	window = 48
	// prefix is how much of what is looked for is compared first.
	prefix = 8
)

// Leak is a place where a secret was found.
type Leak struct {
	// Secret names the secret.
	Secret string
	// Where is the file or the object, and Line the line in it.
	Where string
	Line  int
}

// String names the place and the secret, without repeating it.
func (l Leak) String() string { return fmt.Sprintf("%s:%d holds %s", l.Where, l.Line, l.Secret) }

// Finder looks for all secrets at once.
type Finder struct {
	known   map[string]string
	needles map[[prefix]byte][]string
	begins  [1 << 16]bool
}

// NewFinder returns a Finder that knows no secret.
func NewFinder() *Finder {
	return &Finder{known: map[string]string{}, needles: map[[prefix]byte][]string{}}
}

// Count returns how many texts are looked for.
func (f *Finder) Count() int { return len(f.known) }

// Add has the value looked for: as it is, each long line of it, and in base64, in whatever variant, whole or in part. What is too short to be
// distinguished from other text is left out.
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

// Except has nothing looked for that stands in a public text. The numbers of a public RSA key are in the private one too.
func (f *Finder) Except(public []byte) {
	for _, text := range append(inBase64(bytes.TrimSpace(public)), string(public)) {
		for needle := range f.known {
			if strings.Contains(text, needle) {
				f.remove(needle)
			}
		}
	}
}

// inBase64 returns the value in base64, in both alphabets. Depending on how much stands before it, its bytes fall differently into the
// characters, and the first and the last ones depend on the neighbours too.
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

// addParts adds the windows of an encoded value, without the beginning of one that has a header which is no secret.
func (f *Finder) addParts(name, encoded string, header bool) {
	if len(encoded) <= window {
		f.add(name, encoded)
		return
	}
	for at := 0; at < len(encoded); at += window {
		if at == 0 && header {
			continue
		}
		// The last window is a whole one too.
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

// Search returns the secrets in a text, each once for each line.
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

// SearchFiles searches what processes have left behind below a directory, and returns how many files were searched. What goes away
// meanwhile is left out.
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

// isLeftBehind distinguishes logs and core dumps from data.
func isLeftBehind(path string) bool {
	name := filepath.Base(path)
	return strings.HasSuffix(name, ".log") || coreDump.MatchString(name) || slices.Contains(strings.Split(filepath.Dir(path), string(filepath.Separator)), "logs")
}

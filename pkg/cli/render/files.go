// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package render

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// manifest is an object as it is in a file.
type manifest struct {
	metav1.TypeMeta
	// file is how the file is named in messages.
	file string
	// content is the object as JSON.
	content []byte
}

// fileReader reads files.
type fileReader struct {
	stdin io.Reader
	// exhausted is whether the standard input was read.
	exhausted bool
}

// documents returns the objects in files and directories, in their order.
func (r *fileReader) documents(names []string) ([]manifest, error) {
	var documents []manifest
	for _, name := range names {
		own, err := r.documentsOf(name)
		if err != nil {
			return nil, err
		}
		documents = append(documents, own...)
	}
	return documents, nil
}

func (r *fileReader) documentsOf(name string) ([]manifest, error) {
	if name == "-" {
		if r.exhausted {
			return nil, errors.New("the standard input can be read once only")
		}
		r.exhausted = true
		return split("standard input", r.stdin)
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		entries, err := os.ReadDir(name)
		if err != nil {
			return nil, err
		}
		var files []string
		for _, entry := range entries {
			if !entry.IsDir() && slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(entry.Name())) {
				files = append(files, filepath.Join(name, entry.Name()))
			}
		}
		return r.documents(files)
	}
	file, err := os.Open(name) //nolint:gosec // the user names the file
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return split(name, file)
}

// split returns the objects in a file, those of lists one by one.
func split(file string, content io.Reader) ([]manifest, error) {
	data, err := io.ReadAll(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if data, err = strict.Text(data); err != nil {
		return nil, fmt.Errorf("%s %w", file, err)
	}
	var documents []manifest
	number := 0
	for _, part := range parts(data) {
		for more := !part.isBlank(); more; {
			number++
			begin := part.line
			var own []manifest
			if own, more, err = part.next(file); err != nil {
				return nil, fmt.Errorf("%s: document %d, from line %d, %w", file, number, begin, err)
			}
			documents = append(documents, own...)
		}
	}
	return documents, nil
}

// repeated are the values that parsers repeat in their errors: what is behind a * is taken for the name of an anchor, and what
// begins with a brace or has no key for a key.
var repeated = regexp.MustCompile("(anchor) '[^']*'|`.*`|((?:unsupported|invalid) map key).*")

// withoutValues returns the error as one line that repeats no value, because it may be one of a Secret.
func withoutValues(err error) string {
	text := bytes.Join(bytes.Fields([]byte(err.Error())), []byte(" "))
	return string(repeated.ReplaceAll(text, []byte("${1}${2} (not shown)")))
}

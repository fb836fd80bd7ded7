// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package render

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"syscall"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/json"
	strictjson "sigs.k8s.io/json"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// manifest is an object read from a file.
type manifest struct {
	metav1.TypeMeta
	// file is the name of the file in messages.
	file string
	// content is the object as JSON.
	content []byte
}

// Bounds of the files of a command. They may come from a pull request.
const (
	// maxInput is the number of bytes of all files together.
	maxInput = 32 << 20
	// maxExpanded is the number of bytes of a document with the values of its anchors instead of the aliases.
	maxExpanded = 8 << 20
)

type fileReader struct {
	stdin io.Reader
	// exhausted is true if the standard input has been read.
	exhausted bool
	// total is the number of bytes of the files so far.
	total int
}

// documents returns the objects in files and directories in the given order.
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
			return nil, errors.New("standard input can be read only once")
		}
		r.exhausted = true
		return r.split("standard input", r.stdin)
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return r.documentsIn(name)
	}
	file, err := os.Open(name) //nolint:gosec // the user names the file
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return r.split(name, file)
}

// documentsIn returns the objects in the files of a directory. The user has named the directory and not the files, so
// it waits for no pipe, and follows no link out of the directory.
func (r *fileReader) documentsIn(directory string) ([]manifest, error) {
	root, err := os.OpenRoot(directory)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	entries, err := os.ReadDir(directory)
	if err != nil {
		return nil, err
	}
	var documents []manifest
	for _, entry := range entries {
		if entry.IsDir() || !slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(entry.Name())) {
			continue
		}
		own, err := r.documentsOfEntry(root, filepath.Join(directory, entry.Name()), entry.Name())
		if err != nil {
			return nil, err
		}
		documents = append(documents, own...)
	}
	return documents, nil
}

func (r *fileReader) documentsOfEntry(root *os.Root, name, entry string) ([]manifest, error) {
	file, err := root.OpenFile(entry, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; files of a directory have to be in it; name others with -f", name, err)
	}
	defer file.Close()
	switch info, err := file.Stat(); {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file; remove it from the directory", name)
	}
	return r.split(name, file)
}

// split returns the objects in a file, including the items of Lists.
func (r *fileReader) split(file string, content io.Reader) ([]manifest, error) {
	data, err := io.ReadAll(io.LimitReader(content, int64(maxInput-r.total)+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if r.total += len(data); r.total > maxInput {
		return nil, fmt.Errorf("%s: the files up to this one have more than %d bytes", file, maxInput)
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

// repeated matches parts of parser errors that may repeat a value of the input. The YAML parser treats the text after a
// * as the name of an anchor, and a line that begins with a brace or has no key as a map key.
var repeated = regexp.MustCompile("(anchor) '[^']*'|`.*`|((?:unsupported|invalid) map key).*")

// withoutValues returns the error message in one line, without values that may be secret.
func withoutValues(err error) string {
	text := bytes.Join(bytes.Fields([]byte(err.Error())), []byte(" "))
	return string(repeated.ReplaceAll(text, []byte("${1}${2} (not shown)")))
}

// part is the text between two document markers of a file. It contains one YAML document, or any number of JSON
// objects, which need no markers between them.
type part struct {
	// line is the number of the line in the file where the text begins.
	line int
	text []byte
}

// marker matches the beginning or the end of a YAML document. It does not match the newline.
var marker = regexp.MustCompile(`(?m)^(?:---|\.\.\.)(?:[ \t]|$)`)

// parts splits a file at its document markers.
func parts(data []byte) []*part {
	var (
		found []*part
		begin int
		line  = 1
	)
	for _, at := range append(marker.FindAllIndex(data, -1), []int{len(data), len(data)}) {
		own := &part{line: line, text: data[begin:at[0]]}
		own.skipBlankLines()
		found = append(found, own)
		line += bytes.Count(data[begin:at[1]], []byte("\n"))
		begin = at[1]
	}
	return found
}

// next parses the first object of the remaining text, and reports whether another object may follow.
func (p *part) next(file string) (documents []manifest, more bool, err error) {
	length := leadingJSON(p.text)
	if length == 0 {
		documents, err = p.yaml(file)
		return documents, false, err
	}
	if documents, err = parseJSON(file, p.text[:length]); err != nil {
		return nil, false, err
	}
	p.skip(length)
	// Without a newline at the end of a file, the marker of the next file follows the object in the same line.
	if rest := bytes.TrimLeft(p.text, " \t"); bytes.HasPrefix(rest, []byte("---")) {
		p.text = rest[len("---"):]
	}
	p.skipBlankLines()
	return documents, !p.isBlank(), nil
}

func (p *part) skip(length int) {
	p.line += bytes.Count(p.text[:length], []byte("\n"))
	p.text = p.text[length:]
}

// skipBlankLines skips blank lines. It keeps the indentation of the first line that is not blank.
func (p *part) skipBlankLines() {
	blank := len(p.text) - len(bytes.TrimLeft(p.text, " \t\r\n"))
	p.skip(bytes.LastIndexByte(p.text[:blank], '\n') + 1)
}

func (p *part) isBlank() bool { return len(bytes.TrimSpace(p.text)) == 0 }

// leadingJSON returns the length of the JSON object at the beginning of the text, or 0 if the text does not begin with
// a JSON object.
func leadingJSON(text []byte) int {
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		return 0
	}
	decoder := stdjson.NewDecoder(bytes.NewReader(text))
	if err := decoder.Decode(&stdjson.RawMessage{}); err != nil {
		return 0
	}
	return int(decoder.InputOffset())
}

// yaml parses one YAML document and rejects duplicate keys.
func (p *part) yaml(file string) ([]manifest, error) {
	if strict.Expanded(p.text) > maxExpanded {
		return nil, fmt.Errorf("has more than %d bytes with its aliases (*) replaced; write the values out", maxExpanded)
	}
	content, err := sigsyaml.YAMLToJSONStrict(p.text)
	if err != nil {
		return nil, fmt.Errorf("is not YAML: %s", p.inFile(withoutValues(err)))
	}
	if strict.Several(p.text) {
		return nil, errors.New("has content after its end; insert a line --- before it, or remove it")
	}
	if err := strict.CheckKeys(p.text); err != nil {
		return nil, errors.New(p.inFile(err.Error()))
	}
	return parse(file, content)
}

var lineNumber = regexp.MustCompile(`\bline (\d+)`)

// inFile converts the line numbers in a message from numbers within the text to numbers within the file.
func (p *part) inFile(message string) string {
	return lineNumber.ReplaceAllStringFunc(message, func(found string) string {
		number, err := strconv.Atoi(lineNumber.FindStringSubmatch(found)[1])
		if err != nil {
			return found
		}
		return fmt.Sprintf("line %d", p.line+number-1)
	})
}

// parseJSON parses one JSON object and rejects duplicate keys.
func parseJSON(file string, content []byte) ([]manifest, error) {
	var value any
	twice, err := strictjson.UnmarshalStrict(content, &value, strictjson.DisallowDuplicateFields)
	if err != nil {
		return nil, errors.New("contains a number that is too large")
	}
	if len(twice) > 0 {
		return nil, fmt.Errorf("has a key twice: %s", withoutValues(errors.Join(twice...)))
	}
	return parse(file, content)
}

// parse returns the object in a document, or the items if the object is a List.
func parse(file string, content []byte) ([]manifest, error) {
	result, err := object(file, content)
	if err != nil || result == nil {
		return nil, err
	}
	if !result.isList() {
		return []manifest{*result}, nil
	}

	list := struct {
		Items []runtime.RawExtension `json:"items"`
	}{}
	if err := json.Unmarshal(content, &list); err != nil {
		return nil, fmt.Errorf("is a List without a list of items: %s", withoutValues(err))
	}
	var documents []manifest
	for _, item := range list.Items {
		own, err := object(file, item.Raw)
		switch {
		case err != nil:
			return nil, fmt.Errorf("has an item that %w", err)
		case own == nil:
			continue
		case own.isList():
			// Each level would be parsed again.
			return nil, errors.New("has an item that is a List itself; write its items into the outer List")
		}
		documents = append(documents, *own)
	}
	return documents, nil
}

// object returns the object in a document, or nil for null.
func object(file string, content []byte) (*manifest, error) {
	if string(content) == "null" {
		return nil, nil //nolint:nilnil // there is no object
	}
	result := &manifest{file: file, content: content}
	if err := json.Unmarshal(content, &result.TypeMeta); err != nil || result.Kind == "" || result.APIVersion == "" {
		return nil, errors.New("is not an object with apiVersion and kind")
	}
	return result, nil
}

func (m *manifest) isList() bool { return m.Kind == "List" && m.APIVersion == "v1" }

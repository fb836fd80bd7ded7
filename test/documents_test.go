// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	. "github.com/onsi/gomega"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
)

// writtenDocument is a YAML document of the documentation or the examples.
type writtenDocument struct {
	// source is the file, with the number of the block for a page.
	source  string
	content map[string]any
}

// writtenDocuments returns the documents in example/, and in the YAML blocks of docs/ and README.md.
func writtenDocuments() []writtenDocument {
	var documents []writtenDocument
	walk(func(path string, entry os.DirEntry) {
		if entry.IsDir() {
			return
		}
		content, err := os.ReadFile(filepath.Join(root, path))
		Expect(err).NotTo(HaveOccurred())
		switch {
		case below(path, "example") && filepath.Ext(path) == ".yaml":
			documents = append(documents, documentsIn(path, content)...)
		case (below(path, "docs") || path == "README.md") && filepath.Ext(path) == ".md":
			for i, block := range yamlBlocks(string(content)) {
				documents = append(documents, documentsIn(fmt.Sprintf("%s, YAML block %d", path, i+1), []byte(block))...)
			}
		}
	})
	Expect(documents).NotTo(BeEmpty())
	return documents
}

func documentsIn(source string, content []byte) []writtenDocument {
	var documents []writtenDocument
	decoder := utilyaml.NewYAMLOrJSONDecoder(bytes.NewReader(content), len(content)+1)
	for {
		var document map[string]any
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			return documents
		}
		Expect(err).NotTo(HaveOccurred(), source)
		if document != nil {
			documents = append(documents, writtenDocument{source: source, content: document})
		}
	}
}

func yamlBlocks(page string) []string {
	var blocks []string
	for _, match := range regexp.MustCompile("(?ms)^```yaml\n(.*?)^```$").FindAllStringSubmatch(page, -1) {
		blocks = append(blocks, match[1])
	}
	return blocks
}

// ofKind returns the document if it has the kind, and nested documents of the kind: a providerConfig, or the text of a
// ConfigMap's key config.yaml.
func (d writtenDocument) ofKind(kind string) []writtenDocument {
	var found []writtenDocument
	if d.content["kind"] == kind {
		found = append(found, d)
	}
	visitValues(d.content, func(key string, value any) {
		switch value := value.(type) {
		case map[string]any:
			if key != "" && value["kind"] == kind {
				found = append(found, writtenDocument{source: d.source, content: value})
			}
		case string:
			if key == "config.yaml" && strings.Contains(value, "kind: "+kind) {
				found = append(found, documentsIn(d.source+", config.yaml", []byte(value))...)
			}
		}
	})
	return found
}

// visitValues calls visit for every nested value with its key, or with the key of its list.
func visitValues(value any, visit func(key string, value any)) {
	var step func(key string, value any)
	step = func(key string, value any) {
		visit(key, value)
		switch value := value.(type) {
		case map[string]any:
			for name, child := range value {
				step(name, child)
			}
		case []any:
			for _, child := range value {
				step(key, child)
			}
		}
	}
	step("", value)
}

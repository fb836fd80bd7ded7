// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package strict parses JSON and YAML and decodes them into API types. It reports unknown fields and values of a wrong
// type with their paths. Its errors must not contain input that may be secret.
package strict

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	strictjson "sigs.k8s.io/json"
	sigsyaml "sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// ReadFluxConfig parses a FluxConfig from JSON or YAML.
func ReadFluxConfig(raw []byte) (map[string]any, *field.Error) {
	return Read(raw, fluxv1alpha1.SchemeGroupVersion.WithKind("FluxConfig"))
}

// Read parses an object from JSON or YAML. The kind is only used in the error if the content is not an object.
func Read(raw []byte, kind schema.GroupVersionKind) (map[string]any, *field.Error) {
	value, err := ReadValue(raw)
	if err != nil {
		return nil, err
	}
	content, ok := value.(map[string]any)
	if !ok {
		return nil, invalid("must be a %[1]s; begin it with apiVersion: %[2]s and kind: %[1]s", kind.Kind, kind.GroupVersion())
	}
	return content, nil
}

// ReadValue parses any JSON or YAML value. It does not parse JSON with the YAML parser, because YAML does not support
// all escapes of JSON.
func ReadValue(raw []byte) (any, *field.Error) {
	if len(raw) > LargestDocument {
		return nil, TooLarge(nil, len(raw))
	}
	data, err := Text(raw)
	if err != nil {
		return nil, invalid("%s", err)
	}
	if !stdjson.Valid(data) {
		if err := checkYAML(data); err != nil {
			return nil, err
		}
		if data, err = sigsyaml.YAMLToJSONStrict(data); err != nil {
			return nil, yamlProblem(err)
		}
	}
	var value any
	twice, err := strictjson.UnmarshalStrict(data, &value, strictjson.DisallowDuplicateFields)
	if err != nil {
		return nil, invalid("holds a number that is too large; correct it, or put it in quotes")
	}
	for _, err := range twice {
		located, ok := err.(strictjson.FieldError) //nolint:errorlint // UnmarshalStrict does not wrap its errors
		if ok {
			return nil, &field.Error{Type: field.ErrorTypeDuplicate, Field: located.FieldPath(), BadValue: field.OmitValueType{}, Detail: "is listed twice; remove one"}
		}
	}
	switch values, levels := size(value); {
	case levels > DeepestLevel:
		return nil, invalid("has lists and objects that are more than %d levels deep; flatten it", DeepestLevel)
	case values > MostValues:
		return nil, invalid("has more than %d keys and values; shorten its lists and objects", MostValues)
	}
	return value, nil
}

// invalid returns an error about the whole document.
func invalid(format string, args ...any) *field.Error {
	return NewError(nil, field.ErrorTypeInvalid, fmt.Sprintf(format, args...))
}

// A FluxConfig usually contains a few hundred values on at most eight levels. The check of a document with many
// thousands of values would take too long.
const (
	// MostValues limits the number of keys and values, including lists and objects.
	MostValues = 4000
	// DeepestLevel limits the nesting of lists and objects.
	DeepestLevel = 32
)

// size returns the number of keys and values, and the nesting depth of lists and objects.
func size(value any) (values, levels int) {
	add := func(element any) {
		own, below := size(element)
		values, levels = values+own, max(levels, below)
	}
	switch value := value.(type) {
	case map[string]any:
		for _, element := range value {
			values++
			add(element)
		}
	case []any:
		for _, element := range value {
			add(element)
		}
	default:
		return 1, 0
	}
	return values + 1, levels + 1
}

// LargestDocument limits the size of a document in bytes, so that a check completes within the timeout of an admission
// webhook.
const LargestDocument = 256 << 10

// TooLarge returns the error for a document that is larger than LargestDocument.
func TooLarge(path *field.Path, size int) *field.Error {
	return NewError(path, field.ErrorTypeInvalid, fmt.Sprintf("has %d bytes, and must have at most %d; shorten it", size, LargestDocument))
}

// checkYAML rejects several documents, because the decoder reads only the first one, and aliases, because they can
// expand exponentially.
func checkYAML(raw []byte) *field.Error {
	var (
		decoder        = yaml.NewDecoder(bytes.NewReader(raw))
		document, next yaml.Node
	)
	err := decoder.Decode(&document)
	if err == nil {
		err = decoder.Decode(&next)
	}
	switch line := aliasLine(&document); {
	case err == nil:
		return invalid("holds several YAML documents, but only the first would be read; remove the line --- above line %d", next.Line)
	case !errors.Is(err, io.EOF):
		return yamlProblem(err)
	case line > 0:
		return invalid("line %d has an alias (*) or a merge key (<<), which are not supported; write the value out, or put it in quotes if it is text", line)
	}
	return checkKeys(nil, &document)
}

// Several reports whether a text contains several YAML documents. Most parsers read only the first one.
func Several(text []byte) bool {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	return decoder.Decode(&yaml.Node{}) == nil && !errors.Is(decoder.Decode(&yaml.Node{}), io.EOF)
}

// aliasLine returns the line of the first alias or merge key, or 0 if the node contains neither.
func aliasLine(node *yaml.Node) int {
	if node.Kind == yaml.AliasNode || node.Tag == "!!merge" {
		return node.Line
	}
	for _, child := range node.Content {
		if line := aliasLine(child); line > 0 {
			return line
		}
	}
	return 0
}

var (
	lineNumber = regexp.MustCompile(`line \d+`)
	twiceKey   = regexp.MustCompile(`key "([A-Za-z0-9._/-]{1,64})" already set in map`)
)

// yamlProblem converts the error of a YAML parser. The result repeats only a line number and a key, because parsers
// quote their input, which may be secret.
func yamlProblem(err error) *field.Error {
	text := err.Error()
	line := lineNumber.FindString(text)
	if line != "" {
		line = " near " + line
	}
	if key := twiceKey.FindStringSubmatch(text); key != nil {
		return invalid("has the key %s twice%s; remove one", key[1], line)
	}
	for _, known := range []struct{ words, text string }{
		{"already set in map", "has a key twice%s; remove one"},
		{"cannot start any token", "is not YAML%s: a character is not allowed there; indent with spaces instead of tabs, and put values that begin with @, ` or %% in quotes"},
		{"unknown anchor", "has an alias (*) that names no anchor%s; put the value in quotes if it is text"},
		{"contains itself", "has an alias (*) that contains itself%s; write the value out"},
		{"control characters", "is not text%s: it holds control characters; remove them"},
		{"UTF-8", "is not text%s: it is not UTF-8; save it as UTF-8"},
		{"unsupported value", "holds a number that JSON does not support%s, such as .nan or .inf; correct it, or put it in quotes"},
		{"invalid map key", "has a key that is not a string%s; write a plain name before the colon"},
		{"unexpected end of stream", "is not YAML%s: a quote is not closed"},
	} {
		if strings.Contains(text, known.words) {
			return invalid(known.text, line)
		}
	}
	return invalid("is not YAML%s; check the indentation, the colons, the braces and the quotes there", line)
}

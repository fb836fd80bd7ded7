// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package strict reads JSON and YAML and decodes them into API types. It reports each unknown field and each
// value of a wrong type with its path. It must not repeat input that may be secret.
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

// ReadFluxConfig reads a FluxConfig.
func ReadFluxConfig(raw []byte) (map[string]any, *field.Error) {
	return Read(raw, fluxv1alpha1.SchemeGroupVersion.WithKind("FluxConfig"))
}

// Read reads JSON or YAML of an object of the kind.
func Read(raw []byte, kind schema.GroupVersionKind) (map[string]any, *field.Error) {
	value, err := ReadValue(raw)
	if err != nil {
		return nil, err
	}
	content, ok := value.(map[string]any)
	if !ok {
		return nil, NewError(nil, field.ErrorTypeInvalid, fmt.Sprintf("must be a %[1]s; begin it with apiVersion: %[2]s and kind: %[1]s", kind.Kind, kind.GroupVersion()))
	}
	return content, nil
}

// ReadValue reads any JSON or YAML. It reads JSON as such, because YAML does not know all escapes of JSON.
func ReadValue(raw []byte) (any, *field.Error) {
	if len(raw) > LargestDocument {
		return nil, TooLarge(nil, len(raw))
	}
	raw, err := Text(raw)
	if err != nil {
		return nil, NewError(nil, field.ErrorTypeInvalid, err.Error())
	}
	data := bytes.TrimSpace(raw)
	if isJSON := bytes.HasPrefix(data, []byte("{")) || bytes.HasPrefix(data, []byte("[")); !isJSON || !stdjson.Valid(data) {
		if err := checkYAML(raw); err != nil {
			return nil, err
		}
		if data, err = sigsyaml.YAMLToJSONStrict(raw); err != nil {
			return nil, NewError(nil, field.ErrorTypeInvalid, yamlProblem(err))
		}
	} else if text := checkJSON(data); text != "" {
		return nil, NewError(nil, field.ErrorTypeInvalid, text)
	}
	var value any
	twice, err := strictjson.UnmarshalStrict(data, &value, strictjson.DisallowDuplicateFields)
	if err != nil {
		return nil, NewError(nil, field.ErrorTypeInvalid, "holds a number that is too large; correct it, or put it in quotes")
	}
	for _, err := range twice {
		located, ok := err.(strictjson.FieldError) //nolint:errorlint // UnmarshalStrict does not wrap its errors
		if ok {
			return nil, &field.Error{Type: field.ErrorTypeDuplicate, Field: located.FieldPath(), BadValue: field.OmitValueType{}, Detail: "is listed twice; remove one"}
		}
	}
	return value, nil
}

// LargestDocument limits the size of a document in bytes. Its check does not exceed the timeout of an
// admission webhook.
const LargestDocument = 256 << 10

// TooLarge returns the error for a document of more than LargestDocument bytes.
func TooLarge(path *field.Path, size int) *field.Error {
	return NewError(path, field.ErrorTypeInvalid, fmt.Sprintf("has %d bytes, and must have at most %d; shorten it", size, LargestDocument))
}

// checkYAML refuses several documents, because the decoder reads only the first, and aliases, which can
// expand without limit.
func checkYAML(raw []byte) *field.Error {
	decoder := yaml.NewDecoder(bytes.NewReader(raw))
	for i := 0; ; i++ {
		document := yaml.Node{}
		if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return NewError(nil, field.ErrorTypeInvalid, yamlProblem(err))
		}
		if i > 0 {
			return NewError(nil, field.ErrorTypeInvalid, fmt.Sprintf("holds several YAML documents, of which only the first would be read; remove the line --- above line %d", document.Line))
		}
		s := structure{}
		if text := s.checkNode(&document, 0); text != "" {
			return NewError(nil, field.ErrorTypeInvalid, text)
		}
		if line := aliasLine(&document); line > 0 {
			return NewError(nil, field.ErrorTypeInvalid, fmt.Sprintf("line %d has an alias (*) or a merge key (<<), which are not supported; write the value out, or put it in quotes if it is none", line))
		}
		if err := checkKeys(nil, &document); err != nil {
			return err
		}
	}
}

// Several returns whether a text has several YAML documents. Most parsers read only the first.
func Several(text []byte) bool {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	return decoder.Decode(&yaml.Node{}) == nil && !errors.Is(decoder.Decode(&yaml.Node{}), io.EOF)
}

// aliasLine returns the line of the first alias, or 0.
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

// yamlProblem describes the error of a parser. It repeats only a line number and a key, because parsers quote
// their input, which may be secret.
func yamlProblem(err error) string {
	text := err.Error()
	line := lineNumber.FindString(text)
	if line != "" {
		line = " near " + line
	}
	if key := twiceKey.FindStringSubmatch(text); key != nil {
		return fmt.Sprintf("has the key %s twice%s; remove one", key[1], line)
	}
	for _, known := range []struct{ words, text string }{
		{"already set in map", "has a key twice%s; remove one"},
		{"cannot start any token", "is not YAML%s: a character is not allowed there; indent with spaces instead of tabs, and put a value in quotes that begins with @, ` or %%"},
		{"unknown anchor", "has an alias (*) that names no anchor%s; put the value in quotes if it is none"},
		{"contains itself", "has an alias (*) that contains itself%s; write the value out"},
		{"control characters", "is not text%s: it holds control characters; remove them"},
		{"UTF-8", "is not text%s: it is not UTF-8; save it as such"},
		{"unsupported value", "holds a number that is none%s, such as .nan or .inf; correct it, or put it in quotes"},
		{"invalid map key", "has a key that is no string%s; write a plain name before the colon"},
		{"unexpected end of stream", "is not YAML%s: a quote is not closed"},
	} {
		if strings.Contains(text, known.words) {
			return fmt.Sprintf(known.text, line)
		}
	}
	return fmt.Sprintf("is not YAML%s; check the indentation, the colons, the braces and the quotes there", line)
}

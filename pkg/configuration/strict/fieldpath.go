// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package strict

import (
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// NewError returns an error at a path. If the path is nil, the error is about the whole document.
func NewError(path *field.Path, errorType field.ErrorType, detail string) *field.Error {
	err := &field.Error{Type: errorType, BadValue: field.OmitValueType{}, Detail: detail}
	if path != nil {
		err.Field = path.String()
	}
	return err
}

// Child returns the path of a key in an object. It puts keys with special characters, such as labels, in brackets.
func Child(path *field.Path, key string) *field.Path {
	plain := key != "" && !strings.ContainsAny(key, "./[]")
	switch {
	case path == nil && plain:
		return field.NewPath(key)
	case path == nil:
		return field.NewPath("").Key(key)
	case plain:
		return path.Child(key)
	default:
		return path.Key(key)
	}
}

// NewPath returns the path of nested keys.
func NewPath(names []string) *field.Path {
	return field.NewPath(names[0], names[1:]...)
}

// SplitPath splits the path of a field.Error into steps. A step is a string for a key of an object, or an int for an
// index of a list.
func SplitPath(path string) []any {
	var found []any
	for path != "" {
		switch {
		case strings.HasPrefix(path, "["):
			inner, rest, _ := strings.Cut(path[1:], "]")
			if index, err := strconv.Atoi(inner); err == nil {
				found = append(found, index)
			} else {
				found = append(found, inner)
			}
			path = strings.TrimPrefix(rest, ".")
		default:
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			found = append(found, path[:end])
			path = strings.TrimPrefix(path[end:], ".")
		}
	}
	return found
}

// Within reports whether a path is equal to the other path or below it.
func Within(path, other string) bool {
	rest, ok := strings.CutPrefix(path, other)
	return ok && (rest == "" || other == "" || rest[0] == '.' || rest[0] == '[')
}

// Lookup returns the value at a path of nested objects, and whether it exists.
func Lookup(content map[string]any, path ...string) (any, bool) {
	value, found, err := unstructured.NestedFieldNoCopy(content, path...)
	return value, found && err == nil
}

// LookupObject returns the object at a path of nested objects, or nil if the path has no object.
func LookupObject(content map[string]any, path ...string) map[string]any {
	value, _ := Lookup(content, path...)
	object, _ := value.(map[string]any)
	return object
}

// LookupString returns the string at a path of nested objects, or an empty string if the path has no string.
func LookupString(content map[string]any, path ...string) string {
	value, _ := Lookup(content, path...)
	text, _ := value.(string)
	return text
}

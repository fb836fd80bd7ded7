// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"maps"
	"reflect"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// at returns an error at a path, or at the document itself if there is no path.
func at(path *field.Path, errorType field.ErrorType, detail string) *field.Error {
	err := &field.Error{Type: errorType, BadValue: field.OmitValueType{}, Detail: detail}
	if path != nil {
		err.Field = path.String()
	}
	return err
}

// child returns the path of a key of an object. A key that is no plain name, such as that of a label, stands in brackets.
func child(path *field.Path, key string) *field.Path {
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

func toPath(names []string) *field.Path {
	return field.NewPath(names[0], names[1:]...)
}

// steps splits the path of a field.Error: a string is a key of an object, an int an index of a list.
func steps(path string) []any {
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

// canonical writes the steps of a path as errors have them.
func canonical(way []any) string {
	var path *field.Path
	for _, step := range way {
		switch step := step.(type) {
		case int:
			path = path.Index(step)
		case string:
			path = child(path, step)
		}
	}
	return path.String()
}

// within tells whether a path is the other one or lies below it.
func within(path, other string) bool {
	rest, ok := strings.CutPrefix(path, other)
	return ok && (rest == "" || other == "" || rest[0] == '.' || rest[0] == '[')
}

// lookup returns the value at a path of objects.
func lookup(content map[string]any, path ...string) (any, bool) {
	var value any = content
	for _, name := range path {
		object, ok := value.(map[string]any)
		if !ok {
			return nil, false
		}
		if value, ok = object[name]; !ok {
			return nil, false
		}
	}
	return value, true
}

// elementType returns the type that a pointer leads to.
func elementType(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// fieldsOf returns the fields of a struct by their names in JSON.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "" && (f.Anonymous || options == "inline"):
			maps.Copy(fields, fieldsOf(elementType(f.Type)))
		case name != "" && name != "-":
			fields[name] = f.Type
		}
	}
	return fields
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	plain "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Limits of the displayed status. They exceed the limits of the extension, but members of the project can write any
// content to flux-status.
const (
	mostElements = 128
	longestName  = 256
	// longestText limits messages and revisions.
	longestText = 8192
	// deepestTree limits the indentation of a line.
	deepestTree = 40
)

// clean recursively removes characters that control the terminal from all strings in a value, and limits strings,
// slices and maps.
func clean(value reflect.Value, longest int) {
	switch value.Kind() {
	case reflect.Pointer:
		if !value.IsNil() {
			clean(value.Elem(), longest)
		}
	case reflect.Struct:
		for i := range value.NumField() {
			switch field := value.Type().Field(i); {
			case field.Name == "Message" || strings.HasSuffix(field.Name, "Revision"):
				clean(value.Field(i), longestText)
			case field.IsExported():
				clean(value.Field(i), longestName)
			}
		}
	case reflect.Slice:
		value.SetLen(min(value.Len(), mostElements))
		for i := range value.Len() {
			clean(value.Index(i), longest)
		}
	case reflect.Map:
		if value.Len() > mostElements {
			value.SetZero()
		}
		for _, key := range value.MapKeys() {
			text := cleanText(value.MapIndex(key).String(), longest)
			value.SetMapIndex(key, reflect.Value{})
			value.SetMapIndex(reflect.ValueOf(cleanText(key.String(), longest)), reflect.ValueOf(text))
		}
	case reflect.String:
		value.SetString(cleanText(value.String(), longest))
	}
}

// cleanText cleans and truncates a text. It keeps the indentation, which represents the tree of objects.
func cleanText(value string, longest int) string {
	depth := len(value) - len(strings.TrimLeft(value, " "))
	return strings.Repeat(" ", min(depth, deepestTree)) + printer.Truncate(plain.OneLine(value), longest)
}

// validLabels returns the labels, or nil if any of them is invalid.
func validLabels(labels map[string]string) map[string]string {
	for name, value := range labels {
		if len(validation.IsQualifiedName(name))+len(validation.IsValidLabelValue(value)) > 0 {
			return nil
		}
	}
	return labels
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package render

import (
	"reflect"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Placeholders for hidden values.
const (
	redacted        = "(redacted)"
	redactedChanged = "(redacted, changed)"
)

// redact returns a copy of the object without secrets. It marks values that have changed since before.
func redact(object, before *unstructured.Unstructured) *unstructured.Unstructured {
	shown := object.DeepCopy()
	was := map[string]any{}
	if before != nil {
		was = before.Object
	}
	all := func(string) bool { return true }
	// A checksum would reveal a short password.
	checksum := func(key string) bool { return strings.HasPrefix(key, "checksum/secret-") }

	if object.GetKind() == kindSecret {
		hide(shown.Object, was, all, "data")
		hide(shown.Object, was, all, "stringData")
	}
	hide(shown.Object, was, checksum, "metadata", "annotations")
	hide(shown.Object, was, checksum, "spec", "template", "metadata", "annotations")
	// It repeats applied values.
	unstructured.RemoveNestedField(shown.Object, "metadata", "annotations", corev1.LastAppliedConfigAnnotation)
	return shown
}

// hide replaces values of a map in the object.
func hide(object, before map[string]any, hidden func(key string) bool, path ...string) {
	values, was := mapAt(object, path), mapAt(before, path)
	for key, value := range values {
		if !hidden(key) {
			continue
		}
		values[key] = redacted
		if earlier, there := was[key]; there && !reflect.DeepEqual(earlier, value) {
			values[key] = redactedChanged
		}
	}
}

// mapAt returns the map itself rather than a copy, or nil.
func mapAt(object map[string]any, path []string) map[string]any {
	for _, name := range path {
		object, _ = object[name].(map[string]any)
	}
	return object
}

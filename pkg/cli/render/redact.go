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

// redact returns a copy of the object with placeholders instead of secret values. A placeholder shows whether the value
// differs from the value in before.
func redact(object, before *unstructured.Unstructured) *unstructured.Unstructured {
	shown := object.DeepCopy()
	was := map[string]any{}
	if before != nil {
		was = before.Object
	}
	// A short password could be guessed from its checksum.
	checksum := func(key string) bool { return strings.HasPrefix(key, "checksum/secret-") }

	if object.GetKind() == kindSecret {
		hideFields(shown.Object, was)
	}
	hide(shown.Object, was, checksum, "metadata", "annotations")
	hide(shown.Object, was, checksum, "spec", "template", "metadata", "annotations")
	// The annotation repeats the applied values, which may be secret.
	unstructured.RemoveNestedField(shown.Object, "metadata", "annotations", corev1.LastAppliedConfigAnnotation)
	return shown
}

// hideFields replaces all values of a Secret. A field with a wrong name or type contains the values, too.
func hideFields(object, before map[string]any) {
	for field, value := range object {
		switch field {
		case "apiVersion", "kind", "metadata", "type", "immutable", "sops":
			continue
		}
		if _, ok := value.(map[string]any); ok {
			hide(object, before, func(string) bool { return true }, field)
			continue
		}
		object[field] = redacted
		if earlier, ok := before[field]; ok && !reflect.DeepEqual(earlier, value) {
			object[field] = redactedChanged
		}
	}
}

// hide replaces the selected values of the map at the given path with placeholders.
func hide(object, before map[string]any, hidden func(key string) bool, path ...string) {
	values, was := mapAt(object, path), mapAt(before, path)
	for key, value := range values {
		if !hidden(key) {
			continue
		}
		values[key] = redacted
		if earlier, ok := was[key]; ok && !reflect.DeepEqual(earlier, value) {
			values[key] = redactedChanged
		}
	}
}

// mapAt returns the map at the given path without copying it, or nil if the path has no map.
func mapAt(object map[string]any, path []string) map[string]any {
	for _, name := range path {
		object, _ = object[name].(map[string]any)
	}
	return object
}

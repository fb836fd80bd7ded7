// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package manifests reads and writes YAML documents of objects, deterministically: the same objects give the same bytes.
package manifests

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// Decode reads YAML documents. Empty ones are left out.
func Decode(manifests []byte) ([]*unstructured.Unstructured, error) {
	var objects []*unstructured.Unstructured
	decoder := utilyaml.NewYAMLOrJSONDecoder(bytes.NewReader(manifests), 4096)
	for {
		document := runtime.RawExtension{}
		if err := decoder.Decode(&document); err != nil {
			if errors.Is(err, io.EOF) {
				return objects, nil
			}
			return nil, err
		}
		if len(document.Raw) == 0 || string(document.Raw) == "null" {
			continue
		}
		object := &unstructured.Unstructured{}
		if err := object.UnmarshalJSON(document.Raw); err != nil {
			return nil, err
		}
		objects = append(objects, object)
	}
}

// Marshal writes the objects as YAML documents with sorted keys.
func Marshal(objects []*unstructured.Unstructured) ([]byte, error) {
	var out []byte
	for _, object := range objects {
		document, err := toYAML(object)
		if err != nil {
			return nil, fmt.Errorf("failed to write %s: %w", Name(object), err)
		}
		out = append(out, "---\n"...)
		out = append(out, document...)
	}
	return out, nil
}

// toYAML writes what [yaml.Marshal] does. That refuses characters which YAML has only escaped, and which a ConfigMap may have.
func toYAML(object *unstructured.Unstructured) ([]byte, error) {
	document, err := json.Marshal(object.Object)
	if err != nil {
		return nil, err
	}
	if bytes.ContainsFunc(document, isEscapedInYAML) {
		var escaped bytes.Buffer
		for _, r := range string(document) {
			if isEscapedInYAML(r) {
				fmt.Fprintf(&escaped, `\u%04x`, r)
				continue
			}
			escaped.WriteRune(r)
		}
		document = escaped.Bytes()
	}
	return yaml.JSONToYAML(document)
}

// isEscapedInYAML returns whether YAML does not allow the character as it is, or reads it as the end of a line (YAML 1.1, sections 4.1.2 and
// 4.1.4), and JSON does not.
func isEscapedInYAML(r rune) bool {
	return r >= 0x7f && r <= 0x9f || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff
}

// Name names an object for a reader.
func Name(object *unstructured.Unstructured) string {
	name := object.GetName()
	if namespace := object.GetNamespace(); namespace != "" {
		name = namespace + "/" + name
	}
	return object.GetKind() + " " + name
}

// ToUnstructured converts a typed object, without what only a cluster knows.
func ToUnstructured(object runtime.Object) (*unstructured.Unstructured, error) {
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(object)
	if err != nil {
		return nil, fmt.Errorf("failed to convert %T: %w", object, err)
	}
	delete(content, "status")
	unstructured.RemoveNestedField(content, "metadata", "creationTimestamp")
	unstructured.RemoveNestedField(content, "spec", "template", "metadata", "creationTimestamp")
	return &unstructured.Unstructured{Object: content}, nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// decode reads YAML documents. Empty ones are left out.
func decode(manifests []byte) ([]*unstructured.Unstructured, error) {
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

// marshal writes the objects as YAML documents with sorted keys.
func marshal(objects []*unstructured.Unstructured) ([]byte, error) {
	var out []byte
	for _, object := range objects {
		document, err := toYAML(object)
		if err != nil {
			return nil, fmt.Errorf("failed to write %s: %w", describe(object), err)
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

// describe names an object for a reader.
func describe(object *unstructured.Unstructured) string {
	name := object.GetName()
	if namespace := object.GetNamespace(); namespace != "" {
		name = namespace + "/" + name
	}
	return object.GetKind() + " " + name
}

// toUnstructured converts a typed object, without what only a cluster knows.
func toUnstructured(object runtime.Object) (*unstructured.Unstructured, error) {
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(object)
	if err != nil {
		return nil, fmt.Errorf("failed to convert %T: %w", object, err)
	}
	delete(content, "status")
	unstructured.RemoveNestedField(content, "metadata", "creationTimestamp")
	unstructured.RemoveNestedField(content, "spec", "template", "metadata", "creationTimestamp")
	return &unstructured.Unstructured{Object: content}, nil
}

// setKeepObject makes gardener-resource-manager leave the object in the shoot when it drops out of its ManagedResource
// or the ManagedResource is deleted (gardener/docs/concepts/resource-manager.md).
func setKeepObject(object *unstructured.Unstructured) {
	object.SetAnnotations(withEntry(object.GetAnnotations(), resourcesv1alpha1.KeepObject, "true"))
}

// annotationReconcile has kustomize-controller leave an object alone that it finds in a source.
const annotationReconcile = "kustomize.toolkit.fluxcd.io/reconcile"

// setUnreconciled has kustomize-controller neither apply nor prune the object, wherever it finds it in a source: 'flux bootstrap'
// writes Flux, the source and the root Kustomization into the very source that they sync, under the names they have here.
// Without it, two would apply one object; and the root would prune Flux with all CustomResourceDefinitions as soon as it
// is pointed elsewhere. An annotation in the cluster is enough for both, and does not keep kustomize-controller from reconciling
// a Kustomization that has it (fluxcd/pkg: ssa/manager_apply.go, manager_delete.go; kustomize-controller: deleteObjects).
func setUnreconciled(object *unstructured.Unstructured) {
	object.SetAnnotations(withEntry(object.GetAnnotations(), annotationReconcile, kustomizev1.DisabledValue))
}

// setUnpruned has kustomize-controller leave the object when it is in a source no more. Until then it may be labelled there.
func setUnpruned(object *unstructured.Unstructured) {
	object.SetAnnotations(withEntry(object.GetAnnotations(), kustomizev1.GroupVersion.Group+"/prune", kustomizev1.DisabledValue))
}

// withEntry returns a copy of the entries with one more.
func withEntry(entries map[string]string, key, value string) map[string]string {
	result := make(map[string]string, len(entries)+1)
	maps.Copy(result, entries)
	result[key] = value
	return result
}

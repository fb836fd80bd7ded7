// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"go.yaml.in/yaml/v2"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
)

// DecodeManifests decodes YAML documents. It skips empty documents.
func DecodeManifests(manifests []byte) ([]*unstructured.Unstructured, error) {
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

// MarshalManifests encodes the objects as YAML documents with sorted keys.
func MarshalManifests(objects []*unstructured.Unstructured) ([]byte, error) {
	var out []byte
	for _, object := range objects {
		document, err := yaml.Marshal(object.Object)
		if err != nil {
			return nil, fmt.Errorf("failed to write %s: %w", NameOf(object), err)
		}
		out = append(out, "---\n"...)
		out = append(out, document...)
	}
	return out, nil
}

// edit calls change with each object in rendered manifests, and removes the object if change returns true. In contrast
// to a new rendering, it does not apply changes of the configuration.
func edit(rendered []byte, change func(*unstructured.Unstructured) (remove bool)) ([]byte, error) {
	objects, err := DecodeManifests(rendered)
	if err != nil {
		return nil, fmt.Errorf("failed to read rendered manifests: %w", err)
	}
	return MarshalManifests(slices.DeleteFunc(objects, change))
}

// NameOf returns kind, namespace and name for messages.
func NameOf(object *unstructured.Unstructured) string {
	name := object.GetName()
	if namespace := object.GetNamespace(); namespace != "" {
		name = namespace + "/" + name
	}
	return object.GetKind() + " " + name
}

// toUnstructured converts a typed object of Kubernetes to an unstructured one. It adds apiVersion and kind, and removes
// the fields that only an API server sets.
func toUnstructured(object runtime.Object) (*unstructured.Unstructured, error) {
	kinds, _, err := knownKinds().ObjectKinds(object)
	if err != nil {
		return nil, err
	}
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(object)
	if err != nil {
		return nil, fmt.Errorf("failed to convert %T: %w", object, err)
	}
	delete(content, "status")
	unstructured.RemoveNestedField(content, "metadata", "creationTimestamp")
	unstructured.RemoveNestedField(content, "spec", "template", "metadata", "creationTimestamp")
	converted := &unstructured.Unstructured{Object: content}
	converted.SetGroupVersionKind(kinds[0])
	return converted, nil
}

// knownKinds returns a scheme with the kinds of the objects that the extension renders.
var knownKinds = sync.OnceValue(func() *runtime.Scheme {
	scheme, builder := runtime.NewScheme(), runtime.NewSchemeBuilder(corev1.AddToScheme, appsv1.AddToScheme, rbacv1.AddToScheme)
	utilruntime.Must(builder.AddToScheme(scheme))
	return scheme
})

// fromUnstructured converts an unstructured object to a typed one.
func fromUnstructured[T any](object *unstructured.Unstructured) (*T, error) {
	typed := new(T)
	return typed, runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, typed)
}

// allToUnstructured converts typed objects.
func allToUnstructured[T runtime.Object](objects []T) ([]*unstructured.Unstructured, error) {
	var result []*unstructured.Unstructured
	for _, object := range objects {
		converted, err := toUnstructured(object)
		if err != nil {
			return nil, err
		}
		result = append(result, converted)
	}
	return result, nil
}

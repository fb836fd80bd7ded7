// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"context"
	"errors"
	"fmt"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Custom contains objects of a kind that the source defines, as YAML.
type Custom struct {
	// Definition is the CustomResourceDefinition.
	Definition string
	Objects    []string
}

// Validate implements [Kustomizer]. Untrusted schemas may contain patterns and rules that take long to compile, so they
// are compiled in a process that can be terminated.
func (Local) Validate(of Custom) ([]string, error) {
	crd := &apiextensionsv1.CustomResourceDefinition{}
	if err := yaml.Unmarshal([]byte(of.Definition), crd); err != nil {
		return nil, errors.New("the CustomResourceDefinition cannot be decoded")
	}
	schemas := map[string]*flux.Schema{}
	for _, version := range crd.Spec.Versions {
		if !version.Served {
			continue
		}
		compiled, err := flux.NewForeignSchema(crd.Spec.Scope == apiextensionsv1.NamespaceScoped, version)
		if err != nil {
			return nil, fmt.Errorf("the schema of version %s is invalid: %w", version.Name, err)
		}
		schemas[version.Name] = compiled
	}
	reasons := make([]string, len(of.Objects))
	for i, manifest := range of.Objects {
		object := &unstructured.Unstructured{}
		if err := yaml.Unmarshal([]byte(manifest), &object.Object); err != nil {
			return nil, errors.New("an object cannot be decoded")
		}
		if compiled, ok := schemas[object.GroupVersionKind().Version]; ok {
			unstructured.RemoveNestedField(object.Object, "status")
			if crd.Spec.Scope != apiextensionsv1.NamespaceScoped {
				object.SetNamespace("") // as an API server does
			}
			reasons[i] = reasonOf(compiled, object)
		}
	}
	return reasons, nil
}

// reasonOf returns the first errors of an object, or an empty string.
func reasonOf(compiled *flux.Schema, object *unstructured.Unstructured) string {
	// A message may repeat a pattern or the values of an enum, which may have any length.
	const most, longest = 3, 500
	var texts []string
	for _, err := range compiled.Validate(context.Background(), object) { //nolint:forbidigo // it runs in a process that is ended, and has no caller with a context
		texts = append(texts, text.Cut(err.Error(), longest))
	}
	return text.List(texts, most)
}

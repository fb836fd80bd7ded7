// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// APIVersions returns the versions that the CustomResourceDefinitions of these components have, by their names. No API server
// takes a CustomResourceDefinition without a version in which objects may be stored.
func (r *Renderer) APIVersions(version string, components []fluxv1alpha1.Component) (map[string][]string, error) {
	objects, err := r.library.objects(version)
	if err != nil {
		return nil, err
	}
	result := map[string][]string{}
	for _, object := range objects {
		if object.GetKind() != kindCRD || !slices.Contains(components, component(object)) {
			continue
		}
		versions, _, err := unstructured.NestedSlice(object.Object, "spec", "versions")
		if err != nil {
			return nil, fmt.Errorf("Flux distribution %s: %s: %w", version, describe(object), err)
		}
		for _, entry := range versions {
			entry, _ := entry.(map[string]any)
			name, _ := entry["name"].(string)
			result[object.GetName()] = append(result[object.GetName()], name)
		}
	}
	return result, nil
}

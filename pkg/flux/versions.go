// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// API is one of Flux's kinds with the versions that a distribution has of it.
type API struct {
	schema.GroupKind
	// Versions are all versions. No API server takes a CustomResourceDefinition without a version in which objects may be stored.
	Versions []string
	// Served are those in which objects can be read and written.
	Served []string
	// Storage is the one in which objects are stored.
	Storage string
}

// Versions returns the Flux versions that can be rendered, each with leading 'v', the oldest first.
func (r *Renderer) Versions() []string {
	return r.library.set.Versions()
}

// APIs returns the kinds that the CustomResourceDefinitions of these components define, by the names of the definitions.
func (r *Renderer) APIs(version string, components []fluxv1alpha1.Component) (map[string]API, error) {
	objects, err := r.library.objects(version)
	if err != nil {
		return nil, err
	}
	result := map[string]API{}
	for _, object := range objects {
		if object.GetKind() != kindCRD || !slices.Contains(components, component(object)) {
			continue
		}
		api, err := apiOf(object)
		if err != nil {
			return nil, fmt.Errorf("Flux distribution %s: %s: %w", version, NameOf(object), err)
		}
		result[object.GetName()] = api
	}
	return result, nil
}

func apiOf(crd *unstructured.Unstructured) (API, error) {
	versions, _, err := unstructured.NestedSlice(crd.Object, "spec", "versions")
	if err != nil {
		return API{}, err
	}
	var api API
	api.Group, _, _ = unstructured.NestedString(crd.Object, "spec", "group")
	api.Kind, _, _ = unstructured.NestedString(crd.Object, "spec", "names", "kind")
	for _, entry := range versions {
		entry, _ := entry.(map[string]any)
		name, _ := entry["name"].(string)
		api.Versions = append(api.Versions, name)
		if served, _ := entry["served"].(bool); served {
			api.Served = append(api.Served, name)
		}
		if storage, _ := entry["storage"].(bool); storage {
			api.Storage = name
		}
	}
	return api, nil
}

// APIVersions returns the versions that the CustomResourceDefinitions of these components have, by their names.
func (r *Renderer) APIVersions(version string, components []fluxv1alpha1.Component) (map[string][]string, error) {
	apis, err := r.APIs(version, components)
	if err != nil {
		return nil, err
	}
	result := make(map[string][]string, len(apis))
	for name, api := range apis {
		result[name] = api.Versions
	}
	return result, nil
}

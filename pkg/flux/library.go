// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

const (
	// labelComponent is set on all objects of a Flux controller.
	labelComponent = "app.kubernetes.io/component"

	kindDeployment = "Deployment"
	kindCRD        = "CustomResourceDefinition"
	kindNamespace  = "Namespace"
	kindSecret     = "Secret"
)

// Library decodes each distribution once. It is safe for concurrent use.
type Library struct {
	set *distributions.Set

	mutex     sync.Mutex
	byVersion map[string][]*unstructured.Unstructured
}

// NewLibrary returns a library that decodes the distributions of the set on demand.
func NewLibrary(set *distributions.Set) *Library {
	return &Library{set: set, byVersion: map[string][]*unstructured.Unstructured{}}
}

// objects returns all objects of a distribution. Callers share the objects and must not change them.
func (l *Library) objects(version string) ([]*unstructured.Unstructured, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()

	if objects, ok := l.byVersion[version]; ok {
		return objects, nil
	}
	distribution, err := l.set.Manifests(version)
	if err != nil {
		return nil, err
	}
	objects, err := DecodeManifests(distribution)
	if err != nil {
		return nil, fmt.Errorf("Flux distribution %s: %w", version, err)
	}
	l.byVersion[version] = objects
	return objects, nil
}

// component returns the controller that the object belongs to, or an empty string if the object belongs to all
// controllers.
func component(object *unstructured.Unstructured) fluxv1alpha1.Component {
	return fluxv1alpha1.Component(object.GetLabels()[labelComponent])
}

// API is a kind of Flux with the API versions in a distribution.
type API struct {
	schema.GroupKind
	// Versions contains all versions. An API server rejects a CustomResourceDefinition that lacks a version listed in
	// status.storedVersions.
	Versions []string
	// Served contains the versions that clients can read and write.
	Served []string
	// Storage is the storage version.
	Storage string
	// Fields contains the names of the fields in the spec of the storage version. It is nil if they are not known.
	Fields []string
}

// Versions returns the Flux versions with leading v, the oldest first.
func (l *Library) Versions() []string { return l.set.Versions() }

// Supplied returns whether the operator supplies the version.
func (l *Library) Supplied(version string) bool { return l.set.Supplied(version) }

// APIs returns the kinds of the given components by the name of their CustomResourceDefinition.
func (l *Library) APIs(version string, components []fluxv1alpha1.Component) (map[string]API, error) {
	objects, err := l.objects(version)
	if err != nil {
		return nil, err
	}
	result := map[string]API{}
	for _, object := range objects {
		if object.GetKind() != kindCRD || !slices.Contains(components, component(object)) {
			continue
		}
		if result[object.GetName()], err = APIOf(object); err != nil {
			return nil, fmt.Errorf("Flux distribution %s: %s: %w", version, NameOf(object), err)
		}
	}
	return result, nil
}

// find returns the first matching object of the distribution, or nil if no object matches.
func (l *Library) find(version string, matches func(*unstructured.Unstructured) bool) (*unstructured.Unstructured, error) {
	objects, err := l.objects(version)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(objects, matches); i >= 0 {
		return objects[i], nil
	}
	return nil, nil //nolint:nilnil // none is no error
}

// APIOf returns the kind that a CustomResourceDefinition defines.
func APIOf(crd *unstructured.Unstructured) (API, error) {
	found, _, err := unstructured.NestedFieldNoCopy(crd.Object, "spec", "versions")
	if err != nil {
		return API{}, err
	}
	api := API{GroupKind: GroupKindOf(crd)}
	versions, _ := found.([]any)
	for _, entry := range versions {
		entry, _ := entry.(map[string]any)
		name, _ := entry["name"].(string)
		api.Versions = append(api.Versions, name)
		if served, _ := entry["served"].(bool); served {
			api.Served = append(api.Served, name)
		}
		if storage, _ := entry["storage"].(bool); storage {
			api.Storage = name
			api.Fields = fieldsOf(entry)
		}
	}
	return api, nil
}

// fieldsOf returns the names of the fields in the spec of a version of a CustomResourceDefinition, or nil if the spec
// may have further fields.
func fieldsOf(version map[string]any) []string {
	spec, _, err := unstructured.NestedFieldNoCopy(version, "schema", "openAPIV3Schema", "properties", "spec")
	if err != nil {
		return nil
	}
	fields, _ := spec.(map[string]any)
	properties, _ := fields["properties"].(map[string]any)
	if open, _ := fields["x-kubernetes-preserve-unknown-fields"].(bool); open || len(properties) == 0 {
		return nil
	}
	return slices.Sorted(maps.Keys(properties))
}

// GroupKindOf returns the kind that a CustomResourceDefinition defines.
func GroupKindOf(crd *unstructured.Unstructured) schema.GroupKind {
	group, _, _ := unstructured.NestedString(crd.Object, "spec", "group")
	kind, _, _ := unstructured.NestedString(crd.Object, "spec", "names", "kind")
	return schema.GroupKind{Group: group, Kind: kind}
}

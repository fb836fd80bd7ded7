// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

const (
	// labelComponent is on all objects of one of Flux's controllers.
	labelComponent = "app.kubernetes.io/component"

	kindDeployment = "Deployment"
	kindCRD        = "CustomResourceDefinition"
	kindNamespace  = "Namespace"
	kindSecret     = "Secret"
	kindConfigMap  = "ConfigMap"
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

// objects returns the objects of the distribution with all its components. Callers share them and must not
// change them.
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

// component returns the controller of an object; empty if the object belongs to all of them.
func component(object *unstructured.Unstructured) fluxv1alpha1.Component {
	return fluxv1alpha1.Component(object.GetLabels()[labelComponent])
}

// API is one of Flux's kinds with its versions in a distribution.
type API struct {
	schema.GroupKind
	// Versions has all versions. An API server rejects a CustomResourceDefinition that lacks a version of stored
	// objects.
	Versions []string
	// Served has the versions that clients can read and write.
	Served []string
	// Storage is the version of stored objects.
	Storage string
}

// Versions returns the Flux versions of the library with leading v, the oldest first.
func (r *Renderer) Versions() []string {
	return r.library.set.Versions()
}

// APIs returns the kinds of these components, by the names of their CustomResourceDefinitions.
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
	found, _, err := unstructured.NestedFieldNoCopy(crd.Object, "spec", "versions")
	if err != nil {
		return API{}, err
	}
	api := API{GroupKind: groupKindOf(crd)}
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
		}
	}
	return api, nil
}

func groupKindOf(crd *unstructured.Unstructured) schema.GroupKind {
	group, _, _ := unstructured.NestedString(crd.Object, "spec", "group")
	kind, _, _ := unstructured.NestedString(crd.Object, "spec", "names", "kind")
	return schema.GroupKind{Group: group, Kind: kind}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

const (
	// labelComponent is on everything that belongs to one of Flux's controllers.
	labelComponent = "app.kubernetes.io/component"

	kindDeployment = "Deployment"
	kindCRD        = "CustomResourceDefinition"
	kindNamespace  = "Namespace"
	kindSecret     = "Secret"
	kindConfigMap  = "ConfigMap"
)

// Library decodes each distribution once. It may be used by several goroutines.
type Library struct {
	set *distributions.Set

	mutex     sync.Mutex
	byVersion map[string][]*unstructured.Unstructured
}

// NewLibrary returns a library of the set that has decoded nothing yet.
func NewLibrary(set *distributions.Set) *Library {
	return &Library{set: set, byVersion: map[string][]*unstructured.Unstructured{}}
}

// objects returns the objects of the distribution with all its components. They are shared and must not be changed.
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

// component returns the controller that an object belongs to; empty if it belongs to all.
func component(object *unstructured.Unstructured) fluxv1alpha1.Component {
	return fluxv1alpha1.Component(object.GetLabels()[labelComponent])
}

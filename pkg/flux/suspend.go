// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
)

// Suspension is whether an object of a bundle is to be suspended.
type Suspension struct {
	// Kind is its kind.
	Kind string
	// NamespacedName is its namespace and name.
	types.NamespacedName
	// Suspended is what its spec.suspend is to be.
	Suspended bool
}

// SetSuspended returns the Config of a bundle with spec.suspend set, and everything else as it is: rendering the bundle again
// would take a configuration that may have changed since.
func SetSuspended(config []byte, suspensions ...Suspension) ([]byte, error) {
	objects, err := DecodeManifests(config)
	if err != nil {
		return nil, fmt.Errorf("failed to read what was rendered: %w", err)
	}
	for _, object := range objects {
		for _, s := range suspensions {
			if object.GetKind() != s.Kind || object.GetNamespace() != s.Namespace || object.GetName() != s.Name {
				continue
			}
			if configured, _, _ := unstructured.NestedBool(object.Object, "spec", "suspend"); configured == s.Suspended {
				continue
			}
			if err := unstructured.SetNestedField(object.Object, s.Suspended, "spec", "suspend"); err != nil {
				return nil, fmt.Errorf("%s: %w", NameOf(object), err)
			}
		}
	}
	return MarshalManifests(objects)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package content holds the manifests of ManagedResources in compressed form, and checks their size. It makes
// no requests.
package content

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// Manifests is the content of one ManagedResource.
type Manifests struct {
	// Name is the name of the ManagedResource.
	Name string
	// YAML has the documents with the objects for the shoot.
	YAML []byte
	// Shared is true if many shoots use the same bytes. The compressor compresses them once and keeps them in
	// memory. They must not be changed.
	Shared bool
}

// Of returns the contents of the ManagedResources in the order of their delivery.
func Of(bundle flux.Bundle) []Manifests {
	all := []Manifests{
		{Name: fluxv1alpha1.ManagedResourceCRDs, YAML: bundle.CRDs, Shared: true},
		{Name: fluxv1alpha1.ManagedResourceControllers, YAML: bundle.Controllers, Shared: true},
		{Name: fluxv1alpha1.ManagedResourceConfig, YAML: bundle.Config},
	}
	return slices.DeleteFunc(all, func(m Manifests) bool { return m.YAML == nil })
}

// TooLargeError reports manifests that do not fit into the Secret of their ManagedResource.
type TooLargeError struct {
	// Name is the name of the ManagedResource.
	Name string
	// Size is the size of the Secret's data in bytes. Limit is the maximum of an API server.
	Size, Limit int
}

// Error names the ManagedResource and the sizes.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the manifests of ManagedResource %s have %d bytes compressed, and a Secret takes at most %d", e.Name, e.Size, e.Limit)
}

// CheckSize returns a *TooLargeError for the first manifests that an API server would not accept.
func CheckSize(manifests []Manifests) error { return NewCompressor().CheckSize(manifests) }

// leastSaved is the margin below the limit for uncompressed manifests. Compression adds less to incompressible
// data.
const leastSaved = 4 << 10

// CheckSize does the same with cached compressions. It compresses only manifests that may exceed the limit.
func (c *Compressor) CheckSize(manifests []Manifests) error {
	for _, m := range manifests {
		if len(m.YAML) <= corev1.MaxSecretSize-leastSaved {
			continue
		}
		compressed, err := c.Compress(m)
		if err != nil {
			return err
		}
		if len(compressed) > corev1.MaxSecretSize {
			return &TooLargeError{Name: m.Name, Size: len(compressed), Limit: corev1.MaxSecretSize}
		}
	}
	return nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package content is what ManagedResources hold: the manifests of a shoot, compressed, and whether they fit. It makes no request.
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
	// YAML are the objects for the shoot as YAML documents.
	YAML []byte
	// Shared is set if many shoots have the same, so that it is compressed once and kept in memory. Its bytes must not be changed.
	Shared bool
}

// Of returns what each ManagedResource holds, in the order in which it has to be there.
func Of(bundle flux.Bundle) []Manifests {
	all := []Manifests{
		{Name: fluxv1alpha1.ManagedResourceCRDs, YAML: bundle.CRDs, Shared: true},
		{Name: fluxv1alpha1.ManagedResourceControllers, YAML: bundle.Controllers, Shared: true},
		{Name: fluxv1alpha1.ManagedResourceConfig, YAML: bundle.Config},
	}
	return slices.DeleteFunc(all, func(m Manifests) bool { return m.YAML == nil })
}

// TooLargeError is the error for manifests that do not fit into the Secret of their ManagedResource.
type TooLargeError struct {
	// Name is the name of the ManagedResource.
	Name string
	// Size is the number of bytes that the Secret's data would have, and Limit the most that an API server takes.
	Size, Limit int
}

// Error names the ManagedResource and the sizes.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the manifests of ManagedResource %s have %d bytes compressed, and a Secret takes at most %d", e.Name, e.Size, e.Limit)
}

// CheckSize returns a *TooLargeError for the first of the manifests that an API server would not take.
func CheckSize(manifests []Manifests) error { return NewCompressor().CheckSize(manifests) }

// leastSaved is by how much manifests must be smaller than the limit to fit without being compressed: what cannot be compressed grows by
// less than that.
const leastSaved = 4 << 10

// CheckSize does the same. It compresses only what might not fit.
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package content compresses the manifests of ManagedResources, and checks their size. It must not send requests.
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
	// YAML contains the objects for the shoot as YAML documents.
	YAML []byte
	// Shared is true if many shoots have the same YAML. The compressor then compresses the YAML once and keeps it in
	// memory. It must not be changed.
	Shared bool
}

// Of returns the manifests of the ManagedResources for a bundle, in the order of their delivery.
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
	// Size is the size of the Secret's data in bytes, and Limit is the maximum that an API server accepts.
	Size, Limit int
}

// Error names the ManagedResource and the sizes.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the manifests of ManagedResource %s have %d bytes compressed, and a Secret can contain at most %d", e.Name, e.Size, e.Limit)
}

// CheckSize returns a *TooLargeError for the first manifests that are too large for a Secret.
func CheckSize(manifests []Manifests) error { return NewCompressor().CheckSize(manifests) }

// leastSaved is the margin to the limit that manifests need to fit without a check of their compressed size.
// Compression adds fewer bytes than this to incompressible data.
const leastSaved = 4 << 10

// CheckSize returns a *TooLargeError for the first manifests that are too large for a Secret. It compresses only
// manifests that may exceed the limit, and uses the cache for shared ones.
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

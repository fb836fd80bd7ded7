// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package content

import (
	"slices"

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

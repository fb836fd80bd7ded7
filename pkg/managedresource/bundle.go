// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource

import (
	"slices"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// ManifestsOf returns what each ManagedResource holds, in the order in which it has to be there.
func ManifestsOf(bundle flux.Bundle) []Manifests {
	all := []Manifests{
		{Name: fluxv1alpha1.ManagedResourceCRDs, YAML: bundle.CRDs, Shared: true},
		{Name: fluxv1alpha1.ManagedResourceControllers, YAML: bundle.Controllers, Shared: true},
		{Name: fluxv1alpha1.ManagedResourceConfig, YAML: bundle.Config},
	}
	return slices.DeleteFunc(all, func(m Manifests) bool { return m.YAML == nil })
}

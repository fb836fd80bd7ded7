// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource

import (
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Installation are the ManagedResources with Flux itself.
func Installation() []string {
	return []string{fluxv1alpha1.ManagedResourceControllers, fluxv1alpha1.ManagedResourceCRDs}
}

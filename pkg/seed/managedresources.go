// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// WatchManagedResources returns a reader of the extension's ManagedResources in all namespaces, from watches by name. It returns an error
// if a watch cannot be used.
func WatchManagedResources(mgr manager.Manager) (client.Reader, error) {
	return newWatch(mgr, &resourcesv1alpha1.ManagedResource{}, slimManagedResource, managedResourceNames()...)
}

// managedResourceNames are the only ones that the process may list and watch.
func managedResourceNames() []string {
	return []string{
		fluxv1alpha1.ManagedResourceCRDs, fluxv1alpha1.ManagedResourceControllers, fluxv1alpha1.ManagedResourceConfig,
		fluxv1alpha1.PredecessorManagedResourceConfig, fluxv1alpha1.PredecessorManagedResourceInstall,
	}
}

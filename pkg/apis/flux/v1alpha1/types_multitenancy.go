// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

// Multitenancy locks Flux down for several tenants in one shoot, as
// https://fluxcd.io/flux/installation/configuration/multitenancy/ describes: objects may refer to none in other namespaces,
// Kustomizations may not fetch remote bases, and whatever names no ServiceAccount is applied as the default one. The root
// Kustomization is applied as kustomize-controller, if its template names no other ServiceAccount.
type Multitenancy struct {
	// Enabled specifies whether Flux is locked down. Defaults to false.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// DefaultServiceAccount is the ServiceAccount, in the namespace of the object, as which an object that names none is
	// applied. With WorkloadIdentity and since Flux v2.7, it is also the one as which such an object logs in to a cloud. Defaults to default.
	// +optional
	DefaultServiceAccount *string `json:"defaultServiceAccount,omitempty"`
}

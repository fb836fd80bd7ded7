// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

// Patch changes a Deployment or ServiceAccount of Flux, as an entry of patches in a kustomization.yaml does. It may change what scheduling, sizing
// and cloud identities need, and nothing by which the controllers would be another program or the extension's own settings would be undone.
type Patch struct {
	// Target is the object to change.
	Target PatchTarget `json:"target"`
	// Patch is a strategic merge patch, or a list of operations of a JSON patch (RFC 6902), as YAML or JSON.
	Patch string `json:"patch"`
}

// PatchTarget is an object of Flux.
type PatchTarget struct {
	// Kind is the kind of the object: Deployment or ServiceAccount.
	Kind PatchKind `json:"kind"`
	// Name is the name of the object, which is that of the controller. A patch of a controller that is not installed has no effect.
	Name Component `json:"name"`
}

// PatchKind is a kind of objects that can be patched.
// +kubebuilder:validation:Enum=Deployment;ServiceAccount
type PatchKind string

const (
	// PatchKindDeployment is that of the controllers.
	PatchKindDeployment PatchKind = "Deployment"
	// PatchKindServiceAccount is that of the ServiceAccounts as which the controllers run.
	PatchKindServiceAccount PatchKind = "ServiceAccount"
)

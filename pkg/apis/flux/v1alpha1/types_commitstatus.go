// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

// CommitStatus writes the progress of a commit in the project's Shoots to the commit at its Git host: one status
// for each ring with rollout.source Promote, otherwise one for the project. The token for the Git host's API is
// the key token of Secret flux-commit-status in the project namespace; its optional key ca.crt holds the CA
// certificates of the host.
type CommitStatus struct {
	// Provider is the kind of the Git host.
	Provider GitProvider `json:"provider"`
	// Host is the host or host:port of the Git host's API, which is called over https. The operator has to allow
	// it. Defaults to the host of the repository's URL.
	// +optional
	Host *string `json:"host,omitempty"`
	// Prefix is the beginning of the names of the statuses, which continue with the project namespace and the name
	// of the ring. It distinguishes Gardener installations that use the same repository. Defaults to the identity
	// of the garden.
	// +kubebuilder:validation:MaxLength=100
	// +optional
	Prefix *string `json:"prefix,omitempty"`
	// ProxyURL is the URL of the proxy for the API, without credentials. Defaults to the proxy in the extension's
	// environment.
	// +optional
	ProxyURL *string `json:"proxyURL,omitempty"`
}

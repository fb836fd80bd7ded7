// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// DeployKey defines how the project's deploy key is generated and managed. None of it changes an existing key.
type DeployKey struct {
	// Algorithm is that of a key that is generated, for a project that has none or as the next one of a rotation. Defaults to
	// ed25519, and to an algorithm that the repository's host accepts if it is known to accept no such key: rsa-3072 for Azure DevOps and AWS CodeCommit.
	// +optional
	Algorithm *KeyAlgorithm `json:"algorithm,omitempty"`
	// ReminderAge is the age of the key after which Events remind of a rotation. No key is rotated
	// automatically. Without it, there are no such Events.
	// +optional
	ReminderAge *metav1.Duration `json:"reminderAge,omitempty"`
	// ScanHostKeys has unknown keys of the host of the project's source scanned once, and pinned beside the deploy key. A man in
	// the middle between seed and host at that moment is trusted. The operator has to allow the host. Defaults to false.
	// +optional
	ScanHostKeys *bool `json:"scanHostKeys,omitempty"`
	// Registration has the deploy key registered at the Git host of the project's source. Without it, the
	// public key has to be registered by hand.
	// +optional
	Registration *KeyRegistration `json:"registration,omitempty"`
}

// KeyAlgorithm is the algorithm of a deploy key, with its length.
// +kubebuilder:validation:Enum=ed25519;ecdsa-p256;ecdsa-p384;ecdsa-p521;rsa-3072;rsa-4096
type KeyAlgorithm string

// Algorithms of deploy keys.
const (
	KeyAlgorithmEd25519   KeyAlgorithm = "ed25519"
	KeyAlgorithmECDSAP256 KeyAlgorithm = "ecdsa-p256"
	KeyAlgorithmECDSAP384 KeyAlgorithm = "ecdsa-p384"
	KeyAlgorithmECDSAP521 KeyAlgorithm = "ecdsa-p521"
	KeyAlgorithmRSA3072   KeyAlgorithm = "rsa-3072"
	KeyAlgorithmRSA4096   KeyAlgorithm = "rsa-4096"
)

// KeyRegistration has the deploy key registered at a Git host, as a key that may only read.
type KeyRegistration struct {
	// Provider is the kind of the Git host.
	Provider GitProvider `json:"provider"`
	// Host is where the API of the Git host is reached by https, as host or host:port. Defaults to the host of the repository's
	// URL. The operator has to allow it.
	// +optional
	Host *string `json:"host,omitempty"`
	// SecretName is the name of the Secret in the project namespace with the key token, a token of the Git host that may
	// administer the repository's deploy keys, and, if need be, the key ca.crt with the certificates of the authorities that the
	// host's certificate is to be checked against. The operator has to allow the name. Defaults to flux-git-host.
	// +optional
	SecretName *string `json:"secretName,omitempty"`
	// ProxyURL is the URL of the proxy through which the API is reached, without credentials. Defaults to the proxy of the
	// extension's environment.
	// +optional
	ProxyURL *string `json:"proxyURL,omitempty"`
}

// GitProvider is a kind of Git host.
// +kubebuilder:validation:Enum=github;gitlab;gitea
type GitProvider string

// Kinds of Git hosts. Forgejo has the API of Gitea.
const (
	GitProviderGitHub GitProvider = "github"
	GitProviderGitLab GitProvider = "gitlab"
	GitProviderGitea  GitProvider = "gitea"
)

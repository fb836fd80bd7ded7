// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// Input is everything that decides what a shoot gets. Nothing in it is changed.
type Input struct {
	// Effective is the configuration that holds for the shoot.
	Effective *resolved.Configuration
	// ShootInfo is the shoot info.
	ShootInfo fluxv1alpha1.ShootInfo
	// Stage defines how much of Flux itself the shoot gets.
	Stage Stage
	// KeySecret is the namespace and name of the Secret with the project's deploy key in a shoot of StageBootstrapped; empty if it has none.
	KeySecret types.NamespacedName
	// DeployKey is used if the source is read with the project's deploy key.
	DeployKey Credentials
	// SourceKeys are used for the additional sources with a deploy key of their own, by the names of these. One that is missing is not there yet.
	SourceKeys map[string]Credentials
	// Resources are the project's Secrets and ConfigMaps that Effective refers to, by the names of their entries in
	// Shoot.spec.resources.
	Resources map[string]Resource
	// ClusterNetworks are the networks and hosts of the shoot itself, which must not be reached through a proxy.
	ClusterNetworks []string
}

// Resource is the content of a Secret or ConfigMap of the project.
type Resource struct {
	// Type is the type of a Secret.
	Type corev1.SecretType
	// Data is the data of a Secret, or the binary data of a ConfigMap.
	Data map[string][]byte
	// Text is the data of a ConfigMap.
	Text map[string]string
	// Labels and Annotations are those in the project. The labels are copied into the shoot if an annotation wants it.
	Labels, Annotations map[string]string
}

// Credentials are the content of the Secret with which a source is read over ssh.
type Credentials struct {
	// Identity is the private key as PEM.
	Identity string
	// PublicKey is the public key as a line of an authorized_keys file.
	PublicKey string
	// Passphrase decrypts Identity; may be empty.
	Passphrase string
	// KnownHosts are the lines of a known_hosts file for the host of the URL.
	KnownHosts string
}

// Bundle is what a shoot gets, as YAML documents, in the order in which it has to be there. The first two are empty for StageBootstrapped.
type Bundle struct {
	// CRDs are the namespaces and Flux's CustomResourceDefinitions, and the claims of the volumes of source-controllers if they have any.
	CRDs []byte
	// Controllers are Flux's controllers with everything they need to start.
	Controllers []byte
	// Config is the shoot info and what is copied from the project, and then the source and the root
	// Kustomization if something is synced.
	Config []byte
}

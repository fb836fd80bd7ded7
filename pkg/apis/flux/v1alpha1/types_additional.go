// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import "k8s.io/apimachinery/pkg/runtime"

// AdditionalResource is a Secret or ConfigMap of the project that is copied into the shoot, into the namespace of the
// source or Kustomization that refers to it, and into Flux's namespace if none does.
type AdditionalResource struct {
	// Name names an entry of Shoot.spec.resources.
	Name string `json:"name"`
	// TargetName is the name in the shoot. Defaults to the name of the object in the project.
	// +optional
	TargetName *string `json:"targetName,omitempty"`
	// Labels are set on the object in the shoot. Gardener keeps the labels that the object has in the project from its
	// copies in the seed.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
}

// AdditionalSource is a source beside that of the root Kustomization.
type AdditionalSource struct {
	// Name is the name of the source in the shoot, which no other entry has, and not the source of the root Kustomization.
	Name string `json:"name"`
	// Template is a partial GitRepository, OCIRepository, Bucket or HelmRepository of apiVersion source.toolkit.fluxcd.io/v1. Defaults: kind
	// GitRepository, the namespace of the root Kustomization's source, and spec.interval 1m. ${SHOOT_INFO_…} is replaced by the shoot info
	// variable.
	// +kubebuilder:pruning:PreserveUnknownFields
	Template runtime.RawExtension `json:"template"`
	// SecretResourceName names an entry of Shoot.spec.resources: the Secret with the credentials for the source. It is copied into the shoot
	// under the name in spec.secretRef of the template, which defaults to that of the source.
	// +optional
	SecretResourceName *string `json:"secretResourceName,omitempty"`
	// DeployKey has the source read with a deploy key of its own, which is kept in the Secret flux-source-keys of the project: a GitRepository with an
	// ssh:// URL, in the ConfigMap flux-config. Overrides and Shoots may list it with the same URL. Defaults to false.
	// +optional
	DeployKey *bool `json:"deployKey,omitempty"`
	// KnownHosts are the known_hosts lines for the host of the URL. They are used with deployKey only.
	// +optional
	KnownHosts *string `json:"knownHosts,omitempty"`
}

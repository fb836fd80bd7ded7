// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:object:root=true

// FluxConfig configures the installation of Flux in a shoot, and the source and root Kustomization that Flux
// reconciles.
//
// A Shoot sets it in spec.extensions[type=shoot-flux].providerConfig, a project in the key config.yaml of its
// ConfigMap flux-config. The effective configuration is a JSON merge patch (RFC 7386): the Shoot's
// configuration is merged over the project's overrides for the Shoot, and these over the project's
// configuration. Objects are merged, other values replaced. null removes a value; it is allowed in flux-config
// only.
type FluxConfig struct {
	metav1.TypeMeta `json:",inline"`

	// Flux configures the installation of Flux.
	// +optional
	Flux *FluxInstallation `json:"flux,omitempty"`
	// Source is the source of the root Kustomization. If unset, Flux is installed without source and root
	// Kustomization.
	// +optional
	Source *Source `json:"source,omitempty"`
	// Kustomization is the root Kustomization, which applies the content of the source. It requires source.
	// +optional
	Kustomization *Kustomization `json:"kustomization,omitempty"`
	// Decryption configures the SOPS key of the root Kustomization.
	// +optional
	Decryption *Decryption `json:"decryption,omitempty"`
	// AdditionalSecretResources are Secrets of the project to copy into the shoot. A Secret that is no longer
	// listed is removed from the shoot.
	// +optional
	AdditionalSecretResources []AdditionalResource `json:"additionalSecretResources,omitempty"`
	// AdditionalConfigMapResources are ConfigMaps of the project to copy into the shoot. A ConfigMap that is no
	// longer listed is removed from the shoot.
	// +optional
	AdditionalConfigMapResources []AdditionalResource `json:"additionalConfigMapResources,omitempty"`
	// AdditionalSources are further sources, for the sourceRef of other Kustomizations and of HelmReleases, and
	// for spec.include of a GitRepository. A source that is no longer listed is removed from the shoot.
	// +optional
	AdditionalSources []AdditionalSource `json:"additionalSources,omitempty"`
	// Mode defines how the extension treats Flux, the source and the root Kustomization after their first
	// delivery. Defaults to Managed.
	// +optional
	Mode *Mode `json:"mode,omitempty"`
	// DeletionPolicy defines the treatment of Flux and of the objects that it applied when the extension is
	// removed from a living shoot. Defaults to Orphan.
	// +optional
	DeletionPolicy *DeletionPolicy `json:"deletionPolicy,omitempty"`
	// Takeover allows the extension to replace the source and root Kustomization of a shoot that already runs
	// Flux. Only the Shoot may set it, regardless of project.allowShootOverrides.
	// +optional
	Takeover *Takeover `json:"takeover,omitempty"`
	// Project holds settings of the project as a whole. It is allowed in the ConfigMap flux-config only.
	// +optional
	Project *ProjectSettings `json:"project,omitempty"`
}

// Mode defines how the extension treats Flux, the source and the root Kustomization after their first delivery.
// +kubebuilder:validation:Enum=Managed;BootstrapOnce
type Mode string

const (
	// ModeManaged keeps them as configured: the extension updates Flux and reverts changes in the shoot.
	ModeManaged Mode = "Managed"
	// ModeBootstrapOnce creates them in a shoot without Flux and leaves them unchanged afterwards. Credentials,
	// copies and the shoot info are kept as configured.
	ModeBootstrapOnce Mode = "BootstrapOnce"
)

// DeletionPolicy defines the treatment of Flux and of the objects that it applied when the extension is removed
// from a living shoot.
// +kubebuilder:validation:Enum=Orphan;Prune;Keep
type DeletionPolicy string

const (
	// DeletionPolicyOrphan removes Flux, its objects and its credentials. The objects that Flux applied stay.
	DeletionPolicyOrphan DeletionPolicy = "Orphan"
	// DeletionPolicyPrune lets Flux delete the objects that the root Kustomization applied, and then removes Flux
	// as Orphan does.
	DeletionPolicyPrune DeletionPolicy = "Prune"
	// DeletionPolicyKeep leaves everything unchanged, including Flux and its credentials.
	DeletionPolicyKeep DeletionPolicy = "Keep"
)

// Takeover allows the extension to replace objects of a shoot that already runs Flux.
type Takeover struct {
	// AcceptedDifferences is the checksum of the differences between the source and root Kustomization in the
	// shoot and the configured ones. The message that lists the differences contains it. If set, the extension
	// replaces the objects in the shoot, and Flux deletes everything that it no longer applies, including volumes.
	// The checksum is valid for these objects and values only and has no effect after the replacement.
	// +kubebuilder:validation:Pattern=`^[0-9a-f]{16}$`
	// +optional
	AcceptedDifferences *string `json:"acceptedDifferences,omitempty"`
}

// Source is the source of the root Kustomization.
type Source struct {
	// Template is a partial GitRepository, OCIRepository or Bucket of apiVersion source.toolkit.fluxcd.io/v1. An
	// OCIRepository of v1beta2 is converted. Defaults: kind GitRepository, name flux-system, Flux's namespace, and
	// spec.interval 1m. ${SHOOT_INFO_…} is replaced with the shoot info variable.
	// +optional
	// +kubebuilder:pruning:PreserveUnknownFields
	Template *runtime.RawExtension `json:"template,omitempty"`
	// SecretResourceName is the name of an entry of Shoot.spec.resources for the Secret with the source's
	// credentials. It is copied into the shoot under the name in spec.secretRef of the template, which defaults to
	// flux-system. "" removes the name set by project or operator.
	// +optional
	SecretResourceName *string `json:"secretResourceName,omitempty"`
	// KnownHosts are known_hosts lines for the host of a GitRepository that is read over ssh with the project's
	// deploy key. Defaults to the lines stored with the deploy key, or to the lines of well-known hosts.
	// +optional
	KnownHosts *string `json:"knownHosts,omitempty"`
}

// Kustomization is the root Kustomization.
type Kustomization struct {
	// Template is a partial Kustomization of apiVersion kustomize.toolkit.fluxcd.io/v1. Defaults: name
	// flux-system, Flux's namespace, spec.interval 10m, spec.path ./, spec.prune true, and spec.sourceRef to the
	// source. ${SHOOT_INFO_…} is replaced with the shoot info variable.
	// +optional
	// +kubebuilder:pruning:PreserveUnknownFields
	Template *runtime.RawExtension `json:"template,omitempty"`
}

// Decryption configures the SOPS key of the root Kustomization.
type Decryption struct {
	// SecretResourceName is the name of an entry of Shoot.spec.resources for the Secret with the key, in the form
	// described at https://fluxcd.io/flux/components/kustomize/kustomizations/#decryption. It is copied into the
	// shoot under the name in spec.decryption.secretRef of the Kustomization's template, which defaults to
	// flux-sops. "" removes decryption.
	SecretResourceName string `json:"secretResourceName"`
}

// AdditionalResource is a Secret or ConfigMap of the project that is copied into the shoot: into the namespace
// of the source or Kustomization that refers to it, or into Flux's namespace if none does.
type AdditionalResource struct {
	// Name is the name of an entry of Shoot.spec.resources.
	Name string `json:"name"`
	// TargetName is the name in the shoot. Defaults to the name of the object in the project.
	// +optional
	TargetName *string `json:"targetName,omitempty"`
	// Labels are set on the object in the shoot. Gardener does not copy the labels of the object in the project.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
}

// AdditionalSource is a source in addition to the source of the root Kustomization.
type AdditionalSource struct {
	// Name is the name of the source in the shoot. It must be unique and differ from the source of the root
	// Kustomization.
	Name string `json:"name"`
	// Template is a partial GitRepository, OCIRepository, Bucket or HelmRepository of apiVersion
	// source.toolkit.fluxcd.io/v1. Defaults: kind GitRepository, the namespace of the root Kustomization's source,
	// and spec.interval 1m. ${SHOOT_INFO_…} is replaced with the shoot info variable.
	// +kubebuilder:pruning:PreserveUnknownFields
	Template runtime.RawExtension `json:"template"`
	// SecretResourceName is the name of an entry of Shoot.spec.resources for the Secret with the source's
	// credentials. It is copied into the shoot under the name in spec.secretRef of the template, which defaults to
	// the source's name.
	// +optional
	SecretResourceName *string `json:"secretResourceName,omitempty"`
	// DeployKey specifies whether the source has its own deploy key, stored in the Secret flux-source-keys of the
	// project. It requires a GitRepository with an ssh:// URL in the ConfigMap flux-config. Overrides and Shoots
	// may list the source with the same URL. Defaults to false.
	// +optional
	DeployKey *bool `json:"deployKey,omitempty"`
	// KnownHosts are known_hosts lines for the host of the URL. They are used with deployKey only.
	// +optional
	KnownHosts *string `json:"knownHosts,omitempty"`
}

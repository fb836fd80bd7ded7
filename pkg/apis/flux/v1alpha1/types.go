// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:object:root=true

// FluxConfig configures how Flux is installed into a shoot and which source it reconciles the shoot from.
//
// It is set in a Shoot, under spec.extensions[type=shoot-flux].providerConfig, and in the key config.yaml of the project's
// ConfigMap flux-config. The configuration of the Shoot is merged over the project's overrides for it, and these over that of the
// project, as a JSON merge patch (RFC 7386): an object is merged, everything else replaces, and null removes (in flux-config only).
type FluxConfig struct {
	metav1.TypeMeta `json:",inline"`

	// Flux configures the installation of Flux.
	// +optional
	Flux *FluxInstallation `json:"flux,omitempty"`
	// Source is where Flux reads from. Without it, Flux is installed and reconciles nothing.
	// +optional
	Source *Source `json:"source,omitempty"`
	// Kustomization is the root Kustomization, which applies what the source holds. It needs a source.
	// +optional
	Kustomization *Kustomization `json:"kustomization,omitempty"`
	// Decryption gives the root Kustomization a key for Secrets that are encrypted with SOPS.
	// +optional
	Decryption *Decryption `json:"decryption,omitempty"`
	// AdditionalSecretResources are Secrets of the project that are copied into the shoot. One that is no longer listed is
	// removed from the shoot.
	// +optional
	AdditionalSecretResources []AdditionalResource `json:"additionalSecretResources,omitempty"`
	// AdditionalConfigMapResources are ConfigMaps of the project that are copied into the shoot. One that is no longer
	// listed is removed from the shoot.
	// +optional
	AdditionalConfigMapResources []AdditionalResource `json:"additionalConfigMapResources,omitempty"`
	// AdditionalSources are sources beside that of the root Kustomization, for what it applies: the sourceRef of other Kustomizations and of
	// HelmReleases, and spec.include of a GitRepository. One that is no longer listed is removed from the shoot.
	// +optional
	AdditionalSources []AdditionalSource `json:"additionalSources,omitempty"`
	// Mode defines what the extension does with Flux, the source and the root Kustomization once they are in the shoot. Defaults to
	// Managed.
	// +optional
	Mode *Mode `json:"mode,omitempty"`
	// DeletionPolicy defines what happens to Flux and to the objects that it has applied when the extension is removed from a
	// shoot that is not deleted. Defaults to Orphan.
	// +optional
	DeletionPolicy *DeletionPolicy `json:"deletionPolicy,omitempty"`
	// Takeover allows the extension to replace the source and root Kustomization of a shoot that has Flux already. It may be set in the
	// Shoot only, whatever project.allowShootOverrides has.
	// +optional
	Takeover *Takeover `json:"takeover,omitempty"`
	// Project holds what concerns the project as a whole. It is allowed in the ConfigMap flux-config only.
	// +optional
	Project *ProjectSettings `json:"project,omitempty"`
}

// Mode defines what the extension does with Flux, the source and the root Kustomization once they are in the shoot.
// +kubebuilder:validation:Enum=Managed;BootstrapOnce
type Mode string

const (
	// ModeManaged keeps them as they are configured: Flux is updated, and what is changed in the shoot is set back.
	ModeManaged Mode = "Managed"
	// ModeBootstrapOnce creates them in a shoot that has no Flux, and does not change them any more. Credentials, copies and the shoot
	// info are kept as they are configured.
	ModeBootstrapOnce Mode = "BootstrapOnce"
)

// DeletionPolicy defines what happens to Flux and to the objects that it has applied when the extension is removed from a shoot
// that is not deleted.
// +kubebuilder:validation:Enum=Orphan;Prune;Keep
type DeletionPolicy string

const (
	// DeletionPolicyOrphan removes Flux, its objects and its credentials, and keeps the objects that they have applied.
	DeletionPolicyOrphan DeletionPolicy = "Orphan"
	// DeletionPolicyPrune has Flux remove the objects that the root Kustomization has applied, and then removes Flux as Orphan does.
	DeletionPolicyPrune DeletionPolicy = "Prune"
	// DeletionPolicyKeep leaves everything as it is, Flux and its credentials included.
	DeletionPolicyKeep DeletionPolicy = "Keep"
)

// Takeover allows the extension to replace what a shoot has already.
type Takeover struct {
	// AcceptedDifferences is the checksum of differences between a source and root Kustomization that the shoot has and those that are
	// configured, from the message that lists them. With it, the shoot's are replaced, and Flux deletes what it does not apply any more,
	// volumes included. It applies to these objects and values only, and has no effect once they are replaced.
	// +kubebuilder:validation:Pattern=`^[0-9a-f]{16}$`
	// +optional
	AcceptedDifferences *string `json:"acceptedDifferences,omitempty"`
}

// FluxInstallation configures the installation of Flux.
type FluxInstallation struct {
	// Version is the Flux version, with or without leading 'v'. A minor version such as v2.9 stands for its newest patch
	// that the extension carries, and so does an older patch of it. Defaults to the newest version that the extension
	// carries. A version that the operator supplies is used where it is named, or its minor version if the extension carries none of it.
	// +optional
	Version *string `json:"version,omitempty"`
	// Registry is the registry and path that the controllers' images are pulled from. Defaults to ghcr.io/fluxcd.
	// +optional
	Registry *string `json:"registry,omitempty"`
	// Namespace is the namespace that Flux is installed into, and that its source and root Kustomization are in if their
	// templates name no other. It may be set in the Shoot only, and not be changed later. Defaults to flux-system.
	// +optional
	Namespace *string `json:"namespace,omitempty"`
	// Components are the controllers to install. Defaults to source-controller, kustomize-controller, helm-controller and
	// notification-controller; the first two are always needed.
	// +optional
	Components []Component `json:"components,omitempty"`
	// ComponentsExtra are controllers to install beside Components.
	// +optional
	ComponentsExtra []Component `json:"componentsExtra,omitempty"`
	// ImagePullSecretResourceName names an entry of Shoot.spec.resources: a Secret of type kubernetes.io/dockerconfigjson
	// with which the controllers' images are pulled.
	// +optional
	ImagePullSecretResourceName *string `json:"imagePullSecretResourceName,omitempty"`
	// NetworkPolicy specifies whether Flux's own NetworkPolicies are installed. Defaults to true.
	// +optional
	NetworkPolicy *bool `json:"networkPolicy,omitempty"`
	// LogLevel is the level at which the controllers log: debug, info or error. Defaults to info.
	// +optional
	LogLevel *LogLevel `json:"logLevel,omitempty"`
	// ClusterDomain is the DNS domain of the shoot's Services. Defaults to cluster.local.
	// +optional
	ClusterDomain *string `json:"clusterDomain,omitempty"`
	// Tolerations are added to the controllers' pods.
	// +optional
	Tolerations []corev1.Toleration `json:"tolerations,omitempty"`
	// NodeSelector is added to that of the controllers' pods.
	// +optional
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// Resources are the compute resources per component. What a component sets replaces its requests or limits as Flux
	// ships them, resource by resource.
	// +optional
	Resources map[Component]corev1.ResourceRequirements `json:"resources,omitempty"`
	// Proxy is the proxy of the controllers for addresses outside the shoot.
	// +optional
	Proxy *Proxy `json:"proxy,omitempty"`
	// Multitenancy locks Flux down for several tenants in one shoot.
	// +optional
	Multitenancy *Multitenancy `json:"multitenancy,omitempty"`
	// WorkloadIdentity has Flux log in to clouds with short-lived tokens of ServiceAccounts of the shoot, instead of stored keys.
	// +optional
	WorkloadIdentity *WorkloadIdentity `json:"workloadIdentity,omitempty"`
	// Concurrency is the number of objects that each controller reconciles at a time. Defaults to that of Size, and without one to Flux's own
	// number for each controller.
	// +optional
	Concurrency *int32 `json:"concurrency,omitempty"`
	// Size adapts source-controller, kustomize-controller and helm-controller to how much they reconcile: compute resources, concurrency, and how
	// soon they check dependencies again. What Resources and Concurrency set takes precedence. Defaults to what Flux ships.
	// +optional
	Size *Size `json:"size,omitempty"`
	// Storage gives source-controller a persistent volume for what it has fetched, which is still there when its pod runs on another node or
	// after hibernation. Without it, source-controller fetches everything again then.
	// +optional
	Storage *Storage `json:"storage,omitempty"`
	// Sharding has further source-controllers, kustomize-controllers and helm-controllers reconcile those of Flux's objects that name their shard in
	// label sharding.fluxcd.io/key.
	// +optional
	Sharding *Sharding `json:"sharding,omitempty"`
	// Patches change the Deployments and ServiceAccounts of the controllers, one after the other, after everything else that is configured. The
	// operator has to allow them. At most 32, with at most 16384 bytes together.
	// +optional
	Patches []Patch `json:"patches,omitempty"`
}

// Component is the name of one of Flux's controllers.
// +kubebuilder:validation:Enum=source-controller;kustomize-controller;helm-controller;notification-controller;image-reflector-controller;image-automation-controller;source-watcher
type Component string

// Flux's controllers.
const (
	ComponentSource          Component = "source-controller"
	ComponentKustomize       Component = "kustomize-controller"
	ComponentHelm            Component = "helm-controller"
	ComponentNotification    Component = "notification-controller"
	ComponentImageReflector  Component = "image-reflector-controller"
	ComponentImageAutomation Component = "image-automation-controller"
	ComponentSourceWatcher   Component = "source-watcher"
)

// LogLevel is the level at which Flux's controllers log.
// +kubebuilder:validation:Enum=debug;info;error
type LogLevel string

// Levels at which Flux's controllers log.
const (
	LogLevelDebug LogLevel = "debug"
	LogLevelInfo  LogLevel = "info"
	LogLevelError LogLevel = "error"
)

// Source is where Flux reads from.
type Source struct {
	// Template is a partial GitRepository, OCIRepository or Bucket of apiVersion source.toolkit.fluxcd.io/v1. An
	// OCIRepository of v1beta2 is converted. Defaults: kind GitRepository, name flux-system, Flux's namespace, and
	// spec.interval 1m. ${SHOOT_INFO_…} is replaced by the shoot info variable.
	// +optional
	// +kubebuilder:pruning:PreserveUnknownFields
	Template *runtime.RawExtension `json:"template,omitempty"`
	// SecretResourceName names an entry of Shoot.spec.resources: the Secret with the credentials for the source. It is
	// copied into the shoot under the name in spec.secretRef of the template, which defaults to flux-system. "" removes a name
	// that the project or the operator has set.
	// +optional
	SecretResourceName *string `json:"secretResourceName,omitempty"`
	// KnownHosts are the lines of a known_hosts file for the host of a GitRepository that is read over ssh with the
	// project's deploy key. Defaults to those stored beside the deploy key, or to those of well-known hosts.
	// +optional
	KnownHosts *string `json:"knownHosts,omitempty"`
}

// Kustomization is the root Kustomization.
type Kustomization struct {
	// Template is a partial Kustomization of apiVersion kustomize.toolkit.fluxcd.io/v1. Defaults: name flux-system, Flux's
	// namespace, spec.interval 10m, spec.path ./, spec.prune true, and spec.sourceRef to the source. ${SHOOT_INFO_…} is
	// replaced by the shoot info variable.
	// +optional
	// +kubebuilder:pruning:PreserveUnknownFields
	Template *runtime.RawExtension `json:"template,omitempty"`
}

// Decryption gives the root Kustomization a key for Secrets that are encrypted with SOPS.
type Decryption struct {
	// SecretResourceName names an entry of Shoot.spec.resources: the Secret with the key, in the shape that
	// https://fluxcd.io/flux/components/kustomize/kustomizations/#decryption describes. It is copied into the shoot under
	// the name in spec.decryption.secretRef of the Kustomization's template, which defaults to flux-sops. "" removes
	// decryption.
	SecretResourceName string `json:"secretResourceName"`
}

// ProjectSettings hold what concerns a project as a whole.
type ProjectSettings struct {
	// AllowShootOverrides defines what the project's Shoots may set in their own providerConfig: all, none, or a list of
	// paths such as kustomization.template.spec.path, each with everything below it. Defaults to all.
	// +optional
	AllowShootOverrides *ShootOverrides `json:"allowShootOverrides,omitempty"`
	// Overrides are configuration for some of the project's Shoots. Those that select a Shoot are merged in their order.
	// +kubebuilder:validation:MaxItems=20
	// +optional
	Overrides []Override `json:"overrides,omitempty"`
	// Propagation defines when a change of the project's configuration or of its deploy key reaches the project's Shoots.
	// Defaults to OnShootReconcile.
	// +optional
	Propagation *Propagation `json:"propagation,omitempty"`
	// ReportInShoot defines whether the status of Flux in a Shoot, with all that it has applied, is part of the Shoot's condition
	// ObservabilityComponentsHealthy. Defaults to false.
	// +optional
	ReportInShoot *bool `json:"reportInShoot,omitempty"`
	// DeployKey defines how the project's deploy key is generated and managed.
	// +optional
	DeployKey *DeployKey `json:"deployKey,omitempty"`
	// Rollout has changes reach the project's Shoots ring by ring, each only after the one before it has stayed ready. Without it, a
	// change reaches all Shoots as Propagation has it. It needs the garden controller of the extension.
	// +optional
	Rollout *Rollout `json:"rollout,omitempty"`
	// Push is a webhook with which the project's Git host notifies the extension of a push, so that Flux in all Shoots of the project fetches at once
	// instead of at its next poll. With it, the interval of a source that sets none is 30m. It needs the garden controller of the extension, and an
	// operator who offers it.
	// +optional
	Push *Push `json:"push,omitempty"`
	// Notifications are receivers of messages about Shoots that fail, are not reached or have recovered, and about rollouts that have stopped or wait for an
	// approval. They need the garden controller of the extension, and an operator who allows the hosts of the receivers.
	// +kubebuilder:validation:MaxItems=10
	// +optional
	Notifications []Notification `json:"notifications,omitempty"`
}

// Propagation defines when a change in the project reaches its Shoots.
// +kubebuilder:validation:Enum=OnShootReconcile;Immediate
type Propagation string

const (
	// PropagationOnShootReconcile propagates a change to a Shoot when Gardener reconciles it the next time.
	PropagationOnShootReconcile Propagation = "OnShootReconcile"
	// PropagationImmediate propagates a change at once to all Shoots of the project.
	PropagationImmediate Propagation = "Immediate"
)

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// FluxInstallation configures the installation of Flux.
type FluxInstallation struct {
	// Version is the Flux version, with or without leading 'v'. A minor version such as v2.9, or an older patch of
	// it, selects its newest patch that the extension carries or the operator supplies. Defaults to the newest
	// version in the extension.
	// +optional
	Version *string `json:"version,omitempty"`
	// Registry is the registry and path of the controllers' images. Defaults to ghcr.io/fluxcd.
	// +optional
	Registry *string `json:"registry,omitempty"`
	// Namespace is the namespace of Flux, and of its source and root Kustomization unless their templates set
	// another. Only the Shoot may set it, and it is immutable. Defaults to flux-system.
	// +optional
	Namespace *string `json:"namespace,omitempty"`
	// Components are the controllers to install. source-controller and kustomize-controller are required. Defaults
	// to source-controller, kustomize-controller, helm-controller and notification-controller.
	// +optional
	Components []Component `json:"components,omitempty"`
	// ComponentsExtra are controllers to install in addition to components.
	// +optional
	ComponentsExtra []Component `json:"componentsExtra,omitempty"`
	// ImagePullSecretResourceName is the name of an entry of Shoot.spec.resources for the image pull Secret of the
	// controllers, of type kubernetes.io/dockerconfigjson.
	// +optional
	ImagePullSecretResourceName *string `json:"imagePullSecretResourceName,omitempty"`
	// NetworkPolicy specifies whether to install Flux's NetworkPolicies. Defaults to true.
	// +optional
	NetworkPolicy *bool `json:"networkPolicy,omitempty"`
	// LogLevel is the log level of the controllers: debug, info or error. Defaults to info.
	// +optional
	LogLevel *LogLevel `json:"logLevel,omitempty"`
	// ClusterDomain is the DNS domain of the shoot's Services. Defaults to cluster.local.
	// +optional
	ClusterDomain *string `json:"clusterDomain,omitempty"`
	// Tolerations are added to the controllers' pods.
	// +optional
	Tolerations []corev1.Toleration `json:"tolerations,omitempty"`
	// NodeSelector is added to the node selector of the controllers' pods.
	// +optional
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// Resources are the compute resources of the controllers. Each request and limit replaces Flux's own, resource
	// by resource.
	// +optional
	Resources map[Component]corev1.ResourceRequirements `json:"resources,omitempty"`
	// Proxy is the proxy of the controllers for addresses outside the shoot.
	// +optional
	Proxy *Proxy `json:"proxy,omitempty"`
	// Multitenancy locks Flux down for several tenants in one shoot.
	// +optional
	Multitenancy *Multitenancy `json:"multitenancy,omitempty"`
	// WorkloadIdentity lets Flux log in to clouds with short-lived tokens of the shoot's ServiceAccounts instead
	// of stored keys.
	// +optional
	WorkloadIdentity *WorkloadIdentity `json:"workloadIdentity,omitempty"`
	// Concurrency is the number of objects that each controller reconciles in parallel. Defaults to the number of
	// size, or to Flux's own number for each controller if size is unset.
	// +optional
	Concurrency *int32 `json:"concurrency,omitempty"`
	// Size adapts compute resources, concurrency and the interval of dependency checks of source-controller,
	// kustomize-controller and helm-controller to their number of objects. resources and concurrency take
	// precedence. Defaults to Flux's own settings.
	// +optional
	Size *Size `json:"size,omitempty"`
	// Storage configures a persistent volume for the artifacts of source-controller. They survive a move of its
	// pod to another node and hibernation. If unset, source-controller then fetches everything again.
	// +optional
	Storage *Storage `json:"storage,omitempty"`
	// Sharding adds source-controllers, kustomize-controllers and helm-controllers that reconcile the Flux objects
	// with their shard in label sharding.fluxcd.io/key.
	// +optional
	Sharding *Sharding `json:"sharding,omitempty"`
	// Patches change the Deployments and ServiceAccounts of the controllers. They are applied in order, after all
	// other settings. The operator has to allow them. At most 32, with at most 16384 bytes in total.
	// +optional
	Patches []Patch `json:"patches,omitempty"`
}

// Component is the name of a Flux controller.
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

// LogLevel is the log level of Flux's controllers.
// +kubebuilder:validation:Enum=debug;info;error
type LogLevel string

// Log levels of Flux's controllers.
const (
	LogLevelDebug LogLevel = "debug"
	LogLevelInfo  LogLevel = "info"
	LogLevelError LogLevel = "error"
)

// Size is the scale of an installation.
// +kubebuilder:validation:Enum=small;medium;large
type Size string

const (
	// SizeSmall is for tens of applications.
	SizeSmall Size = "small"
	// SizeMedium is for hundreds of applications.
	SizeMedium Size = "medium"
	// SizeLarge is for about a thousand applications that change often.
	SizeLarge Size = "large"
)

// Storage is the persistent volume of source-controller; each shard has its own. A change of size or class
// replaces the volume and deletes the old one, because source-controller can fetch its content again.
type Storage struct {
	// Size is the size of the volume, from 1Gi to 1Ti or to a lower limit of the operator. The infrastructure may
	// require more than 1Gi.
	// +optional
	Size *resource.Quantity `json:"size,omitempty"`
	// Class is the StorageClass of the volume. Defaults to the shoot's default class.
	// +optional
	Class *string `json:"class,omitempty"`
}

// Sharding distributes Flux's objects over further controllers.
type Sharding struct {
	// Shards are the names of the shards, which objects set in label sharding.fluxcd.io/key: lower-case letters,
	// digits and '-', at most 32 characters. Each shard has its own source-controller, kustomize-controller and
	// helm-controller, if installed. Controllers without shard reconcile the objects without label. At most 5
	// shards, unless the operator sets another limit. An empty list disables sharding.
	// +optional
	// +kubebuilder:validation:items:MaxLength=32
	// +kubebuilder:validation:items:Pattern=`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`
	Shards []string `json:"shards,omitempty"`
}

// Proxy is the proxy of Flux's controllers for addresses outside the shoot.
type Proxy struct {
	// HTTPProxy is the URL of the proxy for http:// addresses, without credentials.
	// +optional
	HTTPProxy *string `json:"httpProxy,omitempty"`
	// HTTPSProxy is the URL of the proxy for https:// addresses, without credentials.
	// +optional
	HTTPSProxy *string `json:"httpsProxy,omitempty"`
	// NoProxy are hosts, domains and networks to connect to directly, in addition to the shoot's own.
	// +optional
	NoProxy []string `json:"noProxy,omitempty"`
	// SecretResourceName is the name of an entry of Shoot.spec.resources for a Secret with the keys username and
	// password of the proxies.
	// +optional
	SecretResourceName *string `json:"secretResourceName,omitempty"`
}

// Multitenancy locks Flux down for several tenants in one shoot, as described at
// https://fluxcd.io/flux/installation/configuration/multitenancy/: objects must not refer to other namespaces,
// Kustomizations must not fetch remote bases, and objects without ServiceAccount are applied as the default
// one. The root Kustomization is applied as kustomize-controller unless its template sets a ServiceAccount.
type Multitenancy struct {
	// Enabled specifies whether Flux is locked down. Defaults to false.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// DefaultServiceAccount is the ServiceAccount, in the namespace of the object, for objects that set none. With
	// workloadIdentity and Flux v2.7 or newer, such objects also log in to clouds with it. Defaults to default.
	// +optional
	DefaultServiceAccount *string `json:"defaultServiceAccount,omitempty"`
}

// WorkloadIdentity lets Flux log in to clouds with short-lived tokens of the shoot's ServiceAccounts, as
// described at https://fluxcd.io/flux/integrations/cross-cloud/. The cloud has to trust the issuer of the
// shoot's tokens and read its published keys, as with a managed issuer.
type WorkloadIdentity struct {
	// Enabled specifies whether Flux objects may set the ServiceAccount for their login (feature gate
	// ObjectLevelWorkloadIdentity of the controllers). Flux v2.10 has no such feature gate, and false is an error.
	// Defaults to true.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// ServiceAccounts are created in the shoot before the source. A ServiceAccount that is no longer listed is
	// removed from the shoot. An entry with the name of a Flux controller in Flux's namespace annotates the
	// controller's ServiceAccount.
	// +optional
	ServiceAccounts []CloudServiceAccount `json:"serviceAccounts,omitempty"`
}

// CloudServiceAccount is a ServiceAccount of the shoot with its identities in clouds.
type CloudServiceAccount struct {
	// Name is the name of the ServiceAccount.
	Name string `json:"name"`
	// Namespace is the namespace of the ServiceAccount and of the objects that set it: the namespace of Flux, of
	// the source or of the root Kustomization. Defaults to Flux's namespace.
	// +optional
	Namespace *string `json:"namespace,omitempty"`
	// AWS is the role in Amazon Web Services.
	// +optional
	AWS *AWSIdentity `json:"aws,omitempty"`
	// Azure is the application or managed identity in Microsoft Azure.
	// +optional
	Azure *AzureIdentity `json:"azure,omitempty"`
	// GCP is the workload identity in Google Cloud.
	// +optional
	GCP *GCPIdentity `json:"gcp,omitempty"`
}

// AWSIdentity is a role in Amazon Web Services. Tokens have the audience sts.amazonaws.com.
type AWSIdentity struct {
	// RoleARN is the ARN of the role, such as arn:aws:iam::123456789012:role/flux.
	RoleARN string `json:"roleARN"`
}

// AzureIdentity is an application or managed identity in Microsoft Azure. Tokens have the audience
// api://AzureADTokenExchange.
type AzureIdentity struct {
	// ClientID is the client ID of the application or managed identity.
	ClientID string `json:"clientID"`
	// TenantID is the ID of the tenant.
	TenantID string `json:"tenantID"`
}

// GCPIdentity is a workload identity in Google Cloud. Tokens have the audience //iam.googleapis.com/<provider>.
type GCPIdentity struct {
	// Provider is the workload identity provider:
	// projects/<number>/locations/global/workloadIdentityPools/<pool>/providers/<provider>.
	Provider string `json:"provider"`
	// ServiceAccount is the email address of the service account to impersonate. If unset, the shoot's
	// ServiceAccount has direct access.
	// +optional
	ServiceAccount *string `json:"serviceAccount,omitempty"`
}

// Patch changes a Deployment or ServiceAccount of Flux, like an entry of patches in a kustomization.yaml. It
// may change scheduling, sizing and cloud identities. It must not turn a controller into another program or
// undo settings of the extension.
type Patch struct {
	// Target is the object to change.
	Target PatchTarget `json:"target"`
	// Patch is a strategic merge patch, or a list of JSON patch operations (RFC 6902), as YAML or JSON.
	Patch string `json:"patch"`
}

// PatchTarget is an object of Flux.
type PatchTarget struct {
	// Kind is the kind of the object: Deployment or ServiceAccount.
	Kind PatchKind `json:"kind"`
	// Name is the name of the controller. A patch for a controller that is not installed has no effect.
	Name Component `json:"name"`
}

// PatchKind is a kind of object that can be patched.
// +kubebuilder:validation:Enum=Deployment;ServiceAccount
type PatchKind string

const (
	// PatchKindDeployment is the Deployment of a controller.
	PatchKindDeployment PatchKind = "Deployment"
	// PatchKindServiceAccount is the ServiceAccount of a controller.
	PatchKindServiceAccount PatchKind = "ServiceAccount"
)

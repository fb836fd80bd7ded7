// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:object:root=true

// ControllerConfiguration is what an operator sets for all projects.
type ControllerConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// Defaults is a partial FluxConfig that applies wherever neither project nor Shoot configures another value, such as a registry
	// mirror. It may set neither project nor a namespace.
	// +optional
	// +kubebuilder:pruning:PreserveUnknownFields
	Defaults *runtime.RawExtension `json:"defaults,omitempty"`
	// Limits restrict what projects and Shoots may choose.
	// +optional
	Limits *Limits `json:"limits,omitempty"`
	// GitHosts are the hosts that the extension itself may connect to when a project wants its deploy key registered, or the host's
	// keys scanned: a host allows its ports 22 and 443, host:port that port. Defaults to github.com, gitlab.com, bitbucket.org,
	// codeberg.org and ssh.dev.azure.com; with an empty list, it connects to none.
	// +optional
	GitHosts []string `json:"gitHosts,omitempty"`
	// ShootInfo configures additional variables of the ConfigMap shoot-info.
	// +optional
	ShootInfo *ShootInfo `json:"shootInfo,omitempty"`
	// Images configures the image references of Flux's controllers.
	// +optional
	Images *Images `json:"images,omitempty"`
	// VersionRollout has a new default Flux version reach the Shoots seed by seed. Without it, each Shoot gets the default version of the extension
	// on its seed. Seeds and garden controller have to be given the same.
	// +optional
	VersionRollout *VersionRollout `json:"versionRollout,omitempty"`
	// Push offers projects a webhook, with which a push to their repository reaches their Shoots at once. Without it, there is none. Seeds, admission and
	// garden controller have to be given the same.
	// +optional
	Push *Push `json:"push,omitempty"`
	// Notifications allows projects to have messages about their Shoots sent. Without it, nothing is sent. Admission and garden controller have to be given
	// the same; the controllers in the seeds do not need it.
	// +optional
	Notifications *Notifications `json:"notifications,omitempty"`
}

// Notifications allows projects to have messages about their Shoots sent.
type Notifications struct {
	// Hosts are the hosts of receivers that the garden controller may connect to, over https only: a host allows its port 443, host:port that port. The
	// first label of a host may be *, such as in *.environment.api.powerplatform.com, for workflows of Microsoft Teams.
	Hosts []string `json:"hosts"`
}

// Push offers projects a webhook.
type Push struct {
	// Host is where Git hosts reach the garden controller over https, as host or host:port.
	Host string `json:"host"`
	// ReadsPerSecond bounds how many Shoots a second, on all seeds together, are asked to read one repository after a push. Defaults to 10.
	// +optional
	ReadsPerSecond *int32 `json:"readsPerSecond,omitempty"`
}

// VersionRollout has a new default Flux version reach the Shoots seed by seed. It is about the Shoots for which neither project nor Shoot names a
// version. Those of projects with rings of their own get the version when all seeds have it, and then by their rings.
type VersionRollout struct {
	// Rings are the sets of seeds, in the order in which they get a version. A seed belongs to the first one that selects it. A last ring with the
	// name rest has all others.
	Rings []SeedRing `json:"rings"`
	// ShootsPerHour bounds the Shoots that may have the version, in all rings together. Without it, all Shoots of a ring may have it at once.
	// +optional
	ShootsPerHour *int32 `json:"shootsPerHour,omitempty"`
	// MaxFailures is the number of projects with Shoots that may fail with the version, with cause InstallationFailed. The rollout is stopped while there are
	// more. A project counts once, whatever the number of its Shoots. Defaults to 0.
	// +optional
	MaxFailures *int32 `json:"maxFailures,omitempty"`
}

// SeedRing is a set of seeds.
type SeedRing struct {
	// Name is that of the ring, as a DNS label.
	Name string `json:"name"`
	// Seeds selects seeds by their labels. An empty one selects all.
	Seeds *metav1.LabelSelector `json:"seeds,omitempty"`
	// Soak is the time for which the rollout waits after all Shoots of the ring may have the version. They get it when gardenlet reconciles them.
	// Defaults to 24h, within which each Shoot has its maintenance time window.
	// +optional
	Soak *metav1.Duration `json:"soak,omitempty"`
}

// SeedRingRest is the name of the ring of all seeds that no other ring selects.
const SeedRingRest = "rest"

// Limits restrict what projects and Shoots may choose. What is empty restricts nothing, except Patches and Shards.
type Limits struct {
	// FluxVersions are the Flux versions that may be used, as minor versions such as v2.9 or as patch versions.
	// +optional
	FluxVersions []string `json:"fluxVersions,omitempty"`
	// Components are the controllers that may be installed.
	// +optional
	Components []string `json:"components,omitempty"`
	// Registries are the registries that images may be pulled from, each with all paths below it.
	// +optional
	Registries []string `json:"registries,omitempty"`
	// Patches are the kinds of Flux's objects that may be patched: Deployment, ServiceAccount. Defaults to none: what a patch fits is that of a
	// version of Flux, and another version may need another patch.
	// +optional
	Patches []string `json:"patches,omitempty"`
	// StorageSize is the largest size of flux.storage. Defaults to 1Ti.
	// +optional
	StorageSize *resource.Quantity `json:"storageSize,omitempty"`
	// Shards is how many shards flux.sharding may have, from 0, which allows none, to 20. Each has up to three controllers in the shoot. Defaults to 5.
	// +optional
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=20
	Shards *int32 `json:"shards,omitempty"`
}

// ShootInfo configures additional variables of the ConfigMap shoot-info.
type ShootInfo struct {
	// LabelPrefixes are prefixes of labels of Shoots that become shoot info variables: a label prefix/some-name becomes
	// SHOOT_INFO_LABEL_SOME_NAME. Defaults to shoot-info.flux.extensions.gardener.cloud/.
	// +optional
	LabelPrefixes []string `json:"labelPrefixes,omitempty"`
}

// Images configures the image references of Flux's controllers.
type Images struct {
	// Digests defines which images are referenced with the digest that the extension knows beside their tag. Defaults to UpstreamOnly.
	// Images in IMAGEVECTOR_OVERWRITE are used unchanged.
	// +optional
	Digests ImageDigests `json:"digests,omitempty"`
}

// ImageDigests defines which images are referenced with their digests.
// +kubebuilder:validation:Enum=UpstreamOnly;Always;Never
type ImageDigests string

const (
	// ImageDigestsUpstreamOnly names those with digests that are pulled from where Flux publishes them.
	ImageDigestsUpstreamOnly ImageDigests = "UpstreamOnly"
	// ImageDigestsAlways names those of other registries with digests too. They have to be copies of all architectures.
	ImageDigestsAlways ImageDigests = "Always"
	// ImageDigestsNever names images by their tags alone.
	ImageDigestsNever ImageDigests = "Never"
)

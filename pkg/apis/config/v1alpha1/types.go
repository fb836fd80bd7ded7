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

// ControllerConfiguration is the operator's configuration for all projects.
type ControllerConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// Defaults is a partial FluxConfig, such as a registry mirror. Projects and Shoots can override it. It must
	// not set project or a namespace.
	// +optional
	// +kubebuilder:pruning:PreserveUnknownFields
	Defaults *runtime.RawExtension `json:"defaults,omitempty"`
	// WhenUnconfigured defines whether Flux is installed in a Shoot without a configuration of the project or the
	// Shoot. It does not affect Shoots with an earlier delivery, so a change never removes Flux. If unset, Flux is
	// installed in Shoots that list the extension, and not in those that have it because its registration enables it
	// for all Shoots.
	// +optional
	WhenUnconfigured WhenUnconfigured `json:"whenUnconfigured,omitempty"`
	// Baseline delivers objects of the operator to Shoots, in addition to the objects of projects. Seeds and admission
	// require the same value.
	// +optional
	Baseline *Baseline `json:"baseline,omitempty"`
	// Limits restrict the configuration of projects and Shoots.
	// +optional
	Limits *Limits `json:"limits,omitempty"`
	// GitHosts are the hosts that the extension may connect to in order to register deploy keys, write commit
	// statuses and scan host keys. A host allows its ports 22 and 443, host:port that port. An empty list allows
	// no host. Defaults to github.com, gitlab.com, bitbucket.org, codeberg.org and ssh.dev.azure.com.
	// +optional
	GitHosts []string `json:"gitHosts,omitempty"`
	// ShootInfo configures additional variables of the ConfigMap shoot-info.
	// +optional
	ShootInfo *ShootInfo `json:"shootInfo,omitempty"`
	// Images configures the image references of Flux's controllers.
	// +optional
	Images *Images `json:"images,omitempty"`
	// Rollouts propagate a new default Flux version and changes of the baseline to the Shoots ring by ring of seeds.
	// Seeds, admission and garden controller require the same value.
	// +optional
	Rollouts *Rollouts `json:"rollouts,omitempty"`
	// ProjectFreezes are periods during which no ring of the rollouts of projects begins with a change. Only the garden
	// controller needs them.
	// +optional
	ProjectFreezes []ProjectFreeze `json:"projectFreezes,omitempty"`
	// Push offers projects a webhook, so that a push to their repository reaches their Shoots immediately. If
	// unset, projects cannot use webhooks. Seeds, admission and garden controller require the same value.
	// +optional
	Push *Push `json:"push,omitempty"`
	// ReportInShoot is the value of project.reportInShoot for projects that do not set it: whether the Shoot's
	// condition ObservabilityComponentsHealthy includes the status of Flux. Defaults to false.
	// +optional
	ReportInShoot bool `json:"reportInShoot,omitempty"`
	// Notifications allows projects to receive messages about their Shoots. If unset, no messages are sent.
	// Admission and garden controller require the same value; the controllers in the seeds do not need it.
	// +optional
	Notifications *Notifications `json:"notifications,omitempty"`
	// Checks lets the checks of rollouts ask other systems. If unset, no system may be asked, and rings with checks hold.
	// Garden controller and admission, which warns of other hosts, require the same value; the controllers in the seeds do
	// not need it.
	// +optional
	Checks *Checks `json:"checks,omitempty"`
}

// WhenUnconfigured defines whether Flux is installed in a Shoot without configuration.
// +kubebuilder:validation:Enum=Install;Nothing
type WhenUnconfigured string

const (
	// WhenUnconfiguredInstall installs Flux with the defaults.
	WhenUnconfiguredInstall WhenUnconfigured = "Install"
	// WhenUnconfiguredNothing installs nothing.
	WhenUnconfiguredNothing WhenUnconfigured = "Nothing"
)

// Notifications allows projects to receive messages about their Shoots.
type Notifications struct {
	// Hosts are the hosts of receivers that the garden controller may connect to over https. A host allows its
	// port 443, host:port that port. The first label of a host may be *, such as in
	// *.environment.api.powerplatform.com for workflows of Microsoft Teams.
	Hosts []string `json:"hosts"`
}

// Push offers projects a webhook.
type Push struct {
	// Host is the host or host:port that Git hosts use to reach the garden controller over https.
	Host string `json:"host"`
	// ReadsPerSecond is the maximum number of Shoots per second, in all seeds together, that read one repository
	// after a push. Defaults to 10.
	// +optional
	ReadsPerSecond *int32 `json:"readsPerSecond,omitempty"`
	// Rates set another maximum for the sources that they select. The first one that selects a source applies.
	// Defaults to 100 for OCIRepository and Bucket.
	// +optional
	Rates []PushRate `json:"rates,omitempty"`
}

// PushRate is the maximum rate of reads of one source after a push.
type PushRate struct {
	// Kinds are the kinds of the sources: GitRepository, OCIRepository or Bucket. If empty, all kinds are selected.
	// +optional
	Kinds []string `json:"kinds,omitempty"`
	// Hosts are the hosts in the URLs of the sources, without port. If empty, all hosts are selected.
	// +optional
	Hosts []string `json:"hosts,omitempty"`
	// ReadsPerSecond is the maximum number of Shoots per second, in all seeds together, that read the source.
	ReadsPerSecond int32 `json:"readsPerSecond"`
}

// Limits restrict the configuration of projects and Shoots. An empty field allows everything, except for
// patches, storageSize and shards.
type Limits struct {
	// FluxVersions are the allowed Flux versions, as minor versions such as v2.9 or as patch versions.
	// +optional
	FluxVersions []string `json:"fluxVersions,omitempty"`
	// Components are the allowed controllers.
	// +optional
	Components []string `json:"components,omitempty"`
	// Registries are the allowed image registries, each including all paths below it.
	// +optional
	Registries []string `json:"registries,omitempty"`
	// Patches are the kinds of Flux objects that patches may change: Deployment, ServiceAccount. Defaults to none,
	// because a patch fits a Flux version, and another version may require another patch.
	// +optional
	Patches []string `json:"patches,omitempty"`
	// StorageSize is the maximum of flux.storage.size. Defaults to 1Ti.
	// +optional
	StorageSize *resource.Quantity `json:"storageSize,omitempty"`
	// Shards is the maximum number of shards in flux.sharding, from 0 to 20. Each shard has up to three
	// controllers in the shoot. Defaults to 5.
	// +optional
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=20
	Shards *int32 `json:"shards,omitempty"`
}

// ShootInfo configures additional variables of the ConfigMap shoot-info.
type ShootInfo struct {
	// LabelPrefixes are prefixes of Shoot labels that become shoot info variables: the label prefix/some-name
	// becomes SHOOT_INFO_LABEL_SOME_NAME. Defaults to shoot-info.flux.extensions.gardener.cloud/.
	// +optional
	LabelPrefixes []string `json:"labelPrefixes,omitempty"`
}

// Images configures the image references of Flux's controllers.
type Images struct {
	// Digests defines which images are referenced with both tag and digest. Images in IMAGEVECTOR_OVERWRITE are
	// used unchanged. Defaults to UpstreamOnly.
	// +optional
	Digests ImageDigests `json:"digests,omitempty"`
}

// ImageDigests defines which images are referenced with their digests.
// +kubebuilder:validation:Enum=UpstreamOnly;Always;Never
type ImageDigests string

const (
	// ImageDigestsUpstreamOnly uses digests for images from Flux's own registry.
	ImageDigestsUpstreamOnly ImageDigests = "UpstreamOnly"
	// ImageDigestsAlways uses digests for all images. Other registries have to hold copies of all architectures.
	ImageDigestsAlways ImageDigests = "Always"
	// ImageDigestsNever uses tags only.
	ImageDigestsNever ImageDigests = "Never"
)

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package history

import (
	"time"

	"k8s.io/apimachinery/pkg/types"
)

// FluxObject is an object of Flux in a shoot: a source, a Kustomization or a HelmRelease.
type FluxObject struct {
	// Project and Shoot are the project's namespace and the name of the Shoot.
	Project    string    `json:"project"`
	Shoot      string    `json:"shoot"`
	Kind       string    `json:"kind"`
	Namespace  string    `json:"namespace"`
	Name       string    `json:"name"`
	UID        types.UID `json:"uid,omitempty"`
	Generation int64     `json:"generation,omitempty"`
	// Observed is status.observedGeneration.
	Observed int64 `json:"observed,omitempty"`
	// Role is root for the source and the Kustomization that the extension delivers for the project, baseline for those of
	// the operator's baseline, and empty for all others.
	Role      string `json:"role,omitempty"`
	Suspended bool   `json:"suspended,omitempty"`
	Deleting  bool   `json:"deleting,omitempty"`
	// URL and Ref are those of a source, and Artifact is the revision of its artifact.
	URL      string `json:"url,omitempty"`
	Ref      Ref    `json:"ref,omitzero"`
	Artifact string `json:"artifact,omitempty"`
	// Path is spec.path of a Kustomization, Prune spec.prune and DeletionPolicy spec.deletionPolicy.
	Path           string `json:"path,omitempty"`
	Prune          bool   `json:"prune,omitempty"`
	DeletionPolicy string `json:"deletionPolicy,omitempty"`
	// Source is <kind>/<namespace>/<name> of spec.sourceRef.
	Source            string `json:"source,omitempty"`
	AppliedRevision   string `json:"appliedRevision,omitempty"`
	AttemptedRevision string `json:"attemptedRevision,omitempty"`
	// Ready, Reason and Message are those of condition Ready.
	Ready     string    `json:"ready,omitempty"`
	Reason    string    `json:"reason,omitempty"`
	Message   string    `json:"message,omitempty"`
	ReadyTime time.Time `json:"readyTime,omitzero"`
	// Inventory is status.inventory of a Kustomization: the IDs of its objects. It is null without an inventory.
	Inventory []string `json:"inventory,omitempty"`
	// FluxVersion is that of the Flux in the shoot, from label app.kubernetes.io/version of the object, if it has one.
	FluxVersion string `json:"fluxVersion,omitempty"`
}

// Roles of a FluxObject.
const (
	RoleRoot     = "root"
	RoleBaseline = "baseline"
)

// Key of a FluxObject.
func (f *FluxObject) Key() string {
	return key("fluxObject", f.Project, f.Shoot, f.Kind, f.Namespace, f.Name)
}

// Object is any other object in a shoot that a history is about: one of a protected kind, one that Flux has applied, a
// part of Flux, or one of the Shoot's users.
type Object struct {
	Project string `json:"project"`
	Shoot   string `json:"shoot"`
	// Group is the API group.
	Group     string    `json:"group,omitempty"`
	Kind      string    `json:"kind"`
	Namespace string    `json:"namespace,omitempty"`
	Name      string    `json:"name"`
	UID       types.UID `json:"uid,omitempty"`
	Deleting  bool      `json:"deleting,omitempty"`
	// Applier is <namespace>/<name> of the Kustomization whose labels the object has.
	Applier string `json:"applier,omitempty"`
	// Origin is annotation resources.gardener.cloud/origin: gardener-resource-manager has applied the object.
	Origin string `json:"origin,omitempty"`
	// Keep is true with annotation resources.gardener.cloud/keep-object: "true".
	Keep bool `json:"keep,omitempty"`
	// PruneDisabled is true with annotation or label kustomize.toolkit.fluxcd.io/prune: disabled.
	PruneDisabled bool `json:"pruneDisabled,omitempty"`
	// Part is flux for the parts of Flux and what the extension delivers with it, such as Deployments, CRDs, credentials
	// and copies, volume for a volume of source-controller, workload for what Flux has applied, and user for all else.
	Part string `json:"part,omitempty"`
	// FluxVersion is that of a Deployment of Flux, from its label app.kubernetes.io/version.
	FluxVersion string `json:"fluxVersion,omitempty"`
	// Ready is True or False for a workload.
	Ready string `json:"ready,omitempty"`
	// KeyFingerprint is the fingerprint of the public part of a deploy key in a Secret.
	KeyFingerprint string `json:"keyFingerprint,omitempty"`
}

// Parts of an Object.
const (
	PartFlux     = "flux"
	PartVolume   = "volume"
	PartWorkload = "workload"
	PartUser     = "user"
)

// Key of an Object.
func (o *Object) Key() string {
	return key("object", o.Project, o.Shoot, o.Group, o.Kind, o.Namespace, o.Name)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object

// FluxStatus is what the extension reports beside conditions, in the providerStatus of the Extension.
type FluxStatus struct {
	metav1.TypeMeta `json:",inline"`

	// DeployKey is the status of the project's deploy key; missing if the shoot's source is not read with it.
	// +optional
	DeployKey *DeployKeyStatus `json:"deployKey,omitempty"`
	// Shoot is what was observed in the shoot; missing before its first health check.
	// +optional
	Shoot *ObservedShoot `json:"shoot,omitempty"`
}

// ObservedShoot is what was observed in the shoot when it was read the last time. It contains nothing secret.
type ObservedShoot struct {
	// SourceCause is why the source is not ready, as far as condition FluxSourceReady reports it; empty if it is, or if nothing is synced.
	// +optional
	SourceCause Cause `json:"sourceCause,omitempty"`
	// KustomizationCause is why the root Kustomization is not ready, as far as condition FluxKustomizationReady reports it; empty if it
	// is, or if nothing is synced.
	// +optional
	KustomizationCause Cause `json:"kustomizationCause,omitempty"`
	// AppliedRevision is the revision that the root Kustomization has applied last.
	// +optional
	AppliedRevision string `json:"appliedRevision,omitempty"`
	// AttemptedRevision is the revision that it has tried last.
	// +optional
	AttemptedRevision string `json:"attemptedRevision,omitempty"`
	// AppliedAfterPush is how long after a push AppliedRevision was applied; missing if a poll has found it. The times are those of the garden and of
	// the shoot.
	// +optional
	AppliedAfterPush *metav1.Duration `json:"appliedAfterPush,omitempty"`
	// Revision is the revision of the project's configuration that was delivered when this was observed; empty if the project has no rollout.
	// +optional
	Revision string `json:"revision,omitempty"`
	// DeployKeyFingerprint is that of the deploy key which the shoot has; empty if it is to have none, and "unknown" as long as the
	// one that it is to have was not observed in it.
	// +optional
	DeployKeyFingerprint string `json:"deployKeyFingerprint,omitempty"`
	// SourceKeys are the fingerprints of the deploy keys of additional sources that the shoot has, by the names of the sources.
	// +optional
	SourceKeys map[string]string `json:"sourceKeys,omitempty"`
	// ObjectsCause is why objects below the root Kustomization are not ready, as far as condition FluxObjectsReady reports it; empty if
	// they are.
	// +optional
	ObjectsCause Cause `json:"objectsCause,omitempty"`
	// Objects is what was observed of all of Flux's objects in the shoot, and of the workloads that they have applied; missing if nothing
	// is synced, and before they were read.
	// +optional
	Objects *ObservedObjects `json:"objects,omitempty"`
}

// ObservedObjects is what was observed of Flux's objects in a shoot, and of the workloads that they have applied.
type ObservedObjects struct {
	// Counts are how many there are of each kind, in the order of the kinds' names.
	// +optional
	Counts []ObjectCounts `json:"counts,omitempty"`
	// Failing are the first of those that fail by themselves; what only waits for one of them is counted.
	// +optional
	Failing []FailingObject `json:"failing,omitempty"`
	// Tree shows the objects for people, one a line, below the one that has applied them. What is ready is left out where there is no room.
	// +optional
	Tree []string `json:"tree,omitempty"`
	// Incomplete is true if there are more objects than are read.
	// +optional
	Incomplete bool `json:"incomplete,omitempty"`
}

// ObjectCounts are how many objects of a kind are in which phase.
type ObjectCounts struct {
	// Kind is the kind.
	Kind string `json:"kind"`
	// Ready is how many are ready.
	// +optional
	Ready int32 `json:"ready,omitempty"`
	// Failing is how many fail by themselves.
	// +optional
	Failing int32 `json:"failing,omitempty"`
	// Waiting is how many wait for an object that is not ready.
	// +optional
	Waiting int32 `json:"waiting,omitempty"`
	// Progressing is how many Flux or Kubernetes is at work on, or which have failed for so short a time that it may pass.
	// +optional
	Progressing int32 `json:"progressing,omitempty"`
	// Suspended is how many are suspended.
	// +optional
	Suspended int32 `json:"suspended,omitempty"`
}

// FailingObject is an object that fails.
type FailingObject struct {
	// Kind, Namespace and Name are those of the object.
	Kind      string `json:"kind"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	// Revision is the one that it has tried last; empty if it has none.
	// +optional
	Revision string `json:"revision,omitempty"`
	// Reason and Message are what is reported on it, cut and without credentials.
	// +optional
	Reason string `json:"reason,omitempty"`
	// +optional
	Message string `json:"message,omitempty"`
	// Since is when it was found to fail.
	Since metav1.Time `json:"since"`
}

// DeployKeyStatus is the status of the project's deploy key. It contains nothing secret.
type DeployKeyStatus struct {
	// PublicKey is the public half of the key in authorized_keys format.
	// +optional
	PublicKey string `json:"publicKey,omitempty"`
	// Fingerprint is the SHA256 fingerprint of the key.
	// +optional
	Fingerprint string `json:"fingerprint,omitempty"`
	// NextPublicKey is the public half of the next key, while a rotation is prepared.
	// +optional
	NextPublicKey string `json:"nextPublicKey,omitempty"`
	// NextFingerprint is the SHA256 fingerprint of the next key, while a rotation is prepared.
	// +optional
	NextFingerprint string `json:"nextFingerprint,omitempty"`
	// Phase is the phase of the rotation of the key.
	Phase DeployKeyPhase `json:"phase"`
}

// DeployKeyPhase is the phase of the rotation of a deploy key.
// +kubebuilder:validation:Enum=InUse;RotationPrepared;RotationCompleting
type DeployKeyPhase string

const (
	// DeployKeyPhaseInUse is a key that is not being rotated.
	DeployKeyPhaseInUse DeployKeyPhase = "InUse"
	// DeployKeyPhasePrepared is a key beside which the next one is prepared.
	DeployKeyPhasePrepared DeployKeyPhase = "RotationPrepared"
	// DeployKeyPhaseCompleting is a key that has replaced another, which some Shoots may still have.
	DeployKeyPhaseCompleting DeployKeyPhase = "RotationCompleting"
)

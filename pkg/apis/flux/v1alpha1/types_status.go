// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object

// FluxStatus is the providerStatus of the Extension. It complements the conditions.
type FluxStatus struct {
	metav1.TypeMeta `json:",inline"`

	// DeployKey is the status of the project's deploy key. It is unset if the shoot's source does not use it.
	// +optional
	DeployKey *DeployKeyStatus `json:"deployKey,omitempty"`
	// Shoot is the last observation of the shoot. It is unset before the first health check.
	// +optional
	Shoot *ObservedShoot `json:"shoot,omitempty"`
	// Baseline is the last observation of the operator's baseline. It is unset without a rollout of the baseline.
	// +optional
	Baseline *ObservedBaseline `json:"baseline,omitempty"`
}

// ObservedBaseline is the last observation of the operator's baseline in the shoot.
type ObservedBaseline struct {
	// Revision identifies the baseline that gardener-resource-manager has applied.
	// +optional
	Revision string `json:"revision,omitempty"`
	// AppliedRevision and AttemptedRevision are the last revisions of the source that the Kustomization has applied
	// and attempted.
	// +optional
	AppliedRevision string `json:"appliedRevision,omitempty"`
	// +optional
	AttemptedRevision string `json:"attemptedRevision,omitempty"`
	// Unwell is true if the baseline was not ready before the present change and has not become ready since.
	// +optional
	Unwell bool `json:"unwell,omitempty"`
	// Removed summarizes the objects that the baseline no longer applies since the ring of the seed has last passed a
	// change. It is unset without a guard.
	// +optional
	Removed *RemovedObjects `json:"removed,omitempty"`
}

// ObservedShoot is the last observation of the shoot. It contains no secret.
type ObservedShoot struct {
	// SourceCause is the cause that condition FluxSourceReady reports. It is empty if the source is ready or
	// nothing is synced.
	// +optional
	SourceCause Cause `json:"sourceCause,omitempty"`
	// KustomizationCause is the cause that condition FluxKustomizationReady reports. It is empty if the root
	// Kustomization is ready or nothing is synced.
	// +optional
	KustomizationCause Cause `json:"kustomizationCause,omitempty"`
	// AppliedRevision is the last revision that the root Kustomization applied.
	// +optional
	AppliedRevision string `json:"appliedRevision,omitempty"`
	// AttemptedRevision is the last revision that the root Kustomization attempted.
	// +optional
	AttemptedRevision string `json:"attemptedRevision,omitempty"`
	// AppliedAfterPush is the time from a push until AppliedRevision was applied. It is unset if a poll found the
	// revision. It compares the clocks of garden and shoot.
	// +optional
	AppliedAfterPush *metav1.Duration `json:"appliedAfterPush,omitempty"`
	// Revision is the delivered revision of the project's configuration. It is empty if the project has no
	// rollout.
	// +optional
	Revision string `json:"revision,omitempty"`
	// Configuration identifies the delivered configuration of the project. It is empty if the project has none.
	// +optional
	Configuration string `json:"configuration,omitempty"`
	// DeployKeyFingerprint is the fingerprint of the deploy key in the shoot. It is empty if the shoot needs none,
	// and "unknown" until the expected one was observed.
	// +optional
	DeployKeyFingerprint string `json:"deployKeyFingerprint,omitempty"`
	// SourceKeys are the fingerprints of the additional sources' deploy keys in the shoot, by source name.
	// +optional
	SourceKeys map[string]string `json:"sourceKeys,omitempty"`
	// ObjectsCause is the cause that condition FluxObjectsReady reports. It is empty if all objects are ready.
	// +optional
	ObjectsCause Cause `json:"objectsCause,omitempty"`
	// Objects summarizes Flux's objects in the shoot and the workloads that they applied. It is unset if nothing
	// is synced and before the first observation.
	// +optional
	Objects *ObservedObjects `json:"objects,omitempty"`
	// Removed summarizes the objects that Flux no longer applies since the Shoot's ring has last passed a change. It
	// is unset if the project has no rollout.
	// +optional
	Removed *RemovedObjects `json:"removed,omitempty"`
	// Hold is the request of the Shoot in ConfigMap shoot-flux-hold. It is unset without a request, without rollout,
	// and if the rollout does not allow holds.
	// +optional
	Hold *HoldRequest `json:"hold,omitempty"`
}

// RemovedObjects summarizes the objects that Flux has applied in a shoot before and no longer applies. Objects that
// still exist in the shoot are not removed, except protected ones that Flux has deleted and created again, because they
// have moved to another Kustomization.
type RemovedObjects struct {
	// Since is the revision of the configuration and the commit of the comparison. It is empty if nothing was removed.
	// +optional
	Since string `json:"since,omitempty"`
	// Before is the number of objects at that time.
	// +optional
	Before int32 `json:"before,omitempty"`
	// Count is the number of removed objects.
	// +optional
	Count int32 `json:"count,omitempty"`
	// Kinds are the numbers of removed objects of each kind: all protected kinds, then the most frequent others.
	// +optional
	Kinds []RemovedKind `json:"kinds,omitempty"`
	// Names are the first removed objects of protected kinds, such as "Namespace shop". A recreated object is marked:
	// "Namespace shop (deleted and created again)".
	// +optional
	Names []string `json:"names,omitempty"`
	// Unknown is the reason why the removed objects, or further ones, are unknown. It is empty if they are known.
	// +optional
	Unknown string `json:"unknown,omitempty"`
}

// RemovedUnsettled is the value of Unknown while Flux applies a change, so that the objects of the change are not known
// yet. Count then contains the removed objects that are known.
const RemovedUnsettled = "Flux is applying a change"

// RemovedKind is the number of removed objects of a kind.
type RemovedKind struct {
	// Kind is the kind of the objects.
	Kind string `json:"kind"`
	// Count is their number.
	Count int32 `json:"count"`
}

// ObservedObjects summarizes Flux's objects in a shoot and the workloads that they applied.
type ObservedObjects struct {
	// Counts are the numbers of objects of each kind, sorted by kind.
	// +optional
	Counts []ObjectCounts `json:"counts,omitempty"`
	// Failing are the first objects that fail by themselves. Objects that wait for one of them are only counted.
	// +optional
	Failing []FailingObject `json:"failing,omitempty"`
	// Tree shows the objects for people, one per line, below the object that applied them. It omits ready objects
	// if it would be too long.
	// +optional
	Tree []string `json:"tree,omitempty"`
	// Incomplete specifies whether there are more objects than the extension reads.
	// +optional
	Incomplete bool `json:"incomplete,omitempty"`
}

// ObjectCounts are the numbers of objects of a kind in each phase.
type ObjectCounts struct {
	// Kind is the kind of the objects.
	Kind string `json:"kind"`
	// Ready is the number of ready objects.
	// +optional
	Ready int32 `json:"ready,omitempty"`
	// Failing is the number of objects that fail by themselves.
	// +optional
	Failing int32 `json:"failing,omitempty"`
	// Waiting is the number of objects that wait for an object that is not ready.
	// +optional
	Waiting int32 `json:"waiting,omitempty"`
	// Progressing is the number of objects that change, or that have failed so recently that the failure may be
	// transient.
	// +optional
	Progressing int32 `json:"progressing,omitempty"`
	// Suspended is the number of suspended objects.
	// +optional
	Suspended int32 `json:"suspended,omitempty"`
}

// FailingObject is an object that fails.
type FailingObject struct {
	// Kind is the kind of the object.
	Kind string `json:"kind"`
	// Namespace is the namespace of the object.
	Namespace string `json:"namespace"`
	// Name is the name of the object.
	Name string `json:"name"`
	// Revision is the last attempted revision, if the object has one.
	// +optional
	Revision string `json:"revision,omitempty"`
	// Reason is the reported reason, truncated and without credentials.
	// +optional
	Reason string `json:"reason,omitempty"`
	// Message is the reported message, truncated and without credentials.
	// +optional
	Message string `json:"message,omitempty"`
	// Since is the time when the failure was first observed.
	Since metav1.Time `json:"since"`
}

// DeployKeyStatus is the status of the project's deploy key. It contains no secret.
type DeployKeyStatus struct {
	// PublicKey is the public key in authorized_keys format.
	// +optional
	PublicKey string `json:"publicKey,omitempty"`
	// Fingerprint is the SHA256 fingerprint of the key.
	// +optional
	Fingerprint string `json:"fingerprint,omitempty"`
	// NextPublicKey is the public key of the next key during a prepared rotation.
	// +optional
	NextPublicKey string `json:"nextPublicKey,omitempty"`
	// NextFingerprint is the SHA256 fingerprint of the next key during a prepared rotation.
	// +optional
	NextFingerprint string `json:"nextFingerprint,omitempty"`
	// Phase is the phase of the key's rotation.
	Phase DeployKeyPhase `json:"phase"`
}

// DeployKeyPhase is the phase of the rotation of a deploy key.
// +kubebuilder:validation:Enum=InUse;RotationPrepared;RotationCompleting
type DeployKeyPhase string

const (
	// DeployKeyPhaseInUse means that no rotation is in progress.
	DeployKeyPhaseInUse DeployKeyPhase = "InUse"
	// DeployKeyPhasePrepared means that the next key exists.
	DeployKeyPhasePrepared DeployKeyPhase = "RotationPrepared"
	// DeployKeyPhaseCompleting means that the key has replaced another one that some Shoots may still have.
	DeployKeyPhaseCompleting DeployKeyPhase = "RotationCompleting"
)

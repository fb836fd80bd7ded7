// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

const (
	// StatusConfigMapName is the name of the ConfigMap in the project namespace with the status of the project's Shoots.
	// Each key is the name of a Shoot, and each value a ShootStatus as JSON. The extension on a Shoot's seed writes the
	// entry of the Shoot. The garden controller writes the entries of Shoots that no seed reports.
	StatusConfigMapName = "flux-status"
	// StatusFieldManagerPrefix followed by the name of a seed is the field manager of the seed's entries.
	StatusFieldManagerPrefix = "shoot-flux-seed-"
	// GardenFieldManager is the field manager of the garden controller.
	GardenFieldManager = ExtensionName + "-garden-controller"
	// AnnotationLeftOutPrefix followed by the name of a seed is the annotation with the number of Shoots that the seed
	// does not report because the ConfigMap is full.
	AnnotationLeftOutPrefix = "left-out." + GroupName + "/"
	// DeployKeyUnknown replaces the fingerprint of a deploy key that has not been observed in the shoot yet.
	DeployKeyUnknown = "unknown"
)

// ShootStatus is the status of a Shoot for its project. It holds no secret.
type ShootStatus struct {
	// UID is the UID of the Shoot. It differs for a Shoot that is recreated under the same name.
	UID types.UID `json:"uid"`
	// Seed is the name of the reporting seed. A self-hosted Shoot has no seed: its own extension reports it as
	// self-hosted_<name of the Shoot>. It is empty if nothing reports the Shoot.
	// +optional
	Seed string `json:"seed,omitempty"`
	// Generation is the generation of the Shoot's specification with which the seed began to report the Shoot. Of two
	// seeds with the same Shoot, the one with the later specification reports it. It is 0 in entries of earlier
	// versions of the extension.
	// +optional
	Generation int64 `json:"generation,omitempty"`
	// Ready is true if everything that is configured runs: the root Kustomization and, recursively, all objects
	// that it applied. It follows from State.
	Ready bool `json:"ready"`
	// RootReady is true if the root Kustomization is ready, regardless of the objects below it, or if no
	// repository is configured. Entries of earlier versions of the extension lack it; their Ready has this
	// meaning.
	// +optional
	RootReady bool `json:"rootReady,omitempty"`
	// State is the state of Flux in the shoot.
	State ShootState `json:"state"`
	// Cause is the cause of the state Failed, Degraded or Progressing, if known.
	// +optional
	Cause Cause `json:"cause,omitempty"`
	// Reason is the reason of the condition that determines the state. It may be a reason of Flux.
	// +optional
	Reason string `json:"reason,omitempty"`
	// Message is the message of that condition: the problem and, if known, a suggested fix. Long messages are
	// truncated.
	// +optional
	Message string `json:"message,omitempty"`
	// AppliedRevision is the last applied revision of the source.
	// +optional
	AppliedRevision string `json:"appliedRevision,omitempty"`
	// AttemptedRevision is the last attempted revision of the source.
	// +optional
	AttemptedRevision string `json:"attemptedRevision,omitempty"`
	// AppliedAfterPush is the time from a push until AppliedRevision was applied. It is unset if a poll found the
	// revision.
	// +optional
	AppliedAfterPush *metav1.Duration `json:"appliedAfterPush,omitempty"`
	// Objects summarizes Flux's objects and the workloads that they applied. If the ConfigMap is full, the tree is
	// omitted first.
	// +optional
	Objects *ObservedObjects `json:"objects,omitempty"`
	// Removed summarizes the objects that Flux no longer applies since the Shoot's ring has last passed a change. It
	// is unset without rollout, and in entries of earlier versions of the extension.
	// +optional
	Removed *RemovedObjects `json:"removed,omitempty"`
	// Hold is the request of the Shoot in ConfigMap shoot-flux-hold. It is unset without a request, without rollout,
	// and if the rollout does not allow holds.
	// +optional
	Hold *HoldRequest `json:"hold,omitempty"`
	// FluxVersion is the delivered Flux version.
	// +optional
	FluxVersion string `json:"fluxVersion,omitempty"`
	// Labels are the Shoot's labels at its last reconciliation, without Gardener's. They are unset if they exceed
	// 512 bytes, if the ConfigMap is full, and in entries of earlier versions of the extension. A Shoot without
	// labels has an empty map.
	// +optional
	Labels map[string]string `json:"labels,omitzero"`
	// Ring is the Shoot's ring in the project's rollout. It is empty without rollout.
	// +optional
	Ring string `json:"ring,omitempty"`
	// Revision is the revision of the project's configuration that the status describes: the delivered and
	// observed one, or the attempted one after a configuration error. It is empty without rollout.
	// +optional
	Revision string `json:"revision,omitempty"`
	// Configuration identifies the configuration of the project that the status describes: the delivered and
	// observed one, or the refused one. It is empty if the project has none, and in entries of earlier versions of
	// the extension.
	// +optional
	Configuration string `json:"configuration,omitempty"`
	// Requested identifies the last request of a project member to reconcile the Shoot (RFC 3339).
	// +optional
	Requested string `json:"requested,omitempty"`
	// Pending is set if the Shoot does not have the project's present configuration.
	// +optional
	Pending *PendingConfiguration `json:"pending,omitempty"`
	// Baseline is the state of the operator's baseline. It does not count for State and Ready. It is unset if the
	// Shoot has none, and while the Shoot is hibernated, migrated or deleted.
	// +optional
	Baseline *BaselineStatus `json:"baseline,omitempty"`
	// DeployKeyFingerprint is the fingerprint of the deploy key in the shoot. It is empty if the shoot needs none,
	// and DeployKeyUnknown until the expected one was observed.
	// +optional
	DeployKeyFingerprint string `json:"deployKeyFingerprint,omitempty"`
	// DeployKeyRotation is the time of the last rotation of the delivered deploy key (RFC 3339). It is set for a
	// hibernated Shoot, which wakes up with that key. It is empty if the key was never rotated, and
	// DeployKeyUnknown if the delivered key is unknown. Entries of earlier versions of the extension lack it.
	// +optional
	DeployKeyRotation string `json:"deployKeyRotation,omitempty"`
	// SourceKeys are the fingerprints of the additional sources' deploy keys in the shoot, by source name. They
	// are DeployKeyUnknown until the expected key was observed. A hibernated Shoot has the keys with which it
	// wakes up.
	// +optional
	SourceKeys map[string]string `json:"sourceKeys,omitempty"`
	// DeployKeyPhase is the phase of the deploy key's rotation. It is empty if the source does not use the key.
	// +optional
	DeployKeyPhase DeployKeyPhase `json:"deployKeyPhase,omitempty"`
	// Hibernated is true if the Shoot is hibernated. The Shoot gets the last delivered key when it wakes up.
	// +optional
	Hibernated bool `json:"hibernated,omitempty"`
	// LastEventReason is the reason of the last Event about the Shoot, for FluxDegraded followed by "/" and the
	// cause. It is set while the Shoot is in a state without Event.
	// +optional
	LastEventReason string `json:"lastEventReason,omitempty"`
	// Since is the observed start of the state and its cause.
	// +optional
	Since metav1.Time `json:"since,omitzero"`
	// ObservedAt is the time of the first observation. It is not updated while nothing changes.
	ObservedAt metav1.Time `json:"observedAt"`
	// ConfirmedAt is the time of a later observation without a change. The seed updates it every ConfirmPeriod.
	// +optional
	ConfirmedAt metav1.Time `json:"confirmedAt,omitzero"`
}

const (
	// ConfirmPeriod is the maximum time between two confirmations of an entry by its seed.
	ConfirmPeriod = 10 * time.Minute
	// OldReport is the age above which a report no longer proves a state, because several confirmations are missing.
	OldReport = 3 * ConfirmPeriod
)

// IsOldReport returns whether the last observation is older than OldReport. A time in the future counts as now, and an
// unknown one as not old.
func IsOldReport(last metav1.Time, now time.Time) bool {
	return !last.IsZero() && now.Sub(last.Time) > OldReport
}

// OldReportNote describes an old report of a seed, with a fix. It contains the time and not the age of the report, so
// that it does not change.
func OldReportNote(seed string, last metav1.Time) string {
	return fmt.Sprintf("seed %s last reported it at %s; check that the extension runs on the seed in the present version, and reaches the shoot and the garden",
		seed, last.UTC().Format(time.RFC3339))
}

// HoldRequest is the request of a Shoot not to get a change of the rollout now.
type HoldRequest struct {
	// Until is the requested end. It is unset if the requested one is invalid.
	// +optional
	Until metav1.Time `json:"until,omitzero"`
	// Reason is the reason that the Shoot gives, truncated and without control characters, or why Until is unset.
	// +optional
	Reason string `json:"reason,omitempty"`
}

// PendingConfiguration describes why a Shoot does not have the project's present configuration.
type PendingConfiguration struct {
	// Reason is the reason of condition FluxUpToDate.
	Reason PendingReason `json:"reason"`
	// Message describes the reason, and what ends it.
	// +optional
	Message string `json:"message,omitempty"`
}

// BaselineStatus is the state of the operator's baseline in a shoot. It follows from condition FluxBaselineReady of the
// Extension.
type BaselineStatus struct {
	// State is the state of the baseline.
	State BaselineState `json:"state"`
	// Reason is the reason of the condition. It is empty if the baseline is ready.
	// +optional
	Reason string `json:"reason,omitempty"`
	// Message is the message of the condition, truncated. It is empty if the baseline is ready, or if the operator's
	// configuration is invalid.
	// +optional
	Message string `json:"message,omitempty"`
}

// BaselineState is the state of the operator's baseline in a shoot.
type BaselineState string

const (
	// BaselineReady means that Flux has applied the baseline, and that it is ready.
	BaselineReady BaselineState = "Ready"
	// BaselineFailed means that the baseline cannot be delivered or applied, or is not ready.
	BaselineFailed BaselineState = "Failed"
	// BaselineUnreachable means that the shoot's API server is unreachable.
	BaselineUnreachable BaselineState = "Unreachable"
	// BaselineSuspended means that the source or the Kustomization of the baseline is suspended.
	BaselineSuspended BaselineState = "Suspended"
	// BaselineProgressing means that a change is in progress.
	BaselineProgressing BaselineState = "Progressing"
	// BaselineRemoving means that the baseline is being removed.
	BaselineRemoving BaselineState = "Removing"
)

// BaselineStates returns all states of a baseline, ordered by urgency.
func BaselineStates() []BaselineState {
	return []BaselineState{BaselineFailed, BaselineUnreachable, BaselineSuspended, BaselineProgressing, BaselineRemoving, BaselineReady}
}

// PendingReason is the reason why a Shoot does not have the project's present configuration. Conditions may have
// further reasons.
type PendingReason string

const (
	// PendingWindow means that the Shoot gets the change in its maintenance time window.
	PendingWindow PendingReason = "WaitingForMaintenanceWindow"
	// PendingReconcile means that the Shoot gets the change with its next reconciliation by Gardener.
	PendingReconcile PendingReason = "WaitingForReconciliation"
	// PendingRing means that the rollout has not reached the Shoot.
	PendingRing PendingReason = "WaitingForRing"
	// PendingHibernated means that the Shoot gets the change when it wakes up.
	PendingHibernated PendingReason = "Hibernated"
	// PendingRefused means that the configuration is not delivered; condition FluxConfigured shows the reason.
	PendingRefused PendingReason = "Refused"
	// PendingFailed means that the delivery has failed, and is retried; the last error of the Extension shows the
	// reason.
	PendingFailed PendingReason = "DeliveryFailed"
)

// PendingReasons returns the reasons above.
func PendingReasons() []PendingReason {
	return []PendingReason{PendingWindow, PendingReconcile, PendingRing, PendingHibernated, PendingRefused, PendingFailed}
}

// ShootState is the state of Flux in a shoot.
type ShootState string

const (
	// ShootReady means that Flux runs, has applied the content of the source, and all applied objects are ready.
	ShootReady ShootState = "Ready"
	// ShootNoRepository means that Flux runs and has nothing to sync.
	ShootNoRepository ShootState = "NoRepository"
	// ShootProgressing means that a change is in progress, or has failed so recently that the failure may be
	// transient.
	ShootProgressing ShootState = "Progressing"
	// ShootFailed means that a failure requires action by a user or the operator.
	ShootFailed ShootState = "Failed"
	// ShootDegraded means that the root Kustomization is applied, but an object below it is not ready.
	ShootDegraded ShootState = "Degraded"
	// ShootSuspended means that the source or the root Kustomization is suspended.
	ShootSuspended ShootState = "Suspended"
	// ShootHibernated means that the shoot is hibernated.
	ShootHibernated ShootState = "Hibernated"
	// ShootUnreachable means that the shoot's API server is unreachable.
	ShootUnreachable ShootState = "Unreachable"
	// ShootMigrating means that the control plane is being migrated to a different seed.
	ShootMigrating ShootState = "Migrating"
	// ShootNotReported means that no seed has reported the Shoot yet. Reason and Message describe the likely cause.
	ShootNotReported ShootState = "NotReported"
	// ShootRemoving means that the extension is being removed from a Shoot that continues to exist.
	ShootRemoving ShootState = "Removing"
	// ShootDeleting means that the Shoot is being deleted.
	ShootDeleting ShootState = "Deleting"
)

// ShootStates returns all states, ordered by urgency: the states that require action come first.
func ShootStates() []ShootState {
	return []ShootState{
		ShootFailed, ShootUnreachable, ShootDegraded, ShootSuspended, ShootProgressing, ShootNotReported, ShootRemoving, ShootDeleting,
		ShootMigrating, ShootHibernated, ShootNoRepository, ShootReady,
	}
}

// Rests returns whether the shoot is hibernated or moves, or the Shoot or its extension goes, so that nothing
// progresses.
func (s ShootState) Rests() bool {
	return s == ShootHibernated || s == ShootMigrating || s == ShootDeleting || s == ShootRemoving
}

// IsReady returns whether the whole configuration is applied and ready.
func (s ShootState) IsReady() bool { return s == ShootReady || s == ShootNoRepository }

// Cause is the cause of a shoot that is not ready.
type Cause string

const (
	// CauseConfigurationInvalid means that flux-config, the providerConfig or the deploy key has a configuration error.
	CauseConfigurationInvalid Cause = "ConfigurationInvalid"
	// CauseConfigurationMissing means that a configuration that was delivered before no longer exists in the project.
	CauseConfigurationMissing Cause = "ConfigurationMissing"
	// CauseInstallation means that Flux is not applied, or that its controllers do not run.
	CauseInstallation Cause = "InstallationFailed"
	// CauseAuthentication means that the source's host rejects the credentials.
	CauseAuthentication Cause = "AuthenticationFailed"
	// CauseHostKey means that the Git host presents a host key that is not in known_hosts.
	CauseHostKey Cause = "HostKeyMismatch"
	// CauseRepositoryNotFound means that the source does not exist, or that the credentials cannot read it.
	CauseRepositoryNotFound Cause = "RepositoryNotFound"
	// CauseRevisionNotFound means that the branch, tag, commit or digest does not exist.
	CauseRevisionNotFound Cause = "RevisionNotFound"
	// CauseConnection means that the source's host cannot be resolved, refuses connections or does not respond.
	CauseConnection Cause = "ConnectionFailed"
	// CauseVerification means that a revision or artifact has a wrong signature or checksum.
	CauseVerification Cause = "VerificationFailed"
	// CauseBuild means that the manifests cannot be built, because the path is missing, or a YAML file or
	// kustomization.yaml is invalid.
	CauseBuild Cause = "BuildFailed"
	// CauseVariable means that a variable in manifests has no value.
	CauseVariable Cause = "VariableMissing"
	// CauseDecryption means that SOPS cannot decrypt a file.
	CauseDecryption Cause = "DecryptionFailed"
	// CauseApply means that the shoot's API server rejects an object.
	CauseApply Cause = "ApplyFailed"
	// CauseHealthCheck means that an applied object does not become healthy.
	CauseHealthCheck Cause = "HealthCheckFailed"
	// CauseDependency means that a required Kustomization, source or resource is not ready.
	CauseDependency Cause = "DependencyNotReady"
	// CauseRelease means that a Helm release was not installed or upgraded, or was rolled back.
	CauseRelease Cause = "ReleaseFailed"
	// CauseTooManyObjects means that the shoot has more objects than the extension checks.
	CauseTooManyObjects Cause = "TooManyObjects"
	// CauseOther means any other cause, which the message describes.
	CauseOther Cause = "Other"
)

// Causes returns all causes.
func Causes() []Cause {
	return []Cause{
		CauseConfigurationInvalid, CauseConfigurationMissing, CauseInstallation, CauseAuthentication, CauseHostKey, CauseRepositoryNotFound,
		CauseRevisionNotFound, CauseConnection, CauseVerification, CauseBuild, CauseVariable, CauseDecryption, CauseApply, CauseHealthCheck,
		CauseDependency, CauseRelease, CauseTooManyObjects, CauseOther,
	}
}

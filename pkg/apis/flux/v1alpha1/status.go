// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// StatusConfigMapName is the name of the ConfigMap in the project namespace with the status of the project's Shoots. Its keys are
// the names of the Shoots, its values ShootStatus as JSON. Each is written by the seed that the Shoot is on, or by the garden controller as long
// as no seed reports the Shoot.
const StatusConfigMapName = "flux-status"

// StatusFieldManagerPrefix is the beginning of the field manager, followed by the name of the seed, with which a seed writes the status of
// all its Shoots of a project there.
const StatusFieldManagerPrefix = "shoot-flux-seed-"

// AnnotationLeftOutPrefix is the beginning of the annotation of the ConfigMap, followed by the name of the seed, with the number of Shoots
// that the seed leaves out, because there is no room.
const AnnotationLeftOutPrefix = "left-out." + GroupName + "/"

// ShootStatus is the status of a Shoot that is reported to its project. It holds no secret.
type ShootStatus struct {
	// UID is that of the Shoot. A Shoot that is recreated under the same name has another.
	UID types.UID `json:"uid"`
	// Seed is the name of the seed that reports it; empty if none does.
	// +optional
	Seed string `json:"seed,omitempty"`
	// Ready is true if everything that is configured runs in the shoot: the root Kustomization, what it applies, and what that applies. It
	// follows from State.
	Ready bool `json:"ready"`
	// RootReady is true if the root Kustomization is ready, whatever there is below it, or if no repository is configured. Entries of
	// earlier versions of the extension do not have it: for them, Ready means this.
	// +optional
	RootReady bool `json:"rootReady,omitempty"`
	// State is the state of Flux in the shoot.
	State ShootState `json:"state"`
	// Cause is the cause of the state, if the state is Failed, Degraded or Progressing and it is known.
	// +optional
	Cause Cause `json:"cause,omitempty"`
	// Reason is that of the condition which decides on the state; where it repeats a condition of Flux, it is Flux's.
	// +optional
	Reason string `json:"reason,omitempty"`
	// Message is that of the condition: the problem and, where it is known, a suggested fix. It is cut if it is long.
	// +optional
	Message string `json:"message,omitempty"`
	// AppliedRevision is the revision of the source that was applied last, and AttemptedRevision the one that was tried last.
	// +optional
	AppliedRevision string `json:"appliedRevision,omitempty"`
	// +optional
	AttemptedRevision string `json:"attemptedRevision,omitempty"`
	// AppliedAfterPush is how long after a push AppliedRevision was applied; missing if a poll has found it.
	// +optional
	AppliedAfterPush *metav1.Duration `json:"appliedAfterPush,omitempty"`
	// Objects is what was observed of Flux's objects and the workloads that they have applied. The tree is left out first where the ConfigMap has no room.
	// +optional
	Objects *ObservedObjects `json:"objects,omitempty"`
	// FluxVersion is the version of Flux that was delivered.
	// +optional
	FluxVersion string `json:"fluxVersion,omitempty"`
	// Labels are those of the Shoot, without those of Gardener, as its seed knows them: from its last reconciliation. They are missing where they
	// have more than 512 bytes, where the ConfigMap has no room, and in entries of earlier versions of the extension; a Shoot without labels has an empty map.
	// +optional
	Labels map[string]string `json:"labels,omitzero"`
	// Ring is the ring of the project's rollout that the Shoot is in; empty if the project has none.
	// +optional
	Ring string `json:"ring,omitempty"`
	// Revision is the revision of the project's configuration that the status is about; empty if the project has no rollout. It is that which
	// was delivered and observed or, where that has failed because of a configuration error, that which was tried.
	// +optional
	Revision string `json:"revision,omitempty"`
	// DeployKeyFingerprint is that of the deploy key which the shoot has; empty if it is to have none, and DeployKeyUnknown as long
	// as the one that it is to have was not seen in it.
	// +optional
	DeployKeyFingerprint string `json:"deployKeyFingerprint,omitempty"`
	// DeployKeyRotation is, of a hibernated Shoot, the time of the last rotation of the deploy key that was delivered, with which it wakes
	// up (RFC 3339); empty if that key has never been rotated, and DeployKeyUnknown if it is not known which one was delivered. Entries of
	// earlier versions of the extension do not have it.
	// +optional
	DeployKeyRotation string `json:"deployKeyRotation,omitempty"`
	// SourceKeys are the fingerprints of the deploy keys of additional sources that the Shoot has, by the names of the sources: of a hibernated Shoot, those
	// with which it wakes up; and DeployKeyUnknown as long as the one that it is to have was not seen in it.
	// +optional
	SourceKeys map[string]string `json:"sourceKeys,omitempty"`
	// DeployKeyPhase is the phase of a rotation of the deploy key; empty if the source is not read with it.
	// +optional
	DeployKeyPhase DeployKeyPhase `json:"deployKeyPhase,omitempty"`
	// Hibernated is whether the Shoot is hibernated. It gets the key that was delivered last when it wakes up.
	// +optional
	Hibernated bool `json:"hibernated,omitempty"`
	// LastEventReason is the reason of the last Event about the Shoot, of FluxDegraded with "/" and the cause, while it is in a state for which
	// there is no Event. Earlier versions of the extension call it "told".
	// +optional
	LastEventReason string `json:"lastEventReason,omitempty"`
	// Since is when the state and its cause began, as they were observed.
	// +optional
	Since metav1.Time `json:"since,omitzero"`
	// ObservedAt is when this was observed first. It is not written again while nothing changes.
	ObservedAt metav1.Time `json:"observedAt"`
}

// DeployKeyUnknown replaces the fingerprint of a deploy key that was not observed in the shoot yet.
const DeployKeyUnknown = "unknown"

// ShootState is the state of Flux in a shoot.
type ShootState string

const (
	// ShootReady is a shoot in which Flux runs and has applied what the source holds, and in which all that was applied is ready.
	ShootReady ShootState = "Ready"
	// ShootNoRepository is a shoot in which Flux runs, and nothing is to be synced.
	ShootNoRepository ShootState = "NoRepository"
	// ShootProgressing is a shoot in which a change is in progress, or fails for so short a time that it may be transient.
	ShootProgressing ShootState = "Progressing"
	// ShootFailed is a shoot for which a user or the operator has to act.
	ShootFailed ShootState = "Failed"
	// ShootDegraded is a shoot in which the root Kustomization is applied, and something below it is not ready.
	ShootDegraded ShootState = "Degraded"
	// ShootSuspended is a shoot in which the source or the root Kustomization is suspended.
	ShootSuspended ShootState = "Suspended"
	// ShootHibernated is a hibernated shoot.
	ShootHibernated ShootState = "Hibernated"
	// ShootUnreachable is a shoot whose API server is not reachable.
	ShootUnreachable ShootState = "Unreachable"
	// ShootMigrating is a shoot whose control plane moves to another seed.
	ShootMigrating ShootState = "Migrating"
	// ShootNotReported is a Shoot that no seed has reported yet. Reason and message are the likely cause.
	ShootNotReported ShootState = "NotReported"
	// ShootRemoving is a shoot from which the extension is being removed, and which is not deleted.
	ShootRemoving ShootState = "Removing"
	// ShootDeleting is a shoot that is being deleted.
	ShootDeleting ShootState = "Deleting"
)

// ShootStates are all states, those first for which a user or the operator has to act.
func ShootStates() []ShootState {
	return []ShootState{
		ShootFailed, ShootUnreachable, ShootDegraded, ShootSuspended, ShootProgressing, ShootNotReported, ShootRemoving, ShootDeleting,
		ShootMigrating, ShootHibernated, ShootNoRepository, ShootReady,
	}
}

// IsReady returns whether all that is configured runs.
func (s ShootState) IsReady() bool { return s == ShootReady || s == ShootNoRepository }

// Cause is the cause why a shoot is not ready, as far as it is known.
type Cause string

const (
	// CauseConfigurationInvalid is a configuration error in flux-config, the providerConfig or the deploy key.
	CauseConfigurationInvalid Cause = "ConfigurationInvalid"
	// CauseConfigurationMissing is configuration that is gone.
	CauseConfigurationMissing Cause = "ConfigurationMissing"
	// CauseInstallation is that Flux is not applied, or its controllers do not run.
	CauseInstallation Cause = "InstallationFailed"
	// CauseAuthentication is a source's host that does not accept the credentials.
	CauseAuthentication Cause = "AuthenticationFailed"
	// CauseHostKey is a Git host that shows another key than the known ones.
	CauseHostKey Cause = "HostKeyMismatch"
	// CauseRepositoryNotFound is a source that does not exist, or not for the credentials.
	CauseRepositoryNotFound Cause = "RepositoryNotFound"
	// CauseRevisionNotFound is a branch, tag, commit or digest that does not exist.
	CauseRevisionNotFound Cause = "RevisionNotFound"
	// CauseConnection is a source's host that is refused, does not answer or is not found.
	CauseConnection Cause = "ConnectionFailed"
	// CauseVerification is a revision or an artifact whose signature or checksum is not right.
	CauseVerification Cause = "VerificationFailed"
	// CauseBuild is manifests that cannot be built: a path that does not exist, an error in YAML or in a kustomization.yaml.
	CauseBuild Cause = "BuildFailed"
	// CauseVariable is a variable that the manifests use and nothing sets.
	CauseVariable Cause = "VariableMissing"
	// CauseDecryption is a file that SOPS cannot decrypt.
	CauseDecryption Cause = "DecryptionFailed"
	// CauseApply is an object that the shoot's API server refuses.
	CauseApply Cause = "ApplyFailed"
	// CauseHealthCheck is an object that was applied and does not become healthy.
	CauseHealthCheck Cause = "HealthCheckFailed"
	// CauseDependency is a Kustomization, source or resource that is waited for.
	CauseDependency Cause = "DependencyNotReady"
	// CauseRelease is a Helm release that was not installed or upgraded, or was rolled back.
	CauseRelease Cause = "ReleaseFailed"
	// CauseTooManyObjects is a shoot with more objects than are checked.
	CauseTooManyObjects Cause = "TooManyObjects"
	// CauseOther is anything else; the message is all there is.
	CauseOther Cause = "Other"
)

// Causes are all causes.
func Causes() []Cause {
	return []Cause{
		CauseConfigurationInvalid, CauseConfigurationMissing, CauseInstallation, CauseAuthentication, CauseHostKey, CauseRepositoryNotFound,
		CauseRevisionNotFound, CauseConnection, CauseVerification, CauseBuild, CauseVariable, CauseDecryption, CauseApply, CauseHealthCheck,
		CauseDependency, CauseRelease, CauseTooManyObjects, CauseOther,
	}
}

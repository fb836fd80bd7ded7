// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// StatusConfigMapName is the name of the ConfigMap in the project namespace that tells the project about its Shoots. Its keys are
// the names of the Shoots, its values ShootStatus as JSON. Each is written by the seed that the Shoot is on.
const StatusConfigMapName = "flux-status"

// StatusFieldManagerPrefix is what the field manager begins with under which a seed, whose name follows, writes what it tells a project
// of all its Shoots there.
const StatusFieldManagerPrefix = "shoot-flux-seed-"

// AnnotationLeftOutPrefix is what the annotation of the ConfigMap begins with that says of how many Shoots the seed, whose name follows,
// tells nothing, because there is no room.
const AnnotationLeftOutPrefix = "left-out." + GroupName + "/"

// ShootStatus is what a project is told about one of its Shoots. It holds no secret.
type ShootStatus struct {
	// UID is that of the Shoot. A Shoot that is created anew under the same name has another.
	UID types.UID `json:"uid"`
	// Seed is the name of the seed that tells it.
	// +optional
	Seed string `json:"seed,omitempty"`
	// Ready says that everything that is configured runs in the shoot. It follows from State.
	Ready bool `json:"ready"`
	// State says in one word how it stands.
	State ShootState `json:"state"`
	// Cause says why nothing goes on, if the state is Failed or Progressing and it is known.
	// +optional
	Cause Cause `json:"cause,omitempty"`
	// Reason is that of the condition which decides on the state; where it repeats a condition of Flux, it is Flux's.
	// +optional
	Reason string `json:"reason,omitempty"`
	// Message is that of the condition: what is the matter and, where it is known, what to do. It is cut if it is long.
	// +optional
	Message string `json:"message,omitempty"`
	// AppliedRevision is the revision of the source that was applied last, and AttemptedRevision the one that was tried last.
	// +optional
	AppliedRevision string `json:"appliedRevision,omitempty"`
	// +optional
	AttemptedRevision string `json:"attemptedRevision,omitempty"`
	// FluxVersion is the version of Flux that was delivered.
	// +optional
	FluxVersion string `json:"fluxVersion,omitempty"`
	// DeployKeyFingerprint is that of the deploy key which the shoot has; empty if it is to have none, and DeployKeyUnknown as long
	// as the one that it is to have was not seen in it.
	// +optional
	DeployKeyFingerprint string `json:"deployKeyFingerprint,omitempty"`
	// DeployKeyPhase says how far a rotation of the deploy key is; empty if the source is not read with it.
	// +optional
	DeployKeyPhase DeployKeyPhase `json:"deployKeyPhase,omitempty"`
	// Hibernated is whether the Shoot sleeps. It gets the present key when it wakes up.
	// +optional
	Hibernated bool `json:"hibernated,omitempty"`
	// LastEventReason is the reason of the last Event about the Shoot, while it is in a state for which there is no Event. Earlier versions of
	// the extension call it "told".
	// +optional
	LastEventReason string `json:"lastEventReason,omitempty"`
	// Since is when the state began.
	// +optional
	Since metav1.Time `json:"since,omitzero"`
	// ObservedAt is when this was seen first. It is not written again while nothing changes.
	ObservedAt metav1.Time `json:"observedAt"`
}

// DeployKeyUnknown stands for the fingerprint of a deploy key that was not seen in the shoot yet.
const DeployKeyUnknown = "unknown"

// ShootState says in one word how it stands with Flux in a shoot.
type ShootState string

const (
	// ShootReady is a shoot in which Flux runs and has applied what the source holds.
	ShootReady ShootState = "Ready"
	// ShootNoRepository is a shoot in which Flux runs, and nothing is to be synced.
	ShootNoRepository ShootState = "NoRepository"
	// ShootProgressing is a shoot in which something is on its way, or fails for so short a time that it may pass.
	ShootProgressing ShootState = "Progressing"
	// ShootFailed is a shoot for which somebody has to act.
	ShootFailed ShootState = "Failed"
	// ShootSuspended is a shoot in which the source or the root Kustomization is suspended.
	ShootSuspended ShootState = "Suspended"
	// ShootHibernated is a shoot that sleeps.
	ShootHibernated ShootState = "Hibernated"
	// ShootUnreachable is a shoot whose API server cannot be asked.
	ShootUnreachable ShootState = "Unreachable"
	// ShootMigrating is a shoot whose control plane moves to another seed.
	ShootMigrating ShootState = "Migrating"
	// ShootRemoving is a shoot that lives on and from which the extension is being removed.
	ShootRemoving ShootState = "Removing"
	// ShootDeleting is a shoot that is being deleted.
	ShootDeleting ShootState = "Deleting"
)

// ShootStates are all states, those first for which somebody has to act.
func ShootStates() []ShootState {
	return []ShootState{
		ShootFailed, ShootUnreachable, ShootSuspended, ShootProgressing, ShootRemoving, ShootDeleting, ShootMigrating,
		ShootHibernated, ShootNoRepository, ShootReady,
	}
}

// IsReady tells whether all that is configured runs.
func (s ShootState) IsReady() bool { return s == ShootReady || s == ShootNoRepository }

// Cause says what keeps a shoot from being ready, as far as it is known.
type Cause string

const (
	// CauseConfigurationInvalid is a mistake in flux-config, the providerConfig or the deploy key.
	CauseConfigurationInvalid Cause = "ConfigurationInvalid"
	// CauseConfigurationMissing is configuration that is gone.
	CauseConfigurationMissing Cause = "ConfigurationMissing"
	// CauseInstallation is that Flux is not applied, or its controllers do not run.
	CauseInstallation Cause = "InstallationFailed"
	// CauseAuthentication is a source's host that does not accept the credentials.
	CauseAuthentication Cause = "AuthenticationFailed"
	// CauseHostKey is a Git host that shows another key than the known ones.
	CauseHostKey Cause = "HostKeyMismatch"
	// CauseRepositoryNotFound is a source that does not exist, or not for who asks.
	CauseRepositoryNotFound Cause = "RepositoryNotFound"
	// CauseRevisionNotFound is a branch, tag, commit or digest that does not exist.
	CauseRevisionNotFound Cause = "RevisionNotFound"
	// CauseConnection is a source's host that is refused, does not answer or is not found.
	CauseConnection Cause = "ConnectionFailed"
	// CauseVerification is a revision or an artifact whose signature or checksum is not right.
	CauseVerification Cause = "VerificationFailed"
	// CauseBuild is manifests that cannot be built: a path that does not exist, a mistake in YAML or in a kustomization.yaml.
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
	// CauseOther is anything else; the message is all there is.
	CauseOther Cause = "Other"
)

// Causes are all causes.
func Causes() []Cause {
	return []Cause{
		CauseConfigurationInvalid, CauseConfigurationMissing, CauseInstallation, CauseAuthentication, CauseHostKey, CauseRepositoryNotFound,
		CauseRevisionNotFound, CauseConnection, CauseVerification, CauseBuild, CauseVariable, CauseDecryption, CauseApply, CauseHealthCheck,
		CauseDependency, CauseOther,
	}
}

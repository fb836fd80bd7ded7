// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Rollout defines how changes of the project's configuration, of the Flux version that follows from it and, if Source has it, of the
// source's revision reach the project's Shoots.
type Rollout struct {
	// Rings are the groups of Shoots that get a change one after the other. A Shoot is in the first ring that selects it. If none selects all
	// Shoots, a last ring with the name rest is added, for all others.
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=20
	Rings []Ring `json:"rings"`
	// Source defines which ring follows the source. Defaults to Follow.
	// +optional
	Source *RolloutSource `json:"source,omitempty"`
	// ProgressDeadline is the time after which a Shoot that has been given a change, and is not ready with it, has failed. Defaults to 30m.
	// +optional
	ProgressDeadline *metav1.Duration `json:"progressDeadline,omitempty"`
	// OnFailure defines what happens when more Shoots of a ring have failed than its maxFailures. Defaults to Pause.
	// +optional
	OnFailure *OnFailure `json:"onFailure,omitempty"`
}

// Ring is a group of Shoots that get a change together.
type Ring struct {
	// Name identifies the ring. A ring of another name is another ring.
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name"`
	// ShootSelector selects the Shoots of the ring. Defaults to all.
	ShootSelector `json:",inline"`
	// MaxConcurrent is the number of the ring's Shoots, or their percentage, rounded down and at least one, that may be given a change and not be
	// ready with it yet at the same time. Defaults to 100%.
	// +optional
	MaxConcurrent *intstr.IntOrString `json:"maxConcurrent,omitempty"`
	// MaxFailures is the number of the ring's Shoots that may fail before the rollout stops. Defaults to 0.
	// +kubebuilder:validation:Minimum=0
	// +optional
	MaxFailures *int32 `json:"maxFailures,omitempty"`
	// Soak is the time for which all Shoots of the ring have to stay ready before the next ring begins. Defaults to 5m.
	// +optional
	Soak *metav1.Duration `json:"soak,omitempty"`
	// Approval defines whether the ring begins by itself. Defaults to Automatic.
	// +optional
	Approval *Approval `json:"approval,omitempty"`
	// Window defines when a Shoot of the ring may be given a change. Defaults to Anytime.
	// +optional
	Window *Window `json:"window,omitempty"`
}

// RolloutSource defines which ring follows the source.
// +kubebuilder:validation:Enum=Follow;Promote
type RolloutSource string

const (
	// RolloutSourceFollow has each Shoot follow the source by itself.
	RolloutSourceFollow RolloutSource = "Follow"
	// RolloutSourcePromote has the first ring follow the source. Each other ring is given the commit, or the digest, with which all Shoots of the
	// ring before it have stayed ready.
	RolloutSourcePromote RolloutSource = "Promote"
)

// OnFailure defines what happens when too many Shoots of a ring have failed.
// +kubebuilder:validation:Enum=Pause;Rollback
type OnFailure string

const (
	// OnFailurePause begins with no further Shoot. The rollout continues by itself when the Shoots are ready.
	OnFailurePause OnFailure = "Pause"
	// OnFailureRollback gives the Shoots that have the change the former configuration again, and the former commit. A change of the Flux
	// version is not taken back; such a rollout stops as with Pause.
	OnFailureRollback OnFailure = "Rollback"
)

// Approval defines whether a ring begins by itself.
// +kubebuilder:validation:Enum=Automatic;Manual
type Approval string

const (
	// ApprovalAutomatic begins with the ring when the one before it has passed.
	ApprovalAutomatic Approval = "Automatic"
	// ApprovalManual waits for the operation approve=<ring> as well, for each change.
	ApprovalManual Approval = "Manual"
)

// Window defines when a Shoot may be given a change.
// +kubebuilder:validation:Enum=Anytime;Maintenance
type Window string

const (
	// WindowAnytime is at any time.
	WindowAnytime Window = "Anytime"
	// WindowMaintenance is in the maintenance time window of the Shoot.
	WindowMaintenance Window = "Maintenance"
)

const (
	// RolloutConfigMapName is the name of the ConfigMap in the project namespace with the rollout of the project. The garden controller writes it;
	// the seeds read from it which revision each Shoot is to have.
	RolloutConfigMapName = "flux-rollout"
	// RingRest is the name of the ring for all Shoots that no other ring selects.
	RingRest = "rest"

	// AnnotationRollout on the ConfigMap flux-config asks for an operation on the rollout: pause, resume, approve=<ring>, rollback or skip=<shoot>.
	// It is removed when that is done.
	AnnotationRollout = GroupName + "/rollout"

	// RolloutPause begins with no further Shoot until RolloutResume.
	RolloutPause = "pause"
	// RolloutResume continues a rollout that is paused, and tries again one that has been rolled back.
	RolloutResume = "resume"
	// RolloutApprove lets, with "=" and the name of a ring, the ring begin with the present change. A ring that is stopped or holds passes what it has.
	RolloutApprove = "approve"
	// RolloutRollback gives all Shoots the revision that their ring had before the present one.
	RolloutRollback = "rollback"
	// RolloutSkip has, with "=" and the name of a Shoot, the rollout not wait for the Shoot, and not stop because of it.
	RolloutSkip = "skip"
)

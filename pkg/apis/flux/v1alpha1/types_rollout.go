// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Rollout defines how changes reach the project's Shoots: changes of the project's configuration and of the
// resulting Flux version and, depending on source, of the source's revision.
type Rollout struct {
	// Rings are the groups of Shoots that get a change one after the other. A Shoot belongs to the first ring that
	// selects it. If no ring selects all Shoots, a last ring with the name rest is added for all others.
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=20
	Rings []Ring `json:"rings"`
	// Source defines which ring follows the source. Defaults to Follow.
	// +optional
	Source *RolloutSource `json:"source,omitempty"`
	// ProgressDeadline is the time within which a Shoot has to become ready with a change. After it, the Shoot has
	// failed. Defaults to 30m.
	// +optional
	ProgressDeadline *metav1.Duration `json:"progressDeadline,omitempty"`
	// OnFailure defines the reaction when more Shoots of a ring have failed than its maxFailures. Defaults to
	// Pause.
	// +optional
	OnFailure *OnFailure `json:"onFailure,omitempty"`
	// Guard stops the rollout at a ring whose Shoots have lost more objects than it allows.
	// +optional
	Guard *Guard `json:"guard,omitempty"`
	// Freezes are periods during which no ring begins with a change.
	// +optional
	// +kubebuilder:validation:MaxItems=20
	Freezes []Freeze `json:"freezes,omitempty"`
	// ShootHold lets Shoots ask not to get a change for some time. If unset, they cannot.
	// +optional
	ShootHold *ShootHold `json:"shootHold,omitempty"`
}

// Guard limits what a change may remove. It compares the objects that Flux has applied in a Shoot with those of the
// last change that the Shoot's ring has passed. A ring whose Shoots have lost more does not pass the change without an
// approval. With source Follow, a new commit is in all rings already: the guard only reports its removals.
type Guard struct {
	// MaxRemoved is the maximum number of objects that a Shoot may lose, as a number or percentage. A percentage is
	// rounded down, and above 0% allows at least one object. Only 100% allows all objects of a Shoot. Defaults to 20%.
	// +optional
	MaxRemoved *intstr.IntOrString `json:"maxRemoved,omitempty"`
	// Protect lists kinds. A Shoot may lose no object of these kinds. Defaults to Namespace, PersistentVolumeClaim,
	// PersistentVolume, CustomResourceDefinition, HelmRelease and Kustomization; their removal also removes data, or
	// objects that the comparison does not contain. An empty list protects no kind.
	// +optional
	// +kubebuilder:validation:MaxItems=20
	Protect []string `json:"protect"`
}

// InMaintenance returns whether a Shoot of the ring gets changes only in its own maintenance time window.
func (r *Ring) InMaintenance() bool {
	return slices.ContainsFunc(r.Windows, func(window Window) bool { return window.Maintenance })
}

// IsOff returns whether a defaulted guard allows any removal.
func (g *Guard) IsOff() bool { return len(g.Protect) == 0 && g.MaxRemoved.StrVal == "100%" }

// Ring is a group of Shoots that get a change together.
type Ring struct {
	// Name identifies the ring. A ring with a new name is a new ring.
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name"`
	// ShootSelector selects the Shoots of the ring. If unset, it selects all.
	ShootSelector `json:",inline"`
	// MaxConcurrent is the maximum number of the ring's Shoots that have a change and are not yet ready with it,
	// as a number or percentage. A percentage is rounded down to at least one. Defaults to 100%.
	// +optional
	MaxConcurrent *intstr.IntOrString `json:"maxConcurrent,omitempty"`
	// MaxFailures is the number of the ring's Shoots that may fail before the rollout stops. Defaults to 0.
	// +kubebuilder:validation:Minimum=0
	// +optional
	MaxFailures *int32 `json:"maxFailures,omitempty"`
	// Soak is the time for which all Shoots of the ring have to stay ready before the next ring starts. Defaults
	// to 5m.
	// +optional
	Soak *metav1.Duration `json:"soak,omitempty"`
	// Approval defines whether the ring starts automatically. Defaults to Automatic.
	// +optional
	Approval *Approval `json:"approval,omitempty"`
	// Windows define when the Shoots of the ring may get a change. Of several windows with a schedule, one has to be open,
	// and in addition a window with maintenance, if there is one. Without windows, they may get it at any time.
	// +optional
	// +kubebuilder:validation:MaxItems=5
	Windows []Window `json:"windows,omitempty"`
	// Pin lets the Shoots of the first ring follow the source only while the ring may begin with a change: in its windows,
	// without a freeze, and while the rollout is not paused. At other times, each Shoot keeps the commit or digest that it
	// has. It requires source Promote. Defaults to false: the first ring always follows the source.
	// +optional
	Pin *bool `json:"pin,omitempty"`
	// AllowEmpty lets the ring pass a change while it has no Shoots. Otherwise the rollout stops at such a ring until it
	// has a Shoot or is approved. The added ring rest always passes. Defaults to false.
	// +optional
	AllowEmpty *bool `json:"allowEmpty,omitempty"`
}

// RolloutSource defines which ring follows the source.
// +kubebuilder:validation:Enum=Follow;Promote
type RolloutSource string

const (
	// RolloutSourceFollow lets each Shoot follow the source.
	RolloutSourceFollow RolloutSource = "Follow"
	// RolloutSourcePromote lets the first ring follow the source. Each other ring gets the commit or digest with
	// which all Shoots of the previous ring have stayed ready.
	RolloutSourcePromote RolloutSource = "Promote"
)

// OnFailure defines the reaction when too many Shoots of a ring have failed.
// +kubebuilder:validation:Enum=Pause;Rollback
type OnFailure string

const (
	// OnFailurePause starts no further Shoot. The rollout resumes when the Shoots are ready.
	OnFailurePause OnFailure = "Pause"
	// OnFailureRollback returns the Shoots with the change to their previous configuration and commit. A change of
	// the Flux version is not rolled back; such a rollout stops as with Pause.
	OnFailureRollback OnFailure = "Rollback"
)

// Approval defines whether a ring starts automatically.
// +kubebuilder:validation:Enum=Automatic;Manual
type Approval string

const (
	// ApprovalAutomatic starts the ring after the previous ring has passed.
	ApprovalAutomatic Approval = "Automatic"
	// ApprovalManual also requires the operation approve=<ring> for each change.
	ApprovalManual Approval = "Manual"
)

// Window is a period during which the Shoots of a ring may get a change. A Shoot with the change is judged also after
// the window has closed. Either maintenance or cron, duration and timeZone have to be set.
type Window struct {
	// Name identifies the window in messages.
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name"`
	// Cron is the schedule of the starts: minute, hour, day of month, month and day of week. A start in an hour that
	// summer time skips is at the change; a start that clocks show twice is the first one.
	// +optional
	// +kubebuilder:validation:MaxLength=100
	Cron string `json:"cron,omitempty"`
	// Duration is the time for which the window stays open, from 1m to 168h.
	// +optional
	Duration *metav1.Duration `json:"duration,omitempty"`
	// TimeZone is the IANA time zone of cron, such as Europe/Berlin.
	// +optional
	// +kubebuilder:validation:MaxLength=64
	TimeZone string `json:"timeZone,omitempty"`
	// Maintenance lets each Shoot get a change only in its own maintenance time window.
	// +optional
	Maintenance bool `json:"maintenance,omitempty"`
}

// ShootHold limits how long a Shoot can ask not to get a change.
type ShootHold struct {
	// Max is the time for which a change of a Shoot can be delayed, counted from when the Shoot could have had it first.
	// Another change does not begin the time anew.
	Max metav1.Duration `json:"max"`
}

// Freeze is a period during which no ring begins with a change and no further Shoot of a ring gets it. Rollbacks, and
// changes of Shoots that have failed, go on.
type Freeze struct {
	// Name identifies the freeze in messages.
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name"`
	// From and To are local times in the time zone, such as 2026-12-18T18:00.
	// +kubebuilder:validation:MaxLength=16
	From string `json:"from"`
	// +kubebuilder:validation:MaxLength=16
	To string `json:"to"`
	// TimeZone is an IANA time zone, such as Europe/Berlin.
	// +kubebuilder:validation:MaxLength=64
	TimeZone string `json:"timeZone"`
	// Rings are the names of the rings that the freeze applies to. If empty, it applies to all.
	// +optional
	// +kubebuilder:validation:MaxItems=20
	Rings []string `json:"rings,omitempty"`
}

const (
	// RolloutConfigMapName is the name of the ConfigMap in the project namespace with the state of the project's
	// rollout. The garden controller writes it; the seeds read the revision of each Shoot.
	RolloutConfigMapName = "flux-rollout"
	// RingRest is the name of the ring for all Shoots that no other ring selects.
	RingRest = "rest"

	// AnnotationRollout on the ConfigMap flux-config requests an operation: pause, resume, approve=<ring>,
	// rollback or skip=<shoot>. The garden controller removes it after the operation.
	AnnotationRollout = GroupName + "/rollout"

	// HoldConfigMapName is the name of the ConfigMap in Flux's namespace of a shoot by which the Shoot asks not to get a
	// change now.
	HoldConfigMapName = "shoot-flux-hold"
	// HoldKeyUntil is the key of the requested end (RFC 3339).
	HoldKeyUntil = "until"
	// HoldKeyReason is the key of the reason.
	HoldKeyReason = "reason"
	// AnnotationHoldUntil on a Shoot asks the same, until the given time (RFC 3339).
	AnnotationHoldUntil = GroupName + "/hold-until"

	// RolloutPause pauses the rollout: no further Shoot gets a change until RolloutResume.
	RolloutPause = "pause"
	// RolloutResume resumes a paused rollout and retries a rolled back one.
	RolloutResume = "resume"
	// RolloutApprove with "=" and the name of a ring lets the ring begin with the current change. If the ring has stopped,
	// is holding or is empty, it passes its current target instead.
	RolloutApprove = "approve"
	// RolloutApproveDuringFreeze with "=" and the name of a ring approves like RolloutApprove, and lets the ring begin
	// with that change during the present freezes, unless the operator does not allow it.
	RolloutApproveDuringFreeze = "approve-during-freeze"
	// RolloutRollback returns all Shoots to the previous revision of their ring.
	RolloutRollback = "rollback"
	// RolloutSkip with "=" and the name of a Shoot excludes the Shoot from the current change: the rollout neither waits
	// for the Shoot nor counts its failure.
	RolloutSkip = "skip"
)

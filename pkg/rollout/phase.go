// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Reasons of the condition FluxConfigured of a Shoot that keeps its configuration.
const (
	// ReasonUnknown: the revision that the Shoot may have is not known.
	ReasonUnknown = "RolloutUnknown"
	// ReasonHeld is that this seed cannot deliver it yet.
	ReasonHeld = "RolloutHeld"
)

// Phase is how far a rollout or a ring is.
type Phase string

// Phases. Those of a rollout are those of the first ring that is not complete, if it is not Paused or RolledBack itself.
const (
	// PhaseComplete: all Shoots have the target.
	PhaseComplete Phase = "Complete"
	// PhaseProgressing: Shoots are on their way, or are about to begin.
	PhaseProgressing Phase = "Progressing"
	// PhaseSoaking: all Shoots that count are ready, and have to stay so for a while.
	PhaseSoaking Phase = "Soaking"
	// PhaseWaitingForApproval and PhaseWaitingForWindow: an approval or the maintenance time window of the Shoots is waited for.
	PhaseWaitingForApproval Phase = "WaitingForApproval"
	PhaseWaitingForWindow   Phase = "WaitingForWindow"
	// PhaseHolding: no Shoot proves the change, because those that were given it are away.
	PhaseHolding Phase = "Holding"
	// PhaseWaiting: the ring before it has not passed the target.
	PhaseWaiting Phase = "Waiting"
	// PhasePaused: an operation has paused the rollout.
	PhasePaused Phase = "Paused"
	// PhaseStopped: too many Shoots have failed.
	PhaseStopped Phase = "Stopped"
	// PhaseRolledBack: the target, or in a ring its commit, was taken back.
	PhaseRolledBack Phase = "RolledBack"
)

// Phases returns all phases.
func Phases() []Phase {
	return []Phase{
		PhaseComplete, PhaseProgressing, PhaseSoaking, PhaseWaitingForApproval, PhaseWaitingForWindow, PhaseHolding, PhaseWaiting, PhasePaused, PhaseStopped, PhaseRolledBack,
	}
}

// Progress says how far a rollout is.
type Progress struct {
	// Target is the revision that all Shoots are to have in the end, FluxVersion its Flux version, and Since when it became the target.
	Target      string      `json:"target"`
	FluxVersion string      `json:"fluxVersion,omitempty"`
	Since       metav1.Time `json:"since,omitzero"`
	// Phase is how far it is, and Message says what is waited for.
	Phase   Phase  `json:"phase"`
	Message string `json:"message,omitempty"`
	// Rings are the rings in their order.
	Rings []RingProgress `json:"rings"`
}

// RingProgress says how far a ring is.
type RingProgress struct {
	Name  string `json:"name"`
	Phase Phase  `json:"phase"`
	// Revision and Commit are what the ring is being given, or has.
	Revision string `json:"revision"`
	Commit   string `json:"commit,omitempty"`
	// Shoots is the number of its Shoots. Done are ready with the goal, OnTheirWay have it and are not ready yet, Failed have failed with it, Waiting have
	// not been given it, and NotCounted are not waited for: hibernated, not reached, skipped, or not ready before.
	Shoots     int `json:"shoots"`
	Done       int `json:"done"`
	OnTheirWay int `json:"onTheirWay,omitempty"`
	Failed     int `json:"failed,omitempty"`
	Waiting    int `json:"waiting,omitempty"`
	NotCounted int `json:"notCounted,omitempty"`
	// WaitsFor says what the ring waits for, and Until how long at the least, if that is known.
	WaitsFor string      `json:"waitsFor,omitempty"`
	Until    metav1.Time `json:"until,omitzero"`
	// FailedShoots are the first of those that have failed.
	FailedShoots []string `json:"failedShoots,omitempty"`
}

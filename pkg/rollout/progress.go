// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Phase is the phase of a rollout or a ring.
type Phase string

// Phases. A rollout has the phase of its first ring that is not complete, unless it is Paused or RolledBack.
const (
	// PhaseComplete: all Shoots have the target.
	PhaseComplete Phase = "Complete"
	// PhaseProgressing: Shoots are progressing, or about to begin.
	PhaseProgressing Phase = "Progressing"
	// PhaseSoaking: all Shoots that count are ready, and have to stay ready for a while.
	PhaseSoaking Phase = "Soaking"
	// PhaseWaitingForApproval and PhaseWaitingForWindow: the ring waits for an approval or for the maintenance time
	// window of its Shoots.
	PhaseWaitingForApproval Phase = "WaitingForApproval"
	PhaseWaitingForWindow   Phase = "WaitingForWindow"
	// PhaseHolding: no Shoot proves the change, because the Shoots that have it are away.
	PhaseHolding Phase = "Holding"
	// PhaseWaiting: the previous ring has not passed the target.
	PhaseWaiting Phase = "Waiting"
	// PhasePaused: an operation has paused the rollout.
	PhasePaused Phase = "Paused"
	// PhaseStopped: too many Shoots have failed.
	PhaseStopped Phase = "Stopped"
	// PhaseRolledBack: the target, or the commit of the ring, was taken back.
	PhaseRolledBack Phase = "RolledBack"
)

// Phases returns all phases.
func Phases() []Phase {
	return []Phase{
		PhaseComplete, PhaseProgressing, PhaseSoaking, PhaseWaitingForApproval, PhaseWaitingForWindow, PhaseHolding, PhaseWaiting, PhasePaused, PhaseStopped, PhaseRolledBack,
	}
}

// Progress describes the progress of a rollout to users.
type Progress struct {
	// Target is the revision that all Shoots get in the end, FluxVersion its Flux version, and Since when it became the
	// target.
	Target      string      `json:"target"`
	FluxVersion string      `json:"fluxVersion,omitempty"`
	Since       metav1.Time `json:"since,omitzero"`
	// Phase is the phase of the rollout, and Message the pending condition.
	Phase   Phase  `json:"phase"`
	Message string `json:"message,omitempty"`
	// Rings are the rings in their order.
	Rings []RingProgress `json:"rings"`
}

// RingProgress describes the progress of a ring.
type RingProgress struct {
	Name  string `json:"name"`
	Phase Phase  `json:"phase"`
	// Revision and Commit are the ring's target.
	Revision string `json:"revision"`
	Commit   string `json:"commit,omitempty"`
	// Shoots is the number of the ring's Shoots. Done are ready with the target, OnTheirWay have it and are not ready
	// yet, Failed have failed with it, and Waiting do not have it yet. The ring does not wait for NotCounted:
	// hibernated, unreachable, skipped, or not ready before.
	Shoots     int `json:"shoots"`
	Done       int `json:"done"`
	OnTheirWay int `json:"onTheirWay,omitempty"`
	Failed     int `json:"failed,omitempty"`
	Waiting    int `json:"waiting,omitempty"`
	NotCounted int `json:"notCounted,omitempty"`
	// WaitsFor is the pending condition, and Until the earliest end of the wait, if known.
	WaitsFor string      `json:"waitsFor,omitempty"`
	Until    metav1.Time `json:"until,omitzero"`
	// FailedShoots are the first failed Shoots.
	FailedShoots []string `json:"failedShoots,omitempty"`
}

func (d *decision) progress() Progress {
	s := d.state
	r := Progress{Target: s.Target, FluxVersion: s.Revisions[s.Target].FluxVersion, Since: s.Since, Phase: PhaseComplete}
	for _, ring := range d.rings {
		own := d.progressOf(ring)
		r.Rings = append(r.Rings, own)
		if r.Phase == PhaseComplete && own.Phase != PhaseComplete {
			r.Phase, r.Message = own.Phase, fmt.Sprintf("ring %s: %s", own.Name, own.WaitsFor)
		}
	}
	resume := annotation(fluxv1alpha1.RolloutResume)
	switch {
	case s.RolledBack:
		r.Phase, r.Message = PhaseRolledBack, fmt.Sprintf("the target was rolled back. Change flux-config, or set the annotation %s to try it again", resume)
	case s.Paused:
		r.Phase, r.Message = PhasePaused, fmt.Sprintf("set the annotation %s to continue", resume)
	}
	return r
}

func (d *decision) progressOf(ring ringView) RingProgress {
	count := d.standings(ring)
	commit, problem := "", ""
	if ring.index == 0 && d.state.promotes() {
		commit, problem = d.candidate(ring, count)
	}
	failures := ring.failuresWith(commit, count[failed])
	r := RingProgress{
		Name: ring.Name, Revision: ring.Target.Revision, Commit: cmp.Or(ring.Target.Commit, ring.Commit), Shoots: len(ring.shoots), Done: len(count[done]),
		OnTheirWay: len(count[progressing]), Failed: len(failures), Waiting: len(count[pending]), NotCounted: len(count[away]) + len(count[notWell]),
	}
	if ring.index == 0 {
		r.Commit = cmp.Or(r.Commit, ring.Passed.Commit)
	}
	for _, failure := range failures[:min(len(failures), mostNamed)] {
		r.FailedShoots = append(r.FailedShoots, failure.Shoot)
	}
	d.judge(ring, count, failures, problem, &r)
	return r
}

// judge sets the phase and the pending condition of a ring.
func (d *decision) judge(ring ringView, count map[standing][]Shoot, failures []Failure, problem string, r *RingProgress) {
	target, reached := d.state.upcoming(ring.index)
	approve := fmt.Sprintf("operation %s=%s", fluxv1alpha1.RolloutApprove, ring.Name)
	switch {
	case d.state.RolledBack, reached && target == ring.Rejected:
		r.Phase, r.WaitsFor = PhaseRolledBack, "another revision"
	case !reached:
		r.Phase, r.WaitsFor = PhaseWaiting, "ring "+d.state.Rings[ring.index-1].Name
	case ring.Stopped:
		r.Phase, r.WaitsFor = PhaseStopped, d.failuresNote(ring, failures)
	case ring.Holding:
		r.Phase, r.WaitsFor = PhaseHolding, noCommitNote
		if problem != "" || d.isUnproven(ring, count, failures) {
			r.WaitsFor = fmt.Sprintf("%s, or %s", cmp.Or(problem, d.absenceNote(ring, count, failures)), approve)
		}
	case d.state.isComplete(ring, target) && ring.ReadySince.IsZero():
		r.Phase = PhaseComplete
		switch follows := ring.index == 0 && d.state.promotes(); {
		case follows && len(count[progressing])+len(failures) > 0:
			r.Phase, r.WaitsFor = PhaseProgressing, "its Shoots to be ready with the newest commit"
		case follows && problem != "":
			r.Phase, r.WaitsFor = PhaseProgressing, problem
		case follows && len(count[done]) == 0:
			r.WaitsFor = "a Shoot that counts: without one, no commit is promoted"
		}
	case d.state.Paused:
		r.Phase, r.WaitsFor = PhasePaused, "operation "+fluxv1alpha1.RolloutResume
	case d.state.mustBegin(ring, target) && !ring.isApproved(target):
		r.Phase, r.WaitsFor = PhaseWaitingForApproval, approve
	case problem != "" && len(count[progressing])+len(count[pending]) == 0:
		r.Phase, r.WaitsFor = PhaseProgressing, problem
	case !ring.ReadySince.IsZero():
		r.Phase, r.WaitsFor, r.Until = PhaseSoaking, "its Shoots to stay ready", metav1.NewTime(ring.ReadySince.Add(ring.config.Soak.Duration-ring.Soaked.Duration))
	case len(count[progressing]) == 0 && len(count[pending]) > 0 && *ring.config.Window == fluxv1alpha1.WindowMaintenance:
		r.Phase, r.WaitsFor = PhaseWaitingForWindow, "the maintenance time window of "+listed(namesOf(count[pending]))
		if opens := nextWindow(count[pending]); opens > 0 {
			r.Until = metav1.NewTime(d.now.Add(opens))
		}
	default:
		r.Phase, r.WaitsFor = PhaseProgressing, "its Shoots to be ready"
	}
}

// nextWindow returns the time until the next maintenance time window of the Shoots begins; 0 if it is not known.
func nextWindow(shoots []Shoot) (opens time.Duration) {
	for _, shoot := range shoots {
		if shoot.NextWindow > 0 && (opens == 0 || shoot.NextWindow < opens) {
			opens = shoot.NextWindow
		}
	}
	return opens
}

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
	switch {
	case s.RolledBack:
		r.Phase, r.Message = PhaseRolledBack, fmt.Sprintf("the target was rolled back. Change flux-config, or set the annotation %s to %s to try it again", fluxv1alpha1.AnnotationRollout, fluxv1alpha1.RolloutResume)
	case s.Paused:
		r.Phase, r.Message = PhasePaused, fmt.Sprintf("set the annotation %s to %s to continue", fluxv1alpha1.AnnotationRollout, fluxv1alpha1.RolloutResume)
	}
	return r
}

func (d *decision) progressOf(ring ringView) RingProgress {
	count := d.standings(ring)
	commit, problem := "", ""
	if ring.index == 0 && d.state.promotes() {
		commit, problem = d.candidate(ring, count)
	}
	failures := d.failuresOf(ring, count, commit)
	r := RingProgress{
		Name: ring.Name, Revision: ring.Goal.Revision, Commit: cmp.Or(ring.Goal.Commit, ring.Commit), Shoots: len(ring.shoots), Done: len(count[done]),
		OnTheirWay: len(count[onItsWay]), Failed: len(failures), Waiting: len(count[pending]), NotCounted: len(count[away]) + len(count[notWell]),
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

// judge sets the phase of a ring, and what it waits for.
func (d *decision) judge(ring ringView, count map[standing][]Shoot, failures []Failure, problem string, r *RingProgress) {
	goal, reached := d.state.upcoming(ring.index)
	switch {
	case d.state.RolledBack, reached && goal == ring.Rejected:
		r.Phase, r.WaitsFor = PhaseRolledBack, "another revision"
	case !reached:
		r.Phase, r.WaitsFor = PhaseWaiting, "ring "+d.state.Rings[ring.index-1].Name
	case ring.Stopped:
		r.Phase, r.WaitsFor = PhaseStopped, d.failuresNote(ring, failures)
	case ring.Holding:
		r.Phase, r.WaitsFor = PhaseHolding, noCommitNote
		if problem != "" || d.isUnproven(ring, count, failures) {
			r.WaitsFor = fmt.Sprintf("%s, or operation %s=%s", cmp.Or(problem, d.absenceNote(ring, count, failures)), fluxv1alpha1.RolloutApprove, ring.Name)
		}
	case d.state.isComplete(ring, goal) && ring.ReadySince.IsZero():
		r.Phase = PhaseComplete
		switch follows := ring.index == 0 && d.state.promotes(); {
		case follows && len(count[onItsWay])+len(failures) > 0:
			r.Phase, r.WaitsFor = PhaseProgressing, "its Shoots to be ready with the newest commit"
		case follows && problem != "":
			r.Phase, r.WaitsFor = PhaseProgressing, problem
		case follows && len(count[done]) == 0:
			r.WaitsFor = "a Shoot that counts: without one, no commit is promoted"
		}
	case d.state.Paused:
		r.Phase, r.WaitsFor = PhasePaused, "operation "+fluxv1alpha1.RolloutResume
	case d.state.mustBegin(ring, goal) && !ring.isApproved(goal):
		r.Phase, r.WaitsFor = PhaseWaitingForApproval, fmt.Sprintf("operation %s=%s", fluxv1alpha1.RolloutApprove, ring.Name)
	case problem != "" && len(count[onItsWay])+len(count[pending]) == 0:
		r.Phase, r.WaitsFor = PhaseProgressing, problem
	case !ring.ReadySince.IsZero():
		r.Phase, r.WaitsFor, r.Until = PhaseSoaking, "its Shoots to stay ready", metav1.NewTime(ring.ReadySince.Add(ring.config.Soak.Duration-ring.Soaked.Duration))
	case len(count[onItsWay]) == 0 && len(count[pending]) > 0 && *ring.config.Window == fluxv1alpha1.WindowMaintenance:
		r.Phase, r.WaitsFor = PhaseWaitingForWindow, "the maintenance time window of "+named(count[pending])
		if opens := nextWindow(count[pending]); opens > 0 {
			r.Until = metav1.NewTime(d.now.Add(opens))
		}
	default:
		r.Phase, r.WaitsFor = PhaseProgressing, "its Shoots to be ready"
	}
}

// nextWindow returns the time until the first maintenance time window of the Shoots begins; 0 if that is not known.
func nextWindow(shoots []Shoot) (opens time.Duration) {
	for _, shoot := range shoots {
		if shoot.NextWindow > 0 && (opens == 0 || shoot.NextWindow < opens) {
			opens = shoot.NextWindow
		}
	}
	return opens
}

// named names the first Shoots.
func named(shoots []Shoot) string {
	names := make([]string, 0, mostNamed)
	for _, shoot := range shoots[:min(len(shoots), mostNamed)] {
		names = append(names, shoot.Name)
	}
	return listed(names, len(shoots))
}

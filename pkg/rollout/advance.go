// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// advance takes the next step of one ring.
func (d *decision) advance(ring ringView) {
	target, reached := d.state.upcoming(ring.index)
	follows := ring.index == 0 && d.state.promotes()
	switch {
	case d.state.Paused:
		d.watch(ring, follows)
		return
	case d.state.RolledBack || !reached || target == ring.Rejected:
		return
	case d.state.isComplete(ring, target) && !follows:
		d.awaitReports(ring)
		return
	case d.state.mustBegin(ring, target) && !ring.isApproved(target):
		d.ask(ring, target)
		return
	case d.state.mustBegin(ring, target):
		ring.adopt(target)
	}
	count := d.count(ring)
	ring.Counted = ring.Counted || slices.ContainsFunc(slices.Concat(count[progressing], count[done], count[failed]), d.state.counts)
	commit, problem := "", ""
	if follows {
		commit, problem = d.candidate(ring, count)
	}
	failures := ring.failuresWith(commit, count[failed])
	isIdle := follows && d.state.isComplete(ring, target) && len(ring.Failures) == 0 && (commit == "" || commit == ring.Passed.Commit)
	switch {
	case len(failures) <= int(*ring.config.MaxFailures):
	case isIdle: // The commit that they fail with was promoted already, and the rollout waits for no other change.
		ring.resetSoak()
		ring.Stopped, ring.Holding = false, false
		d.next(later)
		return
	default:
		d.stop(ring, failures)
		return
	}
	ring.Stopped = false
	blocks := func(record ShootRecord, _ Shoot) bool { return !record.Returning }
	switch waiting := d.begin(ring, count); {
	case waiting || d.state.anyShoot(count[progressing], blocks):
		ring.resetSoak()
		ring.Holding = false
	case len(count[progressing]) > 0:
		ring.interruptSoak(d.now)
		ring.Holding = false
	case follows && !d.follow(ring, count, commit, problem):
	default:
		d.soak(ring, count, failures)
	}
}

// watch keeps the decisions coming while the rollout is paused, so that failures are recorded: the report of a Shoot
// is lost once the Shoot is away. A ring with a ready Shoot stops holding.
func (d *decision) watch(ring ringView, follows bool) {
	if !follows && len(d.standings(ring)[done]) > 0 {
		ring.Holding = false
	}
	isStarted := func(record ShootRecord, _ Shoot) bool { return !record.Started.IsZero() }
	if follows && len(ring.shoots) > 0 || d.state.anyShoot(ring.shoots, isStarted) {
		d.next(later)
	}
}

// ask requests the approval of a target once.
func (d *decision) ask(ring ringView, target Target) {
	d.next(later)
	if ring.Asked == target {
		return
	}
	ring.Asked = target
	d.event(ring.Name, ReasonWaitsForApproval, "Ring %s waits for approval of %s: set the annotation %s",
		ring.Name, target, annotation(fluxv1alpha1.RolloutApprove, ring.Name))
}

// awaitReports keeps the progress up to date while Shoots have yet to report the target that their ring has passed
// without them.
func (d *decision) awaitReports(ring ringView) {
	awaited := func(shoot Shoot) bool {
		return shoot.Status == nil && !shoot.Hibernated || !shoot.isAway() && (!shoot.has(ring.Target) || shoot.Status.State == fluxv1alpha1.ShootProgressing)
	}
	if slices.ContainsFunc(ring.shoots, awaited) {
		d.next(later)
	}
}

// count returns the Shoots of a ring by their standing, and requests the next decision for the earliest deadline.
func (d *decision) count(ring ringView) map[standing][]Shoot {
	count := d.standings(ring)
	for _, shoot := range count[progressing] {
		d.next(soon)
		if record := d.state.Shoots[shoot.Name]; !record.Started.IsZero() {
			d.next(record.Started.Add(d.state.deadline()).Sub(d.now))
		}
	}
	return count
}

// begin gives the target to as many Shoots as may progress at a time. It returns whether any Shoot has yet to get it.
func (d *decision) begin(ring ringView, count map[standing][]Shoot) bool {
	first := !d.state.anyShoot(ring.shoots, func(record ShootRecord, _ Shoot) bool { return record.Target == ring.Target })
	free, begun := ring.slots()-len(count[progressing]), 0
	for _, shoot := range count[pending] {
		switch {
		case d.isSettling(shoot):
			d.next(soon)
		case *ring.config.Window == fluxv1alpha1.WindowMaintenance && !shoot.InWindow:
			d.next(later)
		case free <= 0:
			d.next(soon)
		default:
			d.state.start(ring, shoot, d.now)
			d.next(soon)
			begun++
			if !d.state.Shoots[shoot.Name].NotWell {
				ring.Counted = true
				free--
			}
		}
	}
	if first && begun > 0 {
		d.event(ring.Name, ReasonRingStarted, "Ring %s begins with %s%s: %d of its %d Shoots", ring.Name, ring.Target, d.version(ring.Target.Revision), begun, len(ring.shoots))
	}
	return len(count[pending]) > 0
}

// isSettling returns whether a Shoot is not reported at the moment, or is in the middle of another change: a failure
// could not be attributed to one of the two. A Shoot that the rollout keeps unchanged is not in the middle of one.
func (d *decision) isSettling(shoot Shoot) bool {
	if shoot.Status == nil {
		return true
	}
	record := d.state.Shoots[shoot.Name]
	return record.Started.IsZero() && shoot.Status.State == fluxv1alpha1.ShootProgressing && !shoot.isKept() && shoot.lasts(d.now) < d.state.deadline()
}

// soak passes the ring when all Shoots that count have been ready with its target for the soak time. A ring without a
// ready Shoot holds.
func (d *decision) soak(ring ringView, count map[standing][]Shoot, failures []Failure) {
	switch {
	case len(count[done])+len(failures) == 0 && d.mayProve(count[notWell]):
		ring.Holding = false
		d.next(soon)
		return
	case d.isUnproven(ring, count, failures):
		ring.interruptSoak(d.now)
		d.hold(ring, d.absenceNote(ring, count, failures), true)
		return
	}
	if ring.ReadySince.IsZero() {
		ring.ReadySince = metav1.NewTime(d.now)
	}
	if left := ring.config.Soak.Duration - ring.Soaked.Duration - d.now.Sub(ring.ReadySince.Time); len(count[done]) > 0 && left > 0 {
		ring.Holding = false
		d.next(min(left, later))
		return
	}
	if len(count[done]) == 0 && !ring.isAccepted() {
		ring.Commit = "" // It was not soaked, and without a Shoot that counts, no commit is promoted.
	}
	if _, proven := d.state.promotion(ring); ring.index == 0 && d.state.promotes() && !proven {
		d.hold(ring, noCommitNote, false)
		return
	}
	d.pass(ring, count, failures)
}

// mayProve returns whether a Shoot that was not well may still become ready with the target before the deadline.
// Without any other Shoot, this is the only possible proof.
func (d *decision) mayProve(shoots []Shoot) bool {
	return d.state.anyShoot(shoots, func(record ShootRecord, _ Shoot) bool {
		return !record.Started.IsZero() && d.now.Sub(record.Started.Time) < d.state.deadline()
	})
}

func (d *decision) pass(ring ringView, count map[standing][]Shoot, failures []Failure) {
	note := fmt.Sprintf("All %d Shoots of ring %s that count are ready with %s", len(count[done]), ring.Name, ring.Target)
	switch {
	case len(failures) > 0:
		note = fmt.Sprintf("%d Shoots of ring %s are ready with %s, and %d have failed, as many as its maxFailures allows", len(count[done]), ring.Name, ring.Target, len(failures))
	case len(ring.shoots) == 0:
		note = fmt.Sprintf("Ring %s has no Shoots, and passes %s", ring.Name, ring.Target)
	case len(count[done]) == 0:
		note = fmt.Sprintf("Ring %s has no Shoots that count, and passes %s", ring.Name, ring.Target)
	}
	d.state.pass(ring)
	if ring.Passed.Commit != "" && ring.index == 0 {
		note += ", and with " + ring.Passed.Commit
	}
	d.event(ring.Name, ReasonRingPassed, "%s", note)
	d.next(soon)
}

// stop begins with no further Shoot of a ring with too many failures, and takes the target back if so configured.
func (d *decision) stop(ring ringView, failures []Failure) {
	ring.resetSoak()
	ring.Holding = false
	if d.next(later); !ring.Stopped {
		d.next(soon)
	}
	why := fmt.Sprintf("%d of the Shoots of ring %s have failed with %s, %s", len(failures), ring.Name, ring.Target, d.failuresNote(ring, failures))
	if *d.state.Rollout.OnFailure == fluxv1alpha1.OnFailureRollback {
		if ring.index > 0 && ring.Target.Revision == ring.Passed.Revision && ring.Target != ring.Passed {
			d.state.rejectCommit(ring, d.now)
			d.event(ring.Name, ReasonRolledBack, "%s. They have %s again", why, ring.Passed)
			return
		}
		if ring.Passed.Revision != d.state.Target && d.rollBack(why) {
			return
		}
	}
	if !ring.Stopped {
		ring.Stopped = true
		d.event(ring.Name, ReasonStopped, "%s. The rollout has stopped: no further Shoot gets it. It continues when they are ready; fix flux-config or the repository, or set the annotation %s to %s=<shoot>, %s=%s or %s",
			why, fluxv1alpha1.AnnotationRollout, fluxv1alpha1.RolloutSkip, fluxv1alpha1.RolloutApprove, ring.Name, fluxv1alpha1.RolloutRollback)
	}
}

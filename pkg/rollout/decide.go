// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"maps"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Decide returns the State that follows from another, which it does not change. Without one, because the rollout is new or its ConfigMap was lost,
// each Shoot is taken to have what it reports. The rollout must not be nil then.
func Decide(before *State, in Input) Decision {
	d := &decision{in: in, now: in.Now.UTC().Truncate(time.Second)}
	if before == nil {
		d.state = begin(in, d.now)
	} else {
		d.state = before.clone()
	}
	if in.Rollout != nil {
		d.state.configure(*in.Rollout)
	}
	d.aim(in.Target)
	d.state.place(in.Shoots, in.Source, d.now)
	d.rings = d.state.views(in.Shoots)
	d.state.recover(d.rings)
	for _, ring := range d.rings {
		d.recordFailures(ring)
	}
	d.operate(in.Operation)
	for _, ring := range d.rings {
		d.advance(ring)
	}
	d.finish(before)
	d.state.prune()
	d.State, d.Progress = d.state, d.progress()
	return d.Decision
}

// advance has one ring go on.
func (d *decision) advance(ring ringView) {
	goal, reached := d.state.upcoming(ring.index)
	follows := ring.index == 0 && d.state.promotes()
	switch {
	case d.state.Paused:
		d.watch(ring, follows)
		return
	case d.state.RolledBack || !reached || goal == ring.Rejected:
		return
	case d.state.isComplete(ring, goal) && !follows:
		d.awaitReports(ring)
		return
	case d.state.mustBegin(ring, goal) && !ring.isApproved(goal):
		d.ask(ring, goal)
		return
	case d.state.mustBegin(ring, goal):
		ring.adopt(goal)
	}
	count := d.count(ring)
	counts := func(shoot Shoot) bool { return !d.state.isSkipped(shoot) }
	ring.Counted = ring.Counted || slices.ContainsFunc(slices.Concat(count[onItsWay], count[done], count[failed]), counts)
	commit, problem := "", ""
	if follows {
		commit, problem = d.candidate(ring, count)
	}
	failures := d.failuresOf(ring, count, commit)
	switch isIdle := follows && d.state.isComplete(ring, goal) && len(ring.Failures) == 0 && (commit == "" || commit == ring.Passed.Commit); {
	case len(failures) <= int(*ring.config.MaxFailures):
	case isIdle: // The commit that they fail with was promoted already, and nothing else waits for them.
		ring.resetSoak()
		ring.Stopped, ring.Holding = false, false
		d.next(later)
		return
	default:
		d.stop(ring, failures)
		return
	}
	ring.Stopped = false
	switch waiting := d.begin(ring, count); {
	case waiting || slices.ContainsFunc(count[onItsWay], func(shoot Shoot) bool { return !d.state.Shoots[shoot.Name].Returning }):
		ring.resetSoak()
		ring.Holding = false
	case len(count[onItsWay]) > 0:
		ring.interruptSoak(d.now)
		ring.Holding = false
	case follows && !d.follow(ring, count, commit, problem):
	default:
		d.soak(ring, count, failures)
	}
}

// watch has the failures of a ring recorded although the rollout is paused: what a Shoot has reported is not known any more once it is away. A ring holds
// no longer if a Shoot is ready.
func (d *decision) watch(ring ringView, follows bool) {
	if !follows && len(d.standings(ring)[done]) > 0 {
		ring.Holding = false
	}
	isOnItsWay := func(shoot Shoot) bool {
		placement := d.state.Shoots[shoot.Name]
		return !placement.Started.IsZero()
	}
	if follows && len(ring.shoots) > 0 || slices.ContainsFunc(ring.shoots, isOnItsWay) {
		d.next(later)
	}
}

// ask requests the approval of a goal, once.
func (d *decision) ask(ring ringView, goal Goal) {
	d.next(later)
	if ring.Asked == goal {
		return
	}
	ring.Asked = goal
	d.eventOf(ring.Name, corev1.EventTypeNormal, ReasonWaitsForApproval, fmt.Sprintf("Ring %s waits for its approval of %s: set the annotation %s=%s=%s",
		ring.Name, goal, fluxv1alpha1.AnnotationRollout, fluxv1alpha1.RolloutApprove, ring.Name))
}

// awaitReports has the progress brought up to date when Shoots report a goal that their ring has passed without them, and what has become of it.
func (d *decision) awaitReports(ring ringView) {
	awaited := func(shoot Shoot) bool {
		return shoot.Status == nil && !shoot.Hibernated || !shoot.isAway() && (!shoot.has(ring.Goal) || shoot.Status.State == fluxv1alpha1.ShootProgressing)
	}
	if slices.ContainsFunc(ring.shoots, awaited) {
		d.next(later)
	}
}

// count returns the Shoots of a ring by their standing, and has the next decision made when one of them may have failed.
func (d *decision) count(ring ringView) map[standing][]Shoot {
	count := d.standings(ring)
	for _, shoot := range count[onItsWay] {
		d.next(soon)
		if placement := d.state.Shoots[shoot.Name]; !placement.Started.IsZero() {
			d.next(placement.Started.Add(d.state.Rollout.ProgressDeadline.Duration).Sub(d.now))
		}
	}
	return count
}

// begin gives the goal to as many Shoots as may be on their way. It returns whether there are Shoots that have to be waited for.
func (d *decision) begin(ring ringView, count map[standing][]Shoot) bool {
	first := !slices.ContainsFunc(ring.shoots, func(shoot Shoot) bool { return d.state.Shoots[shoot.Name].Goal == ring.Goal })
	free, begun := ring.slots()-len(count[onItsWay]), 0
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
		d.eventOf(ring.Name, corev1.EventTypeNormal, ReasonRingStarted, fmt.Sprintf("Ring %s begins with %s%s: %d of its %d Shoots", ring.Name, ring.Goal, d.version(ring.Goal), begun, len(ring.shoots)))
	}
	return len(count[pending]) > 0
}

// isSettling returns whether a Shoot is in the middle of a change, so that it would not be known of which one it fails, or is not reported for the moment.
// A Shoot that the rollout keeps as it is is not in the middle of one.
func (d *decision) isSettling(shoot Shoot) bool {
	placement := d.state.Shoots[shoot.Name]
	if shoot.Status == nil {
		return true
	}
	return placement.Started.IsZero() && shoot.Status.State == fluxv1alpha1.ShootProgressing && !shoot.isKept() && shoot.lasts(d.now) < d.state.Rollout.ProgressDeadline.Duration
}

// soak passes the ring when all Shoots that count have been ready with its goal for the soak time. A ring without a ready Shoot holds.
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

// mayProve returns whether one of the Shoots that were not well may still become ready with the goal before the deadline: without any other, that would
// be the only proof.
func (d *decision) mayProve(shoots []Shoot) bool {
	return slices.ContainsFunc(shoots, func(shoot Shoot) bool {
		started := d.state.Shoots[shoot.Name].Started
		return !started.IsZero() && d.now.Sub(started.Time) < d.state.Rollout.ProgressDeadline.Duration
	})
}

func (d *decision) pass(ring ringView, count map[standing][]Shoot, failures []Failure) {
	note := fmt.Sprintf("All %d Shoots of ring %s that count are ready with %s", len(count[done]), ring.Name, ring.Goal)
	switch {
	case len(failures) > 0:
		note = fmt.Sprintf("%d Shoots of ring %s are ready with %s, and %d have failed, as many as its maxFailures allows", len(count[done]), ring.Name, ring.Goal, len(failures))
	case len(ring.shoots) == 0:
		note = fmt.Sprintf("Ring %s has no Shoots, and passes %s", ring.Name, ring.Goal)
	case len(count[done]) == 0:
		note = fmt.Sprintf("Ring %s has no Shoots that count, and passes %s", ring.Name, ring.Goal)
	}
	d.state.pass(ring)
	if ring.Passed.Commit != "" && ring.index == 0 {
		note += ", and with " + ring.Passed.Commit
	}
	d.eventOf(ring.Name, corev1.EventTypeNormal, ReasonRingPassed, note)
	d.next(soon)
}

// stop begins with no further Shoot of a ring in which too many have failed, and takes the goal back if that is configured.
func (d *decision) stop(ring ringView, failures []Failure) {
	ring.resetSoak()
	ring.Holding = false
	if d.next(later); !ring.Stopped {
		d.next(soon)
	}
	why := fmt.Sprintf("%d of the Shoots of ring %s have failed with %s, %s", len(failures), ring.Name, ring.Goal, d.failuresNote(ring, failures))
	if *d.state.Rollout.OnFailure == fluxv1alpha1.OnFailureRollback {
		if ring.index > 0 && ring.Goal.Revision == ring.Passed.Revision && ring.Goal != ring.Passed {
			d.state.rejectCommit(ring, d.now)
			d.eventOf(ring.Name, corev1.EventTypeWarning, ReasonRolledBack, why+". They have "+ring.Passed.String()+" again")
			return
		}
		if ring.Passed.Revision != d.state.Target && d.rollBack(why) {
			return
		}
	}
	if !ring.Stopped {
		ring.Stopped = true
		d.eventOf(ring.Name, corev1.EventTypeWarning, ReasonStopped, fmt.Sprintf("%s. The rollout has stopped: no further Shoot gets it. It continues when they are ready; correct flux-config or the repository, or set the annotation %s to %s=<shoot>, %s=%s or %s",
			why, fluxv1alpha1.AnnotationRollout, fluxv1alpha1.RolloutSkip, fluxv1alpha1.RolloutApprove, ring.Name, fluxv1alpha1.RolloutRollback))
	}
}

// finish reports the end of a rollout once.
func (d *decision) finish(before *State) {
	d.state.Recovering = d.state.Recovering && !d.state.isEverywhere()
	if before != nil && !before.isEverywhere() && d.state.isEverywhere() && !d.state.RolledBack {
		d.event(corev1.EventTypeNormal, ReasonComplete, fmt.Sprintf("All rings have revision %s%s", d.state.Target, d.version(Goal{Revision: d.state.Target})))
	}
}

// prune forgets the revisions that nothing uses any more.
func (s *State) prune() {
	used := map[string]bool{s.Target: true}
	for _, ring := range s.Rings {
		used[ring.Goal.Revision], used[ring.Passed.Revision], used[ring.Former.Revision] = true, true, true
	}
	for _, placement := range s.Shoots {
		used[placement.Revision] = true
	}
	maps.DeleteFunc(s.Revisions, func(id string, _ Revision) bool { return !used[id] })
}

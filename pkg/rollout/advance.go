// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"slices"
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// advance performs the next step of a ring: it requests approval, begins with the target, stops, holds or passes. It
// returns false if the ring has to wait before it releases further Shoots.
func (d *decision) advance(ring ringView) (releases bool) {
	d.state.bindApproval(ring.index)
	target, reached := d.state.Upcoming(ring.index)
	follows := d.state.follows(ring)
	ring = d.checkStart(ring) // The ring before may have passed in this decision.
	ring.wasStopped = ring.Stopped
	switch {
	case d.state.Paused || d.state.Behind || d.in.Stop != nil:
		d.watch(ring)
		return false
	case d.state.RolledBack || !reached || target == ring.Rejected:
		ring.resetSoak() // A new ring before it may have its members.
		return false
	case d.state.isComplete(ring, target):
		if waiting := d.state.catchUp(ring); len(waiting) > 0 {
			d.await(ring)
			d.offer(ring)
			d.awaitClock(ring, waiting)
		}
		if !follows {
			// A member that moved into the ring without the target may have left it again.
			ring.Stopped, ring.Holding = false, false
			ring.resetSoak()
			if d.state.Promotes() {
				ring.Guarded = ""
			} else {
				d.reportRemovals(ring)
			}
			d.awaitReports(ring)
			return false
		}
	case ring.mustBegin(target) && !ring.isApproved(target):
		d.ask(ring, target)
		return false
	case ring.mustBegin(target) && !ring.mayBegin():
		ring.resetSoak()
		d.await(ring)
		d.stopLate(ring)
		return false
	case ring.mustBegin(target):
		ring.adopt(target)
		// A member may have failed with the target in another ring, and may move before the next decision.
		d.record(ring)
	}
	ring = d.observe(ring)
	for _, member := range ring.by[progressing] {
		d.next(soon)
		if record := d.state.Members[member.Name]; !record.Started.IsZero() {
			d.next(record.Started.Add(d.state.deadline()).Sub(d.now.Time))
		}
	}
	ring.Counted = ring.Counted || slices.ContainsFunc(slices.Concat(ring.by[progressing], ring.by[done], ring.by[failed]), d.state.counts)
	isIdle := follows && d.state.isComplete(ring, target) && len(ring.Failed()) == 0 && (ring.newest == "" || ring.newest == ring.Passed.Commit)
	switch {
	case len(ring.failing) <= int(*ring.config.MaxFailures):
	case isIdle: // The members fail with a commit that was already promoted, and nothing else has changed.
		ring.resetSoak()
		ring.Stopped, ring.Holding = false, false
		d.next(later)
		return false
	default:
		d.stop(ring)
		return false
	}
	ring.Stopped = false
	if d.beginCommit(ring) || d.guard(ring) {
		return false
	}
	blocks := func(record Record, _ Member) bool { return !record.Returning }
	waiting, isReleased := d.begin(ring), d.release(ring)
	switch {
	case waiting || !isReleased || d.state.anyMember(ring.by[progressing], blocks):
		ring.resetSoak()
		ring.Holding = false
		d.stopLate(ring)
	case len(ring.by[progressing]) > 0:
		ring.interruptSoak(d.now)
		ring.Holding = false
	case follows && !d.follow(ring):
	default:
		d.soak(ring)
	}
	return true
}

// watch requests further decisions while the rollout is paused or waits for the clock or for the end of the operator's
// stop, so that a failure is recorded before its member becomes unobservable. It clears Holding if a member of the ring
// is ready. A soak continues only under the same conditions as without the wait.
func (d *decision) watch(ring ringView) {
	follows := d.state.follows(ring)
	ring = d.observe(ring)
	if !follows && len(ring.by[done]) > 0 {
		ring.Holding = false
	}
	blocks := func(record Record, _ Member) bool { return !record.Returning }
	isOther := follows && len(ring.by[done]) > 0 && ring.newest != ring.Commit
	switch {
	case isOther, len(ring.failing) > int(*ring.config.MaxFailures), len(ring.by[pending]) > 0, d.state.anyMember(ring.by[progressing], blocks), d.hasLost(ring):
		ring.resetSoak()
	case len(ring.by[progressing]) > 0, len(ring.by[done]) == 0:
		ring.interruptSoak(d.now)
	}
	isStarted := func(record Record, _ Member) bool { return !record.Started.IsZero() }
	if follows && len(ring.members) > 0 || d.state.anyMember(ring.members, isStarted) {
		d.next(later)
	}
}

// ask requests approval for a target. It emits the Event only once.
func (d *decision) ask(ring ringView, target Target) {
	d.next(later)
	if ring.Asked == target {
		return
	}
	ring.Asked = target
	d.event(ring.Name, ReasonWaitsForApproval, "Ring %s waits for approval of %s; run: %s",
		ring.Name, target, d.in.Subject.command(fluxv1alpha1.RolloutApprove, ring.Name))
}

// awaitReports requests further decisions until all members report the target and the ring is ready, so that the
// progress stays up to date. A ring passes without waiting for members that do not count.
func (d *decision) awaitReports(ring ringView) {
	awaited := func(member Member) bool {
		return !member.Hibernated && (member.IsAway() || !member.has(ring.Target) || member.isProgressing())
	}
	if slices.ContainsFunc(ring.members, awaited) || len(d.observe(ring).unready()) > 0 {
		d.next(later)
	}
}

// begin assigns the target to pending members, up to maxConcurrent. It returns whether any members were pending.
func (d *decision) begin(ring ringView) bool {
	d.offer(ring)
	first := !d.state.anyMember(ring.members, func(record Record, _ Member) bool { return record.Target == ring.Target })
	free, begun := ring.slots()-len(ring.by[progressing]), 0
	for _, member := range ring.by[pending] {
		switch {
		case d.isSettling(member):
			d.next(soon)
		case member.waits(ring):
			d.await(ring)
		case free <= 0:
			d.next(soon)
		default:
			d.state.start(ring, member, d.now)
			d.next(soon)
			begun++
			if !d.state.Members[member.Name].NotWell {
				ring.Counted = true
				free--
			}
		}
	}
	if first && begun > 0 {
		d.event(ring.Name, ReasonRingStarted, "Ring %s begins with %s%s: %d of its %d %s", ring.Name, ring.Target, d.version(ring.Target.Revision), begun, len(ring.members), d.in.Subject.Many)
	}
	return len(ring.by[pending]) > 0
}

// isSettling returns whether a member is not reported or is still progressing with an earlier change. If it got the
// target now and failed, the cause would be ambiguous. A member that the rollout keeps unchanged is not settling.
func (d *decision) isSettling(member Member) bool {
	if member.Status == nil {
		return true
	}
	record := d.state.Members[member.Name]
	return record.Started.IsZero() && member.isProgressing() && !member.isKept() && member.lasts(d.now) < d.state.deadline()
}

// soak passes the ring when all members that count have been ready with the target for the soak time. It holds the ring
// if no member proves the target.
func (d *decision) soak(ring ringView) {
	switch {
	case ring.has(d.skipped) && len(ring.by[done]) == 0 && slices.ContainsFunc(ring.members, Member.isExempt):
		// Exemptions were observed before the skip, and may depend on the skipped member. The next decision has new ones.
		ring.resetSoak()
		ring.Holding = false
		d.next(soon)
		return
	case len(ring.by[done])+len(ring.failing) == 0 && d.mayProve(ring.by[notWell]):
		ring.Holding = false
		d.next(soon)
		return
	case d.isUnproven(ring):
		ring.interruptSoak(d.now)
		d.hold(ring, d.absenceNote(ring), true)
		return
	}
	if d.waitsForRemovals(ring) {
		ring.resetSoak()
		ring.Holding = false
		d.next(soon)
		return
	}
	if unknown := d.unknownRemovals(ring); unknown != "" {
		ring.resetSoak()
		d.hold(ring, unknown, true)
		return
	}
	if silent := d.silent(ring); silent != nil {
		d.awaitSeed(ring, silent)
		return
	}
	if ring.ReadySince.IsZero() {
		ring.ReadySince = d.now
	}
	if len(ring.by[done]) == 0 && !ring.isAccepted() {
		ring.Commit = "" // No member has soaked with the commit.
	}
	if ring.wait = d.checkReady(ring); d.stopLate(ring) {
		return
	}
	if left := ring.config.Soak.Duration - ring.Soaked.Duration - d.now.Sub(ring.ReadySince.Time); len(ring.by[done]) > 0 && left > 0 {
		ring.Holding = false
		d.next(min(left, later))
		return
	}
	if _, proven := d.state.promotion(ring); d.state.follows(ring) && !proven {
		d.hold(ring, d.noCommitNote(), false)
		return
	}
	if ring.wait != nil {
		ring.Holding = false
		return
	}
	d.pass(ring)
}

// mayProve returns whether at least one of the members is still within the deadline, and may therefore become ready
// with the target.
func (d *decision) mayProve(members []Member) bool {
	return d.state.anyMember(members, func(record Record, _ Member) bool {
		return !record.Started.IsZero() && d.now.Sub(record.Started.Time) < d.state.deadline()
	})
}

func (d *decision) pass(ring ringView) {
	of := d.in.Subject
	note := fmt.Sprintf("All %d %s of ring %s that count are ready with %s", len(ring.by[done]), of.Many, ring.Name, ring.Target)
	switch {
	case len(ring.failing) > 0:
		note = fmt.Sprintf("%d %s of ring %s are ready with %s, and %d have failed, within its maxFailures", len(ring.by[done]), of.Many, ring.Name, ring.Target, len(ring.failing))
	case len(ring.members) == 0:
		note = fmt.Sprintf("Ring %s has no %s, and passes %s", ring.Name, of.Many, ring.Target)
	case len(ring.by[done]) == 0:
		note = fmt.Sprintf("Ring %s has no %s that count, and passes %s", ring.Name, of.Many, ring.Target)
	}
	if losers := d.losers(ring); len(losers) > 0 {
		ring.Reported = changeOf(losers[0]) // It was approved.
	}
	d.state.pass(ring)
	if ring.Passed.Commit != "" && ring.index == 0 {
		note += ", and with " + ring.Passed.Commit
	}
	d.event(ring.Name, ReasonRingPassed, "%s", note)
	d.next(soon)
}

// stop stops a ring with too many failures, and rolls the target back if onFailure is Rollback.
func (d *decision) stop(ring ringView) {
	ring.resetSoak()
	ring.Holding = false
	if d.next(later); !ring.Stopped {
		d.next(soon)
	}
	why := fmt.Sprintf("%d of the %s of ring %s have failed with %s, %s", len(ring.failing), d.in.Subject.Many, ring.Name, ring.Target, d.stopNote(ring))
	if d.takeBack(ring, why) {
		return
	}
	if !ring.Stopped {
		ring.Stopped = true
		d.event(ring.Name, ReasonStopped, "%s. The rollout has stopped: no further %s gets the change. It continues when the failed %s are ready. Fix %s or the repository, or skip a %s, pass the ring or roll back with: %s, %s or %s",
			why, d.in.Subject.One, d.in.Subject.Many, d.in.Subject.Configuration, d.in.Subject.One, d.in.Subject.command(fluxv1alpha1.RolloutSkip, "<"+strings.ToLower(d.in.Subject.One)+">"),
			d.in.Subject.command(fluxv1alpha1.RolloutApprove, ring.Name), d.in.Subject.command(fluxv1alpha1.RolloutRollback))
	}
}

// takeBack rolls the target of a ring back if onFailure is Rollback and that is possible, and returns whether it has.
func (d *decision) takeBack(ring ringView, why string) bool {
	switch {
	case *d.state.Rollout.OnFailure != fluxv1alpha1.OnFailureRollback:
		return false
	case ring.index > 0 && ring.Target.Revision == ring.Passed.Revision && ring.Target != ring.Passed:
		d.state.rejectCommit(ring, d.now)
		d.event(ring.Name, ReasonRolledBack, "%s. The %s get %s again", why, d.in.Subject.Many, ring.Passed)
		return true
	}
	return ring.Passed.Revision != d.state.Target && d.rollBack(why)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// longestOperation is the maximum length of a stored operation, and longestNote of its note, in bytes.
	longestOperation, longestNote = 128, 512
	// mostOperations is the maximum number of stored operations.
	mostOperations = 10
)

// operate executes the operation in the annotation once. The State records the operation until the annotation changes
// or is removed.
func (d *decision) operate(operation string) {
	operation = text.Cut(operation, longestOperation)
	if operation == d.state.Operation {
		return
	}
	d.state.Operation = operation
	if operation == "" {
		return
	}
	reported := len(d.Events)
	defer func() {
		d.in.Stop.noteIn(d.Events[reported:])
		d.state.record(operation, d.Events[reported:], d.now)
	}()
	verb, name, _ := strings.Cut(operation, "=")
	switch {
	case operation == fluxv1alpha1.RolloutPause:
		d.state.Paused = true
		d.state.askAgain()
		d.event("", ReasonPaused, "The rollout is paused: no further %s gets another revision. To continue, run: %s", d.in.Subject.One, d.in.Subject.command(fluxv1alpha1.RolloutResume))
	case operation == fluxv1alpha1.RolloutResume:
		d.state.resume(d.rings, d.now)
		d.event("", ReasonResumed, "The rollout continues with revision %s", d.state.Target)
	case d.before != nil && d.before.Target != d.state.Target && CheckOperation(d.in.Subject, &d.state.Rollout, operation) == "":
		d.refuse(verb)
	case operation == fluxv1alpha1.RolloutRollback:
		d.rollBack("requested by a user")
	case verb == fluxv1alpha1.RolloutApprove && d.approve(name), verb == fluxv1alpha1.RolloutApproveDuringFreeze && d.overrule(name), verb == fluxv1alpha1.RolloutSkip && d.skip(name):
	default:
		d.event("", ReasonUnknownOperation, "Ignored the value %q of annotation %s: it %s", operation, fluxv1alpha1.AnnotationRollout,
			cmp.Or(CheckOperation(d.in.Subject, &d.state.Rollout, operation), "names no "+d.in.Subject.All))
	}
}

// refuse refuses an approval, a rollback or a skip that arrives together with another target. The user may have
// requested it for the target before, which the note names.
func (d *decision) refuse(verb string) {
	reason, done, again := ReasonApproved, "approved", "approve revision %s, approve the ring again"
	switch verb {
	case fluxv1alpha1.RolloutRollback:
		reason, done, again = ReasonNotRolledBack, "rolled back", "roll back revision %s, request the rollback again"
	case fluxv1alpha1.RolloutSkip:
		reason, done, again = ReasonSkipped, "skipped", "exclude the "+d.in.Subject.One+" from revision %s, skip it again"
	}
	d.event("", reason, "The request may be for revision %s, and %s has changed since: nothing is %s. To "+again, d.before.Target, d.in.Subject.Configuration, done, d.state.Target)
}

// record adds an operation and its result to the executed operations.
func (s *State) record(operation string, events []Event, now metav1.Time) {
	own := ExecutedOperation{Value: operation, Time: now, Note: "Nothing has changed"}
	if len(events) > 0 {
		own.Note = text.Cut(events[0].Note, longestNote)
	}
	s.Operations = append([]ExecutedOperation{own}, s.Operations[:min(len(s.Operations), mostOperations-1)]...)
}

// CheckOperation returns the reason why an operation is invalid; empty if it is valid. It does not check that the
// member to skip exists.
func CheckOperation(of Subject, r *fluxv1alpha1.Rollout, operation string) string {
	names := namesOf(r.Rings, func(ring fluxv1alpha1.Ring) string { return ring.Name })
	switch verb, name, _ := strings.Cut(operation, "="); {
	case slices.Contains([]string{fluxv1alpha1.RolloutPause, fluxv1alpha1.RolloutResume, fluxv1alpha1.RolloutRollback}, operation),
		(verb == fluxv1alpha1.RolloutApprove || verb == fluxv1alpha1.RolloutApproveDuringFreeze) && slices.Contains(names, name), verb == fluxv1alpha1.RolloutSkip && name != "":
		return ""
	}
	return fmt.Sprintf("must be %s, %s, %s, %s=<ring> or %s=<ring> with one of the rings %s, or %s=<%s> with a %s",
		fluxv1alpha1.RolloutPause, fluxv1alpha1.RolloutResume, fluxv1alpha1.RolloutRollback, fluxv1alpha1.RolloutApprove, fluxv1alpha1.RolloutApproveDuringFreeze, strings.Join(names, ", "), fluxv1alpha1.RolloutSkip, strings.ToLower(of.One), of.All)
}

// resume continues a paused or rolled back rollout, retries failed members and rejected targets, and restarts the
// deadline of each progressing member.
func (s *State) resume(rings []ringView, now metav1.Time) {
	s.Paused, s.RolledBack = false, false
	s.retryFailures(rings)
	for i := range s.Rings {
		s.Rings[i].Rejected = Target{}
	}
	for name, record := range s.Members {
		if !record.Started.IsZero() {
			record.Started = now
			if !record.AwaySince.IsZero() {
				record.AwaySince = now
			}
			s.Members[name] = record
		}
	}
}

// approve approves a ring. A stopped or holding ring may pass its target without the members that have failed or cannot
// be observed. Any other ring may begin with its upcoming target, or with the commit that is on its way to the ring. An
// approval never applies to a commit that is not known yet, except to the first one of a configuration. approve returns
// false if the ring does not exist.
func (d *decision) approve(name string) bool {
	index := slices.IndexFunc(d.rings, func(ring ringView) bool { return ring.Name == name })
	if index < 0 {
		return false
	}
	ring := d.rings[index]
	target, reached := d.state.Upcoming(index)
	isNext := !reached || !ring.mustBegin(target)
	coming, isComing := d.state.coming(index)
	note := fmt.Sprintf("Ring %s may begin with %s", name, target)
	waited := d.waited(ring)
	switch {
	case isNext && ring.Target.Revision == d.state.Target && (ring.Stopped || d.hasLost(ring) || d.waitsForProof(ring) || waited != nil || ring.wait != nil):
		accepted := Target{Revision: ring.Target.Revision, Commit: ring.Commit}
		note = fmt.Sprintf("Ring %s may pass %s without proof", name, accepted)
		if d.hasLost(ring) {
			note = fmt.Sprintf("Ring %s may pass %s, although %s", name, accepted, d.lossNote(ring))
		}
		if check := d.overruleCheck(ring); check != "" && (d.hasLost(ring) || d.waitsForProof(ring)) {
			note += ", and in spite of " + check
		} else if check != "" {
			note = fmt.Sprintf("Ring %s may pass %s in spite of %s", name, accepted, check)
		}
		isGuarded := ring.Guarded != "" && d.unknownRemovals(d.observe(ring)) == ""
		known := d.acceptFailures(ring)
		d.acceptLosses(d.observe(ring))
		// The ring may pass without proof only if no member can still prove the target, and if that was the reason to hold.
		if !isGuarded && known && d.waitsForProof(ring) {
			ring.Accepted = accepted
		}
		ring.Holding = ring.Holding && !isGuarded
		if _, proven := d.state.promotion(ring); index == 0 && !proven {
			note += ", but waits for " + d.noCommitNote()
		}
	case reached && target == ring.Rejected:
		note = fmt.Sprintf("Ring %s has rolled back %s, so that nothing is approved. To try it again, run: %s", name, target, d.in.Subject.command(fluxv1alpha1.RolloutResume))
	case !isNext && ring.wait != nil:
		note += " in spite of " + d.overruleCheck(ring)
		d.rings[index].hold, ring.hold = nil, nil
	case !isNext:
		ring.Approved = target
	case isComing:
		ring.Approved = coming
		note = fmt.Sprintf("Ring %s may begin with %s", name, coming)
	case reached:
		note = fmt.Sprintf("Ring %s has begun with %s already: there is nothing to approve", name, target)
	default:
		ring.Approved = Target{Revision: d.state.Target}
		if note = fmt.Sprintf("Ring %s may begin with revision %s", name, d.state.Target); d.state.needsCommit() {
			note = fmt.Sprintf("Ring %s may begin with the next commit in revision %s", name, d.state.Target)
		}
	}
	if ring.hold != nil && ring.Approved.Revision == d.state.Target {
		note += ", but waits for " + ring.hold.String()
	}
	d.event("", ReasonApproved, "%s", note)
	return true
}

// skip excludes a member from the rollout of the current target, so that the rollout neither waits for the member nor
// stops because of it. skip returns false if the member is unknown.
func (d *decision) skip(name string) bool {
	if !d.state.Knows(name) {
		return false
	}
	d.state.skip(name)
	d.skipped = name
	for _, ring := range d.rings {
		ring.Failures = slices.DeleteFunc(ring.Failures, func(f Failure) bool { return f.Member == name })
		d.state.uncount(ring, name)
	}
	one := d.in.Subject.One
	d.event("", ReasonSkipped, "%s %s does not count for revision %s: the rollout neither waits for the %s nor stops because of it. The %s gets the revision when its ring has passed", strings.ToUpper(one[:1])+one[1:], name, d.state.Target, one, one)
	return true
}

// Knows returns whether a member can be skipped: the State has a record of the member, or a ring has a failure of it.
func (s *State) Knows(name string) bool {
	_, ok := s.Members[name]
	return ok || slices.ContainsFunc(s.Rings, func(ring Ring) bool {
		_, has := find(ring.Failures, name)
		return has
	})
}

// rollBack rolls the target back, and returns whether the target is rolled back. If a user has requested a rollback
// that is impossible, it emits an Event with the reason.
func (d *decision) rollBack(why string) bool {
	if d.state.RolledBack {
		return true
	}
	target, impossible := d.state.Target, ""
	if d.in.Stop != nil { // A rollback by itself does not get here, because no ring advances.
		impossible = d.in.Stop.String()
	} else {
		impossible = d.state.rollBack(d.rings, d.now)
	}
	if impossible != "" {
		if d.state.Operation == fluxv1alpha1.RolloutRollback {
			d.event("", ReasonNotRolledBack, "Revision %s cannot be rolled back: %s", target, impossible)
		}
		return false
	}
	d.event("", ReasonRolledBack, "Revision %s was rolled back: %s. The %s get the previous revision again; change %s, or try this revision again with: %s",
		target, why, d.in.Subject.Many, d.in.Subject.Configuration, d.in.Subject.command(fluxv1alpha1.RolloutResume))
	return true
}

// back returns the target that a rollback returns the ring to; without a revision if there was no previous target.
func (s *State) back(ring ringView) Target {
	if ring.Passed.Revision != s.Target {
		return ring.Passed
	}
	return ring.Former
}

// rollBack assigns the previous target of each ring to the members that have the rollout's target, or a revision that
// the target has replaced before their ring passed it. If the rollback is impossible, rollBack changes nothing and
// returns the reason. It does not downgrade Flux, because an older Flux may be unable to read the objects that a newer
// Flux has stored.
func (s *State) rollBack(rings []ringView, now metav1.Time) string {
	target, possible := s.Revisions[s.Target], false
	for _, ring := range rings {
		back := s.back(ring)
		if back.Revision == "" {
			continue
		}
		former, ok := s.Revisions[back.Revision]
		if !ok {
			return fmt.Sprintf("the content of revision %s, which ring %s had before, is not known", back.Revision, ring.Name)
		}
		if former.changesFlux(target) {
			return fmt.Sprintf("it changes Flux from %s to %s, and Flux cannot be downgraded", former.FluxVersion, target.FluxVersion)
		}
		for _, member := range ring.members {
			own := s.Members[member.Name]
			if !own.isUnpassed(back) {
				continue
			}
			switch replaced, ok := s.Revisions[own.Revision]; {
			case !ok:
				return fmt.Sprintf("the content of revision %s, which %s has, is not known", own.Revision, member.Name)
			case former.changesFlux(replaced):
				return fmt.Sprintf("%s has revision %s, which changes Flux from %s to %s, and Flux cannot be downgraded", member.Name, own.Revision, former.FluxVersion, replaced.FluxVersion)
			}
		}
		possible = true
	}
	if !possible {
		return "there is no previous revision"
	}
	for _, ring := range rings {
		back := s.back(ring)
		s.takeBack(ring, back, func(target Target) bool { return target.Revision == s.Target }, now)
		for _, member := range ring.members {
			if record := s.Members[member.Name]; back.Revision != "" && record.isUnpassed(back) {
				record.Target, record.Started = ring.Target, now
				s.Members[member.Name] = record
			}
		}
	}
	s.RolledBack = true
	return ""
}

// isUnpassed returns whether a member was assigned another revision than the one that its ring returns to, and no ring
// has passed that revision with it. A member that has another revision for a different reason keeps it: it has moved
// from another ring, or waits for its maintenance time window.
func (r Record) isUnpassed(back Target) bool {
	return r.Revision != "" && r.Revision != back.Revision && !r.Started.IsZero()
}

// rejectCommit assigns the previously passed commit to the members of a ring, and records the rejected commit so that
// the ring does not begin with it again.
func (s *State) rejectCommit(ring ringView, now metav1.Time) {
	rejected := ring.Target
	s.takeBack(ring, ring.Passed, func(target Target) bool { return target == rejected }, now)
	ring.Rejected = rejected
}

// takeBack resets the ring to its previous target, and assigns that target to the members that have a rejected one. If
// there is no previous target, it only resets approvals, failures and progress.
func (s *State) takeBack(ring ringView, back Target, isRejected func(Target) bool, now metav1.Time) {
	ring.forgetChange()
	if back.Revision == "" {
		return
	}
	if isRejected(ring.Passed) {
		ring.Passed, ring.Former = back, Target{}
	}
	ring.Target = s.baseOf(ring.index)
	for _, member := range ring.members {
		// NotWell is kept: it also applies to the next target.
		record := s.Members[member.Name]
		if isRejected(record.Target) {
			record.Target, record.Started = ring.Target, now
		}
		if isRejected(record.Next) { // Otherwise a retry would not wait for the member.
			record.Next = Target{}
		}
		s.Members[member.Name] = record
	}
}

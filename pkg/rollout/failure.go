// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// longestMessage is the maximum size of the stored message of a failed member, in bytes.
const longestMessage = 300

// record updates the failures and losses of a ring. They persist if the member is hibernated, suspended, unreachable,
// moved to another ring or deleted, because a missing report does not prove that the change works.
func (d *decision) record(ring ringView) {
	if ring.Target.Revision == "" || d.state.RolledBack || !d.state.follows(ring) && d.state.isComplete(ring, ring.Target) {
		return
	}
	ring = d.observe(ring)
	ring.Failures = sorted(slices.Concat(d.failures(ring), d.losses(ring)))
	if len(ring.Failures) == 0 {
		ring.Failures = nil
	}
}

// failures returns the recorded failures of a ring, updated with the reports of its members.
func (d *decision) failures(ring ringView) []Failure {
	ready := d.readyWith(ring.Target)
	failures := slices.DeleteFunc(ring.Failed(), func(f Failure) bool {
		at, ok := ready[f.Member]
		i, isMember := ring.search(f.Member)
		return d.state.isSkipped(f.Member) || ok && !at.Before(&f.At) || isMember && ring.members[i].isPardoned()
	})
	for _, member := range ring.by[failed] {
		failure := Failure{Member: member.Name}
		if member.Status != nil {
			var promoted bool
			if failure.Commit, promoted = d.causeOf(ring, member.Status.Attempted); promoted {
				continue
			}
		}
		if member.isFailing() {
			failure.Message, failure.At = text.Cut(member.Status.Message, longestMessage), member.Status.ObservedAt
		}
		i, known := find(failures, member.Name)
		switch {
		case !known:
			failures = slices.Insert(failures, i, failure)
		case member.isFailing() && !failure.At.Before(&failures[i].At):
			failures[i] = failure
		}
	}
	return withoutLateMessages(failures)
}

// causeOf returns the commit that a failure or loss with a reported revision is due to; empty if the revision of the
// configuration may be the cause. promoted is true if the ring has already passed that commit.
func (d *decision) causeOf(ring ringView, reported string) (commit string, promoted bool) {
	if !d.state.follows(ring) || ring.Passed.Revision != ring.Target.Revision {
		return "", false
	}
	commit = d.in.Source.commitOf(reported)
	return commit, commit != "" && commit == ring.Passed.Commit
}

// withoutLateMessages removes the messages in place, except the first ones.
func withoutLateMessages(failures []Failure) []Failure {
	for i := mostNamed; i < len(failures); i++ {
		failures[i].Message = ""
	}
	return failures
}

// Failed returns a copy of the failures without the losses.
func (r *Ring) Failed() []Failure {
	return slices.DeleteFunc(slices.Clone(r.Failures), func(f Failure) bool { return f.Lost != nil })
}

// lost returns a copy of the losses.
func (r *Ring) lost() []Failure {
	return slices.DeleteFunc(slices.Clone(r.Failures), func(f Failure) bool { return f.Lost == nil })
}

// isOf returns whether a failure or loss belongs to a commit. It belongs to any if the revision may be the cause, or if
// the commit is unknown.
func (f Failure) isOf(commit string) bool {
	return f.Commit == "" || commit == "" || f.Commit == commit
}

// find returns the position of a member in failures or in losses, which must be sorted by member, and whether it was
// found.
func find(failures []Failure, member string) (int, bool) {
	return slices.BinarySearchFunc(failures, member, func(f Failure, name string) int { return strings.Compare(f.Member, name) })
}

// readyWith returns the members of all rings that are ready with a target, with the times of their reports.
func (d *decision) readyWith(target Target) map[string]metav1.Time {
	ready := map[string]metav1.Time{}
	for _, member := range d.in.Members {
		if !member.IsAway() && member.isReady() && member.has(target) {
			ready[member.Name] = member.Status.ObservedAt
		}
	}
	return ready
}

// failuresWith returns the stored failures of a ring and the failures of its other failed members. If commit is not
// empty, it omits stored failures with a different commit.
func (r ringView) failuresWith(commit string) []Failure {
	stored := slices.DeleteFunc(r.Failed(), func(f Failure) bool { return !f.isOf(commit) })
	all := slices.Clip(stored)
	for _, member := range r.by[failed] {
		if _, known := find(stored, member.Name); !known {
			failure := Failure{Member: member.Name}
			if member.isFailing() {
				failure.Message = member.Status.Message
			}
			all = append(all, failure)
		}
	}
	return all
}

// skip excludes a member from the rollout of the current target.
func (s *State) skip(name string) {
	if i, is := slices.BinarySearch(s.Skipped, name); !is {
		s.Skipped = slices.Insert(s.Skipped, i, name)
	}
}

// uncount records that a ring needs no proof if, after the named member was skipped, no member that counts has the
// target. It does nothing if the member is not in the ring.
func (s *State) uncount(ring ringView, name string) {
	counts := func(record Record, member Member) bool {
		return record.Target == ring.Target && s.counts(member) && !record.NotWell
	}
	if ring.has(name) && !s.anyMember(ring.members, counts) {
		ring.Counted = false
	}
}

func (s *State) isSkipped(name string) bool {
	_, is := slices.BinarySearch(s.Skipped, name)
	return is
}

// counts returns whether a member was not skipped.
func (s *State) counts(member Member) bool { return !s.isSkipped(member.Name) }

// acceptFailures removes the failures of a ring that were known when the approval was given, and skips these members
// for the current target, except members that have moved to another ring. It returns whether all failures were known.
func (d *decision) acceptFailures(ring ringView) bool {
	shown, left := d.shown(ring), ring.lost()
	for _, failure := range ring.Failed() {
		switch {
		case !slices.ContainsFunc(shown, func(f Failure) bool { return f.Lost == nil && f.Member == failure.Member && f.Commit == failure.Commit }):
			left = append(left, failure)
		case ring.has(failure.Member):
			d.state.skip(failure.Member)
		}
	}
	all := len(left) == len(ring.lost())
	ring.Failures, ring.Stopped = sorted(left), false
	return all
}

// shown returns the failures and losses of a ring that users could see when they requested the operation: those of the
// stored State.
func (d *decision) shown(ring ringView) []Failure {
	if d.before == nil {
		return nil
	}
	i := slices.IndexFunc(d.before.Rings, func(r Ring) bool { return r.Name == ring.Name })
	if i < 0 {
		return nil
	}
	return d.before.Rings[i].Failures
}

// retryFailures removes the failures of members that can be observed and no longer report a failure. Losses stay.
func (s *State) retryFailures(rings []ringView) {
	for _, ring := range rings {
		ring.Failures = slices.DeleteFunc(ring.Failures, func(f Failure) bool {
			i, is := ring.search(f.Member)
			return f.Lost == nil && is && !ring.members[i].IsAway() && !ring.members[i].isFailing()
		})
	}
}

// stopNote is failuresNote with the losses of the ring, which an approval also accepts.
func (d *decision) stopNote(ring ringView) string {
	note := d.failuresNote(ring)
	if removals := d.lossNote(ring); removals != "" {
		note = strings.TrimPrefix(note+"; "+removals, "; ")
	}
	return note
}

// failuresNote lists the failed members, adds the reason to each member that cannot be observed, and ends with the
// first failure message.
func (d *decision) failuresNote(ring ringView) string {
	failures := ring.failing
	if len(failures) == 0 {
		return ""
	}
	note := d.namedWithWhereabouts(ring, namesOf(failures, Failure.name))
	i := slices.IndexFunc(failures, func(f Failure) bool { return f.Message != "" })
	switch {
	case i < 0:
		return note + ": not ready by the deadline"
	case len(failures) == 1:
		return note + ": " + failures[0].Message
	}
	return fmt.Sprintf("%s. Of %s: %s", note, failures[i].Member, failures[i].Message)
}

// namedWithWhereabouts lists the first mostNamed names, and adds the reason to each member that cannot be observed.
func (d *decision) namedWithWhereabouts(ring ringView, names []string) string {
	for i, name := range names[:min(len(names), mostNamed)] {
		names[i] += d.whereabouts(ring, name)
	}
	return text.List(names, mostNamed)
}

// whereabouts returns the reason why a member of a ring cannot be observed or does not count; empty if neither is the
// case.
func (d *decision) whereabouts(ring ringView, name string) string {
	i := slices.IndexFunc(d.in.Members, func(member Member) bool { return member.Name == name })
	if i < 0 {
		return " (deleted)"
	}
	member := d.in.Members[i]
	if now := d.state.RingIndex(member.Identity); now != ring.index {
		return " (moved to ring " + d.state.Rings[now].Name + ")"
	}
	if d.isHeld(member) && d.state.Members[name].Target != ring.Target {
		return " (" + member.Hold.note(d.now.Time) + ")"
	}
	if member.IsAway() {
		return " (" + member.absence() + ")"
	}
	if record := d.state.Members[name]; record.NotWell && record.Target == ring.Target {
		return " (not ready before the change either)"
	}
	return ""
}

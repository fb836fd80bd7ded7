// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

const (
	// longestRemoval is the maximum size of the stored description of removed objects, in bytes.
	longestRemoval = 500
	// mostDescribed is the maximum number of members whose removed objects are described.
	mostDescribed = 3
	// mostLosses is the maximum number of losses that are recorded of a seed at the same time. When an approval has
	// accepted them, further ones are recorded.
	mostLosses = 20
	// mostRemovedKinds is the maximum number of kinds that the description of a member lists.
	mostRemovedKinds = 4
)

// PassedBy returns the last target that the ring of a member has passed.
func (s *State) PassedBy(member Identity) Target { return s.Rings[s.RingIndex(member)].Passed }

// guard holds a ring whose members have lost more objects with the target than the guard allows, and returns whether it
// does. No further member of the ring gets the target until the ring is approved, or the members have the objects
// again.
func (d *decision) guard(ring ringView) bool {
	if !d.hasLost(ring) {
		if ring.Guarded != "" {
			ring.Guarded, ring.Holding = "", false
		}
		return false
	}
	ring.Guarded = d.lossNote(ring)
	ring.resetSoak()
	d.hold(ring, "a decision about removed objects: "+ring.Guarded, true)
	return true
}

// hasLost returns whether losses hold a ring.
func (d *decision) hasLost(ring ringView) bool {
	return len(ring.lost()) > 0 && len(d.open(d.observe(ring))) > 0
}

// lossNote describes the losses that hold a ring, and the members whose removed objects are unknown: an unknown report
// hides no known loss.
func (d *decision) lossNote(ring ringView) string {
	if len(ring.lost()) == 0 {
		return ""
	}
	ring = d.observe(ring)
	note := d.removals(ring, d.open(ring))
	if unknown := d.unknownRemovals(ring); unknown != "" && note != "" {
		note = text.Cut(note+"; and "+unknown, longestRemoval)
	}
	return note
}

// losses returns the recorded losses of a ring, updated with the reports of its members. A loss that was accepted, or
// that an accepted one covers, stays accepted.
func (d *decision) losses(ring ringView) []Failure {
	before := ring.lost()
	losses := slices.DeleteFunc(slices.Clone(before), func(f Failure) bool { return d.state.isSkipped(f.Member) || d.isRestored(ring, f) })
	for _, member := range d.losers(ring) {
		cause, promoted := d.causeOf(ring, member.Status.Applied)
		if promoted {
			continue
		}
		own := d.lossesOf(member)
		for i := range own {
			own[i].Commit = cause
			if d.state.follows(ring) {
				own[i].Lost.Commit = d.in.Source.commitOf(member.Status.Applied)
			}
			own[i].Accepted = slices.ContainsFunc(before, func(f Failure) bool { return f.Accepted && f.Lost.covers(own[i].Lost) })
		}
		for _, loss := range largest(own) {
			i, known := slices.BinarySearchFunc(losses, loss, Failure.compare)
			if known && losses[i].Lost.isOfAnother(loss.Lost.UID) {
				continue
			}
			if !known {
				losses = slices.Insert(losses, i, Failure{})
			}
			losses[i] = loss
		}
	}
	return withoutLateMessages(losses)
}

// largest returns the losses of a member to record: those that hold the ring first, then the largest ones.
func largest(losses []Failure) []Failure {
	if len(losses) <= mostLosses {
		return losses
	}
	accepted := func(f Failure) int {
		if f.Accepted {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(losses, func(a, b Failure) int { return cmp.Or(accepted(a)-accepted(b), bySize(a, b)) })
	return losses[:mostLosses]
}

// bySize orders losses by their importance for users.
func bySize(a, b Failure) int {
	return cmp.Or(b.Lost.weight()-a.Lost.weight(), int(b.Lost.Count-a.Lost.Count))
}

// covers returns whether an approval of this loss accepts another one: no more objects, no more of a protected kind,
// and all objects of a member only if this loss has all, too.
func (l *Loss) covers(other *Loss) bool {
	for kind, count := range other.Protected {
		if l.Protected[kind] < count {
			return false
		}
	}
	return l.Commit == other.Commit && l.Count >= other.Count && (l.hasAll() || !other.hasAll())
}

// isOfAnother returns whether the objects were lost by a former member with the same name. An earlier version of the
// extension has recorded no UID.
func (l *Loss) isOfAnother(uid types.UID) bool { return l.UID != "" && l.UID != uid }

func (l *Loss) hasAll() bool { return l.Count >= l.Before }

// acceptLosses accepts the losses that hold a ring, as far as they were known when the approval was given.
func (d *decision) acceptLosses(ring ringView) {
	shown := d.shown(ring)
	open := d.open(ring)
	for i, failure := range ring.Failures {
		if _, is := slices.BinarySearchFunc(open, failure, Failure.compare); is {
			ring.Failures[i].Accepted = slices.ContainsFunc(shown, func(f Failure) bool { return f.Lost != nil && f.Lost.covers(failure.Lost) })
		}
	}
}

// isRestored returns whether a member reports that it has lost no more objects with the target of a ring than the guard
// allows. A member that was created again never had the objects. If the member has moved to another ring, its report
// counts only if that ring has passed the same target, because the report compares with that target.
func (d *decision) isRestored(ring ringView, loss Failure) bool {
	return slices.ContainsFunc(d.in.Members, func(member Member) bool {
		if member.Name != loss.Member || member.IsAway() || !member.has(ring.Target) || d.state.PassedBy(member.Identity) != ring.Passed {
			return false
		}
		return slices.ContainsFunc(member.Status.Removals, func(r Removal) bool {
			return r.Name == loss.Lost.Of && !loss.Lost.isOfAnother(cmp.Or(r.UID, member.UID)) && r.Removed != nil && r.Removed.Unknown == "" && !d.exceeds(r.Removed)
		})
	})
}

// open returns the losses that hold a ring, because no approval covers them. The guard may have changed since they were
// recorded.
func (d *decision) open(ring ringView) []Failure {
	return slices.DeleteFunc(ring.lost(), func(f Failure) bool {
		return f.Accepted || !f.isOf(ring.newest) || !f.Lost.exceeds(d.state.Rollout.Guard)
	})
}

// removals describes losses of members of a ring, the largest first; empty without losses.
func (d *decision) removals(ring ringView, losses []Failure) string {
	losses = slices.Clone(losses)
	slices.SortStableFunc(losses, bySize)
	var notes []string
	for _, loss := range losses[:min(len(losses), mostDescribed)] {
		name := loss.Member + d.whereabouts(ring, loss.Member)
		if loss.Lost.Of != "" {
			name = loss.Lost.Of + " on " + name
		}
		notes = append(notes, name+" has lost "+loss.lossNote())
	}
	switch more := len(losses) - mostDescribed; {
	case more == 1:
		notes = append(notes, "another Shoot has lost more than the guard allows, too")
	case more > 1:
		notes = append(notes, fmt.Sprintf("%d other Shoots have lost more than the guard allows, too", more))
	}
	return text.Cut(strings.Join(notes, "; "), longestRemoval)
}

// weight is larger for a loss that a user should see first.
func (l *Loss) weight() int {
	switch {
	case l.hasAll():
		return 2
	case len(l.Protected) > 0:
		return 1
	}
	return 0
}

// losers returns the members of a ring that have lost more objects with the target than the guard allows. They need not
// count or be ready: a member that fails with the target, or does not become ready, may have lost its objects to it.
func (d *decision) losers(ring ringView) []Member {
	return slices.DeleteFunc(slices.Concat(ring.by[done], ring.by[failed], ring.by[progressing], ring.by[notWell]), func(member Member) bool {
		return member.Status == nil || !member.has(ring.Target) || d.state.isSkipped(member.Name) || len(d.lossesOf(member)) == 0
	})
}

// lossesOf returns the losses that a member reports, or a seed for its members.
func (d *decision) lossesOf(member Member) (losses []Failure) {
	for _, removal := range member.Status.Removals {
		if d.exceeds(removal.Removed) {
			lost := d.numbers(removal.Removed)
			lost.Of, lost.UID = removal.Name, cmp.Or(removal.UID, member.UID)
			losses = append(losses, Failure{Member: member.Name, Message: text.Cut(describe(removal.Removed), longestMessage), Lost: lost})
		}
	}
	return losses
}

// lossNote describes a loss.
func (f Failure) lossNote() string {
	if f.Message != "" {
		return f.Message
	}
	removed := &fluxv1alpha1.RemovedObjects{Before: f.Lost.Before, Count: f.Lost.Count}
	for kind, count := range ordered.Map(f.Lost.Protected) {
		removed.Kinds = append(removed.Kinds, fluxv1alpha1.RemovedKind{Kind: kind, Count: count})
	}
	return describe(removed)
}

// numbers returns the numbers of the known removed objects.
func (d *decision) numbers(removed *fluxv1alpha1.RemovedObjects) *Loss {
	if removed == nil {
		return &Loss{}
	}
	loss := &Loss{Before: removed.Before, Count: removed.Count}
	for _, kind := range removed.Kinds {
		if slices.Contains(d.state.Rollout.Guard.Protect, kind.Kind) {
			if loss.Protected == nil {
				loss.Protected = map[string]int32{}
			}
			loss.Protected[kind.Kind] += kind.Count
		}
	}
	return loss
}

// exceeds returns whether the known removed objects exceed the guard.
func (d *decision) exceeds(removed *fluxv1alpha1.RemovedObjects) bool {
	return d.numbers(removed).exceeds(d.state.Rollout.Guard)
}

// exceeds returns whether a loss exceeds the guard. The last object of a member counts as protected.
func (l *Loss) exceeds(guard *fluxv1alpha1.Guard) bool {
	if l.Count <= 0 {
		return false
	}
	for kind := range l.Protected {
		if slices.Contains(guard.Protect, kind) {
			return true
		}
	}
	return l.hasAll() && guard.MaxRemoved.StrVal != "100%" || int(l.Count) > mostRemoved(guard, int(l.Before))
}

// mostRemoved returns how many of the given number of objects may be removed. A percentage above 0% allows at least
// one.
func mostRemoved(guard *fluxv1alpha1.Guard, objects int) int {
	of := func(total int) int {
		most, err := intstr.GetScaledValueFromIntOrPercent(guard.MaxRemoved, total, false)
		if err != nil {
			return 0
		}
		return most
	}
	return max(of(objects), min(1, of(100)))
}

// describe returns how many objects were removed, and which.
func describe(removed *fluxv1alpha1.RemovedObjects) string {
	var kinds []string
	listed := int32(0)
	for _, kind := range removed.Kinds[:min(len(removed.Kinds), mostRemovedKinds)] {
		kinds = append(kinds, fmt.Sprintf("%d %s", kind.Count, kind.Kind))
		listed += kind.Count
	}
	if rest := removed.Count - listed; rest > 0 && len(kinds) > 0 {
		kinds = append(kinds, fmt.Sprintf("%d others", rest))
	}
	note := fmt.Sprintf("%d of %d objects", removed.Count, removed.Before)
	if len(kinds) > 0 {
		note += " (" + strings.Join(kinds, ", ") + ")"
	}
	if len(removed.Names) > 0 {
		note += ", among them " + strings.Join(removed.Names, ", ")
	}
	return note
}

// unknownRemovals returns the reason why the removed objects of a member that proves the target are unknown; empty if
// all are known. A member without a repository has nothing that could be removed.
func (d *decision) unknownRemovals(ring ringView) string {
	if d.state.Rollout.Guard.IsOff() || ring.isAccepted() {
		return ""
	}
	for _, member := range ring.by[done] {
		if member.Status.HasNoSource {
			continue
		}
		for _, removal := range member.Status.Removals {
			name := cmp.Or(removal.Name, member.Name)
			switch removed := removal.Removed; {
			case d.isUnsettled(member, removal):
			case removed == nil:
				return fmt.Sprintf("the report of %s on removed objects. The extension on its seed may be older than the garden controller, or the garden may refuse it the project", name)
			case removed.Unknown != "":
				return fmt.Sprintf("the report of %s on removed objects: %s", name, removed.Unknown)
			}
		}
	}
	return ""
}

// isUnsettled returns whether Flux applies a change in a ready member, so that its removed objects will be known soon.
// It is false after the deadline.
func (d *decision) isUnsettled(member Member, removal Removal) bool {
	return removal.Removed != nil && removal.Removed.Unknown == fluxv1alpha1.RemovedUnsettled && member.lasts(d.now) < d.state.deadline()
}

// waitsForRemovals returns whether removed objects of a member that proves the target will be known soon.
func (d *decision) waitsForRemovals(ring ringView) bool {
	return !d.state.Rollout.Guard.IsOff() && !ring.isAccepted() && slices.ContainsFunc(ring.by[done], func(member Member) bool {
		return slices.ContainsFunc(member.Status.Removals, func(r Removal) bool { return d.isUnsettled(member, r) })
	})
}

// reportRemovals emits an Event once for each commit that removes more objects than the guard allows from the members
// of a ring that has it already, because all members follow the source. It does not report approved removals.
func (d *decision) reportRemovals(ring ringView) {
	ring = d.observe(ring)
	losers := d.losers(ring)
	if len(losers) == 0 {
		ring.Guarded, ring.Reported = "", ""
		return
	}
	if slices.ContainsFunc(losers, func(member Member) bool { return changeOf(member) == ring.Reported }) {
		return
	}
	var losses []Failure
	for _, member := range losers {
		losses = append(losses, d.lossesOf(member)...)
	}
	ring.Guarded, ring.Reported = d.removals(ring, losses), changeOf(losers[0])
	d.event(ring.Name, ReasonObjectsRemoved, "In ring %s, %s. All %s follow the source, so the rollout could not hold back the commit", ring.Name, ring.Guarded, d.in.Subject.Many)
}

// changeOf identifies the configuration and the commit that a member has lost objects with.
func changeOf(member Member) string {
	return member.Status.Revision + " " + commitOf(member.Status.Applied)
}

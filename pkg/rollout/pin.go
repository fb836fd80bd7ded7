// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
)

// isPinned returns whether the members of a ring follow the source only while the ring may begin.
func (s *State) isPinned(ring ringView) bool {
	return s.follows(ring) && ptr.Deref(ring.config.Pin, false)
}

// isHalted returns whether no member gets a commit, not even as a correction.
func (d *decision) isHalted() bool { return d.state.Paused || d.in.Stop != nil }

// pin pins the members of the first ring to the commits that they have while the ring holds, if it is configured, and
// lets them follow the source again afterwards. A member is pinned when it reports its commit. If there is no report,
// a pinned one stays pinned, and a new one gets the commit that the ring has passed. A member that has failed is not
// pinned, because the next commit may be its correction; a pause and the operator's stop hold this one, too.
func (d *decision) pin() {
	for _, ring := range d.rings {
		if ring.hold != nil && ring.hold.phase == PhaseWaitingForCheck {
			ring.hold = nil // The check is for the revision.
		}
		isPinned := d.state.isPinned(ring)
		if isPinned {
			d.await(ring)
			d.awaitClock(ring, ring.members)
			if d.state.Behind {
				continue // Nothing changes until the clock shows the time of the last decision.
			}
		}
		ring.Pinned = isPinned && (ring.hold != nil || d.isHalted())
		for _, member := range ring.members {
			if record := d.state.Members[member.Name]; isPinned || record.Pin != "" {
				record.Pin = d.pinOf(ring, member, record)
				d.state.Members[member.Name] = d.offerCommits(ring, member, record)
			}
		}
	}
}

// isAtPin returns whether a member has applied the commit that it is pinned to. Flux reports it without a tag.
func (s *State) isAtPin(member Member) bool {
	pin := s.Members[member.Name].Pin
	return pin != "" && isAt(member.Status.Applied, pin)
}

// pinOf returns the commit that a member is pinned to; empty if it follows the source, or is pinned by its target.
func (d *decision) pinOf(ring ringView, member Member, record Record) string {
	if !d.state.isPinned(ring) || record.Revision == "" || record.Commit != "" || !d.isHalted() && !member.waits(ring) && !d.isFrozen(ring, member, record) {
		return ""
	}
	before, isKnown := Record{}, false
	if d.before != nil {
		before, isKnown = d.before.Members[member.Name]
		isKnown = isKnown && before.UID == member.UID
	}
	switch {
	case isKnown && before.Pin != "" && before.Revision == record.Revision:
		return before.Pin
	case !isKnown && member.Status == nil:
		return d.state.knownCommit(ring.index, record.Revision)
	}
	return d.triedBy(member, record)
}

// isFrozen returns whether a freeze is in effect for the target that a member has. An approval during a freeze is for
// another one.
func (d *decision) isFrozen(ring ringView, member Member, record Record) bool {
	return !member.isFailing() && record.Target != ring.Overruled.Target && slices.ContainsFunc(d.frozen(), func(freeze frozen) bool { return freeze.isFor(ring.Name) })
}

// triedBy returns the commit that a member reports to have attempted last, which it finishes. It is empty without a
// commit of the source, and for a report that may be out of date.
func (d *decision) triedBy(member Member, record Record) string {
	if d.state.mayBeOfFormerSource(member.Name, record) || member.Status == nil || member.isLost() || member.Status.HasNoSource || member.Status.Revision != record.Revision {
		return ""
	}
	tried := cmp.Or(member.Status.Attempted, member.Status.Applied)
	switch {
	case record.Revision != d.state.Target: // Its source may be another one.
		return commitOf(tried)
	case revision.Parse(tried).Name != "" && d.in.Source.ProblemWith(tried) != "":
		return ""
	}
	return d.in.Source.commitOf(tried)
}

// offerCommits records since when a member's own hold keeps commits from it, so that the time that the project allows
// for this ends.
func (d *decision) offerCommits(ring ringView, member Member, record Record) Record {
	switch isIdle := d.state.isPinned(ring) && record.Target == ring.Target; {
	case isIdle && member.isHeld && record.Offered.IsZero():
		record.Offered = d.now
	case isIdle && !d.now.Time.Before(member.Hold.Until):
		record.Offered = metav1.Time{}
	}
	return record
}

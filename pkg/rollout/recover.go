// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// begin returns the initial State of a rollout that is new, or whose ConfigMap was lost or damaged. It infers a loss if
// members report revisions. In that case, each member keeps the target that it reports, a member with an incomplete
// report stays unchanged, and a ring gets a target only if all of its members have the same one. Unless all members
// have the rollout's target, each ring must prove the target again and needs a new approval.
//
// If no member reports a revision, the rollout is new, and the members have the target unless they report another
// configuration: the configuration may have been edited before the garden controller stored the first rollout.
func begin(in Input, now metav1.Time) *State {
	target := in.Target.ID()
	s := &State{
		Rollout: *in.Rollout, Target: target, Since: now, Source: in.Source.ID(), Unused: len(in.Members) == 0, Members: map[string]Record{}, Revisions: map[string]Revision{target: in.Target},
	}
	s.selectors = compile(s.Rollout.Rings)
	for _, ring := range s.Rollout.Rings {
		s.Rings = append(s.Rings, Ring{Name: ring.Name})
	}
	views, isNew := s.views(in.Members), isNew(in.Members)
	for _, ring := range views {
		for _, member := range ring.members {
			own := s.reported(ring.index, member, in.Source)
			if isNew && member.Status != nil && member.Status.mayHave(in.Target) {
				own = Target{Revision: target}
			}
			record := Record{UID: member.UID, Target: own, NotWell: member.Status == nil || s.isNotWell(member, false, now)}
			if !isNew && own.Revision == target && !member.isReady() {
				// Whether the member was ready before is unknown. The member counts, so that no ring passes without proof.
				record.Started, record.NotWell = now, false
			}
			s.Members[member.Name] = record
		}
	}
	s.Recovering = true
	if s.completeWith(views); !s.Recovering {
		return s
	}
	for _, ring := range views {
		if own, agreed := s.agreed(ring); agreed {
			ring.Target = own
			if own.Revision != target {
				ring.Passed = own
			}
		}
	}
	for _, ring := range slices.Backward(views[min(1, len(views)):]) {
		if ring.Target.Revision == target { // Another revision may be of another repository.
			s.promote(ring.Target.Commit)
		}
	}
	return s
}

// mayHave returns whether a member that reports no revision may have the configuration of a revision. Earlier versions
// of the extension report no configuration.
func (s *Status) mayHave(revision Revision) bool {
	return s.Configuration == "" || s.Configuration == revision.configurationID()
}

// isNew returns whether the project had no rollout before: it has no members, or at least one member is reported and no
// report has a revision.
func isNew(members []Member) bool {
	isReported := func(member Member) bool { return member.Status != nil }
	hasRevision := func(member Member) bool { return member.Status != nil && member.Status.Revision != "" }
	return len(members) == 0 || slices.ContainsFunc(members, isReported) && !slices.ContainsFunc(members, hasRevision)
}

// reported returns the target that a member of a ring reports; without a revision if the report is incomplete. If
// commits are promoted, the report of a member that is not ready counts as incomplete, because the member may have
// applied an older commit than its target. So does the report of a member of a pinned first ring that is lost.
func (s *State) reported(ring int, member Member, source Source) Target {
	if member.Status == nil || member.Status.Revision == "" {
		return Target{}
	}
	if ring == 0 && s.Promotes() && ptr.Deref(s.Rollout.Rings[0].Pin, false) && member.isLost() {
		return Target{} // It may be pinned, and its report may be out of date.
	}
	target := Target{Revision: member.Status.Revision}
	if ring > 0 && s.Promotes() && !member.Status.HasNoSource {
		if target.Commit = source.commitOf(member.Status.Applied); target.Commit == "" || !member.isReady() {
			return Target{}
		}
	}
	return target
}

// agreed returns the target that all members of the ring have, and whether there is one.
func (s *State) agreed(ring ringView) (Target, bool) {
	var target Target
	for _, member := range ring.members {
		own := s.Members[member.Name].Target
		if own.Revision == "" || target.Revision != "" && own != target {
			return Target{}, false
		}
		target = own
	}
	return target, target.Revision != ""
}

// completeWith ends the recovery if all members have the target, and all members of a ring have the same commit. It
// does not modify a ring that has passed the target in the meantime. It records the reported commits as older than the
// commits that were promoted in the meantime.
func (s *State) completeWith(rings []ringView) {
	targets := make([]Target, len(rings))
	for i, ring := range rings {
		target, agreed := s.agreed(ring)
		if len(ring.members) > 0 && (!agreed || target.Revision != s.Target) {
			return
		}
		targets[i] = Target{Revision: s.Target, Commit: target.Commit}
		if len(ring.members) == 0 && i > 0 {
			targets[i].Commit = targets[i-1].Commit
		}
	}
	s.Recovering = false
	for i, ring := range rings {
		if ring.Passed.Revision == s.Target {
			continue
		}
		ring.forgetChange()
		ring.Target, ring.Passed = targets[i], targets[i]
	}
	for _, target := range targets {
		if own := s.promoted(target.Commit); target.Commit != "" && !slices.Contains(s.Promoted, own) {
			s.Promoted = append(s.Promoted, own)
		}
	}
}

// recover ends the recovery when each member is ready with its target, has lost nothing with it, and completeWith finds
// no difference. It does not end the recovery of a project that has no members any more.
func (s *State) recover(rings []ringView) {
	if !s.Recovering || len(s.Members) == 0 {
		return
	}
	for _, ring := range rings {
		if len(ring.lost()) > 0 || s.anyMember(ring.members, func(record Record, member Member) bool {
			return member.IsAway() || !member.isReady() || !member.has(record.Target)
		}) {
			return
		}
	}
	s.completeWith(rings)
}

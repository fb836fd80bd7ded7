// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"maps"
	"slices"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
)

// holdCommits pins each member after the first ring that follows the source, because no commit was promoted to its
// ring, it was in the first ring, or the rollout has just begun to promote commits. Such a member keeps the commit that
// it reports. A member that reports none gets the commit of its ring or of a ring before. If no commit is known, it
// follows the source until it reports its first one. isFirst is true in the first decision of a new rollout.
func (s *State) holdCommits(rings []ringView, source Source, isFirst bool) {
	if !s.Promotes() || len(rings) == 0 {
		return
	}
	for _, ring := range rings[1:] {
		if s.Source != "" {
			for _, member := range ring.members {
				if record := s.Members[member.Name]; s.isUnpinned(record, member) {
					record.Commit = cmp.Or(record.Pin, s.heldBy(record.Target, member, source, isFirst))
					s.Members[member.Name] = record
				}
			}
			s.holdPassed(ring)
		}
		for _, member := range ring.members {
			// A member without a source gets the commit as well: it may get a source until the next decision. A target
			// without a source has no commit.
			record := s.Members[member.Name]
			if record.Revision != "" && record.Commit == "" && (s.Source != "" || record.Revision != s.Target) {
				record.Commit = s.knownCommit(ring.index, record.Revision)
				s.Members[member.Name] = record
			}
		}
	}
}

// isUnpinned returns whether a member follows the source of its target.
func (s *State) isUnpinned(record Record, member Member) bool {
	return record.Revision != "" && record.Commit == "" && (member.Status == nil || !member.Status.HasNoSource)
}

// heldBy returns the commit that an unpinned member has applied from the source of its target; empty if that is
// unknown. A member that is not ready with the target may still have the commit of another source. In the first
// decision of a new rollout, no member reports a target, and all have the former revision of the project.
func (s *State) heldBy(target Target, member Member, source Source, isFirst bool) string {
	if member.Status == nil || !isFirst && !(member.isReady() && member.Status.Revision == target.Revision) {
		return ""
	}
	applied := member.Status.Applied
	switch {
	case target.Revision != s.Target:
		return commitOf(applied)
	case revision.Parse(applied).Name != "" && source.ProblemWith(applied) != "": // A shortened report has no name.
		return ""
	}
	return source.commitOf(applied)
}

// holdPassed records the commit that the members of a ring have with the passed revision if no commit was promoted to
// the ring. If they have different ones, it records that of most of them, and the ring has no target until it begins
// with a promoted commit.
func (s *State) holdPassed(ring ringView) {
	if ring.Passed.Revision == "" || ring.Passed.Commit != "" {
		return
	}
	counts, differ := map[string]int{}, false
	for _, member := range ring.members {
		if record := s.Members[member.Name]; record.Revision == ring.Passed.Revision && record.Commit != "" {
			counts[record.Commit]++
		} else if !s.isUnpinned(record, member) || member.Status != nil {
			differ = true
		}
	}
	if len(counts) == 0 {
		return
	}
	most := slices.MaxFunc(slices.Sorted(maps.Keys(counts)), func(a, b string) int { return cmp.Compare(counts[a], counts[b]) })
	isIdle := ring.Target == ring.Passed
	ring.Passed.Commit, ring.Held = most, true
	switch {
	case isIdle && len(counts) == 1 && !differ:
		ring.Target = ring.Passed
	case isIdle:
		ring.Target = Target{}
	}
}

// knownCommit returns the commit for a member of a ring that reports none: the commit that the ring or the nearest ring
// before has passed with the revision, or that was promoted last; empty if there is none.
func (s *State) knownCommit(index int, with string) string {
	for _, ring := range slices.Backward(s.Rings[:index+1]) {
		if ring.Passed.Revision == with && ring.Passed.Commit != "" {
			return ring.Passed.Commit
		}
	}
	if target := s.Rings[index].Target; target.Revision == with && target.Commit != "" {
		return target.Commit
	}
	i := slices.IndexFunc(s.Promoted, func(p Promoted) bool { return p.Source == s.Source })
	if i < 0 || with != s.Target {
		return ""
	}
	return s.Promoted[i].Commit
}

// proven returns the target that the ring at the index has passed, without a commit that was not promoted to it.
func (s *State) proven(index int) Target {
	passed := s.Rings[index].Passed
	if s.Rings[index].Held {
		passed.Commit = ""
	}
	return passed
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"maps"
	"slices"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// holdCommits pins each Shoot after the first ring that follows the source, because no commit was promoted to its ring,
// it was in the first ring, or the rollout has just begun to promote commits. Such a Shoot keeps the commit that it
// reports. A Shoot that reports none gets the commit of its ring or of a ring before. If no commit is known, it follows
// the source until it reports its first one. isFirst is true in the first decision of a new rollout.
func (s *State) holdCommits(rings []ringView, source Source, isFirst bool) {
	if !s.promotes() || s.Source == "" || len(rings) == 0 {
		return
	}
	for _, ring := range rings[1:] {
		for _, shoot := range ring.shoots {
			if record := s.Shoots[shoot.Name]; s.isUnpinned(record, shoot) {
				record.Commit = s.heldBy(record.Target, shoot, source, isFirst)
				s.Shoots[shoot.Name] = record
			}
		}
		s.holdPassed(ring)
		for _, shoot := range ring.shoots {
			if record := s.Shoots[shoot.Name]; s.isUnpinned(record, shoot) {
				record.Commit = s.knownCommit(ring.index, record.Revision)
				s.Shoots[shoot.Name] = record
			}
		}
	}
}

// isUnpinned returns whether a Shoot follows the source of its target.
func (s *State) isUnpinned(record ShootRecord, shoot Shoot) bool {
	return record.Revision != "" && record.Commit == "" && (shoot.Status == nil || shoot.Status.State != fluxv1alpha1.ShootNoRepository)
}

// heldBy returns the commit that an unpinned Shoot has applied from the source of its target; empty if that is unknown.
// A Shoot that is not ready with the target may still have the commit of another source. In the first decision of a new
// rollout, no Shoot reports a target, and all have what the project had before.
func (s *State) heldBy(target Target, shoot Shoot, source Source, isFirst bool) string {
	if shoot.Status == nil || !isFirst && !(shoot.isReady() && shoot.Status.Revision == target.Revision) {
		return ""
	}
	applied := shoot.Status.AppliedRevision
	switch {
	case target.Revision != s.Target:
		return commitOf(applied)
	case revision.Parse(applied).Name != "" && source.ProblemWith(applied) != "": // A shortened report has no name.
		return ""
	}
	return source.commitOf(applied)
}

// holdPassed records the commit that the Shoots of a ring have with the passed revision if no commit was promoted to
// the ring. If they have different ones, it records that of most of them, and the ring has no target until it begins
// with a promoted commit.
func (s *State) holdPassed(ring ringView) {
	if ring.Passed.Revision == "" || ring.Passed.Commit != "" {
		return
	}
	counts, differ := map[string]int{}, false
	for _, shoot := range ring.shoots {
		if record := s.Shoots[shoot.Name]; record.Revision == ring.Passed.Revision && record.Commit != "" {
			counts[record.Commit]++
		} else if !s.isUnpinned(record, shoot) || shoot.Status != nil {
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

// knownCommit returns the commit for a Shoot of a ring that reports none: the commit that the ring or the nearest ring
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

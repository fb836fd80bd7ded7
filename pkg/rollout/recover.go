// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// begin returns the State of a project that has none, because its rollout is new or its ConfigMap was lost or damaged. If Shoots report revisions, there was
// a rollout: each Shoot is left with the goal that it reports, and one that reports none, or no commit although it may have one, keeps what it has. A ring has
// a goal only if all of its Shoots agree on it. Unless all Shoots have the target, no ring is known to have passed it: each has to prove it again, and to be
// approved again before it begins.
func begin(in Input, now time.Time) *State {
	target := in.Target.ID()
	s := &State{
		Rollout: *in.Rollout, Target: target, Since: metav1.NewTime(now), Source: in.Source.ID(), Shoots: map[string]Placement{}, Revisions: map[string]Revision{target: in.Target},
	}
	s.selectors = compile(s.Rollout.Rings)
	for _, ring := range s.Rollout.Rings {
		s.Rings = append(s.Rings, Ring{Name: ring.Name})
	}
	views, isNew := s.views(in.Shoots), isNew(in.Shoots)
	for _, ring := range views {
		for _, shoot := range ring.shoots {
			goal := s.reported(ring.index, shoot, in.Source)
			if isNew && shoot.Status != nil {
				goal = Goal{Revision: target}
			}
			placement := Placement{UID: shoot.UID, Goal: goal, NotWell: shoot.Status == nil || !shoot.isReady() && !shoot.isKept() && shoot.lasts(now) >= s.Rollout.ProgressDeadline.Duration}
			if !isNew && goal.Revision == target && !shoot.isReady() {
				// Whether it was well before is not known: it counts, so that nothing passes unproven.
				placement.Started, placement.NotWell = metav1.NewTime(now), false
			}
			s.Shoots[shoot.Name] = placement
		}
	}
	s.Recovering = true
	if s.completeWith(views); !s.Recovering {
		return s
	}
	for _, ring := range views {
		if goal, agreed := s.agreed(ring); agreed {
			ring.Goal = goal
			if goal.Revision != target {
				ring.Passed = goal
			}
		}
	}
	for _, ring := range slices.Backward(views[min(1, len(views)):]) {
		s.promote(ring.Goal.Commit)
	}
	return s
}

// isNew returns whether the Shoots have had no rollout: the project has no Shoots, or some are reported and no report has a revision.
func isNew(shoots []Shoot) bool {
	isReported := func(shoot Shoot) bool { return shoot.Status != nil }
	hasRevision := func(shoot Shoot) bool { return shoot.Status != nil && shoot.Status.Revision != "" }
	return len(shoots) == 0 || slices.ContainsFunc(shoots, isReported) && !slices.ContainsFunc(shoots, hasRevision)
}

// reported returns the goal that a Shoot of a ring reports; without a revision if it does not report all of it. What a Shoot that is not ready has applied
// may be an older commit than it was given.
func (s *State) reported(ring int, shoot Shoot, source Source) Goal {
	if shoot.Status == nil || shoot.Status.Revision == "" {
		return Goal{}
	}
	goal := Goal{Revision: shoot.Status.Revision}
	if ring > 0 && s.promotes() && shoot.Status.State != fluxv1alpha1.ShootNoRepository {
		if goal.Commit = source.commitOf(shoot.Status.AppliedRevision); goal.Commit == "" || !shoot.isReady() {
			return Goal{}
		}
	}
	return goal
}

// agreed returns the goal of all Shoots of the ring, and whether they have the same one.
func (s *State) agreed(ring ringView) (Goal, bool) {
	var goal Goal
	for _, shoot := range ring.shoots {
		own := s.Shoots[shoot.Name].Goal
		if own.Revision == "" || goal.Revision != "" && own != goal {
			return Goal{}, false
		}
		goal = own
	}
	return goal, goal.Revision != ""
}

// completeWith ends the recovery if all Shoots have the target and, where commits are promoted, those of each ring the same commit: nothing could be
// released any more. A ring that has passed the target meanwhile goes on as it is, and a commit that was promoted meanwhile is newer than what is reported.
func (s *State) completeWith(rings []ringView) {
	goals := make([]Goal, len(rings))
	for i, ring := range rings {
		goal, agreed := s.agreed(ring)
		if len(ring.shoots) > 0 && (!agreed || goal.Revision != s.Target) {
			return
		}
		goals[i] = Goal{Revision: s.Target, Commit: goal.Commit}
		if len(ring.shoots) == 0 && i > 0 {
			goals[i].Commit = goals[i-1].Commit
		}
	}
	s.Recovering = false
	for i, ring := range rings {
		if ring.Passed.Revision == s.Target {
			continue
		}
		ring.forgetChange()
		ring.Goal, ring.Passed = goals[i], goals[i]
	}
	for _, goal := range goals {
		if own := (Promoted{Source: s.Source, Commit: goal.Commit}); goal.Commit != "" && !slices.Contains(s.Promoted, own) {
			s.Promoted = append(slices.Clone(s.Promoted), own)
		}
	}
}

// recover ends the recovery when all Shoots are ready with the target.
func (s *State) recover(rings []ringView) {
	if !s.Recovering {
		return
	}
	for _, ring := range rings {
		if slices.ContainsFunc(ring.shoots, func(shoot Shoot) bool {
			return shoot.isAway() || !shoot.isReady() || !shoot.has(s.Shoots[shoot.Name].Goal)
		}) {
			return
		}
	}
	s.completeWith(rings)
}

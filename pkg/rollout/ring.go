// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// standing is how far a Shoot is with the goal of its ring.
type standing int

const (
	// away: it is not known, or the Shoot was skipped.
	away standing = iota
	// pending: it has not been given the goal.
	pending
	// notWell: it was given the goal, and does not count, because it was not ready before.
	notWell
	// onItsWay: it was given the goal, and is neither ready with it nor has failed.
	onItsWay
	// done: it is ready with the goal.
	done
	// failed: it has failed with the goal, or was not ready with it in time.
	failed
)

// ringView is a ring, with its configuration and its Shoots.
type ringView struct {
	*Ring
	index  int
	config *fluxv1alpha1.Ring
	shoots []Shoot
}

// views returns the rings with their Shoots, by name.
func (s *State) views(shoots []Shoot) []ringView {
	views := make([]ringView, len(s.Rings))
	for i := range s.Rings {
		views[i] = ringView{Ring: &s.Rings[i], index: i, config: &s.Rollout.Rings[i]}
	}
	for _, shoot := range shoots {
		i := s.ringOf(shoot.Member)
		views[i].shoots = append(views[i].shoots, shoot)
	}
	for _, view := range views {
		slices.SortFunc(view.shoots, func(a, b Shoot) int { return cmp.Compare(a.Name, b.Name) })
	}
	return views
}

// standingOf returns how far a Shoot is with the goal of its ring.
func (s *State) standingOf(ring ringView, shoot Shoot, now time.Time) standing {
	placement := s.Shoots[shoot.Name]
	late := !placement.Started.IsZero() && now.Sub(placement.Started.Time) >= s.Rollout.ProgressDeadline.Duration
	switch {
	case slices.Contains(s.Skipped, shoot.Name) && !(placement.Goal == ring.Goal && shoot.isReady() && shoot.has(ring.Goal)):
		return away
	case shoot.isLost() && placement.Goal == ring.Goal && !placement.Started.IsZero() && !placement.NotWell && !late:
		// It may be the goal that has made it unreachable.
		return onItsWay
	case s.isMissing(shoot, now) && placement.Goal == ring.Goal:
		return onItsWay
	case s.isMissing(shoot, now):
		return pending
	case shoot.isAway():
		return away
	case placement.Goal != ring.Goal:
		return pending
	case placement.NotWell:
		return notWell
	case shoot.isReady() && shoot.has(ring.Goal):
		return done
	case shoot.isFailing() && shoot.tries(ring.Goal):
		return failed
	case late:
		return failed
	}
	return onItsWay
}

// isMissing returns whether a Shoot that was ready is not reported for a short time: that its entry is gone, or the ConfigMap flux-status, proves nothing.
func (s *State) isMissing(shoot Shoot, now time.Time) bool {
	missing := s.Shoots[shoot.Name].Missing
	return shoot.Status == nil && !shoot.Hibernated && !missing.IsZero() && now.Sub(missing.Time) < s.Rollout.ProgressDeadline.Duration
}

// upcoming returns the goal that a ring is to be given now, and whether there is one: the ring before it has to have passed the target.
func (s *State) upcoming(index int) (Goal, bool) {
	if index == 0 {
		return Goal{Revision: s.Target}, true
	}
	before, ring := s.Rings[index-1].Passed, s.Rings[index].Passed
	if before.Revision != s.Target {
		return Goal{}, false
	}
	if !s.promotes() {
		return Goal{Revision: before.Revision}, true
	}
	return Goal{Revision: before.Revision, Commit: cmp.Or(before.Commit, ring.Commit)}, true
}

func (s *State) promotes() bool { return *s.Rollout.Source == fluxv1alpha1.RolloutSourcePromote }

// isComplete returns whether the ring has passed the goal, and all of its Shoots are given it.
func (s *State) isComplete(ring ringView, goal Goal) bool {
	passed := ring.Passed
	if ring.index == 0 {
		passed.Commit = ""
	}
	return passed == goal && ring.Goal == goal && !slices.ContainsFunc(ring.shoots, func(shoot Shoot) bool { return s.Shoots[shoot.Name].Goal != goal })
}

// isApproved returns whether the ring may begin with the goal.
func (r ringView) isApproved(goal Goal) bool {
	return *r.config.Approval == fluxv1alpha1.ApprovalAutomatic ||
		r.Approved.Revision == goal.Revision && (r.Approved.Commit == "" || r.Approved.Commit == goal.Commit)
}

// adopt makes the goal that of the ring. What was approved without a commit was approved for this one.
func (r ringView) adopt(goal Goal) {
	r.Goal, r.ReadySince, r.Stopped = goal, metav1.Time{}, false
	if r.Approved.Revision == goal.Revision && r.Approved.Commit == "" {
		r.Approved = goal
	}
}

// slots returns how many Shoots of the ring may be on their way at a time.
func (r ringView) slots() int {
	slots, err := intstr.GetScaledValueFromIntOrPercent(r.config.MaxConcurrent, len(r.shoots), false)
	if err != nil {
		return 1
	}
	return max(1, slots)
}

// start gives the goal of the ring to a Shoot. One that was on its way to another goal goes on to count as it did, and so does one that follows the
// source as the first: that it is not well may be because of that other goal, or because of a commit. Any other does not count if it has never been
// ready, or not for longer than the deadline: a failure that has just begun may pass by itself, and must not take the only canary out of the count.
func (s *State) start(ring ringView, shoot Shoot, now time.Time) {
	before := s.Shoots[shoot.Name]
	placement := Placement{UID: shoot.UID, Goal: ring.Goal, Started: metav1.NewTime(now), NotWell: before.NotWell}
	if before.Started.IsZero() && (ring.index > 0 || !s.promotes()) {
		lasts := now.Sub(cmp.Or(shoot.Status.Since, shoot.Status.ObservedAt).Time)
		placement.NotWell = !shoot.isReady() && (before.NotWell || lasts >= s.Rollout.ProgressDeadline.Duration)
	}
	s.Shoots[shoot.Name] = placement
}

// pass has the ring pass its goal: all of its Shoots get it, also those that were not waited for.
func (s *State) pass(ring ringView) {
	passed := ring.Goal
	if ring.index == 0 && s.promotes() {
		passed.Commit = cmp.Or(ring.Commit, ring.Passed.Commit)
	}
	if passed.Revision != ring.Passed.Revision {
		ring.Former = ring.Passed
	}
	ring.Passed = passed
	ring.Commit, ring.ReadySince, ring.Stopped = "", metav1.Time{}, false
	for _, shoot := range ring.shoots {
		s.Shoots[shoot.Name] = Placement{UID: shoot.UID, Goal: ring.Goal, NotWell: !shoot.isReady()}
	}
}

// WaitsForApproval returns whether the ring with the index waits for the approval that it was reported to wait for.
func (s *State) WaitsForApproval(index int) bool {
	ring := &s.Rings[index]
	goal, reached := s.upcoming(index)
	return !s.Paused && !s.RolledBack && reached && ring.Asked == goal && ring.Goal != goal && !ringView{Ring: ring, config: &s.Rollout.Rings[index]}.isApproved(goal)
}

// IsRejected returns whether what the ring with the index is to be given was taken back in it.
func (s *State) IsRejected(index int) bool {
	goal, reached := s.upcoming(index)
	return reached && s.Rings[index].Rejected == goal && goal != Goal{}
}

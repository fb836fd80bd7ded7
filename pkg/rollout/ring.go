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

// standingOf returns how far a Shoot is with the goal of its ring. A Shoot that does not answer any more counts as not ready by the deadline: the goal may
// be the reason. One that has failed stays failed until it is ready.
func (s *State) standingOf(ring ringView, shoot Shoot, now time.Time) standing {
	placement := s.Shoots[shoot.Name]
	late := !placement.Started.IsZero() && now.Sub(placement.Started.Time) >= s.Rollout.ProgressDeadline.Duration
	switch {
	case slices.Contains(s.Skipped, shoot.Name) && !(placement.Goal == ring.Goal && shoot.isReady() && shoot.has(ring.Goal)):
		return away
	case shoot.isLost() && placement.Goal == ring.Goal && !placement.Started.IsZero() && !placement.NotWell:
		if late {
			return failed
		}
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
	case shoot.isFailing() && shoot.tries(ring.Goal), late, ring.hasFailed(shoot):
		return failed
	}
	return onItsWay
}

// hasFailed returns whether it is stored that the Shoot has failed with the revision of the ring's goal.
func (r ringView) hasFailed(shoot Shoot) bool {
	return slices.ContainsFunc(r.Failures, func(f Failure) bool { return f.Shoot == shoot.Name && f.Commit == "" })
}

// isMissing returns whether a Shoot that was ready is not reported for a short time: that its entry is gone, or the ConfigMap flux-status, proves nothing.
func (s *State) isMissing(shoot Shoot, now time.Time) bool {
	missing := s.Shoots[shoot.Name].Missing
	return shoot.Status == nil && !shoot.Hibernated && !missing.IsZero() && now.Sub(missing.Time) < s.Rollout.ProgressDeadline.Duration
}

// upcoming returns the goal that a ring is to be given now, and whether there is one: the ring before it has to have passed the target and, after the
// State was lost, to have proven a commit, because it is not known whether the Shoots of the ring had one.
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
	if s.Rings[index].isUnderWay(s.Target) {
		return s.Rings[index].Goal, true
	}
	commit := before.Commit
	if s.isNewer(ring.Commit, commit) {
		commit = ring.Commit // The rings have changed places, or the one before it has no commit.
	}
	return Goal{Revision: before.Revision, Commit: commit}, commit != "" || !s.needsCommit()
}

// isUnderWay returns whether Shoots have been given a commit with the target, and nothing keeps the ring from passing it. The ring finishes that before it
// begins with the next commit: a busy branch would never reach the ring after it otherwise.
func (r *Ring) isUnderWay(target string) bool {
	return r.Begun && r.Counted && r.Goal.Revision == target && r.Goal.Commit != "" && r.Goal != r.Passed && !r.Stopped && !r.Holding
}

// needsCommit returns whether a ring cannot begin with the target without a commit: it has a source, and a commit was promoted before, or it is not known
// whether one was.
func (s *State) needsCommit() bool {
	return s.promotes() && s.Source != "" && (s.Recovering || len(s.Promoted) > 0)
}

// mustBegin returns whether the ring has to begin with the goal, which needs its approval. It has begun with a goal once for each target.
func (s *State) mustBegin(ring ringView, goal Goal) bool {
	if goal != ring.Goal {
		return true
	}
	passed := ring.Passed.Revision == goal.Revision && (ring.index == 0 || ring.Passed.Commit == goal.Commit)
	return !ring.Begun && !passed && slices.ContainsFunc(ring.shoots, func(shoot Shoot) bool { return s.Shoots[shoot.Name].Goal != goal })
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

// isAccepted returns whether the ring may pass its goal without a proof.
func (r ringView) isAccepted() bool {
	return r.Accepted == Goal{Revision: r.Goal.Revision, Commit: r.Commit}
}

// adopt begins with the goal, which uses up an approval. A ring that has the goal already keeps the failures with it.
func (r ringView) adopt(goal Goal) {
	if goal != r.Goal {
		r.forgetChange()
	}
	r.Goal, r.Begun, r.Asked, r.Approved = goal, true, Goal{}, Goal{}
}

// forgetChange forgets all that is stored about the change that the ring is being given.
func (r *Ring) forgetChange() {
	r.Begun, r.Asked, r.Approved, r.Accepted = false, Goal{}, Goal{}, Goal{}
	r.Commit, r.Counted, r.Failures, r.Stopped, r.Holding = "", false, nil, false, false
	r.resetSoak()
}

// resetSoak begins the soak again. interruptSoak keeps the time for which the Shoots have been ready already.
func (r *Ring) resetSoak() { r.ReadySince, r.Soaked = metav1.Time{}, metav1.Duration{} }

func (r *Ring) interruptSoak(now time.Time) {
	if !r.ReadySince.IsZero() {
		r.Soaked.Duration += now.Sub(r.ReadySince.Time)
		r.ReadySince = metav1.Time{}
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
		placement.NotWell = !shoot.isReady() && !shoot.isKept() && (before.NotWell || shoot.lasts(now) >= s.Rollout.ProgressDeadline.Duration)
	}
	s.Shoots[shoot.Name] = placement
}

// pass has the ring pass its goal: all of its Shoots get it, also those that were not waited for.
func (s *State) pass(ring ringView) {
	passed := ring.Goal
	if ring.index == 0 && s.promotes() {
		passed.Commit, _ = s.promotion(ring)
		s.promote(passed.Commit)
	}
	if passed.Revision != ring.Passed.Revision {
		ring.Former = ring.Passed
	}
	ring.Passed = passed
	asked, approved := ring.Asked, ring.Approved
	ring.forgetChange()
	// An approval that was given meanwhile is for the next change.
	ring.Begun, ring.Asked, ring.Approved = true, asked, approved
	if s.promotes() {
		// The next commit is another change.
		s.Skipped = slices.DeleteFunc(slices.Clone(s.Skipped), func(name string) bool {
			return slices.ContainsFunc(ring.shoots, func(shoot Shoot) bool { return shoot.Name == name })
		})
	}
	for _, shoot := range ring.shoots {
		s.Shoots[shoot.Name] = Placement{UID: shoot.UID, Goal: ring.Goal, NotWell: !shoot.isReady()}
	}
}

// promotion returns the commit that the first ring passes with its goal, and whether it may pass: it carries on with the former commit only if that was
// proven for the same source.
func (s *State) promotion(ring ringView) (string, bool) {
	former := ring.Passed.Commit
	switch {
	case ring.Commit != "":
		return ring.Commit, true
	case former != "" && (ring.Passed.Revision == ring.Goal.Revision || s.isPromoted(former)):
		return former, true
	}
	return "", !s.needsCommit()
}

// WaitsForApproval returns whether the ring with the index waits for the approval that it was reported to wait for.
func (s *State) WaitsForApproval(index int) bool {
	ring := &s.Rings[index]
	goal, reached := s.upcoming(index)
	return !s.Paused && !s.RolledBack && reached && ring.Asked == goal && !ringView{Ring: ring, config: &s.Rollout.Rings[index]}.isApproved(goal)
}

// IsRejected returns whether what the ring with the index is to be given was taken back in it.
func (s *State) IsRejected(index int) bool {
	goal, reached := s.upcoming(index)
	return reached && s.Rings[index].Rejected == goal && goal != Goal{}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// standing is the standing of a Shoot towards the target of its ring.
type standing int

const (
	// away: the Shoot cannot be observed, or was skipped.
	away standing = iota
	// pending: it does not have the target yet.
	pending
	// notWell: it has the target and does not count, because it was not ready before.
	notWell
	// progressing: it has the target, and is neither ready with it nor has failed.
	progressing
	// done: it is ready with the target.
	done
	// failed: it has failed with the target, or was not ready with it by the deadline.
	failed
)

// ringView is a ring with its configuration and its Shoots, sorted by name.
type ringView struct {
	*Ring
	index  int
	config *fluxv1alpha1.Ring
	shoots []Shoot
}

// views returns the rings with their Shoots.
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

// search returns the position of a Shoot in the ring, and whether the ring has it.
func (r ringView) search(name string) (int, bool) {
	return slices.BinarySearchFunc(r.shoots, name, func(shoot Shoot, name string) int { return strings.Compare(shoot.Name, name) })
}

func (r ringView) has(name string) bool {
	_, is := r.search(name)
	return is
}

// selectors are the selectors of the rings of a rollout.
type selectors []selection.Selector

func compile(rings []fluxv1alpha1.Ring) selectors {
	compiled := make(selectors, len(rings))
	for i, ring := range rings {
		compiled[i] = selection.Compile(ring.ShootSelector)
	}
	return compiled
}

// ringOf returns the index of the first ring that selects the Shoot. There is one, because the rollout has its
// defaults.
func (s *State) ringOf(shoot Member) int {
	compiled := s.selectors
	if len(compiled) != len(s.Rollout.Rings) { // It was neither decoded nor decided.
		compiled = compile(s.Rollout.Rings)
	}
	for i, selector := range compiled {
		if selector.Selects(shoot.Labels, shoot.Purpose) {
			return i
		}
	}
	return len(s.Rollout.Rings) - 1
}

// RingOf returns a function that returns the name of a Shoot's ring in a rollout, which must have its defaults.
func RingOf(rollout fluxv1alpha1.Rollout) func(Member) string {
	s := &State{Rollout: rollout, selectors: compile(rollout.Rings)}
	return func(shoot Member) string { return rollout.Rings[s.ringOf(shoot)].Name }
}

// standings returns the Shoots of a ring by their standing.
func (d *decision) standings(ring ringView) map[standing][]Shoot {
	count := map[standing][]Shoot{}
	for _, shoot := range ring.shoots {
		of := d.state.standingOf(ring, shoot, d.now)
		count[of] = append(count[of], shoot)
	}
	return count
}

// standingOf returns the standing of a Shoot of a ring. A Shoot that no longer responds counts as not ready by the
// deadline, because the target may be the cause. A failed Shoot stays failed until it is ready.
func (s *State) standingOf(ring ringView, shoot Shoot, now time.Time) standing {
	record := s.Shoots[shoot.Name]
	has, isDone := record.Target == ring.Target, shoot.isReady() && shoot.has(ring.Target)
	late := !record.Started.IsZero() && now.Sub(record.Started.Time) >= s.deadline()
	switch {
	case s.isSkipped(shoot.Name) && !(has && isDone):
		return away
	case shoot.isLost() && has && !record.Started.IsZero() && !record.NotWell:
		if late {
			return failed
		}
		return progressing
	case s.isMissing(shoot, now) && has:
		return progressing
	case s.isMissing(shoot, now):
		return pending
	case shoot.isAway():
		return away
	case !has:
		return pending
	case record.NotWell:
		return notWell
	case isDone:
		return done
	case shoot.isFailing() && shoot.tries(ring.Target), late, ring.hasFailed(shoot.Name):
		return failed
	}
	return progressing
}

// hasFailed returns whether a failure of the Shoot with the revision of the ring's target is stored.
func (r ringView) hasFailed(shoot string) bool {
	i, has := find(r.Failures, shoot)
	return has && r.Failures[i].Commit == ""
}

// isMissing returns whether a Shoot that was ready has no report for a short time. The loss of its entry or of
// ConfigMap flux-status proves nothing.
func (s *State) isMissing(shoot Shoot, now time.Time) bool {
	missing := s.Shoots[shoot.Name].Missing
	return shoot.Status == nil && !shoot.Hibernated && !missing.IsZero() && now.Sub(missing.Time) < s.deadline()
}

// upcoming returns the target that a ring gets now, and whether there is one. The previous ring must have passed the
// rollout's target and, after a loss of the State, must have proven a commit, because it is not known whether the
// ring's Shoots had one.
func (s *State) upcoming(index int) (Target, bool) {
	if index == 0 {
		return Target{Revision: s.Target}, true
	}
	before, ring := s.Rings[index-1].Passed, &s.Rings[index]
	if before.Revision != s.Target {
		return Target{}, false
	}
	if !s.promotes() {
		return Target{Revision: before.Revision}, true
	}
	if ring.isInProgress(s.Target) {
		return ring.Target, true
	}
	commit := before.Commit
	if s.isNewer(ring.Passed.Commit, commit) {
		commit = ring.Passed.Commit // The rings have changed places, or the previous one has no commit.
	}
	return Target{Revision: before.Revision, Commit: commit}, commit != "" || !s.needsCommit()
}

// isInProgress returns whether Shoots have a commit with the rollout's target, and nothing keeps the ring from passing
// it. The ring finishes this commit before it begins with the next one. Otherwise the changes of a busy branch would
// never reach the next ring.
func (r *Ring) isInProgress(target string) bool {
	return r.Begun && r.Counted && r.Target.Revision == target && r.Target.Commit != "" && r.Target != r.Passed && !r.Stopped && !r.Holding
}

// needsCommit returns whether a ring cannot begin with the rollout's target without a commit: it has a source, and a
// commit was promoted before, or may have been.
func (s *State) needsCommit() bool {
	return s.promotes() && s.Source != "" && (s.Recovering || len(s.Promoted) > 0)
}

// mustBegin returns whether the ring has yet to begin with the target, which needs an approval. It begins with a target
// once per change.
func (s *State) mustBegin(ring ringView, target Target) bool {
	if target != ring.Target {
		return true
	}
	passed := ring.Passed.Revision == target.Revision && (ring.index == 0 || ring.Passed.Commit == target.Commit)
	return !ring.Begun && !passed && !s.allHave(ring, target)
}

// isComplete returns whether the ring has passed the target, and all of its Shoots have it.
func (s *State) isComplete(ring ringView, target Target) bool {
	passed := ring.Passed
	if ring.index == 0 {
		passed.Commit = ""
	}
	return passed == target && ring.Target == target && s.allHave(ring, target)
}

func (s *State) allHave(ring ringView, target Target) bool {
	return !s.anyShoot(ring.shoots, func(record ShootRecord, _ Shoot) bool { return record.Target != target })
}

func (s *State) promotes() bool { return *s.Rollout.Source == fluxv1alpha1.RolloutSourcePromote }

func (s *State) deadline() time.Duration { return s.Rollout.ProgressDeadline.Duration }

// isApproved returns whether the ring may begin with the target.
func (r ringView) isApproved(target Target) bool {
	return *r.config.Approval == fluxv1alpha1.ApprovalAutomatic ||
		r.Approved.Revision == target.Revision && (r.Approved.Commit == "" || r.Approved.Commit == target.Commit)
}

// isAccepted returns whether the ring may pass its target without proof.
func (r ringView) isAccepted() bool {
	return r.Accepted == Target{Revision: r.Target.Revision, Commit: r.Commit}
}

// adopt begins with the target, which uses up the approval. If the ring has the target already, it keeps the failures.
func (r ringView) adopt(target Target) {
	if target != r.Target {
		r.forgetChange()
	}
	r.Target, r.Begun, r.Asked, r.Approved = target, true, Target{}, Target{}
}

// forgetChange resets the progress of the ring with its target.
func (r *Ring) forgetChange() {
	r.Begun, r.Asked, r.Approved, r.Accepted = false, Target{}, Target{}, Target{}
	r.Commit, r.Counted, r.Failures, r.Stopped, r.Holding = "", false, nil, false, false
	r.resetSoak()
}

// resetSoak restarts the soak. interruptSoak preserves the time that has passed.
func (r *Ring) resetSoak() { r.ReadySince, r.Soaked = metav1.Time{}, metav1.Duration{} }

func (r *Ring) interruptSoak(now time.Time) {
	if !r.ReadySince.IsZero() {
		r.Soaked.Duration += now.Sub(r.ReadySince.Time)
		r.ReadySince = metav1.Time{}
	}
}

// slots returns the number of Shoots of the ring that may progress at a time.
func (r ringView) slots() int {
	slots, err := intstr.GetScaledValueFromIntOrPercent(r.config.MaxConcurrent, len(r.shoots), false)
	if err != nil {
		return 1
	}
	return max(1, slots)
}

// start gives the target of the ring to a Shoot. A Shoot in the middle of another target counts as it did before, and
// so does one of a first ring that follows the source: the other target or a commit may be why it is not well. Any
// other Shoot does not count if it was never ready, or not for longer than the deadline. A failure that has just begun
// may be temporary, and must not exclude the only canary.
func (s *State) start(ring ringView, shoot Shoot, now time.Time) {
	before := s.Shoots[shoot.Name]
	record := ShootRecord{UID: shoot.UID, Target: ring.Target, Started: metav1.NewTime(now), NotWell: before.NotWell}
	if before.Started.IsZero() && (ring.index > 0 || !s.promotes()) {
		record.NotWell = s.isNotWell(shoot, before.NotWell, now)
	}
	s.Shoots[shoot.Name] = record
}

// isNotWell returns whether a reported Shoot has not been ready for long enough that it does not count. If it was never
// ready, the time does not matter.
func (s *State) isNotWell(shoot Shoot, never bool, now time.Time) bool {
	return !shoot.isReady() && !shoot.isKept() && (never || shoot.lasts(now) >= s.deadline())
}

// pass makes the ring pass its target. All of its Shoots get it, including those that the ring did not wait for.
func (s *State) pass(ring ringView) {
	passed := ring.Target
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
	// An approval given in the meantime is for the next change.
	ring.Begun, ring.Asked, ring.Approved = true, asked, approved
	if s.promotes() {
		// The next commit is another change.
		s.Skipped = slices.DeleteFunc(s.Skipped, ring.has)
	}
	for _, shoot := range ring.shoots {
		s.Shoots[shoot.Name] = ShootRecord{UID: shoot.UID, Target: ring.Target, NotWell: !shoot.isReady()}
	}
}

// WaitsForApproval returns whether the ring at the index waits for a requested approval.
func (s *State) WaitsForApproval(index int) bool {
	ring := &s.Rings[index]
	target, reached := s.upcoming(index)
	return !s.Paused && !s.RolledBack && reached && ring.Asked == target && !ringView{Ring: ring, config: &s.Rollout.Rings[index]}.isApproved(target)
}

// IsRejected returns whether the upcoming target of the ring at the index was taken back in it.
func (s *State) IsRejected(index int) bool {
	target, reached := s.upcoming(index)
	return reached && s.Rings[index].Rejected == target && target != Target{}
}

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
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// standing is the progress of a member toward the target of its ring.
type standing int

const (
	// away means that the member cannot be observed, or was skipped and is not ready with the target.
	away standing = iota
	// pending means that the member does not have the target yet.
	pending
	// notWell means that the member has the target, but does not count because it was not ready before the change.
	notWell
	// progressing means that the member has the target, and has neither become ready nor failed.
	progressing
	// done means that the member is ready with the target.
	done
	// failed means that the member has failed with the target, or was not ready by the deadline.
	failed
)

// ringView is a ring with its configuration and its members, sorted by name.
type ringView struct {
	*Ring
	index   int
	config  *fluxv1alpha1.Ring
	members []Member
	// by groups the members by standing. The method observe sets this field and the following ones.
	by map[standing][]Member
	// newest and problem are the results of candidate. They are set only for the first ring, and only if commits are
	// promoted.
	newest, problem string
	// hold is the reason why the ring may not begin now; nil if it may.
	hold *hold
	// wait is the check that the ring waits for; nil if it waits for none. wasStopped is true if the ring had stopped
	// before the decision.
	wait       *checkWait
	wasStopped bool
	// failing contains the failures with the target, and with the newest commit if there is one.
	failing []Failure
}

// views returns the rings with their members.
func (s *State) views(members []Member) []ringView {
	views := make([]ringView, len(s.Rings))
	for i := range s.Rings {
		views[i] = ringView{Ring: &s.Rings[i], index: i, config: &s.Rollout.Rings[i]}
	}
	for _, member := range members {
		i := s.RingIndex(member.Identity)
		views[i].members = append(views[i].members, member)
	}
	for _, view := range views {
		slices.SortFunc(view.members, func(a, b Member) int { return cmp.Compare(a.Name, b.Name) })
	}
	return views
}

// search returns the position of a member in the ring, and whether it was found.
func (r ringView) search(name string) (int, bool) {
	return slices.BinarySearchFunc(r.members, name, func(member Member, name string) int { return strings.Compare(member.Name, name) })
}

func (r ringView) has(name string) bool {
	_, is := r.search(name)
	return is
}

// compile returns the selectors of the rings of a rollout.
func compile(rings []fluxv1alpha1.Ring) []selection.Selector {
	compiled := make([]selection.Selector, len(rings))
	for i, ring := range rings {
		compiled[i] = selection.Compile(ring.ShootSelector)
	}
	return compiled
}

// RingIndex returns the index of the first ring that selects the member, or of the last ring if none does.
func (s *State) RingIndex(member Identity) int {
	compiled := s.selectors
	if len(compiled) != len(s.Rollout.Rings) { // Neither Decode nor Decide has compiled the selectors.
		compiled = compile(s.Rollout.Rings)
	}
	return ringOf(compiled, member)
}

func ringOf(selectors []selection.Selector, member Identity) int {
	for i, selector := range selectors {
		if selector.Selects(member.Labels, member.Purpose) {
			return i
		}
	}
	return len(selectors) - 1
}

// RingOf returns a function that maps a member to the name of its ring. The rollout must be defaulted.
func RingOf(rollout fluxv1alpha1.Rollout) func(Identity) string {
	selectors := compile(rollout.Rings)
	return func(member Identity) string { return rollout.Rings[ringOf(selectors, member)].Name }
}

// follows returns whether the members of a ring follow the source, so that their commits are promoted to the next ring.
func (s *State) follows(ring ringView) bool { return ring.index == 0 && s.Promotes() }

// observe returns the ring with the fields that describe the current progress of its members.
func (d *decision) observe(ring ringView) ringView {
	ring.by = map[standing][]Member{}
	for _, member := range ring.members {
		of := d.state.standingOf(ring, member, d.now)
		ring.by[of] = append(ring.by[of], member)
	}
	if d.state.follows(ring) {
		ring.newest, ring.problem = d.candidate(ring)
	}
	ring.failing = ring.failuresWith(ring.newest)
	return ring
}

// standingOf returns the standing of a member in a ring. A lost member counts as failed after the deadline, because the
// target may be the cause. A member that has failed with the revision stays failed until it is ready.
func (s *State) standingOf(ring ringView, member Member, now metav1.Time) standing {
	record := s.Members[member.Name]
	has, isDone := record.Target == ring.Target, member.isReady() && member.has(ring.Target) && !ring.hasFailedSince(member)
	late := !record.Started.IsZero() && now.Sub(record.Started.Time) >= s.deadline()
	switch {
	case s.isSkipped(member.Name) && !(has && isDone), ring.Target.Revision != "" && record.Next == ring.Target && member.waits(ring),
		member.isHeld && !has && ring.hold == nil && member.waits(ring):
		return away
	case member.isLost() && has && !record.Started.IsZero() && !record.NotWell:
		if late {
			return failed
		}
		return progressing
	case s.isMissing(member, now) && has:
		return progressing
	case s.isMissing(member, now):
		return pending
	case member.IsAway():
		return away
	case !has:
		return pending
	case record.NotWell:
		return notWell
	case isDone:
		return done
	case member.isFailing() && member.tries(ring.Target), late, ring.hasFailed(member.Name):
		return failed
	}
	return progressing
}

// hasFailedSince returns whether the ring has recorded a failure of the member that is newer than its present report.
func (r ringView) hasFailedSince(member Member) bool {
	return slices.ContainsFunc(r.Failures, func(f Failure) bool { return f.Member == member.Name && member.Status.ObservedAt.Before(&f.At) })
}

// hasFailed returns whether the ring has recorded a failure of the member that the revision may have caused.
func (r ringView) hasFailed(member string) bool {
	return slices.ContainsFunc(r.Failures, func(f Failure) bool { return f.Member == member && f.Lost == nil && f.Commit == "" })
}

// isMissing returns whether the report of a previously ready member has been missing for less than the deadline. The
// member may still be healthy: only its entry or ConfigMap flux-status may have been lost.
func (s *State) isMissing(member Member, now metav1.Time) bool {
	missing := s.Members[member.Name].Missing
	return member.Status == nil && !member.Hibernated && !missing.IsZero() && now.Sub(missing.Time) < s.deadline()
}

// Upcoming returns the next target of a ring, and whether the ring may begin with that target because the previous ring
// has passed it. After a loss of the State, the previous ring must also have proven a commit, because the members of
// the ring may have had one.
func (s *State) Upcoming(index int) (Target, bool) {
	if index == 0 {
		return Target{Revision: s.Target}, true
	}
	before, ring := s.proven(index-1), &s.Rings[index]
	if before.Revision != s.Target {
		return Target{}, false
	}
	if !s.Promotes() {
		return Target{Revision: before.Revision}, true
	}
	if ring.isInProgress(s.Target) {
		return ring.Target, true
	}
	commit := before.Commit
	keeps := !ring.Held || ring.Target == ring.Passed && ring.Passed.Revision == s.Target // Otherwise its members have several commits.
	if (commit != "" || keeps) && s.isNewer(ring.Passed.Commit, commit) || commit == "" && ring.Held && keeps {
		commit = ring.Passed.Commit // The rings were reordered, or the previous ring has no commit.
	}
	return Target{Revision: before.Revision, Commit: commit}, commit != "" || !s.needsCommit()
}

// coming returns the target with a commit that the rings before are next to pass, or have passed while the ring was in
// progress with another one, and whether there is one.
func (s *State) coming(index int) (Target, bool) {
	if !s.Promotes() {
		return Target{}, false
	}
	own := s.Rings[index]
	for i := index - 1; i >= 0; i-- {
		before := s.Rings[i]
		next := before.Target
		if i == 0 {
			next.Commit = before.Commit
		}
		if next.Commit == "" && before.Passed.Revision == s.Target {
			next.Commit = before.Passed.Commit
		}
		wasReplaced := slices.Contains(s.Promoted, s.promoted(next.Commit)) && s.isNewer(own.Passed.Commit, next.Commit)
		if next.Revision == s.Target && next.Commit != "" && next != own.Target && next != own.Passed && !wasReplaced {
			return next, true
		}
	}
	return Target{}, false
}

// bindApproval binds the approvals of a configuration to its first commit when that is known.
func (s *State) bindApproval(index int) {
	ring := &s.Rings[index]
	coming, is := s.coming(index)
	for _, approved := range []*Target{&ring.Approved, &ring.Overruled.Target} {
		if is && *approved == (Target{Revision: coming.Revision}) {
			*approved = coming
		}
	}
}

// isInProgress returns whether the ring has begun with a commit and is neither stopped nor holding. Such a ring
// completes the commit before it begins with the next one. Otherwise, if commits are frequent, none would reach the
// next ring.
func (r *Ring) isInProgress(target string) bool {
	return r.Begun && r.Counted && r.Target.Revision == target && r.Target.Commit != "" && r.Target != r.Passed && !r.Stopped && !r.Holding
}

// needsCommit returns whether a ring may begin with the rollout's target only together with a commit. This is the case
// if commits are promoted, the target has a source, and a later ring has a commit, had one, or may have had one.
func (s *State) needsCommit() bool {
	return s.Promotes() && s.Source != "" && (s.Recovering || len(s.Promoted) > 0 || s.hasCommit())
}

// hasCommit returns whether a ring holds a commit, or a member is pinned to one.
func (s *State) hasCommit() bool {
	if slices.ContainsFunc(s.Rings, func(ring Ring) bool { return ring.Held }) {
		return true
	}
	for _, record := range s.Members {
		if record.Commit != "" {
			return true
		}
	}
	return false
}

// mustBegin returns whether the ring has not begun with the target yet. A ring begins with a target once per change,
// and may need an approval to begin.
func (r ringView) mustBegin(target Target) bool {
	passed := r.Asked != target && r.Passed.Revision == target.Revision && (r.index == 0 || r.Passed.Commit == target.Commit)
	return target != r.Target || !r.Begun && !passed
}

// isComplete returns whether the ring has passed the target and all of its members have the target, or get it in their
// maintenance time window. A ring that holds a commit passes it when it is promoted to the ring.
func (s *State) isComplete(ring ringView, target Target) bool {
	passed := ring.Passed
	if ring.index == 0 {
		passed.Commit = ""
	}
	isPromoted := ring.index > 0 && ring.Held && s.proven(ring.index-1).Commit != ""
	return passed == target && ring.Target == target && !isPromoted &&
		!s.anyMember(ring.members, func(record Record, _ Member) bool { return record.Target != target && record.Next != target })
}

// Promotes returns whether commits are promoted. The source is missing in a State that nobody has decoded or decided.
func (s *State) Promotes() bool {
	return ptr.Deref(s.Rollout.Source, "") == fluxv1alpha1.RolloutSourcePromote
}

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

// adopt lets the ring begin with the target, and clears the approval. If the ring already has the target, adopt
// preserves its failures.
func (r ringView) adopt(target Target) {
	overruled, checked := r.Overruled, r.Checked
	if target != r.Target {
		r.forgetChange()
	}
	r.Target, r.Begun, r.Asked, r.Approved = target, true, Target{}, Target{}
	if overruled.Target == target {
		r.Overruled = overruled
	}
	if checked.Target == target {
		r.Checked = checked
	}
}

// forgetChange resets approvals, failures and progress of the ring. It does not reset the targets.
func (r *Ring) forgetChange() {
	r.Begun, r.Asked, r.Approved, r.Accepted = false, Target{}, Target{}, Target{}
	r.Released, r.Overruled = Released{}, Overruled{}
	r.Checks, r.Checked, r.Waived = nil, Cleared{}, Cleared{}
	r.Commit, r.Counted, r.Failures, r.Stopped, r.Holding, r.Guarded = "", false, nil, false, false, ""
	r.resetSoak()
}

// resetSoak discards the elapsed soak time.
func (r *Ring) resetSoak() { r.ReadySince, r.Soaked = metav1.Time{}, metav1.Duration{} }

// interruptSoak pauses the soak and preserves the elapsed soak time.
func (r *Ring) interruptSoak(now metav1.Time) {
	if !r.ReadySince.IsZero() {
		r.Soaked.Duration += now.Sub(r.ReadySince.Time)
		r.ReadySince = metav1.Time{}
	}
}

// slots returns the maximum number of members that may be progressing at the same time, which is at least one.
func (r ringView) slots() int {
	slots, err := intstr.GetScaledValueFromIntOrPercent(r.config.MaxConcurrent, len(r.members), false)
	if err != nil {
		return 1
	}
	return max(1, slots)
}

// start assigns the target of the ring to a member. A member does not count if it was never ready, or has not been
// ready for at least the deadline. A shorter failure may be temporary, and must not exclude the only canary. If the
// member is already progressing with a target, or follows the source, the rollout itself may have caused the failure,
// and the member counts as before.
func (s *State) start(ring ringView, member Member, now metav1.Time) {
	before := s.Members[member.Name]
	record := Record{UID: member.UID, Target: ring.Target, Started: now, NotWell: before.NotWell}
	if before.Started.IsZero() && !s.follows(ring) {
		record.NotWell = s.isNotWell(member, before.NotWell, now)
	}
	s.Members[member.Name] = record
}

// isNotWell returns whether a reported member does not count, because it was never ready, or has not been ready for at
// least the deadline.
func (s *State) isNotWell(member Member, never bool, now metav1.Time) bool {
	return !member.isReady() && !member.isKept() && (never || member.lasts(now) >= s.deadline())
}

// pass records that the ring has passed its target, and assigns the target to all members of the ring, including
// members that do not count. A member that did not count and waits for its maintenance time window gets the target
// later.
func (s *State) pass(ring ringView) {
	passed := ring.Target
	if s.follows(ring) {
		passed.Commit, _ = s.promotion(ring)
		s.promote(passed.Commit)
	}
	if passed.Revision != ring.Passed.Revision {
		ring.Former = ring.Passed
	}
	ring.Passed, ring.Held = passed, false
	asked, approved := ring.Asked, ring.Approved
	ring.forgetChange()
	// An approval that was given during a change applies to the next change.
	ring.Begun, ring.Asked, ring.Approved = true, asked, approved
	if s.Promotes() {
		// The next commit is a new change, and the skipped members count again for it.
		s.Skipped = slices.DeleteFunc(s.Skipped, ring.has)
	}
	for _, member := range ring.members {
		record := Record{UID: member.UID, Target: ring.Target, NotWell: !member.isReady()}
		if before := s.Members[member.Name]; before.Target != ring.Target && isLater(member, ring) {
			record.Target, record.NotWell, record.Missing, record.Offered, record.Next = before.Target, before.NotWell, before.Missing, before.Offered, ring.Target
		}
		s.Members[member.Name] = record
	}
}

// isLater returns whether the member gets the target of the ring only later. Unless the ring or the member holds, a
// hibernated member gets all changes when it wakes up.
func isLater(member Member, ring ringView) bool {
	return member.waits(ring) && (ring.hold != nil || member.isHeld || !member.Hibernated)
}

// catchUp assigns the target to members without which the ring has passed it, and whose maintenance time window has
// begun. It returns the members that still wait.
func (s *State) catchUp(ring ringView) (waiting []Member) {
	for _, member := range ring.members {
		switch record := s.Members[member.Name]; {
		case record.Next != ring.Target || record.Target == ring.Target:
		case isLater(member, ring):
			waiting = append(waiting, member)
		default:
			s.Members[member.Name] = Record{UID: member.UID, Target: ring.Target, NotWell: !member.isReady()}
		}
	}
	return waiting
}

// WaitsForApproval returns whether approval was requested for the ring at the index, and the ring still waits for it.
func (s *State) WaitsForApproval(index int) bool {
	ring := &s.Rings[index]
	target, reached := s.Upcoming(index)
	return !s.Paused && !s.RolledBack && reached && ring.Asked == target && !ringView{Ring: ring, config: &s.Rollout.Rings[index]}.isApproved(target)
}

// IsRejected returns whether the ring at the index has rolled back its upcoming target.
func (s *State) IsRejected(index int) bool {
	target, reached := s.Upcoming(index)
	return reached && s.Rings[index].Rejected == target && target != Target{}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Member is what of a Shoot decides on its ring.
type Member struct {
	// Name and UID are those of the Shoot.
	Name string
	UID  types.UID
	// Labels are those of the Shoot, and Purpose is its spec.purpose.
	Labels  map[string]string
	Purpose string
}

// Shoot is what is known of a Shoot of the project that uses Flux and is not being deleted.
type Shoot struct {
	Member
	// Hibernated is whether its hibernation is requested.
	Hibernated bool
	// InWindow is whether it is in its maintenance time window, and NextWindow the time until the next one begins; 0 if that is not known.
	InWindow   bool
	NextWindow time.Duration
	// Status is its entry in ConfigMap flux-status; nil if there is none of its UID.
	Status *fluxv1alpha1.ShootStatus
}

// ringOf returns the index of the first ring that selects the Shoot. The rollout has its defaults, so that there is one.
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

// isReady returns whether everything that is configured runs in the Shoot.
func (s Shoot) isReady() bool { return s.Status != nil && s.Status.State.IsReady() }

// isFailing returns whether it is reported that something in the Shoot does not work.
func (s Shoot) isFailing() bool {
	return s.Status != nil && (s.Status.State == fluxv1alpha1.ShootFailed || s.Status.State == fluxv1alpha1.ShootDegraded)
}

// isAway returns whether it is not known what becomes of what the Shoot is given: a rollout does not wait for it, and does not judge by it.
func (s Shoot) isAway() bool {
	if s.Hibernated || s.Status == nil {
		return true
	}
	return slices.Contains([]fluxv1alpha1.ShootState{
		fluxv1alpha1.ShootHibernated, fluxv1alpha1.ShootUnreachable, fluxv1alpha1.ShootMigrating, fluxv1alpha1.ShootNotReported,
		fluxv1alpha1.ShootRemoving, fluxv1alpha1.ShootDeleting, fluxv1alpha1.ShootSuspended,
	}, s.Status.State)
}

// isKept returns whether the Shoot is not ready only because the rollout keeps it as it is.
func (s Shoot) isKept() bool {
	return s.Status != nil && s.Status.State == fluxv1alpha1.ShootProgressing && (s.Status.Reason == ReasonUnknown || s.Status.Reason == ReasonHeld)
}

// isLost returns whether the Shoot is not reached or not reported, although it is to run.
func (s Shoot) isLost() bool {
	return !s.Hibernated && (s.Status == nil || s.Status.State == fluxv1alpha1.ShootUnreachable || s.Status.State == fluxv1alpha1.ShootNotReported)
}

// lasts returns for how long the Shoot has had its state. It must be reported.
func (s Shoot) lasts(now time.Time) time.Duration {
	return now.Sub(cmp.Or(s.Status.Since, s.Status.ObservedAt).Time)
}

// absence says why the Shoot is away.
func (s Shoot) absence() string {
	switch {
	case s.Hibernated:
		return "hibernated"
	case s.Status == nil:
		return "not reported"
	case s.Status.State == fluxv1alpha1.ShootNotReported:
		return "not reported"
	}
	return strings.ToLower(string(s.Status.State))
}

// has returns whether the Shoot reports that it has the goal, or has it and nothing to sync.
func (s Shoot) has(goal Goal) bool {
	if s.Status == nil || s.Status.Revision != goal.Revision {
		return false
	}
	return goal.Commit == "" || s.Status.State == fluxv1alpha1.ShootNoRepository || isAt(s.Status.AppliedRevision, goal.Commit)
}

// tries returns whether the Shoot reports about the goal, whether that has succeeded or not.
func (s Shoot) tries(goal Goal) bool {
	return s.has(goal) || s.Status != nil && s.Status.Revision == goal.Revision && (goal.Commit == "" || isAt(s.Status.AttemptedRevision, goal.Commit))
}

// isAt returns whether a reported revision is the commit of a goal, with its tag if it has one.
func isAt(reported, commit string) bool { return reported == commit || commitOf(reported) == commit }

// commitOf returns the commit or digest, with its algorithm, of a revision of Flux; empty if it has none.
func commitOf(text string) string {
	r := revision.Parse(text)
	if r.Digest == "" || r.Algorithm == "" {
		return ""
	}
	return r.Algorithm + ":" + r.Digest
}

// RingOf returns the name of the ring of a rollout, which has its defaults, that a Shoot is in.
func RingOf(rollout fluxv1alpha1.Rollout) func(Member) string {
	s := &State{Rollout: rollout, selectors: compile(rollout.Rings)}
	return func(shoot Member) string { return rollout.Rings[s.ringOf(shoot)].Name }
}

// InFirstRing returns whether a Shoot is in the first ring of a rollout, which has its defaults. With Promote, it alone follows the branch.
func InFirstRing(rollout fluxv1alpha1.Rollout) func(Member) bool {
	s := &State{Rollout: rollout, selectors: compile(rollout.Rings)}
	return func(shoot Member) bool { return s.ringOf(shoot) == 0 }
}

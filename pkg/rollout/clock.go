// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// longestStep is the maximum time between two decisions that counts for a soak or a deadline. Nobody observes the
	// members for longer without a garden controller, and a clock that jumps shows time that has not passed.
	longestStep = 5 * time.Minute
	// RecordStep is the maximum age of the stored time of the last decision. Storing each decision would let all seeds of
	// the project read the rollout again.
	RecordStep = 2 * time.Minute
)

// Step returns the time since the last decision that counts, which is at most longestStep. It is 0 if the last decision
// is unknown or in the future, because the clock of this or the previous leader is wrong.
func Step(last, now time.Time) time.Duration {
	if last.IsZero() {
		return 0
	}
	return min(longestStep, max(0, now.Sub(last)))
}

// startClock sets the time of the decision, and moves all stored times by the time that does not count. If the last
// decision is in the future, no time passes, and the rollout waits unless a user resumes it.
func (d *decision) startClock(operation string) {
	s, now := d.state, d.now
	for _, ring := range s.Rings { // A rollout that measures nothing does not store the time of a decision.
		if ring.Closed.After(now.Time) && ring.Closed.After(s.Decided.Time) {
			s.Decided = ring.Closed
		}
	}
	since, isKnown := now.Sub(s.Decided.Time), !s.Decided.IsZero()
	isResumed := operation == fluxv1alpha1.RolloutResume && operation != s.Operation
	if isKnown && since < 0 && !isResumed {
		if since < -longestStep && !s.Behind {
			d.event("", ReasonWaitsForClock, "The last decision was made at %s, and the clock of the garden controller shows %s. The rollout waits until then. To continue now, run: %s",
				s.Decided.Format(time.RFC3339), now.Format(time.RFC3339), d.in.Subject.command(fluxv1alpha1.RolloutResume))
		}
		s.Behind, d.now = true, s.Decided
		d.next(min(later, -since))
		return
	}
	s.Behind = false
	lost := since - Step(s.Decided.Time, now.Time)
	if lost == 0 {
		return
	}
	if s.leaveOut(lost, now); s.measures() || since < 0 {
		s.Decided = now
	}
}

// Unobserved returns the time since the last decision that does not count, because nobody has observed the members.
func (s *State) Unobserved(now time.Time) time.Duration {
	if s == nil || s.Decided.IsZero() {
		return 0
	}
	return max(0, now.Sub(s.Decided.Time)-Step(s.Decided.Time, now))
}

// leaveOut postpones the start of all measured durations by the lost time, but not beyond the current time.
func (s *State) leaveOut(lost time.Duration, now metav1.Time) {
	move := func(t *metav1.Time) {
		if t.IsZero() {
			return
		}
		if *t = metav1.NewTime(t.Add(lost)); t.After(now.Time) {
			*t = now
		}
	}
	if s.Since.After(now.Time) {
		s.Since = now
	}
	for i := range s.Rings {
		move(&s.Rings[i].ReadySince)
		move(&s.Rings[i].Released.Since)
		for j := range s.Rings[i].Checks {
			s.Rings[i].Checks[j].Since = now
			move(&s.Rings[i].Checks[j].BadSince)
		}
		if s.Rings[i].Closed.After(now.Time) {
			s.Rings[i].Closed = now
		}
	}
	for name, record := range s.Members {
		move(&record.Started)
		move(&record.AwaySince)
		move(&record.Missing)
		move(&record.Offered)
		s.Members[name] = record
	}
}

// recordClock stores the time of the decision if a duration is being measured and the stored time is old.
func (d *decision) recordClock() {
	s := d.state
	if !s.Behind && d.now.Sub(s.Decided.Time) >= RecordStep && s.measures() {
		s.Decided = d.now
	}
}

// measures returns whether a soak, a deadline or a check has begun.
func (s *State) measures() bool {
	for _, ring := range s.Rings {
		if !ring.ReadySince.IsZero() || !ring.Released.Since.IsZero() || len(ring.Checks) > 0 {
			return true
		}
	}
	for _, record := range s.Members {
		if !record.Started.IsZero() || !record.AwaySince.IsZero() || !record.Missing.IsZero() || !record.Offered.IsZero() {
			return true
		}
	}
	return false
}

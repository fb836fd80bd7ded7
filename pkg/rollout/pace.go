// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Position is the position of a Shoot in the order of releases in a ring.
type Position uint64

// All is greater than the position of any Shoot.
const All Position = 1 << 32

// Pace limits how many Shoots get a target in an hour, if a member is a seed with many of them. A ring with a Pace
// passes only after it has released all Shoots.
type Pace struct {
	// ShootsPerHour is the maximum number of Shoots in an hour; nil for all at once.
	ShootsPerHour *int32
}

// Released is the progress of a ring with a Pace.
type Released struct {
	// Below is the position below which a Shoot may have the target of the ring.
	Below Position `json:"below,omitempty"`
	// Since is the time since which Shoots are released; zero if the ring has to wait. Elapsed is the time before that.
	Since   metav1.Time     `json:"since,omitzero"`
	Elapsed metav1.Duration `json:"elapsed,omitzero"`
}

// interrupt stops the release of further Shoots.
func (r *Released) interrupt(now metav1.Time) {
	if !r.Since.IsZero() {
		r.Elapsed.Duration += now.Sub(r.Since.Time)
		r.Since = metav1.Time{}
	}
}

// release releases further Shoots of a ring that has begun unless it holds, and returns whether all are released.
func (d *decision) release(ring ringView) bool {
	pace, released := d.in.Pace, &ring.Released
	switch {
	case pace == nil, released.Below == All:
		return true
	case ring.hold != nil:
		released.interrupt(d.now)
		d.await(ring)
		return false
	case pace.ShootsPerHour == nil:
		released.Below = All
		return true
	case released.Since.IsZero():
		released.Since = d.now
	}
	// A member without the target, which may get it later, must not get all of its Shoots at once then.
	var positions []Position
	for _, member := range ring.members {
		if d.state.counts(member) {
			positions = append(positions, member.Positions...)
		}
	}
	// The first Shoot gets the target at once.
	count := 1 + int(float64(*pace.ShootsPerHour)*(released.Elapsed.Duration+d.now.Sub(released.Since.Time)).Hours())
	if count >= len(positions) {
		*released = Released{Below: All}
		return true
	}
	slices.Sort(positions)
	released.Below = max(released.Below, positions[count])
	d.next(min(later, time.Hour/time.Duration(*pace.ShootsPerHour)))
	return false
}

// ReleasedFor returns the position below which the Shoots of a member may have the rollout's target; 0 if none may, and
// All if all may or the rollout has no Pace.
func (s *State) ReleasedFor(member Identity) Position {
	ring := s.Rings[s.RingIndex(member)]
	switch permit := s.Permit(member); {
	case permit.Revision != s.Target:
		return 0
	case ring.Passed.Revision == s.Target:
		return All
	}
	return ring.Released.Below
}

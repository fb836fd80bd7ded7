// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ProgressOf returns the progress of a stored rollout with the current reports on the members. It takes no step of the
// rollout, and does not modify the State.
func ProgressOf(s *State, in Input) Progress {
	in.Subject = in.Subject.orShoots()
	d := &decision{in: in, state: s.clone(), now: metav1.NewTime(in.Now.UTC().Truncate(time.Second))}
	d.rings = d.state.views(in.Members)
	return d.progress()
}

// Promotes returns whether the rollout promotes commits from ring to ring.
func (s *State) Promotes() bool { return s.promotes() }

// Upcoming returns the target that the ring at the index has or gets next, and whether the previous ring has passed
// that target.
func (s *State) Upcoming(index int) (Target, bool) { return s.upcoming(index) }

// RingIndex returns the index of the ring that a member belongs to.
func (s *State) RingIndex(member Identity) int { return s.ringOf(member) }

// IsAway returns whether the result of a change in the member cannot be observed: the member is hibernated, suspended,
// unreachable, not reported, or moves or is removed.
func (m Member) IsAway() bool { return m.isAway() }

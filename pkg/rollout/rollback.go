// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// back returns the goal that the ring had before the target; without a revision if there is none.
func (s *State) back(ring ringView) Goal {
	if ring.Passed.Revision != s.Target {
		return ring.Passed
	}
	return ring.Former
}

// rollBack gives all Shoots that have the target the goal before it. It returns why that is not possible; nothing has changed then. Flux versions are
// not taken back: what Flux stores in a shoot cannot be read by an older version.
func (s *State) rollBack(rings []ringView, now time.Time) string {
	target, possible := s.Revisions[s.Target], false
	for _, ring := range rings {
		back := s.back(ring)
		if back.Revision == "" {
			continue
		}
		former, known := s.Revisions[back.Revision]
		if !known {
			return fmt.Sprintf("the content of revision %s, which ring %s had before, is not known", back.Revision, ring.Name)
		}
		// A configuration that is invalid has no version.
		if former.FluxVersion != "" && target.FluxVersion != "" && former.FluxVersion != target.FluxVersion {
			return fmt.Sprintf("it changes Flux from %s to %s, and a Flux version is not taken back", former.FluxVersion, target.FluxVersion)
		}
		possible = true
	}
	if !possible {
		return "there is no revision before it"
	}
	for _, ring := range rings {
		s.takeBack(ring, s.back(ring), func(goal Goal) bool { return goal.Revision == s.Target }, now)
	}
	s.RolledBack = true
	return ""
}

// rejectCommit gives the Shoots of a ring the commit that the ring had before, and has it not begin with this one again.
func (s *State) rejectCommit(ring ringView, now time.Time) {
	rejected := ring.Goal
	s.takeBack(ring, ring.Passed, func(goal Goal) bool { return goal == rejected }, now)
	ring.Rejected = rejected
}

// takeBack gives the former goal to the Shoots of the ring that have another one.
func (s *State) takeBack(ring ringView, back Goal, has func(Goal) bool, now time.Time) {
	if back.Revision == "" {
		return
	}
	if has(ring.Passed) {
		ring.Passed, ring.Former = back, Goal{}
	}
	ring.forgetChange()
	ring.Goal = s.baseOf(ring.index)
	for _, shoot := range ring.shoots {
		// That it goes on to count as before is for the next target.
		if placement := s.Shoots[shoot.Name]; has(placement.Goal) {
			placement.Goal, placement.Started = ring.Goal, metav1.NewTime(now)
			s.Shoots[shoot.Name] = placement
		}
	}
}

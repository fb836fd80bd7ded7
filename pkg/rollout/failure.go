// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// longestMessage bounds the stored message of a Shoot that has failed, in bytes.
const longestMessage = 300

// recordFailures brings the failures of a ring up to date. A failure stays when the Shoot is hibernated, suspended, unreachable, moved to another ring or
// deleted: that the Shoot cannot be observed any more does not show that the change is good.
func (d *decision) recordFailures(ring ringView) {
	follows := ring.index == 0 && d.state.promotes()
	if ring.Goal.Revision == "" || d.state.RolledBack || !follows && d.state.isComplete(ring, ring.Goal) {
		return
	}
	ready := d.readyWith(ring.Goal)
	failures := slices.DeleteFunc(slices.Clone(ring.Failures), func(f Failure) bool {
		return slices.Contains(d.state.Skipped, f.Shoot) || ready[f.Shoot]
	})
	for _, shoot := range ring.shoots {
		if d.state.standingOf(ring, shoot, d.now) != failed {
			continue
		}
		failure := Failure{Shoot: shoot.Name}
		if follows && ring.Passed.Revision == ring.Goal.Revision && shoot.Status != nil {
			failure.Commit = d.in.Source.commitOf(shoot.Status.AttemptedRevision)
			if failure.Commit != "" && failure.Commit == ring.Passed.Commit {
				continue // It was promoted already.
			}
		}
		if shoot.isFailing() {
			failure.Message = text.Cut(shoot.Status.Message, longestMessage)
		}
		i, known := slices.BinarySearchFunc(failures, failure, func(a, b Failure) int { return strings.Compare(a.Shoot, b.Shoot) })
		switch {
		case !known:
			failures = slices.Insert(failures, i, failure)
		case shoot.isFailing():
			failures[i] = failure
		}
	}
	for i := mostNamed; i < len(failures); i++ {
		failures[i].Message = ""
	}
	ring.Failures = failures
	if len(failures) == 0 {
		ring.Failures = nil
	}
}

// readyWith returns the names of the Shoots of all rings that are ready with a goal. Every Shoot of a ring may have failed: each is read once.
func (d *decision) readyWith(goal Goal) map[string]bool {
	ready := map[string]bool{}
	for _, shoot := range d.in.Shoots {
		if !shoot.isAway() && shoot.isReady() && shoot.has(goal) {
			ready[shoot.Name] = true
		}
	}
	return ready
}

// failuresOf returns the failures that a ring has with its goal and, in a first ring that follows the source, with the commit that the others report.
func (d *decision) failuresOf(ring ringView, count map[standing][]Shoot, commit string) []Failure {
	failures := slices.DeleteFunc(slices.Clone(ring.Failures), func(f Failure) bool { return f.Commit != "" && commit != "" && f.Commit != commit })
	for _, shoot := range count[failed] {
		if !slices.ContainsFunc(failures, func(f Failure) bool { return f.Shoot == shoot.Name }) {
			failure := Failure{Shoot: shoot.Name}
			if shoot.isFailing() {
				failure.Message = shoot.Status.Message
			}
			failures = append(failures, failure)
		}
	}
	return failures
}

// skip has the rollout of the present target not count a Shoot.
func (s *State) skip(name string) {
	if !slices.Contains(s.Skipped, name) {
		s.Skipped = append(slices.Clone(s.Skipped), name)
		slices.Sort(s.Skipped)
	}
}

// uncount has a ring wait for no proof if all Shoots that count and have its goal were skipped. A skipped Shoot that is gone leaves the ring as it is.
func (s *State) uncount(ring ringView, name string) {
	counts := func(shoot Shoot) bool {
		return s.Shoots[shoot.Name].Goal == ring.Goal && !s.isSkipped(shoot) && !s.Shoots[shoot.Name].NotWell
	}
	if slices.ContainsFunc(ring.shoots, func(shoot Shoot) bool { return shoot.Name == name }) && !slices.ContainsFunc(ring.shoots, counts) {
		ring.Counted = false
	}
}

func (s *State) isSkipped(shoot Shoot) bool { return slices.Contains(s.Skipped, shoot.Name) }

// acceptFailures has the Shoots of a ring that have failed not count any more for the present target. One that is in another ring now counts there.
func (s *State) acceptFailures(ring ringView) {
	for _, failure := range ring.Failures {
		if slices.ContainsFunc(ring.shoots, func(shoot Shoot) bool { return shoot.Name == failure.Shoot }) {
			s.skip(failure.Shoot)
		}
	}
	ring.Failures, ring.Stopped = nil, false
}

// retryFailures forgets the failures of Shoots that can be observed, and have not reported one.
func (s *State) retryFailures(rings []ringView) {
	for _, ring := range rings {
		ring.Failures = slices.DeleteFunc(slices.Clone(ring.Failures), func(f Failure) bool {
			return slices.ContainsFunc(ring.shoots, func(shoot Shoot) bool { return shoot.Name == f.Shoot && !shoot.isAway() && !shoot.isFailing() })
		})
	}
}

// failuresNote names the Shoots that have failed, with the state of those that are away, and the message of the first.
func (d *decision) failuresNote(ring ringView, failures []Failure) string {
	if len(failures) == 0 {
		return ""
	}
	names := make([]string, 0, mostNamed)
	for _, failure := range failures[:min(len(failures), mostNamed)] {
		names = append(names, failure.Shoot+d.whereabouts(ring, failure.Shoot))
	}
	text := listed(names, len(failures))
	i := slices.IndexFunc(failures, func(f Failure) bool { return f.Message != "" })
	switch {
	case i < 0:
		return text + ": not ready until the deadline"
	case len(failures) == 1:
		return text + ": " + failures[0].Message
	}
	return fmt.Sprintf("%s. Of %s: %s", text, failures[i].Shoot, failures[i].Message)
}

// whereabouts says why a Shoot of a ring cannot be observed; empty if it can.
func (d *decision) whereabouts(ring ringView, name string) string {
	i := slices.IndexFunc(d.in.Shoots, func(shoot Shoot) bool { return shoot.Name == name })
	switch {
	case i < 0:
		return " (deleted)"
	case d.state.ringOf(d.in.Shoots[i].Member) != ring.index:
		return " (moved to ring " + d.state.Rings[d.state.ringOf(d.in.Shoots[i].Member)].Name + ")"
	case d.in.Shoots[i].isAway():
		return " (" + d.in.Shoots[i].absence() + ")"
	}
	return ""
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

// Permit is what a Shoot is to have.
type Permit struct {
	// Ring is the name of its ring, and First whether that is the first one.
	Ring  string
	First bool
	Goal
	// Content is the configuration of the revision; nil if it is not known: the Shoot keeps what it has.
	Content *Revision
	// Target is whether the revision is the one that all Shoots are to have in the end.
	Target bool
}

// Of returns what a Shoot is to have. One that is not known yet gets what its ring has passed.
func (s *State) Of(shoot Member) Permit {
	index := s.ringOf(shoot)
	ring := &s.Rings[index]
	goal := s.baseOf(index)
	if placement, known := s.Shoots[shoot.Name]; known && placement.UID == shoot.UID {
		goal = placement.Goal
	}
	p := Permit{Ring: ring.Name, First: index == 0, Goal: goal, Target: goal.Revision == s.Target}
	if content, has := s.Revisions[goal.Revision]; has {
		p.Content = &content
	}
	return p
}

// baseOf returns the goal of a Shoot that is new in the ring: the one that the ring has passed or, if that is not known, the one that its Shoots have. The
// first ring follows the source.
func (s *State) baseOf(index int) Goal {
	goal := s.Rings[index].Passed
	if goal.Revision == "" {
		goal = s.Rings[index].Goal
	}
	if index == 0 {
		goal.Commit = ""
	}
	return goal
}

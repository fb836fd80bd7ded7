// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"maps"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

func (s *State) clone() *State {
	c := *s
	c.Rings, c.Skipped, c.History = slices.Clone(s.Rings), slices.Clone(s.Skipped), slices.Clone(s.History)
	c.Shoots, c.Revisions = maps.Clone(s.Shoots), maps.Clone(s.Revisions)
	return &c
}

// begin returns the State of a project that has none. What Shoots report to have of another revision than the target is left with them, although
// its content is not known: their rings have not passed the target, and neither have those after them. If there are such Shoots, a rollout was under way, and
// a ring has passed the target only if all of its Shoots are ready with that.
func begin(in Input, now time.Time) *State {
	target := in.Target.ID()
	s := &State{Rollout: *in.Rollout, Target: target, Since: metav1.NewTime(now), Shoots: map[string]Placement{}, Revisions: map[string]Revision{target: in.Target}}
	s.selectors = compile(s.Rollout.Rings)
	for _, ring := range s.Rollout.Rings {
		s.Rings = append(s.Rings, Ring{Name: ring.Name})
	}
	views, has := s.views(in.Shoots), Goal{Revision: target}
	former := s.formerOf(views)
	for i, ring := range views {
		for _, shoot := range ring.shoots {
			placement := Placement{UID: shoot.UID, Goal: s.reported(i, shoot, target), NotWell: !shoot.isReady()}
			switch {
			case placement.Revision != target:
				has = placement.Goal
			case former.Revision != "" && !shoot.isReady() && shoot.Status != nil && shoot.Status.Revision == target:
				// Whether it was well before is not known: it counts, so that nothing passes unproven.
				placement.Started, placement.NotWell, has = metav1.NewTime(now), false, former
			case i > 0 && has.Revision == target && has.Commit == "":
				has.Commit = placement.Commit
			}
			s.Shoots[shoot.Name] = placement
		}
		s.Rings[i].Passed, s.Rings[i].Goal = has, has
		if i == 0 {
			s.Rings[i].Goal.Commit = ""
		}
	}
	return s
}

// formerOf returns the goal that Shoots report which do not have the target; without a revision if there are none.
func (s *State) formerOf(rings []ringView) Goal {
	for _, ring := range rings {
		for _, shoot := range ring.shoots {
			if goal := s.reported(ring.index, shoot, s.Target); goal.Revision != s.Target {
				return goal
			}
		}
	}
	return Goal{}
}

// reported returns the goal that a Shoot has, as it reports. One that reports none has had no rollout yet.
func (s *State) reported(ring int, shoot Shoot, target string) Goal {
	if shoot.Status == nil || shoot.Status.Revision == "" {
		return Goal{Revision: target}
	}
	goal := Goal{Revision: shoot.Status.Revision}
	if ring > 0 && s.promotes() {
		goal.Commit = commitOf(shoot.Status.AppliedRevision)
	}
	return goal
}

// configure takes over a changed configuration. Rings are known by their names. A ring that is new begins where the ring after it is, so that nothing
// gets a revision only because a ring was added.
func (s *State) configure(rollout fluxv1alpha1.Rollout) {
	s.Rollout, s.selectors = rollout, compile(rollout.Rings)
	known := map[string]Ring{}
	for _, ring := range s.Rings {
		known[ring.Name] = ring
	}
	last := s.Rings[len(s.Rings)-1]
	rings := make([]Ring, len(rollout.Rings))
	for i, config := range slices.Backward(rollout.Rings) {
		ring, is := known[config.Name]
		if !is {
			ring = Ring{Name: config.Name, Goal: last.Passed, Passed: last.Passed, Former: last.Former}
		}
		rings[i], last = ring, ring
	}
	s.Rings = rings
}

// aim begins with another target.
func (d *decision) aim(target Revision) {
	s, id := d.state, target.ID()
	s.Revisions[id] = target
	if id == s.Target {
		return
	}
	outcome := OutcomeReplaced
	if s.RolledBack {
		outcome = OutcomeRolledBack
	} else if !slices.ContainsFunc(s.Rings, func(ring Ring) bool { return ring.Passed.Revision != s.Target }) {
		outcome = OutcomeComplete
	}
	former := Former{Revision: s.Target, FluxVersion: s.Revisions[s.Target].FluxVersion, Since: s.Since, Until: metav1.NewTime(d.now), Outcome: outcome}
	s.History = append([]Former{former}, s.History[:min(len(s.History), longestHistory-1)]...)
	s.Target, s.Since, s.RolledBack, s.Skipped = id, metav1.NewTime(d.now), false, nil
	for i := range s.Rings {
		s.Rings[i].Rejected, s.Rings[i].ReadySince, s.Rings[i].Stopped = Goal{}, metav1.Time{}, false
	}
}

// place gives new Shoots what their ring has passed, and forgets those that are gone. A Shoot that was not ready counts as soon as it is.
func (s *State) place(shoots []Shoot, now time.Time) {
	placements := make(map[string]Placement, len(shoots))
	for _, shoot := range shoots {
		placement, known := s.Shoots[shoot.Name]
		if !known || placement.UID != shoot.UID {
			placement = Placement{UID: shoot.UID, Goal: s.baseOf(s.ringOf(shoot.Member)), NotWell: true}
		}
		if shoot.isReady() && shoot.has(placement.Goal) {
			placement.NotWell = false
		}
		switch {
		case shoot.Status != nil:
			placement.Missing = metav1.Time{}
		case !placement.NotWell && placement.Missing.IsZero():
			placement.Missing = metav1.NewTime(now)
		}
		placements[shoot.Name] = placement
	}
	s.Shoots = placements
}

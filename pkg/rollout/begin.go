// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"maps"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

func (s *State) clone() *State {
	c := *s
	c.Rings, c.Skipped, c.History = slices.Clone(s.Rings), slices.Clone(s.Skipped), slices.Clone(s.History)
	c.Promoted = slices.Clone(s.Promoted)
	c.Shoots, c.Revisions = maps.Clone(s.Shoots), maps.Clone(s.Revisions)
	return &c
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
	former := s.Rings
	s.Rings = rings
	s.inherit(former)
	if !s.promotes() {
		// It follows the source as all others do now. The commit that it had passed before is older than what they have when commits are promoted again.
		rings[0].Passed.Commit, rings[0].Former.Commit, rings[0].Commit = "", "", ""
	}
}

// inherit has the failures with the target, and the need of a proof, outlive the place of a ring that has another name, is gone or comes later now: the
// ring that comes instead begins with the same goal as if they were its own. A ring that is being given another goal goes on with that.
func (s *State) inherit(former []Ring) {
	for i, ring := range former[:min(len(former), len(s.Rings))] {
		heir := &s.Rings[i]
		passed := heir.Passed
		if i == 0 {
			passed.Commit = ""
		}
		isIdle := passed.Revision != "" && (heir.Goal == passed || heir.Goal == heir.Passed)
		if heir.Name == ring.Name || ring.Goal.Revision != s.Target || len(ring.Failures) == 0 && !ring.Counted || heir.Goal != ring.Goal && !isIdle {
			continue
		}
		if heir.Goal != ring.Goal {
			heir.Goal, heir.Begun = ring.Goal, false
		}
		heir.Counted = heir.Counted || ring.Counted
		failures := slices.Concat(heir.Failures, ring.Failures)
		slices.SortStableFunc(failures, func(a, b Failure) int { return strings.Compare(a.Shoot, b.Shoot) })
		heir.Failures = slices.CompactFunc(failures, func(a, b Failure) bool { return a.Shoot == b.Shoot })
	}
}

// aim begins with another target. Approvals and failures belong to the former change, also if its content was the same.
func (d *decision) aim(target Revision) {
	s, id := d.state, target.ID()
	s.Revisions[id], s.Source = target, d.in.Source.ID()
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
		s.Rings[i].Rejected = Goal{}
		s.Rings[i].forgetChange()
	}
}

// place gives new Shoots what their ring has passed, and forgets those that are gone. A Shoot that was not ready counts as soon as it is.
func (s *State) place(shoots []Shoot, source Source, now time.Time) {
	placements := make(map[string]Placement, len(shoots))
	for _, shoot := range shoots {
		ring := s.ringOf(shoot.Member)
		placement, known := s.Shoots[shoot.Name]
		switch {
		case !known || placement.UID != shoot.UID:
			placement = Placement{UID: shoot.UID, Goal: s.baseOf(ring), NotWell: true}
		case placement.Revision == "":
			if placement.Goal = s.reported(ring, shoot, source); placement.Revision == s.Target && !shoot.isReady() {
				placement.Started, placement.NotWell = metav1.NewTime(now), false
			}
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
		placements[shoot.Name] = placement.follow(shoot, now)
	}
	s.Shoots = placements
}

// follow has the deadline of a Shoot that was given a goal wait while it is away, unless it is lost: that may be because of the goal.
func (p Placement) follow(shoot Shoot, now time.Time) Placement {
	switch {
	case p.Started.IsZero():
		p.AwaySince, p.Returning = metav1.Time{}, false
	case shoot.isAway() && !shoot.isLost():
		if p.AwaySince.IsZero() {
			p.AwaySince = metav1.NewTime(now)
		}
	case !p.AwaySince.IsZero():
		p.Started = metav1.NewTime(p.Started.Add(now.Sub(p.AwaySince.Time)))
		p.AwaySince, p.Returning = metav1.Time{}, true
	}
	if p.AwaySince.IsZero() && (shoot.isReady() || shoot.isFailing()) {
		p.Returning = false
	}
	return p
}

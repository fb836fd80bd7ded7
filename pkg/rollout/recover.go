// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// begin returns the initial State of a rollout that is new, or whose ConfigMap was lost or damaged. It infers a loss if
// Shoots report revisions. In that case, each Shoot keeps the target that it reports, a Shoot with an incomplete report
// stays unchanged, and a ring gets a target only if all of its Shoots have the same one. Unless all Shoots have the
// rollout's target, each ring must prove the target again and needs a new approval.
func begin(in Input, now metav1.Time) *State {
	target := in.Target.ID()
	s := &State{
		Rollout: *in.Rollout, Target: target, Since: now, Source: in.Source.ID(), Unused: len(in.Shoots) == 0, Shoots: map[string]ShootRecord{}, Revisions: map[string]Revision{target: in.Target},
	}
	s.selectors = compile(s.Rollout.Rings)
	for _, ring := range s.Rollout.Rings {
		s.Rings = append(s.Rings, Ring{Name: ring.Name})
	}
	views, isNew := s.views(in.Shoots), isNew(in.Shoots)
	for _, ring := range views {
		for _, shoot := range ring.shoots {
			own := s.reported(ring.index, shoot, in.Source)
			if isNew && shoot.Status != nil {
				own = Target{Revision: target}
			}
			record := ShootRecord{UID: shoot.UID, Target: own, NotWell: shoot.Status == nil || s.isNotWell(shoot, false, now)}
			if !isNew && own.Revision == target && !shoot.isReady() {
				// Whether the Shoot was ready before is unknown. The Shoot counts, so that no ring passes without proof.
				record.Started, record.NotWell = now, false
			}
			s.Shoots[shoot.Name] = record
		}
	}
	s.Recovering = true
	if s.completeWith(views); !s.Recovering {
		return s
	}
	for _, ring := range views {
		if own, agreed := s.agreed(ring); agreed {
			ring.Target = own
			if own.Revision != target {
				ring.Passed = own
			}
		}
	}
	for _, ring := range slices.Backward(views[min(1, len(views)):]) {
		if ring.Target.Revision == target { // Another revision may be of another repository.
			s.promote(ring.Target.Commit)
		}
	}
	return s
}

// isNew returns whether the project had no rollout before: it has no Shoots, or at least one Shoot is reported and no
// report has a revision.
func isNew(shoots []Shoot) bool {
	isReported := func(shoot Shoot) bool { return shoot.Status != nil }
	hasRevision := func(shoot Shoot) bool { return shoot.Status != nil && shoot.Status.Revision != "" }
	return len(shoots) == 0 || slices.ContainsFunc(shoots, isReported) && !slices.ContainsFunc(shoots, hasRevision)
}

// reported returns the target that a Shoot of a ring reports; without a revision if the report is incomplete. If
// commits are promoted, the report of a Shoot that is not ready counts as incomplete, because the Shoot may have
// applied an older commit than its target.
func (s *State) reported(ring int, shoot Shoot, source Source) Target {
	if shoot.Status == nil || shoot.Status.Revision == "" {
		return Target{}
	}
	target := Target{Revision: shoot.Status.Revision}
	if ring > 0 && s.promotes() && shoot.Status.State != fluxv1alpha1.ShootNoRepository {
		if target.Commit = source.commitOf(shoot.Status.AppliedRevision); target.Commit == "" || !shoot.isReady() {
			return Target{}
		}
	}
	return target
}

// agreed returns the target that all Shoots of the ring have, and whether there is one.
func (s *State) agreed(ring ringView) (Target, bool) {
	var target Target
	for _, shoot := range ring.shoots {
		own := s.Shoots[shoot.Name].Target
		if own.Revision == "" || target.Revision != "" && own != target {
			return Target{}, false
		}
		target = own
	}
	return target, target.Revision != ""
}

// completeWith ends the recovery if all Shoots have the target, and all Shoots of a ring have the same commit. It does
// not modify a ring that has passed the target in the meantime. It records the reported commits as older than the
// commits that were promoted in the meantime.
func (s *State) completeWith(rings []ringView) {
	targets := make([]Target, len(rings))
	for i, ring := range rings {
		target, agreed := s.agreed(ring)
		if len(ring.shoots) > 0 && (!agreed || target.Revision != s.Target) {
			return
		}
		targets[i] = Target{Revision: s.Target, Commit: target.Commit}
		if len(ring.shoots) == 0 && i > 0 {
			targets[i].Commit = targets[i-1].Commit
		}
	}
	s.Recovering = false
	for i, ring := range rings {
		if ring.Passed.Revision == s.Target {
			continue
		}
		ring.forgetChange()
		ring.Target, ring.Passed = targets[i], targets[i]
	}
	for _, target := range targets {
		if own := s.promoted(target.Commit); target.Commit != "" && !slices.Contains(s.Promoted, own) {
			s.Promoted = append(s.Promoted, own)
		}
	}
}

// recover ends the recovery when each Shoot is ready with its target and completeWith finds no difference. It does not
// end the recovery of a project that has no Shoots any more.
func (s *State) recover(rings []ringView) {
	if !s.Recovering || len(s.Shoots) == 0 {
		return
	}
	for _, ring := range rings {
		if s.anyShoot(ring.shoots, func(record ShootRecord, shoot Shoot) bool {
			return shoot.isAway() || !shoot.isReady() || !shoot.has(record.Target)
		}) {
			return
		}
	}
	s.completeWith(rings)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// begin returns the first State of a rollout, which is new or whose ConfigMap was lost or damaged. If Shoots report
// revisions, the ConfigMap was lost. Then each Shoot keeps the target that it reports. A Shoot without a complete
// report stays unchanged. A ring gets a target only if all of its Shoots have the same one. Unless all Shoots have the
// rollout's target, each ring has to prove the target again, and needs another approval.
func begin(in Input, now metav1.Time) *State {
	target := in.Target.ID()
	s := &State{
		Rollout: *in.Rollout, Target: target, Since: now, Source: in.Source.ID(), Shoots: map[string]ShootRecord{}, Revisions: map[string]Revision{target: in.Target},
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
				// It is not known whether the Shoot was ready before. It counts, so that no ring passes without proof.
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
		s.promote(ring.Target.Commit)
	}
	return s
}

// isNew returns whether the Shoots had no rollout: the project has no Shoots, or some Shoots are reported, all without
// a revision.
func isNew(shoots []Shoot) bool {
	isReported := func(shoot Shoot) bool { return shoot.Status != nil }
	hasRevision := func(shoot Shoot) bool { return shoot.Status != nil && shoot.Status.Revision != "" }
	return len(shoots) == 0 || slices.ContainsFunc(shoots, isReported) && !slices.ContainsFunc(shoots, hasRevision)
}

// reported returns the target that a Shoot of a ring reports; without a revision if the report is incomplete. A Shoot
// that is not ready may have applied an older commit than its target.
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

// agreed returns the common target of all Shoots of the ring, and whether they have one.
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

// completeWith ends the recovery if all Shoots have the target, and the Shoots of each ring the same commit. It does
// not change a ring that has passed the target in the meantime. A commit that was promoted in the meantime is newer
// than the reported one.
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

// recover ends the recovery when all Shoots are ready with the target.
func (s *State) recover(rings []ringView) {
	if !s.Recovering {
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

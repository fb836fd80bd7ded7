// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"cmp"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// SetDefaults_Rollouts sets the defaults of the rings. If there are rings, it also adds a last ring for all seeds that
// no other ring selects.
func SetDefaults_Rollouts(rollouts *Rollouts) {
	if len(rollouts.Rings) > 0 && !slices.ContainsFunc(rollouts.Rings, SeedRing.SelectsAll) {
		rollouts.Rings = append(slices.Clip(rollouts.Rings), SeedRing{Name: SeedRingRest})
	}
	for i := range rollouts.Rings {
		ring := &rollouts.Rings[i]
		ring.Approval = cmp.Or(ring.Approval, fluxv1alpha1.ApprovalAutomatic)
		if ring.Soak == nil {
			ring.Soak = &metav1.Duration{Duration: 24 * time.Hour}
		}
		for j := range ring.Checks {
			fluxv1alpha1.SetDefaults_Check(&ring.Checks[j])
		}
	}
}

// SetDefaults_FluxVersionRollout allows no failures.
func SetDefaults_FluxVersionRollout(rollout *FluxVersionRollout) {
	if rollout.MaxFailures == nil {
		rollout.MaxFailures = ptr.To[int32](0)
	}
}

// SetDefaults_BaselineRollout sets the defaults of the rollout and its guard.
func SetDefaults_BaselineRollout(rollout *BaselineRollout) {
	rollout.Source = cmp.Or(rollout.Source, fluxv1alpha1.RolloutSourcePromote)
	if rollout.MaxFailures == nil {
		rollout.MaxFailures = ptr.To[int32](1)
	}
	if rollout.ProgressDeadline == nil {
		rollout.ProgressDeadline = &metav1.Duration{Duration: time.Hour}
	}
	if rollout.Guard == nil {
		rollout.Guard = &fluxv1alpha1.Guard{}
	}
	fluxv1alpha1.SetDefaults_Guard(rollout.Guard)
}

// SetDefaults_Checks sets the time between two requests of a check.
func SetDefaults_Checks(checks *Checks) {
	if checks.Interval == nil {
		checks.Interval = &metav1.Duration{Duration: time.Minute}
	}
}

// HasFluxVersion returns whether a new default Flux version is rolled out in rings.
func (r *Rollouts) HasFluxVersion() bool { return r != nil && r.FluxVersion != nil }

// HasBaseline returns whether the baseline is rolled out in rings.
func (r *Rollouts) HasBaseline() bool { return r != nil && r.Baseline != nil }

// Freeze returns the freeze without the projects that it applies to.
func (f ProjectFreeze) Freeze() fluxv1alpha1.Freeze {
	return fluxv1alpha1.Freeze{Name: f.Name, From: f.From, To: f.To, TimeZone: f.TimeZone}
}

// SelectsAll returns whether the ring has no requirements and therefore selects all seeds.
func (r SeedRing) SelectsAll() bool {
	return r.Seeds == nil || len(r.Seeds.MatchLabels)+len(r.Seeds.MatchExpressions) == 0
}

// SoakOf returns the soak of a defaulted ring in this rollout.
func (r *FluxVersionRollout) SoakOf(ring SeedRing) time.Duration { return soakOf(ring, r.Soaks) }

// SoakOf returns the soak of a defaulted ring in this rollout.
func (r *BaselineRollout) SoakOf(ring SeedRing) time.Duration { return soakOf(ring, r.Soaks) }

func soakOf(ring SeedRing, soaks map[string]metav1.Duration) time.Duration {
	if own, ok := soaks[ring.Name]; ok {
		return own.Duration
	}
	return ring.Soak.Duration
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// ValidateRollouts validates defaulted Rollouts. hasBaseline is true if a baseline is configured.
func ValidateRollouts(path *field.Path, rollouts *configv1alpha1.Rollouts, hasBaseline bool) field.ErrorList {
	rings := path.Child("rings")
	// One more ring is allowed, because defaulting may have added the ring rest.
	if count := len(rollouts.Rings); count > mostRings+1 {
		return tooMany(rings, count-1, mostRings)
	}
	errs := slices.Concat(
		refuseIf(rollouts.FluxVersion == nil && rollouts.Baseline == nil,
			field.Required(path, "set what the rings are for: fluxVersion, baseline or both, such as fluxVersion: {}; or remove rollouts to change all seeds at once")),
		refuseIf(isRestOnly(rollouts.Rings),
			field.Required(rings, "name at least one ring, with the seeds that get a change first; or remove rollouts to change all seeds at once")),
		validateSeedRings(rings, rollouts.Rings),
		validateFreezes(path.Child("freezes"), rollouts.Freezes, namesOf(rollouts.Rings)),
	)
	if own := rollouts.FluxVersion; own != nil {
		errs = append(errs, validateFluxVersionRollout(path.Child("fluxVersion"), own, rollouts.Rings)...)
	}
	if own := rollouts.Baseline; own != nil {
		errs = slices.Concat(errs, validateBaselineRollout(path.Child("baseline"), own, rollouts.Rings),
			refuseIf(!hasBaseline, field.Forbidden(path.Child("baseline"), "there is no baseline to roll out; configure baseline, or remove rollouts.baseline")))
	}
	return errs
}

// isRestOnly returns whether no ring gets a change before others.
func isRestOnly(rings []configv1alpha1.SeedRing) bool {
	return len(rings) == 0 || len(rings) == 1 && rings[0].Name == configv1alpha1.SeedRingRest && rings[0].SelectsAll()
}

func validateSeedRings(path *field.Path, rings []configv1alpha1.SeedRing) field.ErrorList {
	var errs field.ErrorList
	names := map[string]bool{}
	for i, ring := range rings {
		own, isLast := path.Index(i), i == len(rings)-1
		errs = slices.Concat(errs,
			validateUniqueName(own.Child("name"), ring.Name, names, "name the ring, such as canary: the state of the rollout refers to it by its name",
				"is reserved for the ring of all seeds that no other ring selects; choose another name for a ring with seeds"),
			invalidIf(ring.SelectsAll() && !isLast, own.Child("seeds"), "{}", "selects all seeds, so the rings after it have none; select seeds by their labels, or make the ring the last"),
			validateLabelSelector(own.Child("seeds"), ring.Seeds),
			validateSoak(own.Child("soak"), ring.Soak.Duration),
			OneOf(own.Child("approval"), ring.Approval, fluxv1alpha1.ApprovalAutomatic, fluxv1alpha1.ApprovalManual),
			validateWindows(own.Child("windows"), ring.Windows),
			validateChecks(own.Child("checks"), ring.Checks),
		)
		for j, window := range ring.Windows {
			errs = append(errs, refuseIf(window.Maintenance, field.Forbidden(own.Child("windows").Index(j).Child("maintenance"), "a seed has no maintenance time window; set cron, duration and timeZone"))...)
		}
	}
	return errs
}

func validateFluxVersionRollout(path *field.Path, rollout *configv1alpha1.FluxVersionRollout, rings []configv1alpha1.SeedRing) field.ErrorList {
	var errs field.ErrorList
	if limit := rollout.ShootsPerHour; limit != nil {
		errs = invalidIf(*limit < 1, path.Child("shootsPerHour"), *limit, "must be at least 1; to update no further Shoot, run kubectl shoot-flux rollout pause --landscape fluxVersion")
	}
	return slices.Concat(errs, validateMaxFailures(path, *rollout.MaxFailures), validateSoaks(path.Child("soaks"), rollout.Soaks, rings))
}

func validateBaselineRollout(path *field.Path, rollout *configv1alpha1.BaselineRollout, rings []configv1alpha1.SeedRing) field.ErrorList {
	return slices.Concat(
		OneOf(path.Child("source"), rollout.Source, fluxv1alpha1.RolloutSourceFollow, fluxv1alpha1.RolloutSourcePromote),
		validateMaxFailures(path, *rollout.MaxFailures),
		validateDeadline(path.Child("progressDeadline"), rollout.ProgressDeadline.Duration),
		validateGuard(path.Child("guard"), rollout.Guard),
		validateSoaks(path.Child("soaks"), rollout.Soaks, rings),
	)
}

func namesOf(rings []configv1alpha1.SeedRing) []string {
	names := make([]string, 0, len(rings))
	for _, ring := range rings {
		names = append(names, ring.Name)
	}
	return names
}

// validateSoaks validates the soaks of rings in one of the rollouts.
func validateSoaks(path *field.Path, soaks map[string]metav1.Duration, rings []configv1alpha1.SeedRing) field.ErrorList {
	if count := len(soaks); count > len(rings) {
		return tooMany(path, count, len(rings))
	}
	names := namesOf(rings)
	var errs field.ErrorList
	for name, soak := range ordered.Map(soaks) {
		errs = slices.Concat(errs, OneOf(path, name, names...), validateSoak(path.Key(name), soak.Duration))
	}
	return errs
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"strings"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
)

// ValidateVersionRollout checks a defaulted VersionRollout.
func ValidateVersionRollout(path *field.Path, rollout *configv1alpha1.VersionRollout) field.ErrorList {
	var errs field.ErrorList
	rings := path.Child("rings")
	switch count := len(rollout.Rings); {
	case count == 0 || count == 1 && rollout.Rings[0].Name == configv1alpha1.SeedRingRest && rollout.Rings[0].SelectsAll():
		errs = append(errs, field.Required(rings, "name at least one ring, with the seeds that get a version first; or remove versionRollout, without which a version reaches all seeds at once"))
	case count > mostRings+1:
		return append(errs, field.Invalid(rings, count-1, fmt.Sprintf("there are more than %d rings; join some", mostRings)))
	}
	if limit := rollout.ShootsPerHour; limit != nil && *limit < 1 {
		errs = append(errs, field.Invalid(path.Child("shootsPerHour"), *limit, "must be at least 1; to let no further Shoot have the version, annotate the ConfigMap garden/shoot-flux"))
	}
	if most := *rollout.MaxFailures; most < 0 {
		errs = append(errs, field.Invalid(path.Child("maxFailures"), most, "must not be negative; with 0, the rollout stops at the first failure"))
	}
	names := map[string]bool{}
	for i := range rollout.Rings {
		errs = append(errs, validateSeedRing(rings.Index(i), &rollout.Rings[i], i == len(rollout.Rings)-1, names)...)
	}
	return errs
}

func validateSeedRing(path *field.Path, ring *configv1alpha1.SeedRing, last bool, names map[string]bool) field.ErrorList {
	var errs field.ErrorList
	name := path.Child("name")
	switch problems := utilvalidation.IsDNS1123Label(ring.Name); {
	case ring.Name == "":
		errs = append(errs, field.Required(name, "name the ring, such as canary: the state of the rollout refers to it by its name"))
	case len(problems) > 0:
		errs = append(errs, field.Invalid(name, ring.Name, strings.Join(problems, "; ")))
	case names[ring.Name] && ring.Name == configv1alpha1.SeedRingRest:
		errs = append(errs, field.Invalid(name, ring.Name, "is the name of the ring for all seeds that no other selects; choose another name for a ring with seeds"))
	case names[ring.Name]:
		errs = append(errs, field.Duplicate(name, ring.Name))
	}
	names[ring.Name] = true
	if ring.SelectsAll() && !last {
		errs = append(errs, field.Invalid(path.Child("seeds"), "{}", "selects all seeds, so that the rings after it have none; select seeds by their labels, or make the ring the last"))
	}
	errs = append(errs, validateLabelSelector(path.Child("seeds"), ring.Seeds)...)
	return append(errs, validateSoak(path.Child("soak"), ring.Soak.Duration)...)
}

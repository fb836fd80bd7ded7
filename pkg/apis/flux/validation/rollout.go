// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/intstr"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// mostRings is the maximum number of configured rings, mostRequirements the maximum number of requirements of a
	// selector, and mostLabelValues the maximum number of values of one requirement.
	mostRings        = 20
	mostRequirements = 20
	mostLabelValues  = 100
	// mostOverrides is the maximum number of overrides of a project. It is limited because all overrides that select a
	// Shoot are merged.
	mostOverrides = 20
	// mostProtected is the maximum number of protected kinds.
	mostProtected = 20
	// shortestDeadline is the minimum progress deadline. It leaves time for a health check after a delivery.
	shortestDeadline = time.Minute
	// longestWait is the maximum progress deadline and soak time. It catches typos that would delay a change indefinitely.
	longestWait = 30 * 24 * time.Hour
)

// ValidatePropagation validates the setting that defines when changes are propagated to the project's Shoots.
func ValidatePropagation(path *field.Path, propagation *fluxv1alpha1.Propagation) field.ErrorList {
	return oneOfIfSet(path, propagation, fluxv1alpha1.PropagationImmediate, fluxv1alpha1.PropagationOnShootReconcile)
}

// ValidateRollout validates a defaulted Rollout.
func ValidateRollout(path *field.Path, rollout *fluxv1alpha1.Rollout) field.ErrorList {
	rings := path.Child("rings")
	errs := slices.Concat(
		OneOf(path.Child("source"), *rollout.Source, fluxv1alpha1.RolloutSourceFollow, fluxv1alpha1.RolloutSourcePromote),
		OneOf(path.Child("onFailure"), *rollout.OnFailure, fluxv1alpha1.OnFailurePause, fluxv1alpha1.OnFailureRollback),
		validateGuard(path.Child("guard"), rollout.Guard),
		validateDeadline(path.Child("progressDeadline"), rollout.ProgressDeadline.Duration),
	)
	// One more ring is allowed, because defaulting may have added the ring rest.
	if count := len(rollout.Rings); count > mostRings+1 {
		return append(errs, field.TooMany(rings, count-1, mostRings))
	}
	if len(rollout.Rings) == 1 && rollout.Rings[0].Name == fluxv1alpha1.RingRest && rollout.Rings[0].Shoots == nil {
		errs = append(errs, field.Required(rings, "name at least one ring, with the Shoots that get a change first; or remove project.rollout to change all Shoots at once"))
	}
	names := map[string]bool{}
	for i := range rollout.Rings {
		errs = append(errs, validateRing(rings.Index(i), &rollout.Rings[i], names)...)
		errs = append(errs, validatePin(rings.Index(i).Child("pin"), i, rollout)...)
	}
	if hold := rollout.ShootHold; hold != nil {
		errs = append(errs, invalidIf(hold.Max.Duration < shortestDeadline || hold.Max.Duration > longestWait, path.Child("shootHold", "max"), hold.Max.Duration.String(), "must be between 1m and 720h, such as 72h")...)
	}
	return append(errs, validateFreezes(path.Child("freezes"), rollout.Freezes, slices.Sorted(maps.Keys(names)))...)
}

func validateGuard(path *field.Path, guard *fluxv1alpha1.Guard) field.ErrorList {
	most := guard.MaxRemoved
	number, err := intstr.GetScaledValueFromIntOrPercent(most, 100, true)
	errs := invalidIf(err != nil || number < 0 || most.Type == intstr.String && number > 100, path.Child("maxRemoved"), most.String(),
		"must be a number of objects or a percentage between 0% and 100%, such as 20%; with 100%, only protected kinds stop a rollout")
	protect := path.Child("protect")
	if count := len(guard.Protect); count > mostProtected {
		return append(errs, tooMany(protect, count, mostProtected)...)
	}
	for i, kind := range guard.Protect {
		errs = append(errs, invalidIf(!isKind(kind), protect.Index(i), kind, "must be a kind, such as Namespace")...)
		if slices.Contains(guard.Protect[:i], kind) {
			errs = append(errs, field.Duplicate(protect.Index(i), kind))
		}
	}
	return errs
}

// isKind returns whether the text may be the kind of an object: it begins with an uppercase letter and has at most 63
// letters and digits (apiextensions.k8s.io/v1: names.kind is a DNS label in lower case).
func isKind(text string) bool {
	return text != "" && text[0] >= 'A' && text[0] <= 'Z' && !strings.Contains(text, "-") && len(utilvalidation.IsDNS1035Label(strings.ToLower(text))) == 0
}

func validateRing(path *field.Path, ring *fluxv1alpha1.Ring, names map[string]bool) field.ErrorList {
	return slices.Concat(
		validateUniqueName(path.Child("name"), ring.Name, names, "name the ring, such as canary: approvals and the status refer to it by its name",
			"is reserved for the ring of all Shoots that no other ring selects; choose another name for a ring with shoots or purposes"),
		validateShootSelector(path, ring.ShootSelector),
		validateMaxConcurrent(path.Child("maxConcurrent"), *ring.MaxConcurrent),
		validateMaxFailures(path, *ring.MaxFailures),
		validateSoak(path.Child("soak"), ring.Soak.Duration),
		OneOf(path.Child("approval"), *ring.Approval, fluxv1alpha1.ApprovalAutomatic, fluxv1alpha1.ApprovalManual),
		validateWindows(path.Child("windows"), ring.Windows),
	)
}

// validatePin validates that only the first ring of source Promote has a pin: the others follow no source, or all do.
func validatePin(path *field.Path, index int, rollout *fluxv1alpha1.Rollout) field.ErrorList {
	switch first := rollout.Rings[0].Name; {
	case !ptr.Deref(rollout.Rings[index].Pin, false):
		return nil
	case *rollout.Source != fluxv1alpha1.RolloutSourcePromote:
		return field.ErrorList{field.Invalid(path, true, "requires source: Promote; without it, commits do not pass the rollout: set project.rollout.source to Promote, or remove pin")}
	case index > 0:
		return field.ErrorList{field.Invalid(path, true, "is only for the first ring, "+first+": this ring follows no source, and gets each commit when the ring before has passed it; remove pin")}
	}
	return nil
}

func validateMaxFailures(path *field.Path, most int32) field.ErrorList {
	return invalidIf(most < 0, path.Child("maxFailures"), most, "must not be negative; with 0, the rollout stops at the first failure")
}

func validateSoak(path *field.Path, soak time.Duration) field.ErrorList {
	return invalidIf(soak < 0 || soak > longestWait, path, soak.String(), "must be between 0s and 720h, such as 30m")
}

func validateDeadline(path *field.Path, deadline time.Duration) field.ErrorList {
	return invalidIf(deadline < shortestDeadline || deadline > longestWait, path, deadline.String(), "must be between 1m and 720h, such as 30m")
}

func validateShootSelector(path *field.Path, selector fluxv1alpha1.ShootSelector) field.ErrorList {
	if count := len(selector.Purposes); count > mostRequirements {
		return tooMany(path.Child("purposes"), count, mostRequirements)
	}
	var errs field.ErrorList
	for i, purpose := range selector.Purposes {
		// These are the values that Gardener allows for spec.purpose (gardener/docs/usage/shoot/shoot_purposes.md).
		errs = append(errs, OneOf(path.Child("purposes").Index(i), purpose, "development", "evaluation", "infrastructure", "production", "testing")...)
	}
	return append(errs, validateLabelSelector(path.Child("shoots"), selector.Shoots)...)
}

func validateLabelSelector(path *field.Path, selector *metav1.LabelSelector) field.ErrorList {
	if selector == nil {
		return nil
	}
	if count := len(selector.MatchLabels) + len(selector.MatchExpressions); count > mostRequirements {
		return tooMany(path, count, mostRequirements)
	}
	for i, expression := range selector.MatchExpressions {
		if count := len(expression.Values); count > mostLabelValues {
			return tooMany(path.Child("matchExpressions").Index(i).Child("values"), count, mostLabelValues)
		}
	}
	return metav1validation.ValidateLabelSelector(selector, metav1validation.LabelSelectorValidationOptions{}, path)
}

// validateMaxConcurrent validates a number of Shoots or a percentage.
func validateMaxConcurrent(path *field.Path, value intstr.IntOrString) field.ErrorList {
	number, err := intstr.GetScaledValueFromIntOrPercent(&value, 100, false)
	return invalidIf(err != nil || number < 1 || value.Type == intstr.String && number > 100, path, value.String(),
		"must be at least 1 Shoot or a percentage between 1% and 100%, such as 25%; to start no further Shoot, set the annotation "+fluxv1alpha1.AnnotationRollout+"="+fluxv1alpha1.RolloutPause)
}

// RolloutWarnings warns if a ring of a defaulted Rollout selects all Shoots and is not the last, so that the rings
// after it have no Shoots.
func RolloutWarnings(path *field.Path, rollout *fluxv1alpha1.Rollout) []Warning {
	for i, ring := range rollout.Rings[:len(rollout.Rings)-1] {
		if ring.SelectsAll() {
			return []Warning{{Path: path.Child("rings").Index(i), Text: fmt.Sprintf("ring %s selects all Shoots, so the rings after it have none; give it shoots or purposes, or make it the last", ring.Name)}}
		}
	}
	return nil
}

// ValidateOverrides validates the number, names and selectors of a project's overrides. It does not validate the
// overriding settings.
func ValidateOverrides(path *field.Path, overrides []fluxv1alpha1.Override) field.ErrorList {
	if count := len(overrides); count > mostOverrides {
		return tooMany(path, count, mostOverrides)
	}
	var errs field.ErrorList
	names := map[string]bool{}
	for i, override := range overrides {
		own := path.Index(i)
		errs = slices.Concat(errs,
			validateUniqueName(own.Child("name"), override.Name, names, "name the override, such as production: the status and messages refer to the override by its name", ""),
			refuseIf(override.SelectsAll(), field.Required(own.Child("shoots"), "select Shoots with shoots or purposes; settings for all Shoots belong outside of project")),
			validateShootSelector(own, override.ShootSelector),
		)
	}
	return errs
}

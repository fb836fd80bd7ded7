// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/intstr"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// mostRings bounds the rings that a project names, mostRequirements those of a selector, and mostLabelValues the values of each.
	mostRings        = 20
	mostRequirements = 20
	mostLabelValues  = 100
	// shortestDeadline is time for a health check after a delivery.
	shortestDeadline = time.Minute
	// longestWait keeps a typo from holding a change for ever.
	longestWait = 30 * 24 * time.Hour
)

// shootPurposes are the values of spec.purpose of a Shoot (gardener/docs/usage/shoot/shoot_purposes.md).
func shootPurposes() []string {
	return []string{"development", "evaluation", "infrastructure", "production", "testing"}
}

// ValidatePropagation checks when changes reach the project's Shoots.
func ValidatePropagation(path *field.Path, propagation *fluxv1alpha1.Propagation) field.ErrorList {
	if propagation == nil {
		return nil
	}
	return oneOf(path, *propagation, []fluxv1alpha1.Propagation{fluxv1alpha1.PropagationImmediate, fluxv1alpha1.PropagationOnShootReconcile})
}

// ValidateRollout checks a defaulted Rollout.
func ValidateRollout(path *field.Path, rollout *fluxv1alpha1.Rollout) field.ErrorList {
	errs := oneOf(path.Child("source"), *rollout.Source, []fluxv1alpha1.RolloutSource{fluxv1alpha1.RolloutSourceFollow, fluxv1alpha1.RolloutSourcePromote})
	errs = append(errs, oneOf(path.Child("onFailure"), *rollout.OnFailure, []fluxv1alpha1.OnFailure{fluxv1alpha1.OnFailurePause, fluxv1alpha1.OnFailureRollback})...)
	if deadline := rollout.ProgressDeadline.Duration; deadline < shortestDeadline || deadline > longestWait {
		errs = append(errs, field.Invalid(path.Child("progressDeadline"), deadline.String(), "must be between 1m and 720h, such as 30m"))
	}
	rings := path.Child("rings")
	// The ring rest is added to those of the project.
	if count := len(rollout.Rings); count > mostRings+1 {
		return append(errs, field.Invalid(rings, count-1, fmt.Sprintf("there are more than %d rings; join some", mostRings)))
	}
	if len(rollout.Rings) == 1 && rollout.Rings[0].Name == fluxv1alpha1.RingRest && rollout.Rings[0].Shoots == nil {
		errs = append(errs, field.Required(rings, "name at least one ring, with the Shoots that get a change first; or remove project.rollout, with which a change reaches all Shoots at once"))
	}
	names := map[string]bool{}
	for i := range rollout.Rings {
		errs = append(errs, validateRing(rings.Index(i), &rollout.Rings[i], names)...)
	}
	return errs
}

func validateRing(path *field.Path, ring *fluxv1alpha1.Ring, names map[string]bool) field.ErrorList {
	var errs field.ErrorList
	name := path.Child("name")
	switch problems := utilvalidation.IsDNS1123Label(ring.Name); {
	case ring.Name == "":
		errs = append(errs, field.Required(name, "name the ring, such as canary: approvals and the status refer to it by its name"))
	case len(problems) > 0:
		errs = append(errs, field.Invalid(name, ring.Name, strings.Join(problems, "; ")))
	case names[ring.Name] && ring.Name == fluxv1alpha1.RingRest:
		errs = append(errs, field.Invalid(name, ring.Name, "is the name of the ring for all Shoots that no other selects; choose another name for a ring with shoots or purposes"))
	case names[ring.Name]:
		errs = append(errs, field.Duplicate(name, ring.Name))
	}
	names[ring.Name] = true
	errs = append(errs, validateShootSelector(path, ring.ShootSelector)...)
	errs = append(errs, validateMaxConcurrent(path.Child("maxConcurrent"), *ring.MaxConcurrent)...)
	if *ring.MaxFailures < 0 {
		errs = append(errs, field.Invalid(path.Child("maxFailures"), *ring.MaxFailures, "must not be negative; with 0, the rollout stops at the first failure"))
	}
	errs = append(errs, validateSoak(path.Child("soak"), ring.Soak.Duration)...)
	errs = append(errs, oneOf(path.Child("approval"), *ring.Approval, []fluxv1alpha1.Approval{fluxv1alpha1.ApprovalAutomatic, fluxv1alpha1.ApprovalManual})...)
	return append(errs, oneOf(path.Child("window"), *ring.Window, []fluxv1alpha1.Window{fluxv1alpha1.WindowAnytime, fluxv1alpha1.WindowMaintenance})...)
}

func validateSoak(path *field.Path, soak time.Duration) field.ErrorList {
	if soak < 0 || soak > longestWait {
		return field.ErrorList{field.Invalid(path, soak.String(), "must be between 0s and 720h, such as 30m")}
	}
	return nil
}

func validateShootSelector(path *field.Path, selector fluxv1alpha1.ShootSelector) field.ErrorList {
	var errs field.ErrorList
	if len(selector.Purposes) > mostRequirements {
		return field.ErrorList{field.TooMany(path.Child("purposes"), len(selector.Purposes), mostRequirements)}
	}
	for i, purpose := range selector.Purposes {
		errs = append(errs, oneOf(path.Child("purposes").Index(i), purpose, shootPurposes())...)
	}
	return append(errs, validateLabelSelector(path.Child("shoots"), selector.Shoots)...)
}

func validateLabelSelector(path *field.Path, selector *metav1.LabelSelector) field.ErrorList {
	if selector == nil {
		return nil
	}
	if count := len(selector.MatchLabels) + len(selector.MatchExpressions); count > mostRequirements {
		return field.ErrorList{field.TooMany(path, count, mostRequirements)}
	}
	for i, expression := range selector.MatchExpressions {
		if count := len(expression.Values); count > mostLabelValues {
			return field.ErrorList{field.TooMany(path.Child("matchExpressions").Index(i).Child("values"), count, mostLabelValues)}
		}
	}
	return metav1validation.ValidateLabelSelector(selector, metav1validation.LabelSelectorValidationOptions{}, path)
}

// validateMaxConcurrent checks a number, or a percentage as Kubernetes writes it.
func validateMaxConcurrent(path *field.Path, value intstr.IntOrString) field.ErrorList {
	if value.Type == intstr.Int {
		if value.IntVal < 1 {
			return field.ErrorList{field.Invalid(path, value.IntVal, "must be at least 1; to begin with no further Shoot, set the annotation "+fluxv1alpha1.AnnotationRollout+"="+fluxv1alpha1.RolloutPause)}
		}
		return nil
	}
	digits, is := strings.CutSuffix(value.StrVal, "%")
	percentage, err := strconv.Atoi(digits)
	if !is || err != nil || percentage < 1 || percentage > 100 || digits != strconv.Itoa(percentage) {
		return field.ErrorList{field.Invalid(path, value.StrVal, "must be a number of Shoots, or a percentage between 1% and 100%, such as 25%")}
	}
	return nil
}

// RolloutWarnings are about what is allowed in a defaulted Rollout and probably not meant.
func RolloutWarnings(path *field.Path, rollout *fluxv1alpha1.Rollout) []Warning {
	var warnings []Warning
	for i, ring := range rollout.Rings[:len(rollout.Rings)-1] {
		if len(ring.Purposes) == 0 && (ring.Shoots == nil || len(ring.Shoots.MatchLabels)+len(ring.Shoots.MatchExpressions) == 0) {
			warnings = append(warnings, Warning{Path: path.Child("rings").Index(i), Text: fmt.Sprintf("ring %s selects all Shoots, so that the rings after it have none; give it shoots or purposes, or make it the last", ring.Name)})
			break
		}
	}
	return warnings
}

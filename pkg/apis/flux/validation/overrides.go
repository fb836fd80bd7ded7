// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"strings"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// mostOverrides bounds the overrides of a project: each that selects a Shoot is merged for it.
const mostOverrides = 20

// ValidateOverrides checks the names and the selectors of overrides, but nothing of what they configure.
func ValidateOverrides(path *field.Path, overrides []fluxv1alpha1.Override) field.ErrorList {
	if count := len(overrides); count > mostOverrides {
		return field.ErrorList{field.TooMany(path, count, mostOverrides)}
	}
	var errs field.ErrorList
	names := map[string]bool{}
	for i, override := range overrides {
		errs = append(errs, validateOverride(path.Index(i), override, names)...)
	}
	return errs
}

func validateOverride(path *field.Path, override fluxv1alpha1.Override, names map[string]bool) field.ErrorList {
	var errs field.ErrorList
	name := path.Child("name")
	switch problems := utilvalidation.IsDNS1123Label(override.Name); {
	case override.Name == "":
		errs = append(errs, field.Required(name, "name the override, such as production: the status and messages refer to it by its name"))
	case len(problems) > 0:
		errs = append(errs, field.Invalid(name, override.Name, strings.Join(problems, "; ")))
	case names[override.Name]:
		errs = append(errs, field.Duplicate(name, override.Name))
	}
	names[override.Name] = true
	if selector := override.Shoots; len(override.Purposes) == 0 && (selector == nil || len(selector.MatchLabels)+len(selector.MatchExpressions) == 0) {
		errs = append(errs, field.Required(path.Child("shoots"), "name the Shoots that it is for, with shoots or purposes; what is for all Shoots belongs beside project"))
	}
	return append(errs, validateShootSelector(path, override.ShootSelector)...)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package validation validates the parts of a FluxConfig, of the operator's configuration, and of the Flux
// objects that templates become. It is pure: it must not read clusters or change its input, so that all callers
// get the same result. Each error states the problem and a fix. Validation by Flux's own schemas happens
// elsewhere.
package validation

import (
	"fmt"
	"slices"
	"strings"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Warning reports an allowed but probably unintended setting.
type Warning struct {
	// Path is the path of the field.
	Path *field.Path
	// Text is the consequence and the suggested fix.
	Text string
}

func invalid(path *field.Path, value any, detail string) field.ErrorList {
	return field.ErrorList{field.Invalid(path, value, detail)}
}

func forbidden(path *field.Path, detail string) field.ErrorList {
	return field.ErrorList{field.Forbidden(path, detail)}
}

func required(path *field.Path, detail string) field.ErrorList {
	return field.ErrorList{field.Required(path, detail)}
}

func tooMany(path *field.Path, count, most int) field.ErrorList {
	return field.ErrorList{field.TooMany(path, count, most)}
}

// refuseIf returns the error if the condition holds.
func refuseIf(condition bool, err *field.Error) field.ErrorList {
	if condition {
		return field.ErrorList{err}
	}
	return nil
}

// ifSet validates the value if it is set.
func ifSet[T any](path *field.Path, value *T, validate func(*field.Path, T) field.ErrorList) field.ErrorList {
	if value == nil {
		return nil
	}
	return validate(path, *value)
}

func oneOf[T ~string](path *field.Path, value T, known ...T) field.ErrorList {
	return refuseIf(!slices.Contains(known, value), field.NotSupported(path, value, known))
}

// validateUniqueName validates the name of an entry and adds it to the names of the previous ones. Missing is
// the error of an empty name. Rest is the error of a second entry with the name rest, which defaulting adds.
func validateUniqueName(path *field.Path, name string, names map[string]bool, missing, rest string) field.ErrorList {
	problems, known := utilvalidation.IsDNS1123Label(name), names[name]
	names[name] = true
	switch {
	case name == "":
		return required(path, missing)
	case len(problems) > 0:
		return invalid(path, name, strings.Join(problems, "; "))
	case known && name == "rest" && rest != "":
		return invalid(path, name, rest)
	case known:
		return field.ErrorList{field.Duplicate(path, name)}
	}
	return nil
}

// ValidateObjectName validates the name of an object of the given kind.
func ValidateObjectName(path *field.Path, name, kind string) field.ErrorList {
	if name == "" {
		return required(path, "name the "+kind)
	}
	return refuseIf(!isSubdomain(name), field.Invalid(path, name, fmt.Sprintf("must be the name of a %s: lower-case letters, digits, '-' and '.', at most 253 characters", kind)))
}

func validateServiceAccount(path *field.Path, name string) field.ErrorList {
	return refuseIf(!isSubdomain(name), field.Invalid(path, name, "must be the name of a ServiceAccount: lower-case letters, digits, '-' and '.'"))
}

func isSubdomain(name string) bool { return len(utilvalidation.IsDNS1123Subdomain(name)) == 0 }

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package validation validates the parts of a FluxConfig, of the operator's configuration, and of the Flux objects that
// are rendered from templates. It is pure: it must not access clusters or change its input, so that all callers get the
// same result. Each error message contains the problem and a fix. The package does not validate objects against the
// schemas of Flux's CustomResourceDefinitions.
package validation

import (
	"slices"
	"strings"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Warning reports a setting that is valid but probably unintended.
type Warning struct {
	// Path is the path of the field.
	Path *field.Path
	// Text describes the consequence of the setting and a suggested fix.
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

// invalidIf returns a field.Invalid error if the condition is true.
func invalidIf(condition bool, path *field.Path, value any, detail string) field.ErrorList {
	return refuseIf(condition, field.Invalid(path, value, detail))
}

// refuseIf returns the error as a list if the condition is true.
func refuseIf(condition bool, err *field.Error) field.ErrorList {
	if condition {
		return field.ErrorList{err}
	}
	return nil
}

// ifSet calls validate with the value if the value is set.
func ifSet[T any](path *field.Path, value *T, validate func(*field.Path, T) field.ErrorList) field.ErrorList {
	if value == nil {
		return nil
	}
	return validate(path, *value)
}

// OneOf returns an error unless the value is one of the known ones.
func OneOf[T ~string](path *field.Path, value T, known ...T) field.ErrorList {
	return refuseIf(!slices.Contains(known, value), field.NotSupported(path, value, known))
}

func oneOfIfSet[T ~string](path *field.Path, value *T, known ...T) field.ErrorList {
	return ifSet(path, value, func(path *field.Path, value T) field.ErrorList { return OneOf(path, value, known...) })
}

// validateUniqueName validates the name of an entry, and adds it to names, which contains the names of the previous
// entries. missing is the message for an empty name. rest is the message for a duplicate of the name "rest", which
// defaulting may have added; empty if defaulting does not add it.
func validateUniqueName(path *field.Path, name string, names map[string]bool, missing, rest string) field.ErrorList {
	known := names[name]
	names[name] = true
	switch {
	case name == "":
		return required(path, missing)
	case known && name == "rest" && rest != "":
		return invalid(path, name, rest)
	case known:
		return field.ErrorList{field.Duplicate(path, name)}
	}
	return validateName(path, name, utilvalidation.IsDNS1123Label)
}

// validateName validates a name with a Kubernetes validation function, such as IsDNS1123Label.
func validateName(path *field.Path, name string, problems func(string) []string) field.ErrorList {
	found := problems(name)
	return invalidIf(len(found) > 0, path, name, strings.Join(found, "; "))
}

// ValidateObjectName validates the name of an object. The kind is only used in the error for an empty name.
func ValidateObjectName(path *field.Path, name, kind string) field.ErrorList {
	if name == "" {
		return required(path, "name the "+kind)
	}
	return validateName(path, name, utilvalidation.IsDNS1123Subdomain)
}

func isSubdomain(name string) bool { return len(utilvalidation.IsDNS1123Subdomain(name)) == 0 }

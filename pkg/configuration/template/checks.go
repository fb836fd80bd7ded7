// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package template

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// Checks check templates that are complete but for values that are not known yet.
type Checks struct {
	// Placeholders are the fields with such values.
	Placeholders *Placeholders
	// Namespace is Flux's namespace.
	Namespace string
	// Schema returns what the schema of an object's kind refuses, with paths that begin at the object.
	Schema func(object *unstructured.Unstructured) field.ErrorList
}

// Validate returns what the schema of the kind refuses beyond what was found already.
func (c Checks) Validate(t *Template, found field.ErrorList) field.ErrorList {
	errs := t.SchemaErrors(c.Schema(t.Unstructured().DeepCopy()), found)
	return slices.DeleteFunc(errs, func(err *field.Error) bool { return c.Placeholders.UncertainObject(err.Field) })
}

// Certain returns the errors that do not depend on placeholders.
func (c Checks) Certain(errs field.ErrorList) field.ErrorList {
	var certain field.ErrorList
	for _, err := range errs {
		if !c.Placeholders.Uncertain(err.Field) {
			certain = append(certain, err)
		}
	}
	return certain
}

// Decode decodes a template strictly. If a value that is parsed, such as a duration, is a placeholder, the target gets a valid value.
// Where no string is allowed, a variable is wrong in any case.
func (c Checks) Decode(t *Template, target any) field.ErrorList {
	errs := strict.Decode(t.Object, target, t.Path)
	var unknown []string
	for _, err := range errs {
		if c.Placeholders.At(err.Field) {
			unknown = append(unknown, err.Field)
		}
	}
	if len(unknown) == 0 {
		return errs
	}
	readable := &Template{Path: t.Path, Object: runtime.DeepCopyJSON(t.Object)}
	for _, path := range unknown {
		readable.Replace(strict.SplitPath(path)[len(strict.SplitPath(t.Path.String())):], "1m")
	}
	still := strict.Decode(readable.Object, target, t.Path)
	return slices.DeleteFunc(errs, func(err *field.Error) bool {
		return c.Placeholders.At(err.Field) && !slices.ContainsFunc(still, func(other *field.Error) bool { return other.Field == err.Field })
	})
}

// Metadata checks the metadata of a template.
func (c Checks) Metadata(t *Template, metadata metav1.Object) field.ErrorList {
	path := t.Path.Child("metadata")
	errs := c.Certain(validation.ValidateTemplateMetadata(path, metadata, c.Namespace))
	return append(errs, validation.ValidateNotReserved(path, metadata)...)
}

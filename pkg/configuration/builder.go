// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/fieldpath"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// builder makes the effective configuration, and collects what is wrong on the way.
type builder struct {
	resolver *Resolver
	shoot    *Shoot
	stack    stack
	author   *document
	facts    substituter
	presumed presumptions

	content map[string]any
	config  *fluxv1alpha1.FluxConfig
	result  *Effective
	// ownURL is that of the one repository that all Shoots of the project read with its deploy key; empty if there is none, or if
	// nobody wants to know.
	ownURL string

	errs     field.ErrorList
	mistakes Mistakes
}

func (b *builder) refuse(errs ...*field.Error) { b.errs = append(b.errs, errs...) }

// mostWarnings is how many are given at once, because nobody reads more.
const mostWarnings = 25

// warn records what is allowed and yet probably not what was meant.
func (b *builder) warn(path *field.Path, text string) {
	if len(b.result.Warnings) >= mostWarnings || b.presumed.excusesObject(path.String()) {
		return
	}
	b.result.Warnings = append(b.result.Warnings, b.located(path, text)...)
}

// located says with a text which document and field it is about.
func (b *builder) located(path *field.Path, text string) []string {
	var texts []string
	for _, warning := range b.stack.locate(field.ErrorList{fieldpath.NewError(path, field.ErrorTypeInvalid, text)}) {
		texts = append(texts, fmt.Sprintf("%s: %s: %s", warning.Document, warning.Error.Field, warning.Error.Detail))
	}
	return texts
}

func (b *builder) warnAll(warnings []validation.Warning) {
	for _, warning := range warnings {
		b.warn(warning.Path, warning.Text)
	}
}

// validateSchema returns what the schema of the kind refuses beyond what was found already.
func (b *builder) validateSchema(t *template, found field.ErrorList) field.ErrorList {
	if b.result.Version == "" {
		return nil
	}
	errs := t.underneath(b.resolver.catalog.Validate(b.result.Version, t.unstructured().DeepCopy()), found)
	return slices.DeleteFunc(errs, func(err *field.Error) bool { return b.presumed.excusesObject(err.Field) })
}

// certain returns the errors that are there whatever the facts are.
func (b *builder) certain(errs field.ErrorList) field.ErrorList {
	var certain field.ErrorList
	for _, err := range errs {
		if !b.presumed.excuses(err.Field) {
			certain = append(certain, err)
		}
	}
	return certain
}

// decode decodes a template strictly. If what is to be read, such as a duration, is a fact that is not known, the target gets one
// that can be read. Where no text can stand, a fact is wrong in any case.
func (b *builder) decode(t *template, target any) field.ErrorList {
	errs := strict.Decode(t.object, target, t.path)
	var presumed []string
	for _, err := range errs {
		if b.presumed.at(err.Field) {
			presumed = append(presumed, err.Field)
		}
	}
	if len(presumed) == 0 {
		return errs
	}
	readable := &template{path: t.path, object: runtime.DeepCopyJSON(t.object)}
	for _, path := range presumed {
		readable.replace(fieldpath.Split(path)[len(fieldpath.Split(t.path.String())):], "1m")
	}
	still := strict.Decode(readable.object, target, t.path)
	return slices.DeleteFunc(errs, func(err *field.Error) bool {
		return b.presumed.at(err.Field) && !slices.ContainsFunc(still, func(other *field.Error) bool { return other.Field == err.Field })
	})
}

// validateMetadata checks the metadata of a template.
func (b *builder) validateMetadata(t *template, metadata metav1.Object) field.ErrorList {
	path := t.path.Child("metadata")
	errs := b.certain(validation.ValidateTemplateMetadata(path, metadata, *b.config.Flux.Namespace))
	return append(errs, validation.ValidateNotReserved(path, metadata)...)
}

// found tells whether there is an error at the path or below it.
func found(errs field.ErrorList, path *field.Path) bool {
	return slices.ContainsFunc(errs, func(err *field.Error) bool { return fieldpath.Within(err.Field, path.String()) })
}

// adopted is what was adopted for the shoot, if there is one.
func (b *builder) adopted() Adopted {
	if b.shoot == nil {
		return Adopted{}
	}
	return b.shoot.Adopted
}

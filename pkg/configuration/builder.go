// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"context"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/fieldpath"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/template"
)

// builder builds the effective configuration, and collects the errors.
type builder struct {
	// ctx ends the work; what was built is then without meaning.
	ctx      context.Context
	resolver *Resolver
	shoot    *Shoot
	stack    document.Stack
	author   *document.Document
	// project is the project's document, without overrides; nil if there is none. choose returns those that are merged over it, and overrides are they.
	project   *document.Document
	choose    func(document.Overrides) document.Overrides
	overrides document.Overrides

	variables    template.Substituter
	placeholders template.Placeholders

	content map[string]any
	config  *fluxv1alpha1.FluxConfig
	result  *Effective
	// ownURL is that of the one repository that all Shoots of the project read with its deploy key; empty if there is none, or if
	// no field needs it.
	ownURL string

	errs       field.ErrorList
	configErrs document.Errors
}

func (b *builder) refuse(errs ...*field.Error) { b.errs = append(b.errs, errs...) }

// maxWarnings limits the number of warnings.
const maxWarnings = 25

// warn records what is allowed and yet probably not what was meant.
func (b *builder) warn(path *field.Path, text string) {
	if len(b.result.Warnings) >= maxWarnings || b.placeholders.UncertainObject(path.String()) {
		return
	}
	b.result.Warnings = append(b.result.Warnings, b.located(path, text)...)
}

// located prefixes a text with its document and field.
func (b *builder) located(path *field.Path, text string) []string {
	var texts []string
	for _, warning := range b.stack.Locate(field.ErrorList{fieldpath.NewError(path, field.ErrorTypeInvalid, text)}) {
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
func (b *builder) validateSchema(t *template.Template, found field.ErrorList) field.ErrorList {
	if b.result.Version == "" {
		return nil
	}
	errs := t.SchemaErrors(b.resolver.catalog.Validate(b.ctx, b.result.Version, t.Unstructured().DeepCopy()), found)
	return slices.DeleteFunc(errs, func(err *field.Error) bool { return b.placeholders.UncertainObject(err.Field) })
}

// certain returns the errors that do not depend on placeholders.
func (b *builder) certain(errs field.ErrorList) field.ErrorList {
	var certain field.ErrorList
	for _, err := range errs {
		if !b.placeholders.Uncertain(err.Field) {
			certain = append(certain, err)
		}
	}
	return certain
}

// decode decodes a template strictly. If a value that is parsed, such as a duration, is a placeholder, the target gets a valid value.
// Where no string is allowed, a variable is wrong in any case.
func (b *builder) decode(t *template.Template, target any) field.ErrorList {
	errs := strict.Decode(t.Object, target, t.Path)
	var unknown []string
	for _, err := range errs {
		if b.placeholders.At(err.Field) {
			unknown = append(unknown, err.Field)
		}
	}
	if len(unknown) == 0 {
		return errs
	}
	readable := &template.Template{Path: t.Path, Object: runtime.DeepCopyJSON(t.Object)}
	for _, path := range unknown {
		readable.Replace(fieldpath.Split(path)[len(fieldpath.Split(t.Path.String())):], "1m")
	}
	still := strict.Decode(readable.Object, target, t.Path)
	return slices.DeleteFunc(errs, func(err *field.Error) bool {
		return b.placeholders.At(err.Field) && !slices.ContainsFunc(still, func(other *field.Error) bool { return other.Field == err.Field })
	})
}

// validateMetadata checks the metadata of a template.
func (b *builder) validateMetadata(t *template.Template, metadata metav1.Object) field.ErrorList {
	path := t.Path.Child("metadata")
	errs := b.certain(validation.ValidateTemplateMetadata(path, metadata, *b.config.Flux.Namespace))
	return append(errs, validation.ValidateNotReserved(path, metadata)...)
}

// found returns whether there is an error at the path or below it.
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/additionalsource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
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
	result  *resolved.Configuration
	// ownURL is that of the one repository that all Shoots of the project read with its deploy key; empty if there is none, or if
	// no field needs it.
	ownURL string
	// sourceKeys are the deploy keys of additional sources of the project.
	sourceKeys additionalsource.Keys

	errs       field.ErrorList
	configErrs document.Errors
}

func (b *builder) refuse(errs ...*field.Error) { b.errs = append(b.errs, errs...) }

// maxWarnings limits the number of warnings.
const maxWarnings = 25

// warn records what is allowed and yet probably not what was meant.
func (b *builder) warn(path *field.Path, text string) {
	if !b.placeholders.UncertainObject(path.String()) {
		b.warnOfVariable(path, text)
	}
}

// warnOfVariable records a warning about a shoot info variable, whose value need not be known.
func (b *builder) warnOfVariable(path *field.Path, text string) {
	if len(b.result.Warnings) < maxWarnings {
		b.result.Warnings = append(b.result.Warnings, b.stack.Warning(path, text))
	}
}

func (b *builder) warnAll(warnings []validation.Warning) {
	for _, warning := range warnings {
		b.warn(warning.Path, warning.Text)
	}
}

// checks are those of templates.
func (b *builder) checks() template.Checks {
	return template.Checks{Placeholders: &b.placeholders, Namespace: *b.config.Flux.Namespace, Schema: func(object *unstructured.Unstructured) field.ErrorList {
		if b.result.Version == "" {
			return nil
		}
		return b.resolver.catalog.Validate(b.ctx, b.result.Version, object)
	}}
}

// found returns whether there is an error at the path or below it.
func found(errs field.ErrorList, path *field.Path) bool {
	return slices.ContainsFunc(errs, func(err *field.Error) bool { return strict.Within(err.Field, path.String()) })
}

// adopted is what was adopted for the shoot, if there is one.
func (b *builder) adopted() Adopted {
	if b.shoot == nil {
		return Adopted{}
	}
	return b.shoot.Adopted
}

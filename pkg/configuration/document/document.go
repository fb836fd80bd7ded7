// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// KeyTakeover is the field of a FluxConfig that accepts what a takeover replaces, and configures nothing.
const KeyTakeover = "takeover"

// Document is the configuration of operator, project or Shoot, as it was written.
type Document struct {
	// Origin is its author.
	Origin Origin
	// Name is the name of the document in messages.
	Name string
	// Path is the path of the FluxConfig in the document; nil if it is the document.
	Path *field.Path
	// flat is true if Content was made of the flat keys of a ConfigMap.
	flat bool
	// Content is the FluxConfig.
	Content map[string]any
	// Overrides are those of a project, which are no part of Content, and isOverride is whether the document is one of them.
	Overrides  Overrides
	isOverride bool
	// newSource is true if the document has a source of another kind than those below it, which are replaced as a whole.
	newSource bool
}

// ConfigErr turns an error at a path of the FluxConfig into one at the path of the document.
func (d *Document) ConfigErr(err *field.Error) Error {
	located := text.FieldError(err)
	switch {
	case d.flat:
		located.Field = flatKey(located.Field)
	case d.Path != nil && strings.HasPrefix(located.Field, "["):
		located.Field = d.Path.String() + located.Field
	case d.Path != nil && located.Field != "":
		located.Field = d.Path.String() + "." + located.Field
	case d.Path != nil:
		located.Field = d.Path.String()
	}
	return Error{Origin: d.Origin, Document: d.Name, Error: located}
}

// MostLocated is the number of errors that are located, which takes a tenth of a millisecond each: more than are reported.
const MostLocated = 4 * maxErrors

// first returns the errors to locate.
func first(errs field.ErrorList) field.ErrorList { return errs[:min(len(errs), MostLocated)] }

// ConfigErrs locates errors in the document, the first of them if there are many.
func (d *Document) ConfigErrs(errs field.ErrorList) Errors {
	var configErrs Errors
	for _, err := range first(errs) {
		configErrs = append(configErrs, d.ConfigErr(err))
	}
	return configErrs
}

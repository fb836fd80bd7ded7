// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/redaction"
)

// keyTakeover is the field of a FluxConfig that accepts what a takeover replaces, and configures nothing.
const keyTakeover = "takeover"

// document is the configuration of operator, project or Shoot, as it was written.
type document struct {
	origin Origin
	// name is the name of the document in messages.
	name string
	// path is the path of the FluxConfig in the document; nil if it is the document.
	path *field.Path
	// flat is true if content was made of the flat keys of a ConfigMap.
	flat bool
	// content is the FluxConfig.
	content map[string]any
	// newSource is true if the document has a source of another kind than those below it, which are replaced as a whole.
	newSource bool
}

// configErr turns an error at a path of the FluxConfig into one at the path of the document.
func (d *document) configErr(err *field.Error) Error {
	located := redaction.Error(err)
	switch {
	case d.flat:
		located.Field = flatKey(located.Field)
	case d.path != nil && strings.HasPrefix(located.Field, "["):
		located.Field = d.path.String() + located.Field
	case d.path != nil && located.Field != "":
		located.Field = d.path.String() + "." + located.Field
	case d.path != nil:
		located.Field = d.path.String()
	}
	return Error{Origin: d.origin, Document: d.name, Error: located}
}

// mostLocated is the number of errors that are located, which takes a tenth of a millisecond each: more than are reported.
const mostLocated = 4 * maxErrors

// first returns the errors to locate.
func first(errs field.ErrorList) field.ErrorList { return errs[:min(len(errs), mostLocated)] }

func (d *document) configErrs(errs field.ErrorList) Errors {
	var configErrs Errors
	for _, err := range first(errs) {
		configErrs = append(configErrs, d.configErr(err))
	}
	return configErrs
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/redaction"
)

// document is what one of operator, project and Shoot says, as it was written.
type document struct {
	origin Origin
	// name is how mistakes name the document.
	name string
	// path is where the FluxConfig stands in the document; nil if it is the document.
	path *field.Path
	// flat says that the document has the flat keys of a ConfigMap, from which content was made.
	flat bool
	// content is the FluxConfig.
	content map[string]any
	// newSource says that the document has a source of another kind than those below it, of which nothing is left.
	newSource bool
}

// mistake turns an error at a path of the FluxConfig into one at the path of the document.
func (d *document) mistake(err *field.Error) Mistake {
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
	return Mistake{Origin: d.origin, Document: d.name, Error: located}
}

func (d *document) mistakes(errs field.ErrorList) Mistakes {
	var mistakes Mistakes
	for _, err := range errs {
		mistakes = append(mistakes, d.mistake(err))
	}
	return mistakes
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"slices"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
)

// Override is an entry of project.overrides.
type Override struct {
	// Name is its name.
	Name string
	// Document is what it configures.
	Document *Document
	// path is that of the entry in the ConfigMap.
	path string

	selector selection.Selector
}

// Located prefixes a text with the document and the field of the entry.
func (o Override) Located(text string) string { return o.Document.Name + ": " + o.path + ": " + text }

// Overrides are entries of project.overrides, in their order.
type Overrides []Override

// Of returns those that select a Shoot with these labels and this purpose.
func (o Overrides) Of(labels map[string]string, purpose string) Overrides {
	var those Overrides
	for _, override := range o {
		if override.selector.Selects(labels, purpose) {
			those = append(those, override)
		}
	}
	return those
}

// Named returns those with these names.
func (o Overrides) Named(names []string) Overrides {
	var those Overrides
	for _, override := range o {
		if slices.Contains(names, override.Name) {
			those = append(those, override)
		}
	}
	return those
}

// Names returns their names.
func (o Overrides) Names() []string {
	var names []string
	for _, override := range o {
		names = append(names, override.Name)
	}
	return names
}

// NameFluxVersion returns whether one of them names a Flux version.
func (o Overrides) NameFluxVersion() bool {
	return slices.ContainsFunc(o, func(override Override) bool { return namesVersion(override.Document.Content) })
}

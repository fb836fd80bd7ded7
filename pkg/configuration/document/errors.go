// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Origin is the author of a part of the configuration.
type Origin string

// The authors of the configuration, in the order in which one is merged over the other.
const (
	// OriginOperator is the operator's component configuration.
	OriginOperator Origin = "operator"
	// OriginProject is the project's ConfigMap flux-config.
	OriginProject Origin = "project"
	// OriginShoot is the providerConfig in the Shoot.
	OriginShoot Origin = "shoot"
)

// Error is a configuration error: a user has to correct it.
type Error struct {
	// Origin is the author.
	Origin Origin
	// Document names where it was written, such as ConfigMap garden-demo/flux-config.
	Document string
	// Error has the path in that document, the value if it can hold no secret, and the suggested fix.
	Error *field.Error
}

// String names document, path and fix.
func (m Error) String() string {
	return m.Document + ": " + m.Error.Error()
}

// Errors is a list of configuration errors. It is an error if it is not empty.
type Errors []Error

// Error lists all errors, those of one document together.
func (m Errors) Error() string {
	var (
		texts     []string
		documents []string
		errors    = map[string][]string{}
	)
	for _, configErr := range m {
		if _, known := errors[configErr.Document]; !known {
			documents = append(documents, configErr.Document)
		}
		errors[configErr.Document] = append(errors[configErr.Document], configErr.Error.Error())
	}
	for _, document := range documents {
		list := errors[document]
		if len(list) == 1 {
			texts = append(texts, document+": "+list[0])
			continue
		}
		texts = append(texts, document+": ["+strings.Join(list, ", ")+"]")
	}
	return strings.Join(texts, "; ")
}

// Lines lists all errors, each in a line of its own, after a line with their number if there are several.
func (m Errors) Lines() string {
	lines := make([]string, 0, len(m)+1)
	if len(m) > 1 {
		lines = append(lines, fmt.Sprintf("%d configuration errors:", len(m)))
	}
	for _, configErr := range m {
		lines = append(lines, configErr.String())
	}
	return strings.Join(lines, "\n")
}

// maxErrors limits the number of errors that are reported at once. More would not fit into a status.
const maxErrors = 25

// Limited returns the errors to report: by origin, without duplicates, and not too many.
func (m Errors) Limited() Errors {
	origins := []Origin{OriginOperator, OriginProject, OriginShoot}
	sorted := slices.SortedStableFunc(slices.Values(m), func(a, b Error) int {
		return cmp.Compare(slices.Index(origins, a.Origin), slices.Index(origins, b.Origin))
	})
	var (
		limited Errors
		seen    = map[string]bool{}
	)
	for _, configErr := range sorted {
		if text := configErr.String(); !seen[text] {
			limited, seen[text] = append(limited, configErr), true
		}
	}
	if more := len(limited) - maxErrors; more > 1 {
		last := limited[maxErrors]
		last.Error = &field.Error{Type: field.ErrorTypeForbidden, Field: last.Error.Field, BadValue: "", Detail: fmt.Sprintf("and at least %d more errors; correct these first", more)}
		limited = append(limited[:maxErrors], last)
	}
	return limited
}

// Besides returns the errors at fields where none of the others is.
func (m Errors) Besides(others Errors) Errors {
	type key struct{ document, field string }
	taken := map[key]bool{}
	for _, other := range others {
		taken[key{other.Document, other.Error.Field}] = true
	}
	return slices.DeleteFunc(m, func(configErr Error) bool { return taken[key{configErr.Document, configErr.Error.Field}] })
}

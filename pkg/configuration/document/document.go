// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package document reads the configurations of operator, project and Shoot, merges them, and attributes each
// error to the document that a user has to correct. It must not check values beyond their type.
package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// KeyTakeover is the field of a FluxConfig that accepts the replacements of a takeover. It is not configuration.
const KeyTakeover = "takeover"

// Origin is the author of a document.
type Origin string

// The origins in merge order.
const (
	// OriginOperator is the operator's component configuration.
	OriginOperator Origin = "operator"
	// OriginProject is the project's ConfigMap flux-config.
	OriginProject Origin = "project"
	// OriginShoot is the providerConfig in the Shoot.
	OriginShoot Origin = "shoot"
)

// Document is the configuration of operator, project or Shoot.
type Document struct {
	// Origin is the document's author.
	Origin Origin
	// Name is the document's name in messages.
	Name string
	// Path is the path of the FluxConfig in the document, or nil if the whole document is the FluxConfig.
	Path *field.Path
	// Content is the parsed FluxConfig.
	Content map[string]any
	// Overrides are a project's overrides, which Content does not include.
	Overrides Overrides
	// isOverride is set if the document is an override.
	isOverride bool
	// flat is set if Content was converted from the flat keys of a ConfigMap.
	flat bool
}

// ConfigErr turns an error at a path of the FluxConfig into an error at the path of the document.
func (d *Document) ConfigErr(err *field.Error) Error {
	located := text.FieldError(err)
	switch {
	case d.flat:
		located.Field = flatKey(located.Field)
	case d.Path != nil && located.Field != "" && !strings.HasPrefix(located.Field, "["):
		located.Field = d.Path.String() + "." + located.Field
	case d.Path != nil:
		located.Field = d.Path.String() + located.Field
	}
	return Error{Origin: d.Origin, Document: d.Name, Error: located}
}

// MostLocated limits the errors to locate, because each takes a tenth of a millisecond. It exceeds the number of
// reported errors.
const MostLocated = 4 * maxErrors

// first returns the errors to locate.
func first(errs field.ErrorList) field.ErrorList { return errs[:min(len(errs), MostLocated)] }

// ConfigErrs locates the first errors in the document.
func (d *Document) ConfigErrs(errs field.ErrorList) Errors {
	var configErrs Errors
	for _, err := range first(errs) {
		configErrs = append(configErrs, d.ConfigErr(err))
	}
	return configErrs
}

// Error is a configuration error, which a user has to correct in a document.
type Error struct {
	// Origin is the document's author.
	Origin Origin
	// Document is the document's name, such as ConfigMap garden-demo/flux-config.
	Document string
	// Error has the path in the document and the suggested fix. It has the value only if the value cannot be a
	// secret.
	Error *field.Error
}

// String returns document, path and fix.
func (m Error) String() string {
	return m.Document + ": " + m.Error.Error()
}

// Errors is a list of configuration errors.
type Errors []Error

// Error lists all errors, grouped by document.
func (m Errors) Error() string {
	var documents []string
	errs := map[string]field.ErrorList{}
	for _, configErr := range m {
		if errs[configErr.Document] == nil {
			documents = append(documents, configErr.Document)
		}
		errs[configErr.Document] = append(errs[configErr.Document], configErr.Error)
	}
	for i, name := range documents {
		documents[i] = name + ": " + errs[name].ToAggregate().Error()
	}
	return strings.Join(documents, "; ")
}

// Lines lists each error on its own line, after a line with the number of errors if there are several.
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

// maxErrors limits the reported errors, because a status has no room for more.
const maxErrors = 25

// Limited returns the errors to report: sorted by origin, without duplicates, and limited.
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
		if key := configErr.String(); !seen[key] {
			limited, seen[key] = append(limited, configErr), true
		}
	}
	if more := len(limited) - maxErrors; more > 1 {
		last := limited[maxErrors]
		last.Error = &field.Error{Type: field.ErrorTypeForbidden, Field: last.Error.Field, BadValue: "", Detail: fmt.Sprintf("and at least %d more errors; correct these first", more)}
		limited = append(limited[:maxErrors], last)
	}
	return limited
}

// Besides returns the errors whose field has none of the other errors.
func (m Errors) Besides(others Errors) Errors {
	return slices.DeleteFunc(m, func(configErr Error) bool {
		return slices.ContainsFunc(others, func(other Error) bool {
			return other.Document == configErr.Document && other.Error.Field == configErr.Error.Field
		})
	})
}

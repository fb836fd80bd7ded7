// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package document reads the configurations of operator, project and Shoot, merges them, and attributes each error to
// the document that a user must correct. It checks only the types of values.
package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// KeyTakeover is the field of a FluxConfig that a user sets to accept the replacements of a takeover. It does not
// configure Flux.
const KeyTakeover = "takeover"

// Origin identifies the author of a document.
type Origin string

// The origins in merge order.
const (
	// OriginOperator is the origin of the operator's component configuration.
	OriginOperator Origin = "operator"
	// OriginProject is the origin of the project's ConfigMap flux-config.
	OriginProject Origin = "project"
	// OriginShoot is the origin of the providerConfig in the Shoot.
	OriginShoot Origin = "shoot"
)

// Document is the configuration of the operator, a project or a Shoot.
type Document struct {
	// Origin is the author of the document.
	Origin Origin
	// Name is the name of the document in messages.
	Name string
	// Path is the path of the FluxConfig in the document, or nil if the whole document is the FluxConfig.
	Path *field.Path
	// Content is the parsed FluxConfig.
	Content map[string]any
	// Overrides contains the overrides of a project. Content does not contain them.
	Overrides Overrides
	// isOverride is true if the document is an override.
	isOverride bool
	// flat is true if Content was converted from the flat keys of a ConfigMap.
	flat bool
}

// ConfigErr converts an error with a path in the FluxConfig to an error with a path in the document.
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

// MostLocated limits the number of errors to locate, because locating an error takes a tenth of a millisecond. It
// exceeds the number of reported errors.
const MostLocated = 4 * maxErrors

// first returns the errors to locate, at most MostLocated.
func first(errs field.ErrorList) field.ErrorList { return errs[:min(len(errs), MostLocated)] }

// ConfigErrs converts errors with paths in the FluxConfig to errors with paths in the document, at most MostLocated.
func (d *Document) ConfigErrs(errs field.ErrorList) Errors {
	var configErrs Errors
	for _, err := range first(errs) {
		configErrs = append(configErrs, d.ConfigErr(err))
	}
	return configErrs
}

// Error is a configuration error: a user must correct a document.
type Error struct {
	// Origin is the author of the document.
	Origin Origin
	// Document is the name of the document, such as ConfigMap garden-demo/flux-config.
	Document string
	// Error contains the path in the document and the suggested fix. It contains the value only if the value cannot be
	// secret.
	Error *field.Error
}

// String returns the document, the path and the suggested fix.
func (m Error) String() string {
	return m.Document + ": " + m.Error.Error()
}

// Errors is a list of configuration errors.
type Errors []Error

// Error returns all errors, grouped by document.
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

// Lines returns each error on its own line. If there are several errors, the first line contains their number.
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

// maxErrors limits the number of reported errors, because a status has no room for more.
const maxErrors = 25

// Limited returns the errors to report: sorted by origin and without duplicates. If there are too many, the last error
// contains the number of omitted errors.
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

// Besides returns the errors for fields that none of the other errors is about.
func (m Errors) Besides(others Errors) Errors {
	return slices.DeleteFunc(m, func(configErr Error) bool {
		return slices.ContainsFunc(others, func(other Error) bool {
			return other.Document == configErr.Document && other.Error.Field == configErr.Error.Field
		})
	})
}

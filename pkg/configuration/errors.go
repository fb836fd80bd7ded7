// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Origin is who wrote a part of the configuration.
type Origin string

// Those who write parts of the configuration, in the order in which one is merged over the other.
const (
	// OriginOperator is the operator's component configuration.
	OriginOperator Origin = "operator"
	// OriginProject is the project's ConfigMap flux-config.
	OriginProject Origin = "project"
	// OriginShoot is the providerConfig in the Shoot.
	OriginShoot Origin = "shoot"
)

// Mistake is something that a user has to correct.
type Mistake struct {
	// Origin is who wrote it.
	Origin Origin
	// Document names where it was written, such as ConfigMap garden-demo/flux-config.
	Document string
	// Error has the path in that document, the value if it can hold no secret, and the remedy.
	Error *field.Error
}

// String names document, path and remedy.
func (m Mistake) String() string {
	return m.Document + ": " + m.Error.Error()
}

// Mistakes is a list of mistakes; empty if there are none. It is an error if it is not empty.
type Mistakes []Mistake

// Error names all mistakes, those of one document together.
func (m Mistakes) Error() string {
	var (
		texts     []string
		documents []string
		errors    = map[string][]string{}
	)
	for _, mistake := range m {
		if _, known := errors[mistake.Document]; !known {
			documents = append(documents, mistake.Document)
		}
		errors[mistake.Document] = append(errors[mistake.Document], mistake.Error.Error())
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

// Lines names all mistakes, each in a line of its own, below one with their number if there are several.
func (m Mistakes) Lines() string {
	lines := make([]string, 0, len(m)+1)
	if len(m) > 1 {
		lines = append(lines, fmt.Sprintf("%d mistakes:", len(m)))
	}
	for _, mistake := range m {
		lines = append(lines, mistake.String())
	}
	return strings.Join(lines, "\n")
}

// mostMistakes is how many are told at once. More would not fit into a status, and nobody reads them.
const mostMistakes = 25

// told returns the mistakes as they are told: by origin, none twice, and not too many.
func (m Mistakes) told() Mistakes {
	origins := []Origin{OriginOperator, OriginProject, OriginShoot}
	sorted := slices.SortedStableFunc(slices.Values(m), func(a, b Mistake) int {
		return cmp.Compare(slices.Index(origins, a.Origin), slices.Index(origins, b.Origin))
	})
	var told Mistakes
	for _, mistake := range sorted {
		same := func(other Mistake) bool { return other.String() == mistake.String() }
		if len(told) < mostMistakes && slices.ContainsFunc(told, same) {
			continue
		}
		told = append(told, mistake)
	}
	if more := len(told) - mostMistakes; more > 1 {
		last := told[mostMistakes]
		last.Error = &field.Error{Type: field.ErrorTypeForbidden, Field: last.Error.Field, BadValue: "", Detail: fmt.Sprintf("and %d more mistakes; correct these first", more)}
		told = append(told[:mostMistakes], last)
	}
	return told
}

// besides returns the mistakes at fields that no other mistake is at.
func (m Mistakes) besides(others Mistakes) Mistakes {
	type place struct{ document, field string }
	taken := map[place]bool{}
	for _, other := range others {
		taken[place{other.Document, other.Error.Field}] = true
	}
	return slices.DeleteFunc(m, func(mistake Mistake) bool { return taken[place{mistake.Document, mistake.Error.Field}] })
}

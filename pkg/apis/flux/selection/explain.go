// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package selection

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/labels"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// mostValues is the maximum number of values that Explain names. longestRequirement is the maximum length of a
	// requirement in bytes, because a label selector may list many values.
	mostValues         = 5
	longestRequirement = 120
)

// Explain returns why the selector selects none of the given Shoots or seeds, with the values that they have instead.
// It gets Shoots by their SelectableLabels and spec.purpose. noun is the word for one of them. Explain returns an
// empty string without Shoots or seeds, or if it selects one.
func (s Selector) Explain(noun string, shoots iter.Seq2[map[string]string, string]) string {
	requirements, selectable := s.labels.Requirements()
	some, purposes, met := false, map[string]bool{}, make([]bool, len(requirements))
	values := make([]map[string]bool, len(requirements))
	for own, purpose := range shoots {
		if s.Selects(own, purpose) {
			return ""
		}
		some, purposes[purpose] = true, true
		for i, requirement := range requirements {
			if values[i] == nil {
				values[i] = map[string]bool{}
			}
			values[i][own[requirement.Key()]] = true
			met[i] = met[i] || requirement.Matches(labels.Set(own))
		}
	}
	switch unmet := slices.Index(met, false); {
	case !some:
		return ""
	case !selectable:
		return "its selector is invalid"
	case unmet >= 0:
		return none(noun, requirements[unmet].String(), values[unmet])
	case len(s.purposes) > 0 && !slices.ContainsFunc(s.purposes, func(purpose string) bool { return purposes[purpose] }):
		return none(noun, "purpose "+strings.Join(s.purposes, " or "), purposes)
	}
	return "no " + noun + " meets all of its requirements"
}

// none returns a sentence about a requirement that no Shoot meets, and the values that Shoots have.
func none(noun, requirement string, values map[string]bool) string {
	note := "no " + noun + " has " + text.Cut(requirement, longestRequirement)
	delete(values, "")
	switch have := slices.Sorted(maps.Keys(values)); len(have) {
	case 0:
		return note
	case 1:
		return note + "; there is " + have[0]
	default:
		return fmt.Sprintf("%s; there are %s", note, text.List(have, mostValues))
	}
}

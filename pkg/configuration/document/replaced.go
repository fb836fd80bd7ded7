// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"maps"
	"strings"

	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// refuseReplaced removes the fields that rollouts has replaced from the operator's configuration. It returns an error
// for each, with its values in the new form.
func refuseReplaced(content map[string]any) field.ErrorList {
	var errs field.ErrorList
	add := func(parent map[string]any, key string, path *field.Path, name string, soak any) {
		if old, ok := parent[key]; ok {
			delete(parent, key)
			errs = append(errs, field.Forbidden(path, "was replaced by rollouts; write rollouts: "+asRollouts(old, name, soak)))
		}
	}
	add(content, "versionRollout", field.NewPath("versionRollout"), "fluxVersion", nil)
	if baseline, ok := content["baseline"].(map[string]any); ok {
		add(baseline, "rollout", field.NewPath("baseline", "rollout"), "baseline", "1h")
	}
	if len(errs) > 1 {
		for _, err := range errs {
			err.Detail += "; fluxVersion and baseline share the rings"
		}
	}
	return errs
}

// longestRollouts limits the length of values in the new form, because longer messages are cut.
const longestRollouts = 1500

// asRollouts returns the values of a replaced field in the new form, in one line, or an example if they have no rings
// or are too long. name is the field for the values other than rings, and soak the former default of a ring's soak if
// it was another one.
func asRollouts(old any, name string, soak any) string {
	own, _ := old.(map[string]any)
	if rings, _ := own["rings"].([]any); len(rings) > 0 {
		own = maps.Clone(own)
		delete(own, "rings")
		text := "{rings: " + inLine(withSoak(rings, soak)) + ", " + name + ": " + inLine(own) + "}"
		if len(text) <= longestRollouts && !strings.Contains(text, "\n") {
			return text
		}
	}
	return "{rings: [{name: canary, seeds: {matchLabels: {stage: canary}}}], " + name + ": {}}"
}

// withSoak returns the rings with a soak in those that have none.
func withSoak(rings []any, soak any) []any {
	all := make([]any, 0, len(rings))
	for _, ring := range rings {
		if own, ok := ring.(map[string]any); ok && own["soak"] == nil && soak != nil {
			own = maps.Clone(own)
			own["soak"] = soak
			ring = own
		}
		all = append(all, ring)
	}
	return all
}

// inLine returns a value as YAML in one line.
func inLine(value any) string {
	var node yaml.Node
	// Encode and Marshal cannot fail, because the value was decoded from YAML.
	_ = node.Encode(value)
	node.Style = yaml.FlowStyle
	text, _ := yaml.Marshal(&node)
	return strings.TrimSuffix(string(text), "\n")
}

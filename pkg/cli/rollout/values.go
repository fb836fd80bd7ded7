// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"maps"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// ValueDiff is the change of a value of the configuration.
type ValueDiff struct {
	// Key is the key of the value.
	Key string `json:"key"`
	// Diff is a unified diff. Documents are compared as YAML with sorted keys. It is empty if the value is not shown.
	Diff string `json:"diff,omitempty"`
	// Note describes a change that Diff does not show: of binary or large data, or of invisible characters.
	Note string `json:"note,omitempty"`
}

// value is a value of a revision. The zero value means that the revision does not have it.
type value struct {
	is, binary bool
	text       string
}

// compareValues returns the values that differ, sorted by key. from and to name the revisions.
func compareValues(before, now rollout.Revision, from, to string) []ValueDiff {
	old, own := valuesOf(before), valuesOf(now)
	all := maps.Clone(old)
	maps.Copy(all, own)
	var diffs []ValueDiff
	for key := range ordered.Map(all) {
		if old[key] != own[key] {
			diffs = append(diffs, compareValue(word(key), old[key], own[key], from, to))
		}
	}
	return diffs
}

// valuesOf returns the values of a revision by key. A ConfigMap has no key in both data and binaryData.
func valuesOf(r rollout.Revision) map[string]value {
	values := map[string]value{}
	for key, content := range r.Data {
		values[key] = value{is: true, text: content}
	}
	for key, content := range r.BinaryData {
		values[key] = value{is: true, binary: true, text: string(content)}
	}
	return values
}

func compareValue(key string, before, now value, from, to string) ValueDiff {
	if !before.isShown() || !now.isShown() {
		return ValueDiff{Key: key, Note: describeSizes(before, now)}
	}
	var a, b printer.Text
	if before.is {
		a = printer.Text{Name: from + "/" + key, Content: textOf(before, value{})}
	}
	if now.is {
		b = printer.Text{Name: to + "/" + key, Content: textOf(now, before)}
	}
	diff := &strings.Builder{}
	// Writing to a string does not fail.
	_ = printer.WriteDiff(diff, a, b)
	if diff.Len() == 0 {
		return ValueDiff{Key: key, Note: "changed only in line breaks at its end, or in hidden characters"}
	}
	return ValueDiff{Key: key, Diff: diff.String()}
}

// isShown returns whether the content of the value is shown. No larger document is a valid configuration.
func (v value) isShown() bool { return !v.binary && len(v.text) <= strict.LargestDocument }

// describeSizes describes the change of a value whose content is not shown.
func describeSizes(before, now value) string {
	switch {
	case !before.is:
		return fmt.Sprintf("added, %d bytes", len(now.text))
	case !now.is:
		return fmt.Sprintf("removed, %d bytes", len(before.text))
	}
	return fmt.Sprintf("changed, from %d to %d bytes", len(before.text), len(now.text))
}

// textOf returns a value as text for a diff: a document as YAML, with visible characters only and without recognized
// secrets. other is the value that it is compared with.
func textOf(own, other value) string {
	shown := visible(contentOf(own.text), contentOf(other.text))
	if line, ok := shown.(string); ok {
		return strings.TrimRight(line, "\n") + "\n"
	}
	// Marshal cannot fail, because the content was decoded from JSON or YAML.
	document, _ := printer.MarshalYAML(shown)
	return string(document)
}

// contentOf returns the object or list in a text, or the text itself. The limits of a valid configuration apply.
func contentOf(document string) any {
	content, err := strict.ReadValue([]byte(document))
	if err != nil {
		return document
	}
	switch content.(type) {
	case map[string]any, []any:
		return content
	}
	return document
}

// visible returns a copy of a value in which texts have visible characters only, and no recognized secrets. If that
// hides a difference from the other value, the text says so.
func visible(own, other any) any {
	switch own := own.(type) {
	case string:
		shown := text.RedactSecrets(own)
		if was, ok := other.(string); ok && shown != own && was != own && text.RedactSecrets(was) == shown {
			shown += " (redacted, changed)"
		}
		return printer.EscapeJSON(shown)
	case map[string]any:
		was, _ := other.(map[string]any)
		shown := make(map[string]any, len(own))
		for key, element := range own {
			shown[printer.EscapeJSON(key)] = visible(element, was[key])
		}
		return shown
	case []any:
		was, _ := other.([]any)
		shown := make([]any, len(own))
		for i, element := range own {
			var earlier any
			if i < len(was) {
				earlier = was[i]
			}
			shown[i] = visible(element, earlier)
		}
		return shown
	}
	return own
}

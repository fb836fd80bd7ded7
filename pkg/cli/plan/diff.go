// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/render"
)

// diffOf returns a unified diff between two states of an object. One of the states may be nil.
func diffOf(before, now *object) string {
	var states [2]*unstructured.Unstructured
	for i, o := range []*object{before, now} {
		if o == nil {
			continue
		}
		decoded, err := o.decode()
		if err != nil {
			return fmt.Sprintf("# not known: %s\n", err)
		}
		states[i] = decoded
	}
	text := &strings.Builder{}
	// Writing to a string does not fail.
	if err := render.WriteDiff(text, "before", "after", states[0], states[1]); err != nil {
		return fmt.Sprintf("# not known: %s\n", err)
	}
	if text.Len() == 0 {
		return "# only values of Secrets change\n"
	}
	return text.String()
}

// patternOf identifies a diff without the values of variables that the revision does not change: two Shoots with the
// same pattern have diffs that differ only in such values. One of the states may be nil.
func patternOf(before, now *object) string {
	text := &strings.Builder{}
	var names []string
	for _, o := range []*object{before, now} {
		if o == nil {
			fmt.Fprintln(text, "none")
			continue
		}
		fmt.Fprintf(text, "%t %t %q\n", o.vars.active, o.template.literal, o.template.text)
		names = append(names, o.template.variables...)
	}
	if before != nil && now != nil {
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			if from, to := before.vars.identify(name), now.vars.identify(name); from != to {
				fmt.Fprintf(text, "%s: %s, %s\n", name, from, to)
			}
		}
		from, to := before.node.spec.Spec.CommonMetadata, now.node.spec.Spec.CommonMetadata
		if !reflect.DeepEqual(from, to) {
			fmt.Fprintf(text, "%+v, %+v\n", from, to)
		}
	}
	return hashOf(text.String())
}

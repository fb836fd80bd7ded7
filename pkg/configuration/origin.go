// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/fieldpath"
)

// locate gives each error to the document that holds the value at its path. If none does, because something is missing, it
// is the one that comes closest, and of several the one that has the last word.
func (s stack) locate(errs field.ErrorList) Mistakes {
	var mistakes Mistakes
	for _, err := range errs {
		var (
			best  *document
			depth = -1
			way   = fieldpath.Split(err.Field)
		)
		for _, d := range slices.Backward(s) {
			own, hides := d.depth(way)
			if own > depth {
				best, depth = d, own
			}
			if hides || d.newSource && len(way) > 0 && way[0] == "source" {
				break
			}
		}
		mistakes = append(mistakes, best.mistake(err))
	}
	return mistakes
}

// speaks tells whether somebody says anything. An empty FluxConfig says nothing, and so does an empty ConfigMap.
func (s stack) speaks(origin Origin) bool {
	return slices.ContainsFunc(s, func(d *document) bool {
		for key := range d.content {
			if d.origin == origin && key != "apiVersion" && key != "kind" {
				return true
			}
		}
		return false
	})
}

// says tells whether one of the documents has something at the path.
func (s stack) says(path string) bool {
	way := fieldpath.Split(path)
	return slices.ContainsFunc(s, func(d *document) bool {
		depth, _ := d.depth(way)
		return depth == len(way)
	})
}

// last is the index of the last document that has something at the path; -1 if none has.
func (s stack) last(path ...string) int {
	for i, d := range slices.Backward(s) {
		if _, given := fieldpath.Lookup(d.content, path...); given {
			return i
		}
	}
	return -1
}

// depth is the number of steps of the way that lead to something in the document. It also tells whether the document hides
// what those below it have there, as everything but an object does.
func (d *document) depth(way []any) (int, bool) {
	var value any = d.content
	for i, step := range way {
		switch container := value.(type) {
		case map[string]any:
			next, ok := container[fmt.Sprint(step)]
			if !ok {
				return i, false
			}
			value = next
		case []any:
			index, ok := step.(int)
			if !ok || index >= len(container) {
				return i, true
			}
			value = container[index]
		default:
			return i, true
		}
	}
	_, isObject := value.(map[string]any)
	return len(way), !isObject
}

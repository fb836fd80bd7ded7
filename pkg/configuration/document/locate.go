// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// Locate gives each error to the document that holds the value at its path. If none does, because something is missing, it
// is the one that comes closest, and of several the last.
func (s Stack) Locate(errs field.ErrorList) Errors {
	var configErrs Errors
	for _, err := range first(errs) {
		var (
			best  *Document
			depth = -1
			steps = strict.SplitPath(err.Field)
		)
		for _, d := range slices.Backward(s) {
			own, hides := d.depth(steps)
			if own > depth {
				best, depth = d, own
			}
			if hides || d.newSource && len(steps) > 0 && steps[0] == "source" {
				break
			}
		}
		configErrs = append(configErrs, best.ConfigErr(err))
	}
	return configErrs
}

// Warning is a text about the value at the path, after the names of its document and field.
func (s Stack) Warning(path *field.Path, text string) string {
	located := s.Locate(field.ErrorList{strict.NewError(path, field.ErrorTypeInvalid, text)})[0]
	return fmt.Sprintf("%s: %s: %s", located.Document, located.Error.Field, located.Error.Detail)
}

// Configures returns whether a document of the origin sets anything. An empty FluxConfig sets nothing, and neither does an empty ConfigMap, nor
// one that only accepts what a takeover replaces.
func (s Stack) Configures(origin Origin) bool {
	return slices.ContainsFunc(s, func(d *Document) bool {
		for key := range d.Content {
			if d.Origin == origin && key != "apiVersion" && key != "kind" && key != KeyTakeover {
				return true
			}
		}
		return false
	})
}

// Sets returns whether one of the documents has a value at the path.
func (s Stack) Sets(path string) bool {
	steps := strict.SplitPath(path)
	return slices.ContainsFunc(s, func(d *Document) bool {
		depth, _ := d.depth(steps)
		return depth == len(steps)
	})
}

// Last is the index of the last document that has a value at the path; -1 if none has.
func (s Stack) Last(path ...string) int {
	for i, d := range slices.Backward(s) {
		if _, given := strict.Lookup(d.Content, path...); given {
			return i
		}
	}
	return -1
}

// OfShoot returns whether the Shoot has a value at the path.
func (s Stack) OfShoot(path ...string) bool {
	_, given := strict.Lookup(s[len(s)-1].Content, path...)
	return given && s[len(s)-1].Origin == OriginShoot
}

// OfSomeShoots returns whether the Shoot, or an override for it, has a value at the path, so that other Shoots may have another one.
func (s Stack) OfSomeShoots(path ...string) bool {
	return slices.ContainsFunc(s, func(d *Document) bool {
		_, given := strict.Lookup(d.Content, path...)
		return given && !d.isShared()
	})
}

// depth is the number of steps of the path that exist in the document. It also returns whether the document hides the values of those below
// it, as everything but an object does.
func (d *Document) depth(steps []any) (int, bool) {
	var value any = d.Content
	for i, step := range steps {
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
	return len(steps), !isObject
}

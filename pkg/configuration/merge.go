// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	stdjson "encoding/json"
	"fmt"
	"slices"

	jsonpatch "github.com/evanphx/json-patch/v5"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// stack are the documents in the order in which one is merged over the other.
type stack []*document

// merge returns what the documents say together. Each is a JSON merge patch (RFC 7386) over those before it. A source of
// another kind replaces the whole source: neither its fields nor its credentials would fit.
func (s stack) merge() (map[string]any, error) {
	merged := []byte("{}")
	for _, d := range s {
		if d.replacesSource(merged) {
			d.newSource = true
			var err error
			if merged, err = jsonpatch.MergePatch(merged, []byte(`{"source":null}`)); err != nil {
				return nil, fmt.Errorf("failed to drop the source: %w", err)
			}
		}
		patch, err := stdjson.Marshal(d.content)
		if err != nil {
			return nil, fmt.Errorf("failed to encode the configuration of the %s: %w", d.origin, err)
		}
		if merged, err = jsonpatch.MergePatch(merged, patch); err != nil {
			return nil, fmt.Errorf("failed to merge the configuration of the %s: %w", d.origin, err)
		}
	}
	var content map[string]any
	if err := json.Unmarshal(merged, &content); err != nil {
		return nil, fmt.Errorf("failed to decode the merged configuration: %w", err)
	}
	return content, nil
}

// dropTakenBack drops the Secrets that somebody has taken back with an empty name, which also a Shoot can write. Without its
// Secret, nothing is left of decryption.
func dropTakenBack(content map[string]any) {
	if name, _ := lookup(content, "source", "secretResourceName"); name == "" {
		delete(content["source"].(map[string]any), "secretResourceName")
	}
	if name, _ := lookup(content, "decryption", "secretResourceName"); name == "" {
		delete(content, "decryption")
	}
}

// replacesSource tells whether the document has a source of another kind than those below it.
func (d *document) replacesSource(below []byte) bool {
	kind, given := lookup(d.content, "source", "template", "kind")
	var content map[string]any
	if !given || json.Unmarshal(below, &content) != nil {
		return false
	}
	template, exists := lookup(content, "source", "template")
	if !exists {
		return false
	}
	object, _ := template.(map[string]any)
	return kindOf(kind) != kindOf(object["kind"])
}

// kindOf returns the kind of a source's template, which may not name it.
func kindOf(kind any) any {
	if kind == nil {
		return sourcev1.GitRepositoryKind
	}
	return kind
}

// locate gives each error to the document that holds the value at its path. If none does, because something is missing, it
// is the one that comes closest, and of several the one that has the last word.
func (s stack) locate(errs field.ErrorList) Mistakes {
	var mistakes Mistakes
	for _, err := range errs {
		var (
			best  *document
			depth = -1
			way   = steps(err.Field)
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
	way := steps(path)
	return slices.ContainsFunc(s, func(d *document) bool {
		depth, _ := d.depth(way)
		return depth == len(way)
	})
}

// last is the index of the last document that has something at the path; -1 if none has.
func (s stack) last(path ...string) int {
	for i, d := range slices.Backward(s) {
		if _, given := lookup(d.content, path...); given {
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

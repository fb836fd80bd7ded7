// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	stdjson "encoding/json"
	"fmt"
	"slices"

	jsonpatch "github.com/evanphx/json-patch/v5"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// Stack holds documents in merge order.
type Stack []*Document

// Merge returns the merged content. Each document is a JSON merge patch (RFC 7386) over the documents before
// it. A source of another kind replaces the whole source, because neither its fields nor its credentials
// would fit.
func (s Stack) Merge() (map[string]any, error) {
	merged := []byte("{}")
	for _, d := range s {
		if d.replacesSource(merged) {
			d.newSource = true
			var err error
			if merged, err = jsonpatch.MergePatch(merged, []byte(`{"source":null}`)); err != nil {
				return nil, fmt.Errorf("failed to drop the source: %w", err)
			}
		}
		patch, err := stdjson.Marshal(d.Content)
		if err != nil {
			return nil, fmt.Errorf("failed to encode the configuration of the %s: %w", d.Origin, err)
		}
		if merged, err = jsonpatch.MergePatch(merged, patch); err != nil {
			return nil, fmt.Errorf("failed to merge the configuration of the %s: %w", d.Origin, err)
		}
	}
	var content map[string]any
	if err := json.Unmarshal(merged, &content); err != nil {
		return nil, fmt.Errorf("failed to decode the merged configuration: %w", err)
	}
	return content, nil
}

// DropEmptySecretNames drops Secrets that a later document removes with an empty name, because a Shoot cannot
// write null. Without its Secret, it drops decryption as a whole.
func DropEmptySecretNames(content map[string]any) {
	if name, _ := strict.Lookup(content, "source", "secretResourceName"); name == "" {
		delete(content["source"].(map[string]any), "secretResourceName")
	}
	if name, _ := strict.Lookup(content, "decryption", "secretResourceName"); name == "" {
		delete(content, "decryption")
	}
}

// DropEmptyReferences drops empty strings in spec.ref. A Shoot removes the branch of its project with them.
// It must run before variables are replaced, because an empty label must not select the default branch.
func DropEmptyReferences(content map[string]any) {
	kind, _ := strict.Lookup(content, "source", "template", "kind")
	var keys []string
	switch KindOf(kind) {
	case sourcev1.GitRepositoryKind:
		keys = []string{"branch", "tag", "semver", "name", "commit"}
	case sourcev1.OCIRepositoryKind:
		keys = []string{"tag", "semver", "semverFilter", "digest"}
	}
	value, _ := strict.Lookup(content, "source", "template", "spec")
	spec, _ := value.(map[string]any)
	ref, isObject := spec["ref"].(map[string]any)
	for _, key := range keys {
		if ref[key] == "" {
			delete(ref, key)
		}
	}
	if isObject && len(ref) == 0 {
		delete(spec, "ref")
	}
}

// replacesSource returns whether the document's source has another kind than the source below it.
func (d *Document) replacesSource(below []byte) bool {
	kind, given := strict.Lookup(d.Content, "source", "template", "kind")
	var content map[string]any
	if !given || json.Unmarshal(below, &content) != nil {
		return false
	}
	template, exists := strict.Lookup(content, "source", "template")
	if !exists {
		return false
	}
	object, _ := template.(map[string]any)
	return KindOf(kind) != KindOf(object["kind"])
}

// KindOf returns the kind in a source's template, or its default. It is empty if the kind is not a string,
// because other values may not be comparable.
func KindOf(kind any) string {
	if kind == nil {
		return sourcev1.GitRepositoryKind
	}
	text, _ := kind.(string)
	return text
}

// Shared returns the documents for all Shoots of the project.
func (s Stack) Shared() Stack {
	end := slices.IndexFunc(s, func(d *Document) bool { return !d.isShared() })
	if end < 0 {
		return s
	}
	return s[:end]
}

// isShared returns whether the document is for all Shoots of the project.
func (d *Document) isShared() bool { return d.Origin != OriginShoot && !d.isOverride }

// Locate attributes each error to the document with the value at its path. If the value is missing, it is the
// last of the documents that come closest.
func (s Stack) Locate(errs field.ErrorList) Errors {
	var configErrs Errors
	for _, err := range first(errs) {
		var best *Document
		depth, steps := -1, strict.SplitPath(err.Field)
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

// Warning prefixes a text about the value at the path with its document and field.
func (s Stack) Warning(path *field.Path, text string) string {
	located := s.Locate(field.ErrorList{strict.NewError(path, field.ErrorTypeInvalid, text)})[0]
	return fmt.Sprintf("%s: %s: %s", located.Document, located.Error.Field, located.Error.Detail)
}

// Configures returns whether a document of the origin configures anything. A FluxConfig that only accepts the
// replacements of a takeover does not.
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

// Last returns the index of the last document with a value at the path; -1 if none has one.
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

// OfSomeShoots returns whether the Shoot, or an override for it, has a value at the path. Other Shoots may
// differ.
func (s Stack) OfSomeShoots(path ...string) bool {
	return slices.ContainsFunc(s, func(d *Document) bool {
		_, given := strict.Lookup(d.Content, path...)
		return given && !d.isShared()
	})
}

// depth returns the number of steps of the path that exist in the document, and whether the document hides
// the values of the documents below it, as every value except an object does.
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"fmt"
	"slices"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// Stack contains documents in merge order.
type Stack []*Document

// Merge returns the merged content. Each document is applied as a JSON merge patch (RFC 7386) to the documents before
// it. If a document changes the kind of the source, it replaces the whole source, because fields and credentials depend
// on the kind.
func (s Stack) Merge() map[string]any {
	merged := map[string]any{}
	for i, d := range s {
		if s.replacesSource(i) {
			delete(merged, "source")
		}
		merge(merged, d.Content)
	}
	return merged
}

// merge applies a JSON merge patch to the target. It copies the values of the patch.
func merge(target, patch map[string]any) {
	for key, value := range patch {
		object, ok := value.(map[string]any)
		switch {
		case value == nil:
			delete(target, key)
		case ok:
			below, ok := target[key].(map[string]any)
			if !ok {
				below = map[string]any{}
				target[key] = below
			}
			merge(below, object)
		default:
			target[key] = runtime.DeepCopyJSONValue(value)
		}
	}
}

// DropEmptySecretNames drops fields that contain an empty name of a Secret. Shoots cannot contain null, so a Shoot sets
// an empty name to remove the Secret that its project sets. Decryption is dropped as a whole, because it requires a
// Secret.
func DropEmptySecretNames(content map[string]any) {
	if name, _ := strict.Lookup(content, "source", "secretResourceName"); name == "" {
		delete(content["source"].(map[string]any), "secretResourceName")
	}
	if name, _ := strict.Lookup(content, "decryption", "secretResourceName"); name == "" {
		delete(content, "decryption")
	}
}

// DropEmptyReferences drops empty strings in spec.ref of the source, which a Shoot sets to remove the branch that its
// project sets. It must run before variables are replaced: a variable with an empty value must not select the default
// branch.
func DropEmptyReferences(content map[string]any) {
	spec := strict.LookupObject(content, "source", "template", "spec")
	ref, ok := spec["ref"].(map[string]any)
	for _, key := range []string{"branch", "tag", "semver", "semverFilter", "name", "commit", "digest"} {
		if ref[key] == "" {
			delete(ref, key)
		}
	}
	if ok && len(ref) == 0 {
		delete(spec, "ref")
	}
}

// replacesSource reports whether the document at the index changes the kind of the source.
func (s Stack) replacesSource(i int) bool {
	path := []string{"source", "template", "kind"}
	kind, given := strict.Lookup(s[i].Content, path...)
	if !given || s[:i].Last(path[:2]...) < 0 {
		return false
	}
	var before any
	if last := s[:i].Last(path...); last >= 0 {
		before, _ = strict.Lookup(s[last].Content, path...)
	}
	return KindOf(kind) != KindOf(before)
}

// KindOf returns the kind of a source, with the default for nil. It returns an empty string if the value is not a
// string, because such values may not be comparable.
func KindOf(kind any) string {
	if kind == nil {
		return sourcev1.GitRepositoryKind
	}
	text, _ := kind.(string)
	return text
}

// Shared returns the documents that apply to all Shoots of the project.
func (s Stack) Shared() Stack {
	end := slices.IndexFunc(s, func(d *Document) bool { return !d.isShared() })
	if end < 0 {
		return s
	}
	return s[:end]
}

// isShared reports whether the document applies to all Shoots of the project.
func (d *Document) isShared() bool { return d.Origin != OriginShoot && !d.isOverride }

// Locate attributes each error to the last document that has a value at its path. If no document has a value there, it
// selects the last of the documents that contain the longest part of the path.
func (s Stack) Locate(errs field.ErrorList) Errors {
	var configErrs Errors
	for _, err := range first(errs) {
		var best *Document
		depth, steps := -1, strict.SplitPath(err.Field)
		for i, d := range slices.Backward(s) {
			own, hides := d.depth(steps)
			if own > depth {
				best, depth = d, own
			}
			if hides || len(steps) > 0 && steps[0] == "source" && s.replacesSource(i) {
				break
			}
		}
		configErrs = append(configErrs, best.ConfigErr(err))
	}
	return configErrs
}

// Warning returns a warning about the value at the path, prefixed with the document and the field.
func (s Stack) Warning(path *field.Path, text string) string {
	located := s.Locate(field.ErrorList{strict.NewError(path, field.ErrorTypeInvalid, text)})[0]
	return fmt.Sprintf("%s: %s: %s", located.Document, located.Error.Field, located.Error.Detail)
}

// Configures reports whether a document of the origin sets any fields other than takeover.
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

// Sets reports whether any of the documents has a value at the path.
func (s Stack) Sets(path string) bool {
	steps := strict.SplitPath(path)
	return slices.ContainsFunc(s, func(d *Document) bool {
		depth, _ := d.depth(steps)
		return depth == len(steps)
	})
}

// Last returns the index of the last document that has a value at the path, or -1 if no document has one.
func (s Stack) Last(path ...string) int {
	for i, d := range slices.Backward(s) {
		if _, given := strict.Lookup(d.Content, path...); given {
			return i
		}
	}
	return -1
}

// OfSomeShoots reports whether the Shoot, or an override that selects it, has a value at the path.
func (s Stack) OfSomeShoots(path ...string) bool {
	return slices.ContainsFunc(s, func(d *Document) bool {
		_, given := strict.Lookup(d.Content, path...)
		return given && !d.isShared()
	})
}

// depth returns the number of steps of the path that exist in the document. It also reports whether the document hides
// values of earlier documents at the path, which is true for all values except objects.
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

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

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// Stack are the documents in the order in which one is merged over the other.
type Stack []*Document

// Merge returns the merged content of the documents. Each is a JSON merge patch (RFC 7386) over those before it. A source of
// another kind replaces the whole source: neither its fields nor its credentials would fit.
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

// DropEmptySecretNames drops the Secrets that a later document has removed with an empty name, because a Shoot cannot write null. Without its
// Secret, decryption is dropped as a whole.
func DropEmptySecretNames(content map[string]any) {
	if name, _ := strict.Lookup(content, "source", "secretResourceName"); name == "" {
		delete(content["source"].(map[string]any), "secretResourceName")
	}
	if name, _ := strict.Lookup(content, "decryption", "secretResourceName"); name == "" {
		delete(content, "decryption")
	}
}

// DropEmptyReferences drops the empty texts of spec.ref, with which a Shoot removes the branch of its project. It is done
// before variables are replaced, because a label that happens to be empty must not select the default branch.
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

// replacesSource returns whether the document has a source of another kind than those below it.
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

// KindOf returns the kind of a source's template, which may not name it; empty if it is no text, which may be what cannot be compared.
func KindOf(kind any) string {
	if kind == nil {
		return sourcev1.GitRepositoryKind
	}
	text, _ := kind.(string)
	return text
}

// Shared returns the documents that all Shoots of the project have in common.
func (s Stack) Shared() Stack {
	end := slices.IndexFunc(s, func(d *Document) bool { return !d.isShared() })
	if end < 0 {
		return s
	}
	return s[:end]
}

// isShared returns whether the document is for all Shoots of the project.
func (d *Document) isShared() bool { return d.Origin != OriginShoot && !d.isOverride }

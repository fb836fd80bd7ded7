// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"github.com/fluxcd/pkg/sourceignore"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// selection contains the fields of a source that select the files of the artifact.
type selection struct {
	Kind string `json:"kind"`
	// Ignore contains the patterns in spec.ignore, or nil.
	Ignore *string `json:"ignore,omitempty"`
	// Sparse contains the beginnings of the paths that source-controller checks out of a Git repository.
	Sparse []string `json:"sparse,omitempty"`
	// Prefix selects the objects of a bucket whose names begin with it.
	Prefix string `json:"prefix,omitempty"`
}

func selectionOf(source *unstructured.Unstructured) selection {
	s := selection{Kind: source.GetKind()}
	if patterns, has, _ := unstructured.NestedString(source.Object, "spec", "ignore"); has {
		s.Ignore = &patterns
	}
	directories, _, _ := unstructured.NestedStringSlice(source.Object, "spec", "sparseCheckout")
	for _, directory := range directories {
		s.Sparse = append(s.Sparse, strings.TrimPrefix(directory, "./"))
	}
	if s.isBucket() {
		s.Prefix, _, _ = unstructured.NestedString(source.Object, "spec", "prefix")
	}
	return s
}

func (s selection) isBucket() bool { return s.Kind == sourcev1.BucketKind }

// key identifies the selection.
func (s selection) key() string {
	key, _ := json.Marshal(s) // All fields can be encoded.
	return string(key)
}

// has reports whether source-controller fetches a file. Like it, has compares the beginning of the path, so that the
// directory apps selects apps-extra too, and no files in the root. It reads .sourceignore in the root of a bucket
// whatever the prefix is.
func (s selection) has(name string) bool {
	if !strings.HasPrefix(name, s.Prefix) {
		return name == sourceignore.IgnoreFile
	}
	for _, beginning := range s.Sparse {
		if strings.HasPrefix(name, beginning) {
			return true
		}
	}
	return len(s.Sparse) == 0
}

// of returns the files that source-controller fetches. absent contains the directories of spec.sparseCheckout that are
// missing, for which source-controller refuses the revision.
func (s selection) of(files []entry) (selected []entry, absent []string) {
	if len(s.Sparse) == 0 && s.Prefix == "" {
		return files, nil
	}
	there := map[string]bool{".": true}
	for _, file := range files {
		if !s.has(file.path) {
			continue
		}
		selected = append(selected, file)
		for name := file.path; !there[name]; name = path.Dir(name) {
			there[name] = true
		}
	}
	for _, directory := range s.Sparse {
		if !there[path.Join(".", path.Clean("/" + directory)[1:])] {
			absent = append(absent, directory)
		}
	}
	return selected, absent
}

// refusal returns why source-controller refuses the revision of a tree, or an empty string.
func (t *tree) refusal() string {
	if len(t.absent) == 0 {
		return ""
	}
	return fmt.Sprintf("Flux refuses the source, because %s has no %s, which spec.sparseCheckout of the source lists; create it, or remove it from the list",
		t.name, text.List(t.absent, mostNames))
}

// limits describes the fields of a source that the plan cannot follow.
func limits(source *unstructured.Unstructured, t *tree) []string {
	var notKnown []string
	spec, _, _ := unstructured.NestedMap(source.Object, "spec")
	if recursive, _, _ := unstructured.NestedBool(spec, "recurseSubmodules"); recursive && len(t.submodules) > 0 {
		notKnown = append(notKnown, "the source includes submodules, whose files are not in the checkout: "+text.List(t.submodules, mostNames))
	}
	if included, _, _ := unstructured.NestedSlice(spec, "include"); len(included) > 0 {
		notKnown = append(notKnown, "the source includes other GitRepositories (spec.include)")
	}
	if operation, _, _ := unstructured.NestedString(spec, "layerSelector", "operation"); operation == sourcev1.OCILayerCopy {
		notKnown = append(notKnown, "the source copies a layer of the artifact as it is (spec.layerSelector), with files that .sourceignore and spec.ignore list")
	}
	return notKnown
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package takeover

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
)

// Objects are a source and a root Kustomization.
type Objects struct {
	// Source is the GitRepository, OCIRepository or Bucket, and Root the Kustomization; nil if there is none.
	Source, Root *unstructured.Unstructured
}

// Differences are what would be replaced.
type Differences struct {
	found       Objects
	list        []difference
	controllers []Controller
}

// Controller is a controller of Flux in a shoot.
type Controller struct {
	// Name is the name of its Deployment, and UID its UID.
	Name string
	UID  types.UID
	// Lost names what it has of its own and would not have any more, without values.
	Lost []string
	// Shard is the name of its shard, if that is not configured; otherwise empty.
	Shard string `json:",omitempty"`
}

// And returns the differences with those of controllers.
func (d Differences) And(controllers []Controller) Differences {
	d.controllers = controllers
	return d
}

// difference is a field in which an object of the shoot differs from the configuration. A value that is nil is not set.
type difference struct {
	Field             string
	Found, Configured any
	// shown are the values for readers; nil if they may hold secrets or are no texts.
	shownFound, shownConfigured any
}

// Compare compares what a shoot has with what is configured under the same names and of the same kinds. What the shoot does not have is
// no difference: nothing is replaced then. But where the root Kustomization has applied something and the source is gone, it is not known what
// that came from, and any source is another one.
func Compare(found, configured Objects) Differences {
	d := Differences{found: found}
	if found.Root != nil {
		d.list = append(d.list, compare("kustomization.template.spec", found.Root, configured.Root)...)
	}
	if found.Source != nil || hasApplied(found.Root) {
		d.list = append(d.list, compare("source.template.spec", found.Source, configured.Source)...)
	}
	return d
}

func compare(field string, found, configured *unstructured.Unstructured) []difference {
	was, is := normalized(found), normalized(configured)
	var list []difference
	for _, key := range slices.Sorted(maps.Keys(union(was, is))) {
		if !apiequality.Semantic.DeepEqual(was[key], is[key]) {
			list = append(list, difference{
				Field: field + "." + key, Found: was[key], Configured: is[key],
				shownFound: shown(found, key, was[key]), shownConfigured: shown(configured, key, is[key]),
			})
		}
	}
	return list
}

func union(a, b map[string]any) map[string]any {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// hasApplied returns whether a Kustomization has an inventory.
func hasApplied(root *unstructured.Unstructured) bool {
	if root == nil {
		return false
	}
	entries, _, _ := unstructured.NestedSlice(root.Object, "status", "inventory", "entries")
	return len(entries) > 0
}

// IsEmpty reports whether there are none.
func (d Differences) IsEmpty() bool { return len(d.list)+len(d.controllers) == 0 }

// checksumLength is the number of hexadecimal digits of a checksum.
const checksumLength = 16

// Checksum identifies the differences: these objects of the shoot, these fields, and their values on both sides; of controllers, the names of what they
// have of their own. With an object that was created again, or another value, it is another one.
func (d Differences) Checksum() (string, error) {
	var uids []types.UID
	for _, object := range []*unstructured.Unstructured{d.found.Source, d.found.Root} {
		if object != nil {
			uids = append(uids, object.GetUID())
		}
	}
	covered := map[string]any{"objects": uids, "differences": d.list}
	if len(d.controllers) > 0 {
		covered["controllers"] = d.controllers
	}
	content, err := json.Marshal(covered)
	if err != nil {
		return "", fmt.Errorf("failed to compute the checksum of differences: %w", err)
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])[:checksumLength], nil
}

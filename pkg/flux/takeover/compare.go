// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package takeover compares the source and the root Kustomization in a shoot with the configured ones before a takeover
// replaces them. It compares the fields that affect which objects Flux applies, their source and names, and the target
// namespace or cluster. A difference matters because kustomize-controller deletes objects that the root Kustomization
// no longer applies. The package is pure: it must not use a client, the network or a clock.
package takeover

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"

	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// Objects contains a source and a root Kustomization.
type Objects struct {
	// Source is a GitRepository, OCIRepository or Bucket, and Root is a Kustomization. Both may be nil.
	Source, Root *unstructured.Unstructured
}

// Differences are the differences between a shoot and its configuration that a takeover would overwrite.
type Differences struct {
	found       Objects
	list        []difference
	controllers []Controller
}

// Controller is a Flux controller in a shoot.
type Controller struct {
	// Name is the name of the Deployment.
	Name string
	UID  types.UID
	// Lost lists the names of the customizations that the controller would lose.
	Lost []string
	// Shard is the name of the controller's shard if the shard is not configured, and otherwise empty.
	Shard string `json:",omitempty"`
}

// And returns the differences with additional differences of controllers.
func (d Differences) And(controllers []Controller) Differences {
	d.controllers = controllers
	return d
}

// difference is a field that has different values in the shoot and in the configuration. A nil value means that the
// field is not set.
type difference struct {
	Field             string
	Found, Configured any
	// shownFound and shownConfigured are the values for messages. They are nil for values that may be secret or are not
	// strings.
	shownFound, shownConfigured any
}

// Compare compares objects in a shoot with the configured objects of the same kinds and names. An object that does not
// exist in the shoot is not a difference, except for a deleted source of a root Kustomization that has applied objects:
// the origin of these objects is unknown, so that any configured source is a difference.
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
	keys := maps.Clone(was)
	maps.Copy(keys, is)
	for key := range ordered.Map(keys) {
		if !apiequality.Semantic.DeepEqual(was[key], is[key]) {
			list = append(list, difference{
				Field: field + "." + key, Found: was[key], Configured: is[key],
				shownFound: shown(found, key, was[key]), shownConfigured: shown(configured, key, is[key]),
			})
		}
	}
	return list
}

// hasApplied returns whether the inventory of the Kustomization contains objects.
func hasApplied(root *unstructured.Unstructured) bool {
	if root == nil {
		return false
	}
	entries, _, _ := unstructured.NestedSlice(root.Object, "status", "inventory", "entries")
	return len(entries) > 0
}

// IsEmpty returns whether there are no differences.
func (d Differences) IsEmpty() bool { return len(d.list)+len(d.controllers) == 0 }

// checksumLength is the number of hexadecimal digits in a checksum.
const checksumLength = 16

// Checksum returns a checksum of the UIDs of the objects in the shoot, the differing fields with their values in the
// shoot and in the configuration, and the customizations of controllers. It changes if an object is recreated or a
// value changes.
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

// longestShown is the maximum length of a value or name in a message, in bytes.
const longestShown = 80

// shown returns the value of a field for messages, or nil if the value is not a string or may be secret. URLs and paths
// are not normalized, but URLs do not include credentials.
func shown(object *unstructured.Unstructured, key string, value any) any {
	shown, ok := value.(string)
	if !ok {
		return nil
	}
	if key == "url" || key == "path" {
		written, _, _ := unstructured.NestedString(object.Object, "spec", key)
		shown = text.RedactURLs(written)
	}
	if key != "ref" && text.MayHoldSecret(shown) {
		return nil
	}
	return text.Line(shown, longestShown)
}

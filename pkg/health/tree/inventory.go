// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"cmp"
	"slices"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// mostInventoried limits the memory for the inventories of a shoot, in bytes, and longestID an entry.
	mostInventoried = 1 << 20
	longestID       = 1 << 10
	// entryBytes is the memory of an entry besides its text.
	entryBytes = 16
)

// suffixKustomization is the suffix of the ID of a Kustomization in an inventory.
var suffixKustomization = "_" + kustomizev1.GroupVersion.Group + "_" + kindKustomization

// Inventories are the objects that the Kustomizations of a shoot have applied, as IDs of the form
// namespace_name_group_kind. The ID of an object in another cluster (spec.kubeConfig) begins with the namespace and
// name of its Kustomization and a colon.
type Inventories struct {
	of map[ID][]string
	// states are the states of the Kustomizations in the objects that the inventories are from.
	states map[ID]applied
	size   int
	// versions are the API versions of the objects, by group and kind in the form of an ID's end: group_kind.
	versions map[string]string
	// exceeded is true if the inventories exceed the limit, so that they are incomplete.
	exceeded bool
}

// inventoryOf has the fields of a Kustomization's inventory.
type inventoryOf struct {
	ObservedGeneration    int64                          `json:"observedGeneration"`
	LastAppliedRevision   string                         `json:"lastAppliedRevision"`
	LastAttemptedRevision string                         `json:"lastAttemptedRevision"`
	Inventory             *kustomizev1.ResourceInventory `json:"inventory"`
}

// applied is the state of a Kustomization.
type applied struct {
	// source is the source, and revision the last applied revision of it.
	source   ID
	revision string
	// generation is metadata.generation.
	generation int64
	// settled is true if Flux has applied the attempted revision with the current generation. Otherwise, the inventory may
	// already be of the attempted revision (kustomize-controller: it writes the inventory before it prunes and checks the
	// health, and lastAppliedRevision and observedGeneration after that).
	settled bool
	// suspended is true if Flux changes neither the objects nor the status.
	suspended bool
}

// add adds the inventory of a Kustomization. A Kustomization that has applied a revision without an inventory is not
// added, so that its objects are unknown.
func (i *Inventories) add(of ID, kustomization *unstructured.Unstructured) {
	if i.exceeded {
		return
	}
	status, spec := decode[inventoryOf](kustomization, "status"), decode[fluxSpec](kustomization, "spec")
	i.states[of] = applied{
		source:   ID{Kind: spec.SourceRef.Kind, Namespace: cmp.Or(spec.SourceRef.Namespace, of.Namespace), Name: spec.SourceRef.Name},
		revision: revisionText(status.LastAppliedRevision), generation: kustomization.GetGeneration(), suspended: spec.Suspend,
		settled: status.LastAppliedRevision == status.LastAttemptedRevision && status.ObservedGeneration == kustomization.GetGeneration(),
	}
	if status.Inventory == nil {
		_, invalid, _ := unstructured.NestedFieldNoCopy(kustomization.Object, "status", "inventory")
		if status.LastAppliedRevision == "" && !invalid {
			i.of[of] = nil
		}
		return
	}
	elsewhere := ""
	if _, is, _ := unstructured.NestedFieldNoCopy(kustomization.Object, "spec", "kubeConfig"); is {
		elsewhere = of.Namespace + "/" + of.Name + ":"
	}
	entries := make([]string, 0, len(status.Inventory.Entries))
	for _, entry := range status.Inventory.Entries {
		id := elsewhere + entry.ID
		if i.size += len(id) + entryBytes; i.size > mostInventoried || len(id) > longestID {
			i.of, i.states, i.versions, i.exceeded = nil, nil, nil, true
			return
		}
		entries = append(entries, id)
		if parts := strings.Split(entry.ID, "_"); len(parts) >= 4 {
			i.versions[strings.Join(parts[len(parts)-2:], "_")] = text.Line(entry.Version, longestKind)
		}
	}
	i.of[of] = entries
}

// Versions returns the API versions of the objects, by group and kind in the form group_kind.
func (i Inventories) Versions() map[string]string { return i.versions }

// newInventories returns Inventories without any.
func newInventories() Inventories {
	return Inventories{of: map[ID][]string{}, states: map[ID]applied{}, versions: map[string]string{}}
}

// HasChanged returns whether the root Kustomization had another generation or another last applied revision when its
// inventory was read.
func (i Inventories) HasChanged(root ID, generation int64, revision string) bool {
	own, ok := i.states[root]
	return ok && (own.generation != generation || own.revision != revisionText(revision))
}

// AreSettled returns whether the inventories are those of the revision that the root Kustomization has applied: Flux
// has finished the root Kustomization and those below it, and those with the same source have applied the same
// revision. A suspended one keeps what it has applied.
func (i Inventories) AreSettled(root ID) bool {
	of := i.states[root]
	for _, id := range i.tree(root) {
		own, ok := i.states[id]
		switch {
		case ok && own.suspended && id != root:
		case !ok, !own.settled, own.source == of.source && own.revision != of.revision:
			return false
		}
	}
	return true
}

// tree returns the root Kustomization and those that it and its children have applied.
func (i Inventories) tree(root ID) []ID {
	all, seen := []ID{root}, map[ID]bool{root: true}
	for next := 0; next < len(all); next++ {
		for _, child := range childrenIn(i.of[all[next]]) {
			if !seen[child] {
				seen[child] = true
				all = append(all, child)
			}
		}
	}
	return all
}

// IsUnchanged returns whether a later read has found the root Kustomization and those below it with the same
// inventories and the same state. If both are settled, Flux has begun nothing between the two reads: it writes the
// attempted revision before it applies or prunes (kustomize-controller: kustomization_controller.go).
func (i Inventories) IsUnchanged(root ID, later Inventories) bool {
	all := i.tree(root)
	return slices.Equal(all, later.tree(root)) && !slices.ContainsFunc(all, func(id ID) bool {
		return i.states[id] != later.states[id] || !slices.Equal(i.of[id], later.of[id])
	})
}

// AppliedBy returns the Kustomizations with these objects in their inventories, as sorted IDs, among the root
// Kustomization and those below it. The root Kustomization has an empty ID, regardless of its name.
func (i Inventories) AppliedBy(root ID, wanted func(entry string) bool) map[string][]string {
	by := map[string][]string{}
	for _, own := range i.tree(root) {
		name := ""
		if own != root {
			name = own.Namespace + "_" + own.Name + suffixKustomization
		}
		for _, entry := range i.of[own] {
			if wanted(entry) {
				by[entry] = append(by[entry], name)
			}
		}
	}
	for entry := range by {
		slices.Sort(by[entry])
		by[entry] = slices.Compact(by[entry])
	}
	return by
}

// TooManyInventoried is the reason for inventories that are too large to compare.
const TooManyInventoried = "the shoot has more objects than the extension compares"

// Applied returns the IDs of the objects that the root Kustomization and, recursively, the Kustomizations that it has
// applied have applied, sorted and unique. If an inventory is missing, or if there are too many objects, they are
// unknown, and problem is the reason.
func (i Inventories) Applied(root ID) (all []string, problem string) {
	if i.exceeded {
		return nil, TooManyInventoried
	}
	for _, own := range i.tree(root) {
		entries, ok := i.of[own]
		if !ok {
			return nil, own.String() + " has no inventory"
		}
		all = append(all, entries...)
	}
	slices.Sort(all)
	return slices.Compact(all), ""
}

// childrenIn returns the Kustomizations among the entries of an inventory, except those in other clusters.
func childrenIn(entries []string) []ID {
	var children []ID
	for _, entry := range entries {
		name, is := strings.CutSuffix(entry, suffixKustomization)
		if !is {
			continue
		}
		if namespace, name, _ := strings.Cut(name, "_"); !strings.Contains(namespace, ":") {
			children = append(children, ID{Kind: kindKustomization, Namespace: namespace, Name: name})
		}
	}
	return children
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package guard

import (
	"maps"
	"slices"
)

// RootKustomization stands for the root Kustomization in Identity.By. Other Kustomizations have their ID.
const RootKustomization = ""

// Identity tells a protected object from another one with the same name.
type Identity struct {
	// UID is metadata.uid; empty if it is unknown.
	UID string
	// By are the Kustomizations with the object in their inventories, sorted.
	By []string
}

// Identities are the identities of protected objects, by ID.
type Identities map[string]Identity

// WithUIDs returns the identities with these UIDs, by ID. Others are unknown.
func (i Identities) WithUIDs(uids map[string]string) Identities {
	named := make(Identities, len(i))
	for id, identity := range i {
		named[id] = Identity{UID: uids[id], By: identity.By}
	}
	return named
}

// UIDs returns the known UIDs, by ID.
func (i Identities) UIDs() map[string]string {
	uids := map[string]string{}
	for id, identity := range i {
		if identity.UID != "" {
			uids[id] = identity.UID
		}
	}
	return uids
}

// Equal returns whether both have the same objects with the same UIDs and Kustomizations.
func (i Identities) Equal(other Identities) bool {
	return maps.EqualFunc(i, other, Identity.equal)
}

func (i Identity) equal(other Identity) bool {
	return i.UID == other.UID && slices.Equal(i.By, other.By)
}

// Moved returns the protected objects of the snapshot that Flux still applies, but not with all the Kustomizations
// that applied them before: one of those may have pruned them. If the snapshot lacks the Kustomizations of an object,
// because an older version of the extension wrote it, the object has moved if all its present Kustomizations are new.
func (s Snapshot) Moved(present Snapshot) []string {
	var moved []string
	for _, id := range s.Objects {
		is, isProtected := present.Identities[id]
		if !isProtected {
			continue
		}
		was, isKnown := s.Identities[id]
		hasLeft := slices.ContainsFunc(was.By, func(by string) bool {
			_, still := slices.BinarySearch(is.By, by)
			return !still
		})
		if hasLeft || !isKnown && !slices.ContainsFunc(is.By, s.hasKustomization) {
			moved = append(moved, id)
		}
	}
	return moved
}

func (s Snapshot) hasKustomization(id string) bool {
	_, has := slices.BinarySearch(s.Objects, id)
	return has || id == RootKustomization
}

// Losses are objects that a shoot has lost since a snapshot, by their IDs.
type Losses struct {
	// Gone are objects that do not exist any more. Recreated are protected objects that were deleted and created again.
	Gone, Recreated []string
	// Unknown are protected objects that exist, but may have been deleted and created again.
	Unknown []string
}

// Compare adds a protected object that exists, and that one of its Kustomizations no longer applies.
func (l *Losses) Compare(id string, was Identity, uid string) {
	switch {
	case was.UID == "" || uid == "":
		l.Unknown = append(l.Unknown, id)
	case was.UID != uid:
		l.Recreated = append(l.Recreated, id)
	}
}

// encodedIdentity is the stored form of an Identity, with positions of objects. The position of the root Kustomization
// is -1.
type encodedIdentity struct {
	Object int    `json:"object"`
	UID    string `json:"uid,omitempty"`
	By     []int  `json:"by,omitempty"`
}

// encodeIdentities returns the different identities of all snapshots once, and for each snapshot the positions of those
// that it lacks.
func (h History) encodeIdentities(objects []string) (all []encodedIdentity, lacks [][]int) {
	position := func(id string) int {
		at, has := slices.BinarySearch(objects, id)
		if !has {
			return -1
		}
		return at
	}
	for i, id := range objects {
		var own []Identity
		for _, snapshot := range h {
			identity, has := snapshot.Identities[id]
			if has && !slices.ContainsFunc(own, identity.equal) {
				own = append(own, identity)
			}
		}
		for _, identity := range own {
			one := encodedIdentity{Object: i, UID: identity.UID}
			for _, by := range identity.By {
				one.By = append(one.By, position(by))
			}
			all = append(all, one)
		}
	}
	for _, snapshot := range h {
		var absent []int
		for i, one := range all {
			id := objects[one.Object]
			if identity, has := snapshot.Identities[id]; !has || !one.decode(objects).equal(identity) {
				absent = append(absent, i)
			}
		}
		lacks = append(lacks, absent)
	}
	return all, lacks
}

// decode returns the identity with these objects.
func (e encodedIdentity) decode(objects []string) Identity {
	identity := Identity{UID: e.UID}
	for _, at := range e.By {
		by := RootKustomization
		if at >= 0 && at < len(objects) {
			by = objects[at]
		}
		identity.By = append(identity.By, by)
	}
	return identity
}

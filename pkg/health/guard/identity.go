// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package guard

import (
	"maps"
	"slices"
)

// RootKustomization is the ID of the root Kustomization in Identity.By. Other Kustomizations have their ID.
const RootKustomization = ""

// Identity distinguishes a protected object from another one with the same name.
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
			identity, ok := snapshot.Identities[id]
			if ok && !slices.ContainsFunc(own, identity.equal) {
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
			if identity, ok := snapshot.Identities[id]; !ok || !one.decode(objects).equal(identity) {
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

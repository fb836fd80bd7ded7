// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package guard

import "slices"

// Losses are objects that a shoot has lost since a snapshot, by their IDs.
type Losses struct {
	// Gone are objects that do not exist any more. Recreated are protected objects that were deleted and created again.
	Gone, Recreated []string
	// Unknown are protected objects that exist, but may have been deleted and created again.
	Unknown []string
}

// Compare adds a protected object that still exists, but that one of its Kustomizations no longer applies: as recreated
// if its UID has changed, and as unknown if a UID is unknown.
func (l *Losses) Compare(id string, was Identity, uid string) {
	switch {
	case was.UID == "" || uid == "":
		l.Unknown = append(l.Unknown, id)
	case was.UID != uid:
		l.Recreated = append(l.Recreated, id)
	}
}

// Removed returns the objects of the snapshot that are not among the present objects, which must be sorted.
func (s Snapshot) Removed(present []string) []string {
	var removed []string
	for _, id := range s.Objects {
		if _, still := slices.BinarySearch(present, id); !still {
			removed = append(removed, id)
		}
	}
	return removed
}

// Moved returns the protected objects of the snapshot that Flux still applies, but not with all the Kustomizations
// that applied them before: one of those may have pruned them. If the snapshot lacks the Kustomizations of an object,
// because an older version of the extension wrote it, the object has moved if all its present Kustomizations are new.
func (s Snapshot) Moved(present Snapshot) []string {
	var moved []string
	for _, id := range s.Objects {
		is, ok := present.Identities[id]
		if !ok {
			continue
		}
		was, ok := s.Identities[id]
		hasLeft := slices.ContainsFunc(was.By, func(by string) bool {
			_, still := slices.BinarySearch(is.By, by)
			return !still
		})
		if hasLeft || !ok && !slices.ContainsFunc(is.By, s.hasKustomization) {
			moved = append(moved, id)
		}
	}
	return moved
}

func (s Snapshot) hasKustomization(id string) bool {
	_, has := slices.BinarySearch(s.Objects, id)
	return has || id == RootKustomization
}

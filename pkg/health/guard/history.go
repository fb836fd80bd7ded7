// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package guard compares the objects that Flux applies in a shoot with those that it applied when the shoot's ring
// last passed a change. The package is pure: it reads neither a shoot nor a seed.
package guard

import (
	"cmp"
	"maps"
	"slices"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// Goal is a configuration and a commit that a shoot has or may get.
type Goal struct {
	// Revision is the revision of the project's configuration.
	Revision string `json:"revision,omitempty"`
	// Commit is the commit or digest of the source with its algorithm; empty if it is unknown or does not matter.
	Commit string `json:"commit,omitempty"`
}

// GoalOf returns the goal for a revision of the configuration and a revision of the source as Flux reports it.
func GoalOf(configuration, source string) Goal {
	goal := Goal{Revision: configuration}
	if r := revision.Parse(source); r.Digest != "" && r.Algorithm != "" {
		goal.Commit = r.Algorithm + ":" + r.Digest
	}
	return goal
}

// String returns the goal for messages.
func (g Goal) String() string {
	if g.Commit == "" {
		return "revision " + g.Revision
	}
	return "revision " + g.Revision + " and " + g.Commit
}

// isAt returns whether a shoot with this goal has what its ring has passed, if that is known.
func (g Goal) isAt(passed Goal) bool {
	return passed.Revision != "" && g.Revision == passed.Revision && (passed.Commit == "" || g.Commit == passed.Commit)
}

// Passed is the goal that the ring of a shoot has passed.
type Passed struct {
	Goal
	// Promotes is true if commits are promoted. A goal without a commit then means that the ring has passed no commit yet.
	Promotes bool
}

// Snapshot contains the objects that Flux applied in a shoot that was ready with a goal.
type Snapshot struct {
	Goal
	// Objects are the IDs of the objects in the inventories of the Kustomizations, sorted and unique.
	Objects []string
	// Versions are API versions of the objects, by group and kind in the form group_kind.
	Versions map[string]string
	// Identities are the identities of the protected objects. An older version of the extension has recorded none.
	Identities Identities
	// Gap is true if the shoot may have had objects since the snapshot before that no snapshot contains. It holds the
	// ring of the shoot until the ring passes the goal of this snapshot or of a later one.
	Gap bool
}

// History contains the snapshots of a shoot that a comparison may need, oldest first. A snapshot without a goal
// contains folded snapshots, or objects of a shoot that was not ready, so that a comparison with several snapshots
// misses none of them.
type History []Snapshot

// mostSnapshots is the maximum number of snapshots: the one to compare with, one for all that were folded, and the last
// ones that the shoot's ring may pass next.
const mostSnapshots = 5

// Since returns the snapshot to compare with, and the part of the history that may still be needed. The base is the
// newest snapshot with the goal that the ring has passed. If that goal has no commit, because the shoots follow the
// source, a shoot that has the passed configuration is compared with its previous commit, and with the objects that it
// had since while it was not ready. If the history has no such snapshot, the base contains the objects of all
// snapshots, so that nothing is missed.
//
// A shoot that is ready with the passed goal needs no comparison if all snapshots are from before that goal; the base
// is then empty. A commit is not passed with the revision alone: after a loss of the rollout, the ring has passed no
// commit, and all snapshots count. known is false if a comparison is needed, and the history is empty or has a gap: the
// next snapshot must have the gap, too.
func (h History) Since(passed Passed, present Goal, ready bool) (since History, base Snapshot, known bool) {
	isAt := present.isAt(passed.Goal)
	follows := isAt && passed.Commit == ""
	isOpen := follows && passed.Promotes && present.Commit != ""
	for i, snapshot := range slices.Backward(h) {
		if snapshot.isAt(passed.Goal) && (!follows || snapshot.Goal != present) {
			since = h[i:].withGap(false)
			if !follows {
				return since, since[0], true
			}
			base := append(since[:1:1], slices.DeleteFunc(slices.Clone(since[1:]), func(s Snapshot) bool { return s.Goal != Goal{} })...)
			return since, base.together(), !base.hasGap()
		}
	}
	if isAt && ready && !isOpen {
		h = slices.DeleteFunc(slices.Clone(h), func(s Snapshot) bool { return s.Goal != present }).withGap(false)
	}
	return h, h.together(), isAt && !(isOpen && h.hasGap()) || len(h) > 0 && !h.hasGap()
}

func (h History) hasGap() bool { return slices.ContainsFunc(h, func(s Snapshot) bool { return s.Gap }) }

// withGap returns the history with or without a gap before its first snapshot.
func (h History) withGap(gap bool) History {
	h = slices.Clone(h)
	if len(h) > 0 {
		h[0].Gap = gap
	}
	return h
}

// together returns a snapshot with the goal of the oldest one that has a goal, the objects of all, and their oldest
// identities.
func (h History) together() Snapshot {
	if len(h) == 0 {
		return Snapshot{}
	}
	all := Snapshot{Versions: map[string]string{}}
	for _, snapshot := range h {
		all.Goal = cmp.Or(all.Goal, snapshot.Goal)
		all.Objects = append(all.Objects, snapshot.Objects...)
		maps.Copy(all.Versions, snapshot.Versions)
	}
	for _, snapshot := range slices.Backward(h) {
		if all.Identities == nil && len(snapshot.Identities) > 0 {
			all.Identities = Identities{}
		}
		maps.Copy(all.Identities, snapshot.Identities)
	}
	slices.Sort(all.Objects)
	all.Objects = slices.Compact(all.Objects)
	return all
}

// With returns the history with a snapshot as the newest. It replaces a snapshot with the same goal. If there are too
// many snapshots, it folds the oldest ones except the first into one without goal, so that their objects are still
// compared if the passed goal is unknown. A gap of the snapshot is one before the first snapshot. A gap before the
// first snapshot stays, even if that one is replaced.
func (h History) With(snapshot Snapshot) History {
	gap := snapshot.Gap || len(h) > 0 && h[0].Gap
	snapshot.Gap = false
	next := h.with(snapshot)
	return next.withGap(gap || next[0].Gap)
}

// with returns the history with a snapshot as the newest, and its gap.
func (h History) with(snapshot Snapshot) History {
	others := slices.DeleteFunc(slices.Clone(h), func(s Snapshot) bool { return s.Goal == snapshot.Goal && s.Goal != Goal{} })
	if len(others) == mostSnapshots {
		folded := others[1:3].together()
		folded.Goal, folded.Gap = Goal{}, others[1:3].hasGap()
		others = slices.Replace(others, 1, 3, folded)
	}
	return append(others, snapshot)
}

// WithApplied returns the history with the objects of a shoot that is not ready, unless its snapshots have them. The
// ring may pass the goal of the shoot without it, and the next commit may remove them. An empty history stays empty,
// because earlier objects are unknown.
func (h History) WithApplied(snapshot Snapshot) History {
	if len(h) == 0 || len(snapshot.Removed(h.together().Objects)) == 0 {
		return h
	}
	applied := Snapshot{Objects: snapshot.Objects, Versions: snapshot.Versions}
	last := h[len(h)-1]
	if last.Goal != (Goal{}) {
		return h.with(applied)
	}
	all := History{last, applied}.together()
	all.Gap = last.Gap
	return append(slices.Clone(h[:len(h)-1]), all)
}

// WithUnrecorded returns the history with a gap after its last snapshot: the shoot has objects that are not recorded.
func (h History) WithUnrecorded() History {
	if len(h) > 0 && h[len(h)-1].Goal == (Goal{}) {
		h = slices.Clone(h)
		h[len(h)-1].Gap = true
		return h
	}
	return h.with(Snapshot{Gap: true})
}

// At returns the snapshot with a goal; an empty one if there is none.
func (h History) At(goal Goal) Snapshot {
	for _, snapshot := range slices.Backward(h) {
		if snapshot.Goal == goal {
			return snapshot
		}
	}
	return Snapshot{}
}

// WithoutIdentities returns the history without the identities of objects.
func (h History) WithoutIdentities() History {
	h = slices.Clone(h)
	for i := range h {
		h[i].Identities = nil
	}
	return h
}

// encoded is the stored form of a History. It contains each ID once, because the snapshots hardly differ.
type encoded struct {
	Objects  []string          `json:"objects"`
	Versions map[string]string `json:"versions,omitempty"`
	// Identities are the different identities of objects in all snapshots.
	Identities []encodedIdentity `json:"identities,omitempty"`
	Snapshots  []encodedSnapshot `json:"snapshots"`
}

type encodedSnapshot struct {
	Goal `json:",inline"`
	// Absent lists the positions of the objects that the snapshot does not contain.
	Absent []int `json:"absent,omitempty"`
	// Lacks lists the positions of the identities that the snapshot does not contain.
	Lacks []int `json:"lacks,omitempty"`
	Gap   bool  `json:"gap,omitempty"`
}

// limits are the limits of an encoded History. The Secret that stores it is limited to 1 MiB after compression.
func limits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: 4 << 20, Elements: 200_000}
}

// Encode returns the history as compressed JSON, and whether it has at most the given number of bytes. The result
// depends only on the history.
func (h History) Encode(most int) (content []byte, fits bool) {
	e := encoded{Objects: []string{}, Versions: map[string]string{}}
	for _, snapshot := range h {
		e.Objects = append(e.Objects, snapshot.Objects...)
		maps.Copy(e.Versions, snapshot.Versions)
	}
	slices.Sort(e.Objects)
	e.Objects = slices.Compact(e.Objects)
	var lacks [][]int
	e.Identities, lacks = h.encodeIdentities(e.Objects)
	for at, snapshot := range h {
		one := encodedSnapshot{Goal: snapshot.Goal, Gap: snapshot.Gap, Lacks: lacks[at]}
		for i, id := range e.Objects {
			if _, has := slices.BinarySearch(snapshot.Objects, id); !has {
				one.Absent = append(one.Absent, i)
			}
		}
		e.Snapshots = append(e.Snapshots, one)
	}
	content, _, err := limits().Compress(e)
	return content, err == nil && len(content) <= most
}

// Decode reads a history that Encode has written. No content is an empty history.
func Decode(content []byte) (History, error) {
	if len(content) == 0 {
		return nil, nil
	}
	var e encoded
	if _, err := limits().Decompress(content, &e); err != nil {
		return nil, err
	}
	slices.Sort(e.Objects)
	var h History
	for _, one := range e.Snapshots[:min(len(e.Snapshots), mostSnapshots)] {
		absent := map[int]bool{}
		for _, i := range one.Absent {
			absent[i] = true
		}
		snapshot := Snapshot{Goal: one.Goal, Versions: e.Versions, Gap: one.Gap}
		for i, id := range e.Objects {
			if !absent[i] {
				snapshot.Objects = append(snapshot.Objects, id)
			}
		}
		lacks := map[int]bool{}
		for _, i := range one.Lacks {
			lacks[i] = true
		}
		for i, identity := range e.Identities {
			if lacks[i] || identity.Object < 0 || identity.Object >= len(e.Objects) {
				continue
			}
			if snapshot.Identities == nil {
				snapshot.Identities = Identities{}
			}
			snapshot.Identities[e.Objects[identity.Object]] = identity.decode(e.Objects)
		}
		h = append(h, snapshot)
	}
	return h, nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package commitstatus

import (
	"cmp"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// mostCommits is the maximum number of commits that the order is recorded for.
const mostCommits = 20

// commitOf returns the ID of the commit in a reported revision or in the target of a ring; empty if it has no complete
// ID of a Git commit.
func commitOf(text string) string {
	r := revision.Parse(text)
	if !r.IsComplete() {
		return ""
	}
	return r.Digest
}

// allowed returns the ID of the commit in a revision that a leader reports; empty if the source does not allow the
// revision. Administrators of a shoot can make Flux apply any revision, such as that of a pull request.
func (d *decision) allowed(text string) string {
	if d.in.Source == (rollout.Source{}) || d.in.Source.ProblemWith(text) != "" {
		return ""
	}
	return commitOf(text)
}

// attemptedBy returns the commit that a leader attempts to apply or has applied; empty if it reports none.
func (d *decision) attemptedBy(shoot rollout.Member) string {
	if commitOf(shoot.Status.Attempted) != "" {
		return d.allowed(shoot.Status.Attempted)
	}
	return d.allowed(shoot.Status.Applied)
}

// leaders returns the Shoots that a new commit reaches first: those of the first ring, or of the whole project. It
// omits Shoots that cannot be observed or have no repository, because they do not count.
func (d *decision) leaders() []rollout.Member {
	return slices.DeleteFunc(slices.Clone(d.in.Shoots), func(shoot rollout.Member) bool {
		return shoot.IsAway() || shoot.Status.HasNoSource || d.in.Rollout != nil && d.in.Rollout.RingIndex(shoot.Identity) > 0
	})
}

// see records the commits that the Shoots attempt in the order of their first observation, and returns the newest one.
// Commits that are first observed at the same time are ordered by the last change of state of their Shoots: a Shoot
// with an older commit has been ready for longer. If no commit is reported, see returns an empty string.
func (d *decision) see(shoots []rollout.Member) string {
	since := map[string]metav1.Time{}
	for _, shoot := range shoots {
		if commit := d.attemptedBy(shoot); commit != "" {
			if known, ok := since[commit]; !ok || known.Before(&shoot.Status.Since) {
				since[commit] = shoot.Status.Since
			}
		}
	}
	if len(since) == 0 {
		return ""
	}
	known := slices.DeleteFunc(d.record.Commits, func(commit string) bool {
		_, ok := since[commit]
		return !ok
	})
	added := slices.DeleteFunc(slices.Sorted(maps.Keys(since)), func(commit string) bool { return slices.Contains(known, commit) })
	slices.SortStableFunc(added, func(a, b string) int { return since[a].Compare(since[b].Time) })
	all := slices.Concat(known, added)
	d.record.Commits = all[max(0, len(all)-mostCommits):]
	return all[len(all)-1]
}

// counts are the numbers of Shoots on the way to a commit.
type counts struct {
	// total is the number of Shoots that count, and done the number of those that are ready with the commit.
	total, done int
	// failing are the Shoots that fail with the commit, sorted by name.
	failing []rollout.Member
}

// countsOf counts the Shoots that are ready or fail with the newest commit.
func (d *decision) countsOf(shoots []rollout.Member) counts {
	c := counts{total: len(shoots)}
	for _, shoot := range shoots {
		switch state := shoot.Status.State; {
		case state == rollout.MemberReady && d.allowed(shoot.Status.Applied) == d.newest:
			c.done++
		case state == rollout.MemberFailed && d.attemptedBy(shoot) == d.newest:
			c.failing = append(c.failing, shoot)
		}
	}
	slices.SortFunc(c.failing, func(a, b rollout.Member) int { return cmp.Compare(a.Name, b.Name) })
	return c
}

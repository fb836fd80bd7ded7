// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"slices"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// mostCommits is the maximum number of stored commits.
const mostCommits = 100

// isNewer returns whether a commit was first seen after the commit of a failure. A commit that was promoted was seen
// before. What is not known is not newer.
func (m Memory) isNewer(commit, failed string, before *rollout.State) bool {
	wasPromoted := slices.ContainsFunc(before.Promoted, func(p rollout.Promoted) bool { return isAt(commit, p.Commit) })
	i := slices.Index(m.Commits, failed)
	return commit != "" && !wasPromoted && i >= 0 && !slices.Contains(m.Commits[:i], commit)
}

// commitsSeen returns the updated Commits. It forgets all if no failure is remembered, and the oldest ones that nobody
// reports any more if there are too many.
func (m Memory) commitsSeen(first *ring, failed []FailedShoot) []string {
	isReported, isCause := map[string]bool{}, map[string]bool{}
	for _, own := range failed {
		if own.Commit != "" {
			isReported[own.Commit], isCause[own.Commit] = true, true
		}
	}
	if len(isCause) == 0 {
		return nil
	}
	for _, f := range first.seeds {
		for _, shoot := range f.seed.Report {
			if own := shoot.Baseline; own != nil {
				for _, reported := range []string{own.AppliedRevision, own.AttemptedRevision} {
					if revision.Parse(reported).Digest != "" {
						isReported[commitIn(reported)] = true
					}
				}
			}
		}
	}
	all := slices.Clone(m.Commits)
	for _, causes := range []bool{false, true} {
		for commit := range ordered.Map(isReported) {
			if isCause[commit] == causes && !slices.Contains(all, commit) {
				all = append(all, commit)
			}
		}
	}
	for len(all) > mostCommits {
		i := max(0, slices.IndexFunc(all, func(commit string) bool { return !isReported[commit] }))
		all = slices.Delete(all, i, i+1)
	}
	return all
}

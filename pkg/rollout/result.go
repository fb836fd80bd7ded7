// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/sets"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Result returns a text that identifies the results of members of a ring with their targets. complete is false while a
// member is on its way: it is progressing, or does not report its target or its removed objects yet. In a ring that
// follows the source, this includes members that are ready with different commits.
func (s *State) Result(ring string, members []Member) (result string, complete bool) {
	var results []string
	commits := sets.New[string]()
	for _, member := range members {
		if record, ok := s.Members[member.Name]; !ok || record.UID != member.UID || member.isUnderWay(record.Target) {
			return "", false
		}
		commit := ""
		if s.Promotes() {
			commit = commitOf(member.Status.Applied)
		}
		if member.isReady() {
			commits.Insert(commit)
		}
		results = append(results, fmt.Sprint(member.Name, member.Status.State, member.Status.Revision, commit, isKnown(member.Status.Removals)))
	}
	if len(commits) > 1 && s.Rings[0].Name == ring {
		return "", false
	}
	slices.Sort(results)
	return digest(results), true
}

// isUnderWay returns whether a member that is reported may still report another result with its target.
func (m Member) isUnderWay(target Target) bool {
	switch {
	case m.isProgressing():
		return !m.isKept()
	case m.isReady():
		return !m.has(target) || slices.ContainsFunc(m.Status.Removals, func(r Removal) bool {
			return r.Removed != nil && r.Removed.Unknown == fluxv1alpha1.RemovedUnsettled
		})
	}
	return false
}

func isKnown(removals []Removal) bool {
	return !slices.ContainsFunc(removals, func(r Removal) bool { return r.Removed == nil || r.Removed.Unknown != "" })
}

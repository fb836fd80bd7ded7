// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Goal is what Shoots are to have.
type Goal struct {
	// Revision is the identity of a Revision.
	Revision string `json:"revision,omitempty"`
	// Commit is the commit or digest of the source, with its algorithm, such as sha1:<digits>; empty if the source is followed.
	Commit string `json:"commit,omitempty"`
}

// State is the rollout of a project: all that has to be remembered of it.
type State struct {
	// Rollout is the last valid configuration of the rollout, with its defaults and with a ring for each Shoot.
	Rollout fluxv1alpha1.Rollout `json:"rollout"`
	// Target is the revision that all Shoots are to have in the end, and Since when it became that.
	Target string      `json:"target"`
	Since  metav1.Time `json:"since,omitzero"`
	// RolledBack is whether the target was taken back: no Shoot gets it until it is another one, or the rollout is resumed.
	RolledBack bool `json:"rolledBack,omitempty"`
	// Paused is whether an operation has paused the rollout.
	Paused bool `json:"paused,omitempty"`
	// Skipped are the names of the Shoots that do not count for the target unless they are ready with it.
	Skipped []string `json:"skipped,omitempty"`
	// Operation is the operation that was done last, as long as it was not removed from ConfigMap flux-config.
	Operation string `json:"operation,omitempty"`
	// Rings are those of Rollout, in the same order.
	Rings []Ring `json:"rings"`
	// Shoots are the Shoots of the project that are known, by their names.
	Shoots map[string]Placement `json:"shoots,omitempty"`
	// Revisions are those in use, by their identities.
	Revisions map[string]Revision `json:"-"`
	// History has the former targets, the last one first.
	History []Former `json:"history,omitempty"`

	// selectors are those of the rings of Rollout.
	selectors selectors
}

// Ring is what has to be remembered of a ring.
type Ring struct {
	// Name is that of the ring.
	Name string `json:"name"`
	// Goal is what the Shoots of the ring are being given, or have.
	Goal Goal `json:"goal"`
	// Passed is the goal with which all of them were ready last. New Shoots of the ring get it, and the next ring begins with it.
	Passed Goal `json:"passed"`
	// Former is the goal with another revision that the ring had passed before Passed; empty if there is none.
	Former Goal `json:"former,omitzero"`
	// Approved is the goal that was approved last. Without a commit, it stands for the next one.
	Approved Goal `json:"approved,omitzero"`
	// Rejected is the goal that was taken back in this ring alone; empty if none was.
	Rejected Goal `json:"rejected,omitzero"`
	// Commit is, in the first ring, the commit that all of its Shoots have reported last, if it is not that of Passed.
	Commit string `json:"commit,omitempty"`
	// ReadySince is since when all Shoots that count are ready with Goal, and with Commit; zero if they are not.
	ReadySince metav1.Time `json:"readySince,omitzero"`
	// Stopped is whether it was reported that too many Shoots have failed, and Asked for which goal it was reported that the ring waits for its approval.
	Stopped bool `json:"stopped,omitempty"`
	Asked   Goal `json:"asked,omitzero"`
}

// Placement is what a Shoot is to have.
type Placement struct {
	// UID is that of the Shoot. One that is recreated under the same name is another Shoot.
	UID types.UID `json:"uid"`
	// Goal is what it is to have.
	Goal `json:",inline"`
	// Started is when it was given the goal of its ring, as long as the ring has not passed that; zero otherwise.
	Started metav1.Time `json:"started,omitzero"`
	// NotWell is whether it was not ready before that, and has not been since: it does not count then.
	NotWell bool `json:"notWell,omitempty"`
	// Missing is since when nothing is reported of it, although it was ready before; zero if something is.
	Missing metav1.Time `json:"missing,omitzero"`
}

// Former is a target of the past.
type Former struct {
	// Revision is its identity, and FluxVersion its Flux version.
	Revision    string `json:"revision"`
	FluxVersion string `json:"fluxVersion,omitempty"`
	// Since and Until are when it became the target and when it was replaced by another.
	Since metav1.Time `json:"since,omitzero"`
	Until metav1.Time `json:"until,omitzero"`
	// Outcome is Complete, RolledBack or Replaced.
	Outcome Outcome `json:"outcome"`
}

// Outcome is what became of a target.
type Outcome string

const (
	// OutcomeComplete is a target that all rings have passed.
	OutcomeComplete Outcome = "Complete"
	// OutcomeRolledBack is a target that was taken back.
	OutcomeRolledBack Outcome = "RolledBack"
	// OutcomeReplaced is a target that was replaced by another before all rings had passed it.
	OutcomeReplaced Outcome = "Replaced"
)

// longestHistory is the number of former targets that are kept.
const longestHistory = 10

// String describes the goal in a few words.
func (g Goal) String() string {
	if g.Commit == "" {
		return "revision " + g.Revision
	}
	return fmt.Sprintf("revision %s and %s", g.Revision, g.Commit)
}

// isEverywhere returns whether all rings have passed the target.
func (s *State) isEverywhere() bool {
	return !slices.ContainsFunc(s.Rings, func(ring Ring) bool { return ring.Passed.Revision != s.Target })
}

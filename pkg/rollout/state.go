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
	// Commit is the commit or digest of the source with its algorithm, such as sha1:<digits>, and with the tag in front if the source follows a tag
	// or a range, such as v1.2.3@sha1:<digits>; empty if the source is followed.
	Commit string `json:"commit,omitempty"`
}

// State is the rollout of a project: all that has to be remembered of it.
type State struct {
	// Rollout is the last valid configuration of the rollout, with its defaults and with a ring for each Shoot.
	Rollout fluxv1alpha1.Rollout `json:"rollout"`
	// Target is the revision that all Shoots are to have in the end, and Since when it became that.
	Target string      `json:"target"`
	Since  metav1.Time `json:"since,omitzero"`
	// Source identifies the source of the target; empty if it has none. A commit is proven for one source only.
	Source string `json:"source,omitempty"`
	// Promoted are the commits that the first ring has passed, the last one first.
	Promoted []Promoted `json:"promoted,omitempty"`
	// Recovering is set while the State follows from the reports of the Shoots, because no State was stored, and not all of them have the target.
	Recovering bool `json:"recovering,omitempty"`
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

// Ring is the part of the State about one ring.
type Ring struct {
	// Name is that of the ring.
	Name string `json:"name"`
	// Goal is the goal that the Shoots of the ring are being given, or have; without a revision if that is not known.
	Goal Goal `json:"goal"`
	// Passed is the goal with which all of them were ready last. New Shoots of the ring get it, and the next ring begins with it. It has no revision
	// if none is known to be proven.
	Passed Goal `json:"passed"`
	// Former is the goal with another revision that the ring had passed before Passed; empty if there is none.
	Former Goal `json:"former,omitzero"`
	// Begun is whether the ring has begun with Goal for the present target. An approval is for one change, which the ring begins with once.
	Begun bool `json:"begun,omitempty"`
	// Asked is the goal for which an approval was requested, and Approved the goal that was approved; empty as soon as the ring begins. Without a
	// commit, Approved is for the next goal with that revision.
	Asked    Goal `json:"asked,omitzero"`
	Approved Goal `json:"approved,omitzero"`
	// Rejected is the goal that was taken back in this ring alone; empty if none was.
	Rejected Goal `json:"rejected,omitzero"`
	// Commit is, in the first ring, the commit that all of its Shoots have reported last, if Passed has another one.
	Commit string `json:"commit,omitempty"`
	// ReadySince is the time since which all Shoots that count are ready with Goal, and with Commit; zero if they are not. Soaked is the time that
	// they were ready before no Shoot counted for a while.
	ReadySince metav1.Time     `json:"readySince,omitzero"`
	Soaked     metav1.Duration `json:"soaked,omitzero"`
	// Counted is whether a Shoot that counts has been given Goal since the ring began.
	Counted bool `json:"counted,omitempty"`
	// Failures are the Shoots that have failed with Goal, by name. They stay until the Shoot is ready with Goal or was skipped, the failures were
	// approved, or the ring gets another goal, even if the Shoot is gone.
	Failures []Failure `json:"failures,omitempty"`
	// Stopped is whether it was reported that too many Shoots have failed, and Holding whether it was reported that no Shoot proves Goal.
	Stopped bool `json:"stopped,omitempty"`
	Holding bool `json:"holding,omitempty"`
	// Accepted is the goal that the ring may pass without a proof, because that was approved.
	Accepted Goal `json:"accepted,omitzero"`
}

// Failure is a Shoot that has failed.
type Failure struct {
	// Shoot is its name.
	Shoot string `json:"shoot"`
	// Commit is, in a first ring that had passed the revision before, the commit that the Shoot has failed with; empty if the revision may be the cause.
	Commit string `json:"commit,omitempty"`
	// Message is the reported one, shortened; empty if the Shoot was not ready by the deadline, and for all but the first failures of a ring.
	Message string `json:"message,omitempty"`
}

// Promoted is a commit that the first ring has passed.
type Promoted struct {
	// Source identifies the source that it is of, and Commit is the commit as in a Goal.
	Source string `json:"source,omitempty"`
	Commit string `json:"commit"`
}

// Placement is the part of the State about one Shoot.
type Placement struct {
	// UID is that of the Shoot. One that is recreated under the same name is another Shoot.
	UID types.UID `json:"uid"`
	// Goal is the goal that the Shoot is to have; without a revision if that is not known: it keeps what it has.
	Goal `json:",inline"`
	// Started is the time at which it was given the goal of its ring, as long as the ring has not passed that; zero otherwise.
	Started metav1.Time `json:"started,omitzero"`
	// NotWell is whether it was not ready before that, and has not been since: it does not count then.
	NotWell bool `json:"notWell,omitempty"`
	// AwaySince is the time since which it is hibernated, suspended or otherwise away with that goal; zero if it is not. Returning is whether it
	// was, and has been neither ready nor failed since.
	AwaySince metav1.Time `json:"awaySince,omitzero"`
	Returning bool        `json:"returning,omitempty"`
	// Missing is the time since which nothing is reported about it, although it was ready before; zero if something is.
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

const (
	// longestHistory and mostPromoted bound the stored former targets and promoted commits.
	longestHistory = 10
	mostPromoted   = 50
)

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

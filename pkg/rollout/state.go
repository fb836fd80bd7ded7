// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Target is the revision that members get and, if commits are promoted, the commit.
type Target struct {
	// Revision is the ID of a Revision.
	Revision string `json:"revision,omitempty"`
	// Commit is the commit or digest of the source with its algorithm, such as sha1:<digits>. It has no tag, because a tag
	// may be moved to another commit. It is empty if the members follow the source.
	Commit string `json:"commit,omitempty"`
}

// State is the stored state of a project's rollout.
type State struct {
	// Rollout is the last valid configuration of the rollout, with its defaults and with a ring for each member.
	Rollout fluxv1alpha1.Rollout `json:"rollout"`
	// Target is the revision that all members eventually get, and Since is the time when it became the target.
	Target string      `json:"target"`
	Since  metav1.Time `json:"since,omitzero"`
	// Decided is the time of the last decision, or up to RecordStep earlier. It is zero if no duration was measured since
	// the rollout began. Behind is true if the clock of the last decision was before Decided.
	Decided metav1.Time `json:"decided,omitzero"`
	Behind  bool        `json:"behind,omitempty"`
	// Source is the ID of the target's source; empty if the target has no source. A commit is proven only for its source.
	Source string `json:"source,omitempty"`
	// Promoted lists the commits that the first ring has passed, most recently promoted first.
	Promoted []Promoted `json:"promoted,omitempty"`
	// Recovering is true if the State was derived from the reports of the members, and not all members have the target
	// yet.
	Recovering bool `json:"recovering,omitempty"`
	// Unused is true until the project has had a member. All rings have passed each target until then, because there is no
	// member that a change could break.
	Unused bool `json:"unused,omitempty"`
	// Unfinished is true until an Event has reported that the rollout of the target is complete.
	Unfinished bool `json:"unfinished,omitempty"`
	// RolledBack is true if the target was rolled back. No member gets this target unless the rollout is resumed.
	RolledBack bool `json:"rolledBack,omitempty"`
	// Paused is true if an operation has paused the rollout.
	Paused bool `json:"paused,omitempty"`
	// Skipped lists the names of the members that were skipped for the target, in sorted order. A skipped member counts
	// only if it is ready with the target.
	Skipped []string `json:"skipped,omitempty"`
	// Operation is the last executed operation. It is cleared when the annotation is removed from ConfigMap flux-config.
	Operation string `json:"operation,omitempty"`
	// Rings contains the state of each ring of Rollout, in the same order.
	Rings []Ring `json:"rings"`
	// Members contains the records of the project's members by name.
	Members map[string]Record `json:"shoots,omitempty"`
	// Revisions contains the revisions in use by ID. Encode stores each one under its own key.
	Revisions map[string]Revision `json:"-"`
	// History lists the former targets, newest first.
	History []Former `json:"history,omitempty"`
	// Operations lists the last executed operations, newest first. Encode stores them under a key of their own, because
	// seeds, which do not need them, refuse a State with a field that they do not know.
	Operations []ExecutedOperation `json:"-"`
	// Sources records the former sources of revisions and members. Encode stores it under a separate key.
	Sources Sources `json:"-"`

	// selectors contains the compiled selector of each ring of Rollout, in the same order.
	selectors []selection.Selector
}

// Ring is the stored state of one ring.
type Ring struct {
	// Name is the name of the ring.
	Name string `json:"name"`
	// Target is the target that the members of the ring have or get next; without a revision if it is unknown.
	Target Target `json:"target"`
	// Passed is the last target that the ring has passed. New members of the ring get this target, and the next ring
	// begins with it. It has no revision if the last passed target is unknown.
	Passed Target `json:"passed"`
	// Held is true if the commit of Passed was not promoted to the ring: its members have had it since they followed the
	// source. The next ring does not begin with it.
	Held bool `json:"held,omitempty"`
	// Former is the last target with a different revision that the ring passed before Passed; empty if there is no such
	// target.
	Former Target `json:"former,omitzero"`
	// Begun is true if the ring has begun with Target in the current change.
	Begun bool `json:"begun,omitempty"`
	// Asked is the target that an approval was requested for, and Approved the approved target. Both are cleared when the
	// ring begins. If Approved has no commit, the approval applies to the first target with that revision.
	Asked    Target `json:"asked,omitzero"`
	Approved Target `json:"approved,omitzero"`
	// Rejected is the target whose commit only this ring has rolled back; empty if there is no such target.
	Rejected Target `json:"rejected,omitzero"`
	// Commit is the commit that the ready members of the first ring report and that the ring has not passed yet.
	Commit string `json:"commit,omitempty"`
	// ReadySince is the time when all members that count became ready with Target and Commit; zero if they are not ready.
	// Soaked is the soak time that elapsed before the last interruption.
	ReadySince metav1.Time     `json:"readySince,omitzero"`
	Soaked     metav1.Duration `json:"soaked,omitzero"`
	// Closed is the time when all windows of the ring were last seen closed after one of them had opened. An opening that
	// started before is over, also if the clock is turned back.
	Closed metav1.Time `json:"closed,omitzero"`
	// Pinned is true while the members of a pinned first ring do not follow the source. A new member gets the commit that
	// the ring has passed.
	Pinned bool `json:"pinned,omitempty"`
	// Overruled is an approval that overrules freezes for its target.
	Overruled Overruled `json:"overruled,omitzero"`
	// Checks is the progress of the checks that the ring waits for. Checked records that the ring may begin with a target,
	// and Waived that it may pass one, without waiting for its checks.
	Checks  []Asked `json:"checks,omitempty"`
	Checked Cleared `json:"checked,omitzero"`
	Waived  Cleared `json:"waived,omitzero"`
	// Released is the progress of a rollout with a Pace.
	Released Released `json:"released,omitzero"`
	// Counted is true if a member that counts was assigned Target since the ring began.
	Counted bool `json:"counted,omitempty"`
	// Failures lists the members that have failed or lost objects with Target, sorted by name. An entry is kept, even if
	// the member is deleted, until the member is skipped, is ready with Target or reports the objects again, the entries
	// are accepted or retried by an operation, or the ring gets a different target.
	Failures []Failure `json:"failures,omitempty"`
	// Stopped is true after an Event has reported too many failures. Holding is true after an Event has reported that the
	// ring does not pass Target for lack of proof.
	Stopped bool `json:"stopped,omitempty"`
	Holding bool `json:"holding,omitempty"`
	// Guarded describes the removed objects that the ring holds its target for or, if the members follow the source, that
	// were reported last; empty if the guard allows what was removed.
	Guarded string `json:"guarded,omitempty"`
	// Reported identifies the configuration and the commit whose removals were reported or approved last, if the members
	// follow the source.
	Reported string `json:"reported,omitempty"`
	// Accepted is the target that the ring may pass without proof after an approval.
	Accepted Target `json:"accepted,omitzero"`
}

// Failure records that a member has failed or, with Lost, that it has lost more objects than the guard allows. A member
// can have one of each.
type Failure struct {
	// Member is the name of the member.
	Member string `json:"shoot"`
	// Commit is the commit that the member has failed with; empty if the revision may be the cause. It is set only if the
	// ring follows the source and has passed the revision.
	Commit string `json:"commit,omitempty"`
	// Message is the shortened message that the member reports; empty if the member was not ready by the deadline. Only
	// the first failures of a ring have a message.
	Message string `json:"message,omitempty"`
	// At is the time of the report of the failure; zero if the member was not ready by the deadline. An older report that
	// arrives later does not end the failure.
	At metav1.Time `json:"at,omitzero"`
	// Lost describes the lost objects; nil for a failure. Accepted is true if an approval covers the loss.
	Lost     *Loss `json:"lost,omitempty"`
	Accepted bool  `json:"accepted,omitempty"`
}

// Loss contains the numbers of objects that a member has lost with the target of its ring.
type Loss struct {
	// Of is the member that has lost the objects if the member of the ring is a seed; empty otherwise.
	Of string `json:"of,omitempty"`
	// UID is the UID of the member that has lost the objects. Another one with the same name has not had them.
	UID types.UID `json:"uid,omitempty"`
	// Before is the number of objects that the member had when its ring last passed a target, and Count the number of
	// those that it has lost.
	Before int32 `json:"before"`
	Count  int32 `json:"count"`
	// Protected contains the numbers of lost objects of protected kinds.
	Protected map[string]int32 `json:"protected,omitempty"`
	// Commit is the commit that the member had then, if the ring follows the source. An approval is for one commit.
	Commit string `json:"commit,omitempty"`
}

// Promoted is a commit that the first ring has passed.
type Promoted struct {
	// Source is the ID of the source, and Commit the commit in the format of Target.Commit.
	Source string `json:"source,omitempty"`
	Commit string `json:"commit"`
}

// Record is the stored state of one member.
type Record struct {
	// UID is the UID of the member. It distinguishes a member from a former one with the same name.
	UID types.UID `json:"uid"`
	// Target is the permitted revision and commit. If it is unknown, it has no revision, and the member stays unchanged.
	Target `json:",inline"`
	// Pin is the commit that a member of a pinned first ring has while the ring gets no commits; empty if it follows the
	// source.
	Pin string `json:"pin,omitempty"`
	// Started is the time when the member was assigned its target, adjusted for the time that it could not be observed;
	// zero after the ring has passed the target.
	Started metav1.Time `json:"started,omitzero"`
	// NotWell is true if the member was not ready before it got the target and has not become ready since. Such a member
	// does not count.
	NotWell bool `json:"notWell,omitempty"`
	// AwaySince is the time since which a progressing member cannot be observed; zero if it can be observed. Returning is
	// true if the member can be observed again and has neither become ready nor failed yet.
	AwaySince metav1.Time `json:"awaySince,omitzero"`
	Returning bool        `json:"returning,omitempty"`
	// Missing is the time when the report of a previously ready member was first missing; zero if the member is reported.
	Missing metav1.Time `json:"missing,omitzero"`
	// Offered is the time when the member, which asks not to get a change now, could have had one first.
	Offered metav1.Time `json:"offered,omitzero"`
	// Next is the target that the ring has passed without the member. The member gets it in its maintenance time window.
	Next Target `json:"next,omitzero"`
}

// Former is a former target.
type Former struct {
	// Revision is the ID of the revision, and FluxVersion its Flux version.
	Revision    string `json:"revision"`
	FluxVersion string `json:"fluxVersion,omitempty"`
	// Since is the time when the revision became the target, and Until the time when it was replaced.
	Since metav1.Time `json:"since,omitzero"`
	Until metav1.Time `json:"until,omitzero"`
	// Outcome is the outcome when the target was replaced.
	Outcome Outcome `json:"outcome"`
}

// ExecutedOperation is an operation that a user has requested.
type ExecutedOperation struct {
	// Value is the value of the annotation, Time the time of the decision, and Note the result.
	Value string      `json:"value"`
	Time  metav1.Time `json:"time"`
	Note  string      `json:"note"`
}

// Sources contains the IDs of former sources after a change of the source.
type Sources struct {
	// Revisions maps the ID of each revision with a former source to the ID of that source.
	Revisions map[string]string `json:"revisions,omitempty"`
	// Members maps the name of each member that has not become ready with the present source to the ID of the source of
	// the commit that it reports, or to severalSources.
	Members map[string]string `json:"shoots,omitempty"`
}

// Outcome is the outcome of a former target.
type Outcome string

const (
	// OutcomeComplete means that all rings have passed the target.
	OutcomeComplete Outcome = "Complete"
	// OutcomeRolledBack means that the target was rolled back.
	OutcomeRolledBack Outcome = "RolledBack"
	// OutcomeReplaced means that the target was replaced before all rings had passed it.
	OutcomeReplaced Outcome = "Replaced"
)

const (
	// longestHistory is the maximum number of stored former targets, and mostPromoted of stored promoted commits.
	longestHistory = 10
	mostPromoted   = 50
)

// String returns the target as part of a sentence.
func (g Target) String() string {
	if g.Commit == "" {
		return "revision " + g.Revision
	}
	return fmt.Sprintf("revision %s and %s", g.Revision, g.Commit)
}

// IsEverywhere returns whether all rings have passed the target.
func (s *State) IsEverywhere() bool {
	return !slices.ContainsFunc(s.Rings, func(ring Ring) bool { return ring.Passed.Revision != s.Target })
}

func (s *State) clone() *State {
	c := *s
	c.Rings, c.Skipped, c.History, c.Promoted = slices.Clone(s.Rings), slices.Clone(s.Skipped), slices.Clone(s.History), slices.Clone(s.Promoted)
	for i := range c.Rings {
		c.Rings[i].Failures, c.Rings[i].Checks = slices.Clone(c.Rings[i].Failures), slices.Clone(c.Rings[i].Checks)
	}
	c.Members, c.Revisions = maps.Clone(s.Members), maps.Clone(s.Revisions)
	c.Sources = Sources{Revisions: maps.Clone(s.Sources.Revisions), Members: maps.Clone(s.Sources.Members)}
	return &c
}

// prune removes the revisions that no ring, no member and no target refers to.
func (s *State) prune() {
	used := map[string]bool{s.Target: true}
	for _, ring := range s.Rings {
		used[ring.Target.Revision], used[ring.Passed.Revision], used[ring.Former.Revision] = true, true, true
	}
	for _, record := range s.Members {
		used[record.Revision] = true
	}
	maps.DeleteFunc(s.Revisions, func(id string, _ Revision) bool { return !used[id] })
	maps.DeleteFunc(s.Sources.Revisions, func(id, _ string) bool { return !used[id] })
}

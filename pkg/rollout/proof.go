// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// noCommitNote is the note for a first ring without a proven commit.
func (d *decision) noCommitNote() string {
	return "a " + d.in.Subject.One + " that proves a commit of the current source; the rings after it keep their commit"
}

// candidate returns the commit that all done members of the first ring are ready with. If no commit can be promoted,
// problem is the reason for the wait of the ring. The commit is empty if the members have no common commit.
func (d *decision) candidate(ring ringView) (commit, problem string) {
	doubtful := &Status{}
	for _, member := range ring.by[done] {
		if member.Status.HasNoSource {
			continue
		}
		if member.Status.Doubt != "" {
			doubtful = member.Status
		}
		if problem := d.in.Source.ProblemWith(member.Status.Applied); problem != "" && !d.state.isAtPin(member) {
			return "", fmt.Sprintf("a commit of the source: %s has %s", member.Name, problem)
		}
		own := d.in.Source.commitOf(member.Status.Applied)
		if own == "" || commit != "" && commit != own {
			return "", "its " + d.in.Subject.Many + " to apply the same commit"
		}
		commit = own
	}
	switch {
	case commit == ring.Passed.Commit || ring.Accepted == Target{Revision: ring.Target.Revision, Commit: commit}:
		return commit, ""
	case doubtful.DoubtWaits:
		return "", doubtful.Doubt
	case d.state.wasReplaced(commit):
		return commit, fmt.Sprintf("another commit: %s was promoted before, and replaced. Push a new commit, such as a revert, or approve ring %s", commit, ring.Name)
	}
	return commit, doubtful.Doubt
}

// beginCommit begins the soak of the first ring again if its members are ready with another commit, because time with
// one commit proves nothing about the next one. Members that were skipped for the former commit count again; it then
// returns true, and the next decision goes on with them.
func (d *decision) beginCommit(ring ringView) bool {
	if !d.state.follows(ring) || ring.newest == "" || ring.newest == ring.Commit {
		return false
	}
	isSkipped := func(name string) bool { return ring.Commit != "" && ring.has(name) }
	count := len(d.state.Skipped)
	d.state.Skipped = slices.DeleteFunc(d.state.Skipped, isSkipped)
	ring.Commit = ring.newest
	ring.resetSoak()
	if len(d.state.Skipped) == count {
		return false
	}
	d.next(soon)
	return true
}

// follow updates the commit of the first ring to the commit that its members are ready with. It holds the ring if that
// commit cannot be promoted. It returns whether the ring can soak with a commit or revision.
func (d *decision) follow(ring ringView) bool {
	d.next(later)
	switch isAway := len(ring.by[done]) == 0 && ring.Commit != ""; {
	case ring.problem != "" && ring.newest == "":
		ring.resetSoak()
		ring.Holding = false
		return false
	case ring.problem != "":
		ring.resetSoak()
		ring.Commit = ring.newest
		d.hold(ring, ring.problem, true)
		return false
	case isAway && d.state.isComplete(ring, ring.Target):
		ring.interruptSoak(d.now)
		return false
	case isAway:
		return true
	case d.state.isComplete(ring, ring.Target) && (ring.newest == "" || ring.newest == ring.Passed.Commit) && len(ring.by[failed]) == 0:
		ring.Commit, ring.Holding = "", false
		ring.resetSoak()
		return false
	case ring.newest != ring.Commit:
		ring.Commit = ring.newest
		ring.resetSoak()
	}
	return true
}

// isUnproven returns whether a ring must not pass because no member is ready with the target: it has no members, or its
// members have failed, cannot be observed, were not ready before the change, or were deleted. A ring may pass without
// proof if all of its members were skipped or are exempt, or if it may be empty.
func (d *decision) isUnproven(ring ringView) bool {
	switch {
	case len(ring.by[done]) > 0 || ring.isAccepted():
		return false
	case len(ring.failing) > 0:
		return true
	case len(ring.members) == 0:
		return !mayBeEmpty(*ring.config)
	case slices.ContainsFunc(ring.members, Member.isExempt) &&
		!slices.ContainsFunc(ring.members, func(member Member) bool { return d.state.counts(member) && !member.isExempt() }):
		return false
	}
	return ring.Counted || slices.ContainsFunc(ring.members, d.state.counts)
}

// mayBeEmpty returns whether a ring passes without members: the configuration allows it, or it is the ring of all
// members that no other ring selects.
func mayBeEmpty(ring fluxv1alpha1.Ring) bool {
	return *ring.AllowEmpty || ring.Name == fluxv1alpha1.RingRest && ring.SelectsAll()
}

// absenceNote returns the reason why no member of a ring proves its target.
func (d *decision) absenceNote(ring ringView) string {
	of := d.in.Subject
	proof := "a " + of.One + " that proves the change: "
	var awaited []string
	for _, member := range ring.members {
		if d.state.counts(member) {
			awaited = append(awaited, member.Name)
		}
	}
	switch {
	case len(ring.failing) > 0:
		return proof + "all " + of.Many + " that count have failed, " + d.failuresNote(ring)
	case len(awaited) > 0:
		return proof + d.namedWithWhereabouts(ring, awaited)
	}
	var notes []string
	if ring.Counted {
		notes = append(notes, "the "+of.Many+" that had the change are deleted, or in other rings")
	}
	if len(ring.members) == 0 {
		members := make([]Identity, len(d.in.Members))
		for i, member := range d.in.Members {
			members[i] = member.Identity
		}
		notes = append(notes, whyEmpty(of, *ring.config, members))
	}
	return "a " + of.One + " that proves the change (" + strings.Join(notes, ", and ") + ")"
}

// EmptyRing is a ring that needs a member and has none.
type EmptyRing struct {
	// Index is the position of the ring in the rollout, and Name its name.
	Index int
	Name  string
	// Why is the reason, such as "no member has stage=dve; there are dev, prod".
	Why string
}

// EmptyRings returns the rings at which a defaulted rollout would stop because they have none of the members.
func EmptyRings(rollout fluxv1alpha1.Rollout, members []Identity) (empty []EmptyRing) {
	selectors, has := compile(rollout.Rings), map[int]bool{}
	for _, member := range members {
		has[ringOf(selectors, member)] = true
	}
	for i, ring := range rollout.Rings {
		if !has[i] && !mayBeEmpty(ring) {
			empty = append(empty, EmptyRing{Index: i, Name: ring.Name, Why: whyEmpty(Shoots(), ring, members)})
		}
	}
	return empty
}

// whyEmpty returns why none of the project's members is in the ring.
func whyEmpty(of Subject, ring fluxv1alpha1.Ring, members []Identity) string {
	if len(members) == 0 {
		return of.None
	}
	why := selection.Compile(ring.ShootSelector).Explain(of.One, func(yield func(map[string]string, string) bool) {
		for _, member := range members {
			if !yield(member.Labels, member.Purpose) {
				return
			}
		}
	})
	return cmp.Or(why, "the "+of.Many+" that it selects are in rings before it")
}

// hold marks a ring as holding its target, and emits an Event once. If the ring is approvable, the Event includes the
// annotation to set. After a loss of the State, hold waits for the progress deadline, so that the members can report
// first.
func (d *decision) hold(ring ringView, waitsFor string, approvable bool) {
	d.next(later)
	if ring.Holding || d.state.Recovering && d.now.Sub(d.state.Since.Time) < d.state.deadline() {
		return
	}
	ring.Holding = true
	note := fmt.Sprintf("Ring %s does not pass %s, and waits for %s", ring.Name, ring.Target, waitsFor)
	if approvable {
		note += ". To pass it anyway, run: " + d.in.Subject.command(fluxv1alpha1.RolloutApprove, ring.Name)
	}
	if approvable && len(ring.members) == 0 {
		note += ", or allowEmpty: true in the ring for all changes"
	}
	d.event(ring.Name, ReasonHolds, "%s", note)
}

// waitsForProof returns whether a ring needs an approval to pass its target, because it is holding, or because no
// member is ready, progressing or pending.
func (d *decision) waitsForProof(ring ringView) bool {
	ring = d.observe(ring)
	ring.failing = ring.failuresWith(ring.Commit)
	unfinished := len(ring.by[pending]) + len(ring.by[progressing])
	return ring.Holding || unfinished == 0 && !d.state.isComplete(ring, ring.Target) && d.isUnproven(ring)
}

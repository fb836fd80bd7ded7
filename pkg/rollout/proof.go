// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"slices"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// noCommitNote is for a first ring that has passed the configuration but has no commit of its source.
const noCommitNote = "a Shoot that proves a commit of the current source; the rings after it keep their commit"

// candidate returns the commit that all Shoots of the first ring are ready with, empty without one, and the reason why
// it cannot be promoted.
func (d *decision) candidate(ring ringView, count map[standing][]Shoot) (commit, problem string) {
	for _, shoot := range count[done] {
		if shoot.Status.State == fluxv1alpha1.ShootNoRepository {
			continue
		}
		if problem := d.in.Source.problemWith(shoot.Status.AppliedRevision); problem != "" {
			return "", fmt.Sprintf("a commit of the source: %s has %s", shoot.Name, problem)
		}
		own := d.in.Source.commitOf(shoot.Status.AppliedRevision)
		if own == "" || commit != "" && commit != own {
			return "", "its Shoots to apply the same commit"
		}
		commit = own
	}
	if d.state.wasReplaced(commit) && commit != ring.Passed.Commit && ring.Accepted != (Target{Revision: ring.Target.Revision, Commit: commit}) {
		return commit, fmt.Sprintf("another commit: %s was promoted before, and replaced. Push a new commit, such as a revert, or approve ring %s", commit, ring.Name)
	}
	return commit, ""
}

// follow adopts the commit that the first ring is ready with. It returns whether there is a commit or revision to
// prove.
func (d *decision) follow(ring ringView, count map[standing][]Shoot, commit, problem string) bool {
	d.next(later)
	switch isAway := len(count[done]) == 0 && ring.Commit != ""; {
	case problem != "" && commit == "":
		ring.resetSoak()
		ring.Holding = false
		return false
	case problem != "":
		ring.resetSoak()
		ring.Commit = commit
		d.hold(ring, problem, true)
		return false
	case isAway && d.state.isComplete(ring, ring.Target):
		ring.interruptSoak(d.now)
		return false
	case isAway:
		return true
	case d.state.isComplete(ring, ring.Target) && (commit == "" || commit == ring.Passed.Commit) && len(count[failed]) == 0:
		ring.Commit, ring.Holding = "", false
		ring.resetSoak()
		return false
	case commit != ring.Commit:
		ring.Commit = commit
		ring.resetSoak()
	}
	return true
}

// isUnproven returns whether a ring without a ready Shoot must not pass: its Shoots have failed, are away or gone, or
// it has none and may have had some. A ring passes if it never had Shoots, or only Shoots that were not well before or
// were skipped.
func (d *decision) isUnproven(ring ringView, count map[standing][]Shoot, failures []Failure) bool {
	if len(count[done]) > 0 || ring.isAccepted() {
		return false
	}
	hadTarget := func(record ShootRecord, shoot Shoot) bool { return !record.Started.IsZero() || !d.state.counts(shoot) }
	// A Shoot that was added since then proves as little as none.
	isUnknown := d.state.Recovering && !d.state.anyShoot(ring.shoots, hadTarget) && ring.index < len(d.rings)-1
	return slices.ContainsFunc(count[away], d.state.counts) || len(failures) > 0 || isUnknown || ring.Counted
}

// absenceNote returns the reason why no Shoot of a ring proves its target.
func (d *decision) absenceNote(ring ringView, count map[standing][]Shoot, failures []Failure) string {
	const proof = "a Shoot that proves the change: "
	var awaited []string
	for _, shoot := range count[away] {
		if d.state.counts(shoot) {
			awaited = append(awaited, shoot.Name)
		}
	}
	switch {
	case len(failures) > 0:
		return proof + "all that count have failed, " + d.failuresNote(ring, failures)
	case len(awaited) > 0:
		return proof + d.namedWithWhereabouts(ring, awaited)
	case ring.Counted:
		return proof + "those that had it are deleted, or in other rings"
	}
	return proof + "it has none, and may have had some before ConfigMap " + fluxv1alpha1.RolloutConfigMapName + " was lost"
}

// hold keeps a ring from passing its target. It reports this once, with the operation that makes the ring pass, if
// there is one. The Shoots of a new rollout first have time to report.
func (d *decision) hold(ring ringView, waitsFor string, approvable bool) {
	d.next(later)
	if ring.Holding || d.state.Recovering && d.now.Sub(d.state.Since.Time) < d.state.deadline() {
		return
	}
	ring.Holding = true
	note := fmt.Sprintf("Ring %s does not pass %s, and waits for %s", ring.Name, ring.Target, waitsFor)
	if approvable {
		note += ". To pass it without that, set the annotation " + annotation(fluxv1alpha1.RolloutApprove, ring.Name)
	}
	d.event(ring.Name, ReasonHolds, "%s", note)
}

// waitsForProof returns whether a ring cannot pass its target by itself: no Shoot is progressing, and none is ready.
func (d *decision) waitsForProof(ring ringView) bool {
	count := d.standings(ring)
	unfinished := len(count[pending]) + len(count[progressing])
	return ring.Holding || unfinished == 0 && !d.state.isComplete(ring, ring.Target) && d.isUnproven(ring, count, ring.failuresWith(ring.Commit, count[failed]))
}

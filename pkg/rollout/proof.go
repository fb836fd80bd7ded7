// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// noCommitNote is for a first ring that has passed the configuration, but has no commit of its source.
const noCommitNote = "a Shoot that proves a commit of the present source; the rings after it keep the commit that they have"

// candidate returns the commit that all Shoots of the first ring are ready with, empty without one, and the reason why it cannot be promoted.
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
	if d.state.wasReplaced(commit) && commit != ring.Passed.Commit && ring.Accepted != (Goal{Revision: ring.Goal.Revision, Commit: commit}) {
		return commit, fmt.Sprintf("another commit: %s was promoted before, and replaced. Push a new commit, such as a revert, or approve ring %s", commit, ring.Name)
	}
	return commit, ""
}

// follow takes up the commit that the first ring is ready with, and returns whether there is one to prove, or a revision.
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
	case isAway && d.state.isComplete(ring, ring.Goal):
		ring.interruptSoak(d.now)
		return false
	case isAway:
		return true
	case d.state.isComplete(ring, ring.Goal) && (commit == "" || commit == ring.Passed.Commit) && len(count[failed]) == 0:
		ring.Commit, ring.Holding = "", false
		ring.resetSoak()
		return false
	case commit != ring.Commit:
		ring.Commit = commit
		ring.resetSoak()
	}
	return true
}

// isUnproven returns whether a ring in which no Shoot is ready with the goal must not pass: its Shoots have failed, are away or gone, or it has none and it is
// not known whether it had. A ring that never had Shoots, or has only had Shoots that were not well before or were skipped, passes.
func (d *decision) isUnproven(ring ringView, count map[standing][]Shoot, failures []Failure) bool {
	if len(count[done]) > 0 || ring.isAccepted() {
		return false
	}
	isAway := slices.ContainsFunc(count[away], func(shoot Shoot) bool { return !d.state.isSkipped(shoot) })
	wasGiven := func(shoot Shoot) bool {
		placement := d.state.Shoots[shoot.Name]
		return !placement.Started.IsZero() || d.state.isSkipped(shoot)
	}
	// A Shoot that is new since then shows as little as none.
	isUnknown := d.state.Recovering && !slices.ContainsFunc(ring.shoots, wasGiven) && ring.index < len(d.rings)-1
	return isAway || len(failures) > 0 || isUnknown || ring.Counted
}

// absenceNote says why no Shoot of a ring proves its goal.
func (d *decision) absenceNote(ring ringView, count map[standing][]Shoot, failures []Failure) string {
	awaited := slices.DeleteFunc(slices.Clone(count[away]), d.state.isSkipped)
	switch {
	case len(failures) > 0:
		return "a Shoot that proves the change: all that count have failed, " + d.failuresNote(ring, failures)
	case len(awaited) > 0:
	case ring.Counted:
		return "a Shoot that proves the change: those that were given it are deleted, or in other rings"
	default:
		return "a Shoot that proves the change: it has none, and without a former ConfigMap " + fluxv1alpha1.RolloutConfigMapName + " it is not known whether it had"
	}
	names := make([]string, 0, mostNamed)
	for _, shoot := range awaited[:min(len(awaited), mostNamed)] {
		names = append(names, shoot.Name+d.whereabouts(ring, shoot.Name))
	}
	return "a Shoot that proves the change: " + listed(names, len(awaited))
}

// hold keeps a ring from passing its goal, and reports that once, with the operation that has it pass nevertheless if there is one. At first, the Shoots of
// a project whose rollout is new are given time to be reported.
func (d *decision) hold(ring ringView, waitsFor string, approvable bool) {
	d.next(later)
	if ring.Holding || d.state.Recovering && d.now.Sub(d.state.Since.Time) < d.state.Rollout.ProgressDeadline.Duration {
		return
	}
	ring.Holding = true
	note := fmt.Sprintf("Ring %s does not pass %s, and waits for %s", ring.Name, ring.Goal, waitsFor)
	if approvable {
		note += fmt.Sprintf(". To pass it without that, set the annotation %s=%s=%s", fluxv1alpha1.AnnotationRollout, fluxv1alpha1.RolloutApprove, ring.Name)
	}
	d.eventOf(ring.Name, corev1.EventTypeNormal, ReasonHolds, note)
}

// waitsForProof returns whether a ring cannot pass its goal by itself: nothing is on its way, and no Shoot is ready.
func (d *decision) waitsForProof(ring ringView) bool {
	count := d.standings(ring)
	onTheWay := len(count[pending]) + len(count[onItsWay])
	return ring.Holding || onTheWay == 0 && !d.state.isComplete(ring, ring.Goal) && d.isUnproven(ring, count, d.failuresOf(ring, count, ring.Commit))
}

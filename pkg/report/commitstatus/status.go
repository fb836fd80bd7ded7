// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package commitstatus

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// mostNamed is the maximum number of Shoots that a description names.
const mostNamed = 2

// ofProject returns the status of the newest commit of a project whose Shoots all follow the source. It returns false
// if no Shoot reports a commit.
func (d *decision) ofProject() (Status, bool) {
	status := Status{Context: d.context(""), Commit: d.newest}
	c := d.countsOf(d.leaders())
	switch {
	case len(c.failing) > 0:
		status.State, status.Description = StateFailure, c.failure()
	case c.done == c.total:
		status.State, status.Description = StateSuccess, shootsOf(c.done, c.total)
	default:
		status.State, status.Description = StateRunning, d.running(c.done, c.total, 0)
	}
	return status, d.newest != ""
}

// ofRing returns the status of the ring at the index. It returns false if the ring has none.
//
// A ring reports on the commit that it has or gets next. When it has reported the result of that commit, it reports on
// a newer commit in the first ring, which it waits for.
func (d *decision) ofRing(index int) (Status, bool) {
	state, ring := d.in.Rollout, d.in.Rollout.Rings[index]
	status := Status{Context: d.context(ring.Name)}
	last := d.record.Written[status.Context]
	if state.RolledBack {
		status.Commit, status.State, status.Description = last.Commit, StateFailure, "rolled back: flux-config waits for another change"
		return status, last.Commit != "" && !last.State.isFinal()
	}
	if index == 0 {
		return d.ofFirst(status)
	}
	target, reached := state.Upcoming(index)
	if status.Commit = commitOf(target.Commit); !reached {
		return d.waiting(status, index)
	}
	status.State, status.Description = d.inPhase(d.in.Progress.Rings[index])
	isLast := last.Commit == status.Commit && last.State == status.State
	if status.State.isFinal() && d.newest != "" && d.newest != status.Commit && (status.Commit == "" || isLast || last.Commit == d.newest) {
		return d.waiting(status, index)
	}
	if d.in.Progress.Rings[index].Phase == rollout.PhaseRolledBack {
		status.Description = d.rolledBack(index, status, last)
	}
	return status, status.Commit != ""
}

// ofFirst returns the status of the first ring, whose Shoots follow the source. Its progress counts Shoots that are
// ready with any commit, and its failures may belong to an earlier commit.
func (d *decision) ofFirst(status Status) (Status, bool) {
	ring, progress := d.in.Rollout.Rings[0], d.in.Progress.Rings[0]
	status.Commit = d.newest
	c := d.countsOf(d.leaders())
	failsWithIt := len(c.failing) > 0 || slices.ContainsFunc(ring.Failed(), func(f rollout.Failure) bool { return f.Commit == "" || commitOf(f.Commit) == d.newest })
	hasPassed := ring.Passed.Revision == d.in.Rollout.Target && commitOf(ring.Passed.Commit) == d.newest
	settled := progress.Phase == rollout.PhaseComplete || progress.Phase == rollout.PhaseProgressing || progress.Phase == rollout.PhaseNotReady
	progress.Done, progress.Members, progress.NotCounted = c.done, c.total, 0
	switch {
	case hasPassed && settled:
		progress.Phase = rollout.PhaseComplete
	case settled, progress.Phase == rollout.PhaseStopped && !failsWithIt:
		progress.Phase = rollout.PhaseProgressing
	}
	status.State, status.Description = d.inPhase(progress)
	return status, d.newest != ""
}

// waiting returns the status of a ring that waits for the previous ring to pass the newest commit. It returns false if
// that commit is unknown.
func (d *decision) waiting(status Status, index int) (Status, bool) {
	status.Commit, status.State = d.newest, StatePending
	status.Description = "waits for ring " + d.in.Rollout.Rings[index-1].Name
	if *d.in.Rollout.Rollout.Rings[index].Approval == fluxv1alpha1.ApprovalManual {
		status.Description += ", then for approval"
	}
	return status, d.newest != ""
}

// rolledBack returns the description of a commit that a ring has rolled back. The State does not contain the cause any
// more, but the Shoots may still report it, or it was written before.
func (d *decision) rolledBack(index int, status Status, last Written) string {
	if last.Commit == status.Commit && last.State == StateFailure {
		return last.Description
	}
	var c counts
	for _, shoot := range d.in.Shoots {
		if d.in.Rollout.RingIndex(shoot.Identity) == index && shoot.Status != nil && shoot.Status.Message != "" && shoot.Status.State != rollout.MemberReady && commitOf(shoot.Status.Attempted) == status.Commit {
			c.failing = append(c.failing, shoot)
		}
	}
	if len(c.failing) == 0 {
		return status.Description
	}
	return "rolled back: " + c.causes()
}

// inPhase returns the state and the description of a ring. Phases that this package does not know are pending, with the
// reason for the wait of the ring.
func (d *decision) inPhase(p rollout.RingProgress) (State, string) {
	total := p.Members - p.NotCounted
	switch p.Phase {
	case rollout.PhaseComplete, rollout.PhaseNotReady: // The ring has passed the commit.
		return StateSuccess, shootsOf(p.Done, total)
	case rollout.PhaseWaitingForCheck:
		return StatePending, shootsOf(p.Done, total) + ", waits for " + withoutAnswer(p.WaitsFor)
	case rollout.PhaseStopped:
		if p.Failed == 0 { // A check has not passed.
			return StateFailure, shootsOf(p.Done, total) + ", " + withoutAnswer(p.WaitsFor)
		}
		return StateFailure, fmt.Sprintf("%d of %d Shoots failed: %s", p.Failed, total, p.WaitsFor)
	case rollout.PhaseRolledBack:
		return StateFailure, "rolled back"
	case rollout.PhaseProgressing:
		description := d.running(p.Done, total, p.Failed)
		if p.Done == total && p.WaitsFor != "" {
			description += ", waits for " + p.WaitsFor
		}
		return StateRunning, description
	case rollout.PhaseSoaking:
		return StateRunning, d.running(p.Done, total, p.Failed) + ", soaking"
	case rollout.PhaseWaitingForWindow:
		return StatePending, shootsOf(p.Done, total) + ", waits for " + p.WaitsFor
	case rollout.PhaseWaitingForApproval:
		return StatePending, "waits for approval"
	}
	return StatePending, strings.TrimSuffix(words(p.Phase)+": "+p.WaitsFor, ": ")
}

// withoutAnswer returns the reason for the wait for a check without its last answer, which would be a status of its own
// each time it changes.
func withoutAnswer(waitsFor string) string {
	reason, _, _ := strings.Cut(waitsFor, ": ")
	return reason
}

// running returns the description of a commit that is being rolled out. On GitLab it has no counts, because GitLab does
// not update the description.
func (d *decision) running(done, total, failed int) string {
	if d.in.Provider == fluxv1alpha1.GitProviderGitLab {
		return fmt.Sprintf("in progress in %d Shoots", total)
	}
	if failed > 0 {
		return fmt.Sprintf("%s, %d failed", shootsOf(done, total), failed)
	}
	return shootsOf(done, total)
}

func shootsOf(done, total int) string { return fmt.Sprintf("%d of %d Shoots", done, total) }

// failure returns the description of the status of a commit if Shoots have failed with it.
func (c counts) failure() string {
	return fmt.Sprintf("%d of %d Shoots failed: %s", len(c.failing), c.total, c.causes())
}

// causes names the failing Shoots, and ends with the message of the first one.
func (c counts) causes() string {
	names := make([]string, len(c.failing))
	for i, shoot := range c.failing {
		names[i] = shoot.Name
	}
	message := c.failing[0].Status.Message
	switch {
	case message == "":
		return text.List(names, mostNamed)
	case len(names) == 1:
		return names[0] + ": " + message
	}
	return fmt.Sprintf("%s. Of %s: %s", text.List(names, mostNamed), names[0], message)
}

var inner = regexp.MustCompile(`([a-z])([A-Z])`)

// words returns a phase in lower case, with spaces between its words.
func words(phase rollout.Phase) string {
	return strings.ToLower(inner.ReplaceAllString(string(phase), "$1 $2"))
}

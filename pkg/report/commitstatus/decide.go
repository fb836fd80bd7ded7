// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package commitstatus decides which statuses of commits are written to the Git host of a project: one for each ring of
// a rollout that promotes commits, otherwise one for the project. It derives them from the stored rollout, the reports
// on the Shoots, and the record of the written statuses. The package is pure: it must not write statuses.
//
// A status is written if it differs from the last one with its name, at most every ten seconds. The record is stored,
// so that statuses are not repeated after a restart.
package commitstatus

import (
	"slices"
	"strings"
	"time"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Input is the input of a decision in addition to the Record.
type Input struct {
	// Project is the namespace of the project.
	Project string
	// Provider is the kind of the Git host, and Repository identifies the repository at the host. If the repository
	// changes, all statuses are written again.
	Provider   fluxv1alpha1.GitProvider
	Repository string
	// Prefix is the beginning of the names of the statuses.
	Prefix string
	// Rollout is the state of the project's rollout if the rollout promotes commits, otherwise nil. Progress is the
	// progress of that rollout.
	Rollout  *rollout.State
	Progress rollout.Progress
	// Source is the source that the Shoots read.
	Source rollout.Source
	// Shoots are the project's Shoots that read the repository, use Flux, and are not being deleted.
	Shoots []rollout.Member
	// Now is the current time.
	Now time.Time
}

// State is the state of a status, in the words of GitHub.
type State string

// States of a status.
const (
	// StatePending means that the commit waits for something else than its Shoots. GitLab does not change a pending status
	// of a commit to another pending one.
	StatePending State = "pending"
	// StateRunning means that Shoots are about to apply the commit, or to become ready with it.
	StateRunning State = "running"
	// StateSuccess means that all Shoots that count are ready with the commit, or that the ring has passed it.
	StateSuccess State = "success"
	// StateFailure means that Shoots have failed with the commit, or that the commit was rolled back.
	StateFailure State = "failure"
)

func (s State) isFinal() bool { return s == StateSuccess || s == StateFailure }

// Status is a status of a commit.
type Status struct {
	// Context is the name of the status. A new status replaces the last one with the same name.
	Context string
	// Commit is the ID of the commit, in hexadecimal digits.
	Commit string
	// State is the state, and Description the text beside it, which fits the limit of the host.
	State       State
	Description string
}

// Decision is the result of Decide.
type Decision struct {
	// Record is the next record, in which the due statuses are not written yet.
	Record *Record
	// Due are the statuses to write now, in the order of the rings. All are the statuses that the commits should have.
	Due, All []Status
	// Next is the time until a further status is due if nothing changes. It is 0 if there is none.
	Next time.Duration
}

const (
	// fold is the minimum time between two statuses with the same name.
	fold = 10 * time.Second
	// writesPerFold is the number of statuses of a commit after which the minimum time increases by fold, except before
	// the last one. GitHub accepts 1,000 statuses with the same name for a commit.
	writesPerFold = 50
	// longestContext is the maximum length of a name, and longestText of a description, in bytes. On GitHub, a description
	// has at most longestGitHubText.
	longestContext, longestText, longestGitHubText = 255, 255, 140
)

// decision is a decision in progress.
type decision struct {
	in     Input
	record *Record
	// newest is the newest commit that the Shoots of the project, or of the first ring, attempt; empty if unknown.
	newest string
}

// Decide returns the next decision. before is the stored Record, which may be nil. Decide does not change it.
func Decide(before *Record, in Input) Decision {
	d := &decision{in: in, record: before.clone()}
	if d.record.Repository != in.Repository {
		d.record = &Record{Repository: in.Repository}
	}
	d.newest = d.see(d.leaders())
	result := Decision{Record: d.record, All: d.statuses()}
	d.record.keep(d.contexts(), result.All)
	for _, status := range result.All {
		switch wait, changed := d.wait(status); {
		case !changed || slices.Contains(d.record.Refused, status.Commit):
		case wait <= 0:
			result.Due = append(result.Due, status)
		case result.Next == 0 || wait < result.Next:
			result.Next = wait
		}
	}
	return result
}

// wait returns the time until the status may be written, and whether it differs from the last one with its name. GitLab
// accepts a new description only together with a new state.
func (d *decision) wait(status Status) (time.Duration, bool) {
	last, ok := d.record.Written[status.Context]
	if !ok {
		return 0, true
	}
	sameState := last.Commit == status.Commit && last.State == status.State
	if sameState && (last.Description == status.Description || d.in.Provider == fluxv1alpha1.GitProviderGitLab) {
		return 0, false
	}
	interval := fold
	if last.Commit == status.Commit && !status.State.isFinal() {
		interval += fold * time.Duration(last.Count/writesPerFold)
	}
	return last.At.Add(interval).Sub(d.in.Now), true
}

// statuses returns the statuses that the commits should have, one for each name at most.
func (d *decision) statuses() []Status {
	var all []Status
	if d.in.Rollout == nil {
		if status, has := d.ofProject(); has {
			all = append(all, status)
		}
	} else {
		for i := range d.in.Rollout.Rings {
			if status, has := d.ofRing(i); has {
				all = append(all, status)
			}
		}
	}
	longest := longestText
	if d.in.Provider == fluxv1alpha1.GitProviderGitHub {
		longest = longestGitHubText
	}
	for i := range all {
		all[i].Description = text.Redacted(all[i].Description, longest)
	}
	return all
}

// contexts returns the names of all statuses of the project.
func (d *decision) contexts() []string {
	if d.in.Rollout == nil {
		return []string{d.context("")}
	}
	names := make([]string, len(d.in.Rollout.Rings))
	for i, ring := range d.in.Rollout.Rings {
		names[i] = d.context(ring.Name)
	}
	return names
}

// context returns the name of the status of a ring, or of the project if ring is empty. It shortens the prefix if the
// name would be too long.
func (d *decision) context(ring string) string {
	name := "/" + d.in.Project
	if ring != "" {
		name += "/" + ring
	}
	prefix := d.in.Prefix[:min(len(d.in.Prefix), max(0, longestContext-len(name)))]
	return strings.TrimSuffix(strings.ToValidUTF8(prefix, ""), "/") + name
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Input contains the inputs of a decision other than the previous State.
type Input struct {
	// Rollout is the configured rollout with its defaults. If it is nil because the configuration is unreadable, the last
	// valid rollout stays in effect.
	Rollout *fluxv1alpha1.Rollout
	// Target is the current revision of the configuration, and Source its source.
	Target Revision
	Source Source
	// Members lists the members that exist and are not being deleted.
	Members []Member
	// Pace limits how many Shoots get a target in an hour; nil if a member gets it as a whole.
	Pace *Pace
	// Freezes are the freezes that the operator imposes.
	Freezes []Freeze
	// Answers are the last answers to the Questions of earlier decisions.
	Answers []Answer
	// Stop is the operator's stop of all rollouts; nil without one.
	Stop *Stop
	// Subject names the members in messages; Shoots by default.
	Subject Subject
	// Operation is the value of the rollout annotation; empty if the annotation is not set.
	Operation string
	// Now is the current time.
	Now time.Time
}

// Decision is the result of Decide.
type Decision struct {
	// State is the state to store.
	State *State
	// Events report the steps of this decision.
	Events []Event
	// Next is the maximum time until the next decision; 0 if no decision is needed until an input changes.
	Next time.Duration
	// Timed is the time until the next decision that is needed even if the rollout is complete and no input changes: a
	// hold begins or ends then. It is 0 without such a time.
	Timed time.Duration
	// Questions are the checks whose answers the rollout waits for.
	Questions []Question
	// Progress describes the rollout to users.
	Progress Progress
}

// These are the times until the next decision while a rollout is in progress.
const (
	// soon applies while members are progressing or may begin.
	soon = 5 * time.Second
	// later applies while the rollout waits for a user, the source, or a maintenance time window.
	later = 30 * time.Second
)

// Reasons of Events.
const (
	ReasonRingStarted      = "RolloutRingStarted"
	ReasonRingPassed       = "RolloutRingPassed"
	ReasonComplete         = "RolloutComplete"
	ReasonStopped          = "RolloutStopped"
	ReasonHolds            = "RolloutHolds"
	ReasonRolledBack       = "RolloutRolledBack"
	ReasonNotRolledBack    = "RolloutNotRolledBack"
	ReasonWaitsForApproval = "RolloutWaitsForApproval"
	ReasonPaused           = "RolloutPaused"
	ReasonResumed          = "RolloutResumed"
	ReasonApproved         = "RolloutApproved"
	ReasonSkipped          = "RolloutShootSkipped"
	ReasonUnknownOperation = "RolloutOperationUnknown"
	ReasonObjectsRemoved   = "RolloutObjectsRemoved"
	ReasonWaitsForClock    = "RolloutWaitsForClock"
)

// Event is a Kubernetes Event that is reported once to the project.
type Event struct {
	// Type is Normal or Warning.
	Type string
	// Reason is the CamelCase reason, and Note the message.
	Reason, Note string
	// Ring is the name of the ring that the Event is about; empty for the whole rollout.
	Ring string
}

// mostNamed is the maximum number of members that a message names.
const mostNamed = 5

// decision contains the working state of one call of Decide.
type decision struct {
	Decision
	in    Input
	state *State
	// before is the stored State; nil if there is none.
	before *State
	// skipped is the name of the member that the operation of this decision skips; empty without such an operation.
	skipped string
	rings   []ringView
	now     metav1.Time
}

// Decide returns the next decision. It does not modify the previous State. If that State is nil, because the rollout is
// new or its ConfigMap was lost, Decide derives a State from the reports of the members, and in.Rollout must not be
// nil.
func Decide(before *State, in Input) Decision {
	in.Subject = cmp.Or(in.Subject, Shoots())
	d := &decision{in: in, before: before, now: metav1.NewTime(in.Now.UTC().Truncate(time.Second))}
	if before == nil {
		d.state = begin(in, d.now)
	} else {
		d.state = before.clone()
		d.startClock(in.Operation)
	}
	if in.Rollout != nil {
		d.state.configure(*in.Rollout, in.Members)
	}
	d.aim(in.Target)
	d.state.place(in.Members, in.Source, d.now)
	d.rings = d.state.views(in.Members)
	d.setHolds()
	d.state.holdCommits(d.rings, in.Source, before == nil && isNew(in.Members))
	if in.Pace == nil { // With a Pace, a member is ready before all of its Shoots have the target.
		d.state.recover(d.rings)
	}
	if in.Subject.isSeeds() {
		d.state.countAll()
	}
	for _, ring := range d.rings {
		d.record(ring)
	}
	d.operate(in.Operation)
	d.setHolds() // The operation may overrule a freeze.
	for _, ring := range d.rings {
		if !d.advance(ring) {
			ring.Released.interrupt(d.now)
		}
	}
	d.forgetChecks()
	d.pin()
	d.recordClock()
	d.state.prune()
	d.State, d.Progress = d.state, d.progress()
	d.finish(before)
	return d.Decision
}

// event records an Event about a ring, or about the whole rollout if ring is empty.
func (d *decision) event(ring, reason, format string, args ...any) {
	eventType := corev1.EventTypeNormal
	switch reason {
	case ReasonStopped, ReasonRolledBack, ReasonNotRolledBack, ReasonUnknownOperation, ReasonObjectsRemoved, ReasonWaitsForClock:
		eventType = corev1.EventTypeWarning
	}
	d.Events = append(d.Events, Event{Type: eventType, Reason: reason, Note: fmt.Sprintf(format, args...), Ring: ring})
}

// next requests the next decision no later than the given time, which is at least one second.
func (d *decision) next(after time.Duration) {
	if after = max(after, time.Second); d.Next == 0 || after < d.Next {
		d.Next = after
	}
}

// timed requests a decision no later than the given time, even if the rollout is complete and no input changes.
func (d *decision) timed(after time.Duration) {
	d.next(after)
	if after = max(after, time.Second); d.Timed == 0 || after < d.Timed {
		d.Timed = after
	}
}

// finish ends the recovery when all rings have passed the target, and emits an Event once for each target when the
// rollout is complete. A target that was replaced and is configured again was passed before, so it is not sufficient
// that all rings have passed it.
func (d *decision) finish(before *State) {
	d.state.Recovering = d.state.Recovering && !d.state.IsEverywhere()
	d.state.Unfinished = d.state.Unfinished || before != nil && !before.IsEverywhere()
	if d.state.Unfinished && d.Progress.Phase == PhaseComplete {
		d.state.Unfinished = false
		d.event("", ReasonComplete, "All rings have revision %s%s", d.state.Target, d.version(d.state.Target))
	}
}

// version returns the Flux version of a revision as the end of a sentence; empty if the version is unknown.
func (d *decision) version(revision string) string {
	if version := d.state.Revisions[revision].FluxVersion; version != "" {
		return " and Flux " + version
	}
	return ""
}

func namesOf[T any](all []T, name func(T) string) []string {
	names := make([]string, len(all))
	for i, one := range all {
		names[i] = name(one)
	}
	return names
}

func (m Member) name() string { return m.Name }

func (f Failure) name() string { return f.Member }

// anyMember returns whether has returns true for any of the members and its record.
func (s *State) anyMember(members []Member, has func(Record, Member) bool) bool {
	return slices.ContainsFunc(members, func(member Member) bool { return has(s.Members[member.Name], member) })
}

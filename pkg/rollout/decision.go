// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"strings"
	"time"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Input is all that a decision depends on, beside the State before it.
type Input struct {
	// Rollout is the valid rollout with its defaults; nil if it is unreadable: the last valid one holds.
	Rollout *fluxv1alpha1.Rollout
	// Target is the revision that the project has now, and Source the source in it.
	Target Revision
	Source Source
	// Shoots are those of the project that use Flux and are not being deleted.
	Shoots []Shoot
	// Operation is what the annotation of ConfigMap flux-config asks for; empty if there is none.
	Operation string
	// Now is the time.
	Now time.Time
}

// Decision is what follows.
type Decision struct {
	// State is to be stored.
	State *State
	// Events are about what has begun, stopped or ended with it.
	Events []Event
	// Next is the time until the next decision is due, whatever happens; 0 if nothing is under way.
	Next time.Duration
	// Progress says how far the rollout is, for people.
	Progress Progress
}

// Times until the next decision, while something is under way.
const (
	// soon: Shoots are on their way, or may begin.
	soon = 5 * time.Second
	// later: a user, the source, or a maintenance time window is waited for.
	later = 30 * time.Second
)

// decision is a decision in the making.
type decision struct {
	Decision
	in    Input
	state *State
	rings []ringView
	now   time.Time
}

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
)

// Event is reported to the project once.
type Event struct {
	// Type is Normal or Warning.
	Type string
	// Reason is one word, and Note the message.
	Reason, Note string
	// Ring is the name of the ring that it is about; empty if it is about all.
	Ring string
}

// mostNamed is how many Shoots are named.
const mostNamed = 5

// longestNote is what an API server accepts (events.k8s.io/v1).
const longestNote = 1024

func (d *decision) event(eventType, reason, note string) { d.eventOf("", eventType, reason, note) }

func (d *decision) eventOf(ring, eventType, reason, note string) {
	d.Events = append(d.Events, Event{Type: eventType, Reason: reason, Note: text.Cut(note, longestNote), Ring: ring})
}

// next has the next decision made after that time at the latest.
func (d *decision) next(after time.Duration) {
	if after = max(after, time.Second); d.Next == 0 || after < d.Next {
		d.Next = after
	}
}

// version names the Flux version of a goal.
func (d *decision) version(goal Goal) string {
	if version := d.state.Revisions[goal.Revision].FluxVersion; version != "" {
		return " and Flux " + version
	}
	return ""
}

// standings returns the Shoots of a ring by their standing.
func (d *decision) standings(ring ringView) map[standing][]Shoot {
	count := map[standing][]Shoot{}
	for _, shoot := range ring.shoots {
		of := d.state.standingOf(ring, shoot, d.now)
		count[of] = append(count[of], shoot)
	}
	return count
}

// listed lists the first names of so many.
func listed(names []string, count int) string {
	if more := count - len(names); more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names, ", "), more)
	}
	return strings.Join(names, ", ")
}

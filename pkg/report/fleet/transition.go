// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Reasons of Events about Shoots. For an Event about a failed Shoot, the reason is the cause of the failure.
const (
	ReasonReady       = "FluxReady"
	ReasonRecovered   = "FluxRecovered"
	ReasonSuspended   = "FluxSuspended"
	ReasonUnreachable = "ShootUnreachable"
	ReasonDegraded    = "FluxDegraded"
	// ReasonLeftOut is the reason of the Event about Shoots without room for an entry.
	ReasonLeftOut = "StatusTooLarge"
)

const (
	// mostApart is the maximum number of Shoots with the same transition that get separate Events.
	mostApart = 10
	// mostNamed is the maximum number of Shoots that a common Event names.
	mostNamed = 5
)

// Event is an Event that is reported to a project once.
type Event struct {
	// Type is Normal or Warning. Reason is a single word, and Note is the message.
	Type, Reason, Note string
	// Shoot and UID are the name and UID of the Shoot that the Event refers to. If the name is empty, the Event refers to
	// the ConfigMap.
	Shoot string
	UID   types.UID
}

// transition returns type and reason of the Event about the change of a Shoot, or empty strings if the change has no
// Event. before is the last reported status, or nil if no status was reported.
func transition(before *fluxv1alpha1.ShootStatus, now fluxv1alpha1.ShootStatus) (string, string) {
	last := ""
	if before != nil {
		last = lastEvent(*before)
	}
	reason := eventReason(now)
	switch {
	case reason == "" || eventOf(now) == last:
		return "", ""
	case reason == ReasonSuspended:
		return corev1.EventTypeNormal, reason
	case reason != ReasonReady:
		return corev1.EventTypeWarning, reason
	case last == ReasonSuspended:
		return "", ""
	case last == "":
		return corev1.EventTypeNormal, ReasonReady
	}
	return corev1.EventTypeNormal, ReasonRecovered
}

// eventReason returns the reason of the Event about a state, or an empty string if the state has no Event.
func eventReason(status fluxv1alpha1.ShootStatus) string {
	switch status.State {
	case fluxv1alpha1.ShootReady, fluxv1alpha1.ShootNoRepository:
		return ReasonReady
	case fluxv1alpha1.ShootFailed:
		return cmp.Or(string(status.Cause), string(fluxv1alpha1.CauseOther))
	case fluxv1alpha1.ShootUnreachable:
		return ReasonUnreachable
	case fluxv1alpha1.ShootDegraded:
		return ReasonDegraded
	case fluxv1alpha1.ShootSuspended:
		return ReasonSuspended
	}
	return ""
}

// eventOf returns a text that identifies the Event about a state: the reason, and for state Degraded also the cause. It
// returns an empty string if the state has no Event.
func eventOf(status fluxv1alpha1.ShootStatus) string {
	if status.State == fluxv1alpha1.ShootDegraded {
		return ReasonDegraded + "/" + cmp.Or(string(status.Cause), string(fluxv1alpha1.CauseOther))
	}
	return eventReason(status)
}

// lastEvent returns a text that identifies the last Event about the Shoot.
func lastEvent(status fluxv1alpha1.ShootStatus) string {
	return cmp.Or(eventOf(status), status.LastEventReason)
}

// follow returns the new status with the start of its state, and with the last Event if the new state has no Event.
func follow(before *fluxv1alpha1.ShootStatus, now fluxv1alpha1.ShootStatus) fluxv1alpha1.ShootStatus {
	now.Since = sinceOf(before, now)
	if before != nil && before.Seed == now.Seed && before.Generation != 0 {
		now.Generation = min(before.Generation, now.Generation) // Otherwise, each change of a specification would be written.
	}
	if before != nil && eventReason(now) == "" {
		now.LastEventReason = text.Cut(lastEvent(*before), longestWord)
	}
	return now
}

// sinceOf returns when state and cause began. The transition time of a condition may be older, because a suspension or
// a different cause does not change it. A time that was reported before is ignored if it is later than the observation,
// because a member of the project may have changed it.
func sinceOf(before *fluxv1alpha1.ShootStatus, now fluxv1alpha1.ShootStatus) metav1.Time {
	if before == nil || now.Since.IsZero() {
		return now.Since
	}
	since := before.Since
	if before.State != now.State || before.Cause != now.Cause {
		since = now.ObservedAt
	}
	if since.After(now.Since.Time) && !since.After(now.ObservedAt.Time) {
		return since
	}
	return now.Since
}

// change is a change of the status of a Shoot.
type change struct {
	name   string
	before *fluxv1alpha1.ShootStatus
	now    fluxv1alpha1.ShootStatus
}

// eventsOf returns the Events about the changes. Many Shoots with the same transition share one Event.
func eventsOf(changes []change) []Event {
	type kind struct{ eventType, reason string }
	alike := map[kind][]change{}
	for _, c := range changes {
		if eventType, reason := transition(c.before, c.now); reason != "" {
			alike[kind{eventType, reason}] = append(alike[kind{eventType, reason}], c)
		}
	}
	var found []Event
	for _, k := range slices.SortedFunc(maps.Keys(alike), func(a, b kind) int { return cmp.Compare(a.reason, b.reason) }) {
		all := alike[k]
		slices.SortFunc(all, func(a, b change) int { return cmp.Compare(a.name, b.name) })
		if len(all) > mostApart {
			found = append(found, Event{Type: k.eventType, Reason: k.reason, Note: noteOf(all)})
			continue
		}
		for _, c := range all {
			found = append(found, Event{Type: k.eventType, Reason: k.reason, Note: c.now.Message, Shoot: c.name, UID: c.now.UID})
		}
	}
	return found
}

func noteOf(all []change) string {
	names := make([]string, len(all))
	for i, c := range all {
		names[i] = c.name
	}
	return fmt.Sprintf("%d Shoots of the project: %s. Of %s: %s", len(all), text.List(names, mostNamed), names[0], all[0].now.Message)
}

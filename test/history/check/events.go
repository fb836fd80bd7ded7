// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"slices"
	"time"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

func eventRules() []Rule {
	return []Rule{
		{
			Name: "event-has-a-state",
			Quotes: []Quote{
				{statusReference, "Warning: the cause, when a Shoot becomes `Failed`, also for another cause; `ShootUnreachable`; `FluxDegraded`, also for another cause;"},
				{statusReference, "Normal: `FluxReady`, for the first time; `FluxRecovered`, again; `FluxSuspended`"},
				{rolloutsPage, "Nothing has proved the change, and the rollout waits, with Event `RolloutHolds`."},
				{rolloutsPage, "See also Event `RolloutStopped`"},
				{deployKeysPage, "the old private key is deleted. Event `DeployKeyRotated`, phase `RotationCompleting`."},
				{deployKeysPage, "Event `DeployKeyRotationPrepared`, phase `RotationPrepared`."},
				{deployKeysPage, "the annotations `previous-…` are removed: Event `DeployKeyRetired`, phase `InUse`."},
			},
			judge: baselessEvents,
		},
	}
}

// around is the time before and after an Event in which its state has to be seen. Updates of flux-status take up to 10
// seconds, and those of flux-rollout are seen at once.
const around = time.Minute

// baselessEvents finds Events whose state was not there, although everything was seen all the time.
func baselessEvents(r *record) []finding {
	var found []finding
	for _, seen := range r.all("event") {
		event, ok := seen.fact.(*history.Event)
		if !ok || seen.repeats() || r.projects[event.Namespace] == nil || seen.from.Sub(r.begin) < around {
			continue
		}
		key, is := r.projects[event.Namespace].state(event)
		line := r.timelines[key]
		from, until := seen.from.Add(-around), seen.from.Add(around)
		if is == nil || len(line) == 0 || !line.known(from, until) {
			continue
		}
		if slices.ContainsFunc(line, func(one sighting) bool {
			return one.fact != nil && !one.until.Before(from) && !one.from.After(until) && is(one.fact)
		}) {
			continue
		}
		found = append(found, finding{
			subject: seen.fact.Key() + event.Reason,
			text:    fmt.Sprintf("Event %s about %s %s: there was no such state in %s", event.Reason, event.Kind, event.About, key),
			shown:   slices.Concat([]int{seen.first, r.timelines[key][0].first}, line.indexes(from, until), r.first()),
		})
	}
	return found
}

// first returns the index of the first observation, which shows when the history began.
func (r *record) first() []int {
	for _, line := range r.timelines {
		if line[0].from.Equal(r.begin) {
			return []int{line[0].first}
		}
	}
	return nil
}

// state returns the key of what an Event is about, and whether a fact is its state. It returns nil for an Event that is
// not about a state.
func (p *project) state(event *history.Event) (string, func(history.Fact) bool) {
	if slices.Contains(p.shoots, event.About) {
		if is := shootState(event.Reason); is != nil {
			return (&history.Report{Namespace: p.namespace, Shoot: event.About}).Key(), func(fact history.Fact) bool {
				report, ok := fact.(*history.Report)
				return ok && is(report.Status)
			}
		}
	}
	if is := rolloutState(event.Reason); is != nil {
		return (&history.Rollout{Scope: p.namespace}).Key(), func(fact history.Fact) bool {
			state, ok := fact.(*history.Rollout)
			return ok && is(state)
		}
	}
	if is := keyState(event.Reason); is != nil && event.About == "flux-source" {
		return (&history.DeployKey{Namespace: p.namespace, Secret: "flux-source"}).Key(), func(fact history.Fact) bool {
			key, ok := fact.(*history.DeployKey)
			return ok && is(key)
		}
	}
	return "", nil
}

func shootState(reason string) func(fluxv1alpha1.ShootStatus) bool {
	is := func(state fluxv1alpha1.ShootState) func(fluxv1alpha1.ShootStatus) bool {
		return func(status fluxv1alpha1.ShootStatus) bool { return status.State == state }
	}
	switch reason {
	case "ShootUnreachable":
		return is(fluxv1alpha1.ShootUnreachable)
	case "FluxDegraded":
		return is(fluxv1alpha1.ShootDegraded)
	case "FluxSuspended":
		return is(fluxv1alpha1.ShootSuspended)
	case "FluxReady", "FluxRecovered":
		return func(status fluxv1alpha1.ShootStatus) bool { return status.Ready }
	}
	if slices.Contains(fluxv1alpha1.Causes(), fluxv1alpha1.Cause(reason)) {
		return func(status fluxv1alpha1.ShootStatus) bool {
			return status.State == fluxv1alpha1.ShootFailed && (status.Cause == "" || status.Cause == fluxv1alpha1.Cause(reason))
		}
	}
	return nil
}

func rolloutState(reason string) func(*history.Rollout) bool {
	in := func(phases ...string) func(*history.Rollout) bool {
		return func(state *history.Rollout) bool {
			return slices.Contains(phases, state.Phase) ||
				slices.ContainsFunc(state.Rings, func(ring history.Ring) bool { return slices.Contains(phases, ring.Phase) })
		}
	}
	switch reason {
	case "RolloutStopped":
		return in("Stopped")
	case "RolloutHolds":
		return in("Holding", "Empty", "Guarded")
	case "RolloutComplete":
		return func(state *history.Rollout) bool { return state.Phase == phaseComplete }
	}
	return nil
}

func keyState(reason string) func(*history.DeployKey) bool {
	switch reason {
	case "DeployKeyRotationPrepared":
		return func(key *history.DeployKey) bool { return key.Next != "" }
	case "DeployKeyRotated":
		return func(key *history.DeployKey) bool {
			return key.Annotations[previousFingerprint] != "" || key.Annotations["rotated-at"] != ""
		}
	case "DeployKeyRetired":
		return func(key *history.DeployKey) bool { return key.Annotations[previousFingerprint] == "" }
	}
	return nil
}

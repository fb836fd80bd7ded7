// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"slices"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

func stopRules() []Rule {
	return []Rule{{
		Name: "stopped-landscape-holds",
		Quotes: []Quote{
			{windowsPage, "While the landscape is stopped, no Shoot gets a change by a rollout: neither an approval, a correction nor a rollback overrules the stop, and only the operator ends it."},
		},
		judge: stoppedBegins,
	}}
}

// stoppedBegins finds Shoots that get a change while the operator has stopped all rollouts.
func stoppedBegins(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		for _, what := range []subject{commits, revisions} {
			for _, got := range p.transitions(what) {
				if !got.permitted || got.clockChanges() > 0 || got.followsGap() || got.joins() {
					continue
				}
				holding, isStopped := r.stopped(got.decided(), got.at)
				if !isStopped {
					continue
				}
				found = append(found, finding{
					subject: fmt.Sprintf("%s %s %s", p.namespace, got.shoot, got.value),
					text:    fmt.Sprintf("Shoot %s/%s got %s %s while all rollouts were stopped", p.namespace, got.shoot, got.what, short(got.value)),
					shown:   slices.Concat(got.shown, holding, got.arrival()),
				})
			}
		}
	}
	return found
}

// stopped returns whether all rollouts were stopped in all of a time, and what shows it. A record that is gone in between
// ends nothing if the next one that was seen is of the same stop.
func (r *record) stopped(from, until time.Time) ([]int, bool) {
	line := r.timelines[(&history.Stop{}).Key()]
	first, is := line.last(from)
	if !is {
		return nil, false
	}
	stop, ok := first.fact.(*history.Stop)
	if !ok || !stop.Stopped {
		return nil, false
	}
	shown := []int{first.first, first.last}
	for _, seen := range line {
		if !seen.from.After(first.from) {
			continue
		}
		shown = append(shown, seen.first, seen.last)
		if later, ok := seen.fact.(*history.Stop); ok {
			if later.Number != stop.Number {
				return nil, false
			}
			if !seen.until.Before(until) {
				return shown, true
			}
		}
	}
	return shown, !first.until.Before(until)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"time"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// IsClosed returns whether a window is closed at a time.
func IsClosed(window fluxv1alpha1.Window, at time.Time) bool { return isClosed(window, at, at) }

// Frozen returns from when until when a freeze is in effect for all rings in any case.
func Frozen(freeze fluxv1alpha1.Freeze) (time.Time, time.Time, bool) { return frozen(freeze, "") }

// Shows returns whether the lines of a violation show one by themselves.
func Shows(rule string, lines []Line) bool {
	var observations []history.Observation
	part := excerpt{}
	for i, line := range lines {
		observations = append(observations, line.Observation)
		part[i] = line.joined
	}
	for _, one := range Rules() {
		if one.Name == rule {
			return len(one.judge(newRecord(observations, part))) > 0
		}
	}
	panic("no rule " + rule)
}

// By returns the violations of a rule.
func By(rule string, observations []history.Observation) []Violation {
	for _, one := range Rules() {
		if one.Name == rule {
			return judge(observations, []Rule{one})
		}
	}
	panic("no rule " + rule)
}

// Covers returns whether a history shows at a time what was observed last of a thing.
func Covers(observations []history.Observation, key string, at time.Time) bool {
	seen, has := newRecord(observations, nil).timelines[key].last(at)
	return has && seen.covers(at)
}

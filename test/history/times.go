// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package history

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Names of times that a landscape may shorten, in Setup.
const (
	// TimeReportAge is the age up to which the report of a Shoot counts for a soak.
	TimeReportAge = "reportAge"
	// TimeDecisionStep is how much of the time between two decisions counts.
	TimeDecisionStep = "decisionStep"
	// TimeReaction is the time that the garden controller has to see a report and to decide.
	TimeReaction = "reaction"
	// TimeHealth is the time after which a report shows what has happened in a shoot: health check, threshold for
	// transient failures, and the write of flux-status.
	TimeHealth = "health"
	// TimeObjects is the same for objects below the root Kustomization, which are read less often.
	TimeObjects = "objects"
	// TimeRemoval is the time in which the last parts of Flux terminate.
	TimeRemoval = "removal"
	// TimeDelivery is the time in which a decision reaches a shoot that answers.
	TimeDelivery = "delivery"
	// TimeSilence is the longest time between two observations of the same value in which the value is taken to have held.
	// It is long in a history whose observer sees each change when it happens.
	TimeSilence = "silence"
)

// timeNames returns the names of times that a landscape may shorten.
func timeNames() []string {
	return []string{TimeReportAge, TimeDecisionStep, TimeReaction, TimeHealth, TimeObjects, TimeRemoval, TimeDelivery, TimeSilence}
}

// validate returns an error if a time has a name that no rule knows, or is no time.
func (s *Setup) validate() error {
	for _, name := range slices.Sorted(maps.Keys(s.Times)) {
		switch {
		case !slices.Contains(timeNames(), name):
			return fmt.Errorf("unknown time %q; use one of: %s", name, strings.Join(timeNames(), ", "))
		case s.Times[name].Duration <= 0:
			return fmt.Errorf("time %q has to be positive", name)
		}
	}
	return nil
}

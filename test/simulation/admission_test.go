// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// People make each mistake, with settings of the rollout with which some of them are none. The admission denies it, or no
// controller refuses it.
func TestNothingAcceptedIsRefused(t *testing.T) {
	var events []Event
	minute := 5
	for _, rings := range []string{"fast", "fast promote"} {
		events = append(events, at(minute, 0, whatRings, scheduled, rings))
		for _, kind := range mistakes() {
			minute++
			events = append(events, at(minute, 0, whatMistake, scheduled, kind), at(minute, 45, whatPath, scheduled, "./a"))
		}
		minute++
	}
	p := play(t, minute+15, events...)
	p.completes(minute + 14)
	var accepted []string
	denied := map[time.Duration]bool{}
	for _, seen := range p.observations {
		if action, ok := seen.Fact().(*history.Action); ok && action.What == "denied" {
			denied[seen.At.Sub(simulatedBegin()).Truncate(time.Minute)] = true
		}
	}
	for _, event := range events {
		if event.What == whatMistake && !denied[event.At.Truncate(time.Minute)] {
			accepted = append(accepted, event.With)
		}
	}
	slices.Sort(accepted)
	t.Log("accepted:", strings.Join(accepted, " "))
	if len(denied) == 0 {
		t.Error("the admission has denied nothing")
	}
}

// People override fields for a Shoot. Each override is denied, or no controller refuses it.
func TestNoAcceptedOverrideIsRefused(t *testing.T) {
	var events []Event
	minute, wrong := 5, 0
	for _, with := range overrides() {
		minute += 2
		events = append(events, at(minute, 0, whatOverride, scheduled+"/shoot-1", with))
	}
	p := play(t, minute+10, events...)
	for _, seen := range p.observations {
		if action, ok := seen.Fact().(*history.Action); ok && action.What == "denied" {
			wrong++
		}
	}
	if wrong != 5 {
		t.Errorf("the admission has denied %d overrides", wrong)
	}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// anyChecks returns checks of a ring; usually none.
func (w *world) anyChecks() []fluxv1alpha1.Check {
	var checks []fluxv1alpha1.Check
	for _, when := range []fluxv1alpha1.CheckTime{fluxv1alpha1.CheckBeforeStart, fluxv1alpha1.CheckAfterReady} {
		if !w.chance(15) {
			continue
		}
		check := fluxv1alpha1.Check{
			Name: strings.ToLower(string(when)), When: when, HTTP: &fluxv1alpha1.HTTPCheck{URL: "https://example.com", Expression: "body.ok"},
			For: &metav1.Duration{Duration: time.Duration(w.random.Intn(2)) * 4 * time.Minute}, Deadline: &metav1.Duration{Duration: 20 * time.Minute},
		}
		checks = append(checks, check)
	}
	return checks
}

// anyAnswers answers some of the last questions. The answers are those of another system: they know neither the
// rollout nor its clock.
func (w *world) anyAnswers(now time.Time) []Answer {
	var all []Answer
	for _, question := range w.questions {
		last, isAsked := w.answers[question.ID]
		if w.calm || w.chance(70) {
			answer := Answer{ID: question.ID, At: now.Add(-time.Duration(w.random.Intn(3)) * time.Second), Note: "no"}
			answer.Until = answer.At.Add(3 * time.Minute)
			if w.calm || w.chance(60) {
				answer.Note, answer.GoodSince = "", answer.At
				if !last.GoodSince.IsZero() && !answer.At.After(last.Until) {
					answer.GoodSince = last.GoodSince
				}
				w.cleared[question.ID] = true
			}
			last, isAsked = answer, true
			w.answers[question.ID] = answer
		}
		if isAsked {
			all = append(all, last)
		}
	}
	return all
}

// unasked returns the name of a check of the ring that was never answered as required for the target; empty if there is
// none.
func (w *world) unasked(ring fluxv1alpha1.Ring, target Target, when fluxv1alpha1.CheckTime) string {
	for _, check := range ring.Checks {
		question := ringView{Ring: &Ring{Name: ring.Name}}.question(check, target)
		if check.When == when && !w.cleared[question.ID] {
			return check.Name
		}
	}
	return ""
}

// mayOverrule records that an approval may have overruled the checks of a ring.
func (w *world) mayOverrule(before, after *State, operation string) {
	verb, name, _ := strings.Cut(operation, "=")
	if !strings.HasPrefix(verb, "approve") {
		return
	}
	for _, state := range []*State{before, after} {
		i := slices.IndexFunc(state.Rings, func(ring Ring) bool { return ring.Name == name })
		if i < 0 {
			continue
		}
		ring, next := state.Rings[i], Target{}
		if target, reached := state.Upcoming(i); reached {
			next = target
		}
		own := ringView{Ring: &ring, index: i}
		for _, target := range []Target{next, ring.Target, state.readyTarget(own)} {
			for _, check := range after.Rollout.Rings[min(i, len(after.Rollout.Rings)-1)].Checks {
				w.cleared[own.question(check, target).ID] = true
			}
		}
	}
}

// checkPassed checks that each ring that passes a target has passed its checks for it.
func (w *world) checkPassed(d Decision) error {
	for _, event := range d.Events {
		i := slices.IndexFunc(d.State.Rings, func(ring Ring) bool { return ring.Name == event.Ring })
		if event.Reason != ReasonRingPassed || i < 0 {
			continue
		}
		if unasked := w.unasked(d.State.Rollout.Rings[i], d.State.Rings[i].Passed, fluxv1alpha1.CheckAfterReady); unasked != "" {
			return fmt.Errorf("ring %s passes %s, for which check %s has not passed", event.Ring, d.State.Rings[i].Passed, unasked)
		}
	}
	return nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import "testing"

// In these schedules, the Flux of the canary shows something else than what it has done. Nobody else may get the change
// before the canary has it.
func TestLiesPassNoRing(t *testing.T) {
	const canary = scheduled + "/shoot-1"
	for _, story := range []struct {
		lie, why string
		events   []Event
		// until is the minute until which the others keep what they have.
		until int
	}{
		{
			"asleep", "the canary is Ready=True of the former generation, and there is no soak",
			[]Event{at(5, 0, whatRings, scheduled, "fast"), at(9, 50, whatLie, canary, "asleep 15m"), at(10, 0, whatPath, scheduled, "./b")}, 24,
		},
		{
			"behind", "the source of the canary has the commit, and the root Kustomization is Ready=True with the former one",
			[]Event{at(5, 0, whatRings, scheduled, "promote fast"), at(9, 50, whatLie, canary, "behind 15m"), at(10, 0, whatPush, repositoryOf(scheduled), "good")}, 24,
		},
		{
			"child", "the root Kustomization of the canary is ready with the commit, and the one below it is Ready=True with the former one",
			[]Event{at(5, 0, whatRings, scheduled, "promote fast"), at(9, 50, whatLie, canary, "child 15m"), at(10, 0, whatPush, repositoryOf(scheduled), "good")}, 24,
		},
		{
			"half", "condition Ready of the canary is of the present generation, and the rest of the status of the former one",
			[]Event{at(5, 0, whatRings, scheduled, "fast"), at(9, 50, whatLie, canary, "half 15m"), at(10, 0, whatPath, scheduled, "./b")}, 24,
		},
	} {
		t.Run(story.lie, func(t *testing.T) {
			p := play(t, 45, append(story.events, at(30, 0, whatPath, scheduled, "./c"))...)
			p.keepCommits(9, story.until, "shoot-2", "shoot-3", "shoot-4")
			p.keep(9, story.until, "shoot-2", "shoot-3", "shoot-4")
			p.completes(44)
		})
	}
}

// The objects in the canary are those from before the change, which is complete. The extension has them repaired at once,
// although gardener-resource-manager compares them only within an hour, and nobody else is disturbed.
func TestRestoredShootIsRepaired(t *testing.T) {
	p := play(t, 80,
		at(12, 0, whatPath, scheduled, "./b"),
		at(40, 0, whatLie, scheduled+"/shoot-1", "restored 29m"),
		at(60, 0, whatPath, scheduled, "./c"),
	)
	p.completes(39)
	p.completes(59)
	p.completes(79)
}

// keepCommits fails if one of the Shoots gets another commit from one minute to another.
func (p played) keepCommits(from, until int, shoots ...string) {
	p.Helper()
	all := p.rollouts(from, until)
	for _, state := range all {
		for _, shoot := range shoots {
			if state.Members[shoot].Commit != all[0].Members[shoot].Commit {
				p.Fatalf("%s got commit %s between the minutes %d and %d: %+v", shoot, state.Members[shoot].Commit, from, until, state.Rings)
			}
		}
	}
}

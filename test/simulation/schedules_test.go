// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"slices"
	"testing"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// These schedules repeat the circumstances of bugs of other products that roll changes out to clusters. What matters is
// who reads late, what changes meanwhile, and which process restarts.

// Project one has Shoot shoot-1 in ring canary, shoot-2 and shoot-3 in ring staging, and shoot-4 in ring production, on
// the seeds alpha, beta, gamma and alpha.
const scheduled = "one"

// at returns an event of the schedule at a time since the begin of the run.
func at(minutes, seconds int, what, on, with string) Event {
	return Event{At: time.Duration(minutes)*time.Minute + time.Duration(seconds)*time.Second, What: what, On: on, With: with}
}

// played is the history of a schedule.
type played struct {
	*testing.T

	observations []history.Observation
}

// inShort returns the schedules that make test runs.
func inShort() []string {
	return []string{"TestHealthFromBeforeTheChangeProvesNothing", "TestSoakEndsByItself", "TestApprovalOfOneChangeIsNoneOfTheNext", "TestNoAcceptedOverrideIsRefused"}
}

// play runs the schedule for a time. It fails if the run breaks a promise of the documentation.
func play(t *testing.T, minutes int, events ...Event) played {
	t.Helper()
	return playWith(t, Options{}, minutes, events...)
}

// playWith is play with further options.
func playWith(t *testing.T, options Options, minutes int, events ...Event) played {
	t.Helper()
	if !isLong() && !slices.Contains(inShort(), t.Name()) {
		t.Skip("it takes long: make test-long runs it")
	}
	options.Seed, options.Days, options.Events, options.Projects = setting(t, "SEED", parseSeed, 1), float64(minutes)/(24*60), events, []string{scheduled}
	result := Run(t, options)
	keepHistory(t, result)
	if result.Err != nil {
		t.Fatal(result.Err)
	}
	if len(result.Violations) > 0 {
		t.Error(Report(options, result))
	}
	return played{t, result.Observations}
}

// rollouts returns what flux-rollout showed from one minute to another, and at first what it showed before.
func (p played) rollouts(from, until int) []*history.Rollout {
	p.Helper()
	var all []*history.Rollout
	for _, seen := range p.observations {
		state, ok := seen.Fact().(*history.Rollout)
		since := seen.At.Sub(simulatedBegin())
		switch {
		case !ok || state.Scope != "garden-"+scheduled:
		case since <= time.Duration(from)*time.Minute:
			all = []*history.Rollout{state}
		case since <= time.Duration(until)*time.Minute:
			all = append(all, state)
		}
	}
	if len(all) == 0 {
		p.Fatalf("flux-rollout was not seen until minute %d", until)
	}
	return all
}

// rollout returns what flux-rollout showed at a time.
func (p played) rollout(minute int) *history.Rollout {
	p.Helper()
	return p.rollouts(minute, minute)[0]
}

// completes fails unless all Shoots have the present configuration at a time.
func (p played) completes(minute int) {
	p.Helper()
	state := p.rollout(minute)
	if state.Phase != "Complete" {
		p.Errorf("the rollout is %s in minute %d: %+v", state.Phase, minute, state.Rings)
	}
	for shoot, permit := range state.Members {
		if permit.Revision != state.Target {
			p.Errorf("%s has %s in minute %d, and not %s", shoot, permit.Revision, minute, state.Target)
		}
	}
}

// keep fails if one of the Shoots gets another revision from one minute to another.
func (p played) keep(from, until int, shoots ...string) {
	p.Helper()
	all := p.rollouts(from, until)
	for _, state := range all {
		for _, shoot := range shoots {
			if state.Members[shoot].Revision != all[0].Members[shoot].Revision {
				p.Fatalf("%s got %s between the minutes %d and %d: %+v", shoot, state.Members[shoot].Revision, from, until, state.Rings)
			}
		}
	}
}

// Argo CD #29410: a step counted as complete by the health that its clusters had before the change, and production got
// the change first. Here, the seed of the canary does not see the change for minutes, the canary goes on to be Ready,
// and there is no soak. Nobody else may get the change, which does not work.
func TestHealthFromBeforeTheChangeProvesNothing(t *testing.T) {
	p := play(t, 45,
		at(5, 0, whatRings, scheduled, "fast"),
		at(10, 0, whatDelay, seedPrefix+"alpha", "3m"),
		at(10, 10, whatPath, scheduled, "./missing"),
		at(25, 0, whatPath, scheduled, "./c"),
	)
	p.keep(10, 25, "shoot-2", "shoot-3", "shoot-4")
	if state := p.rollout(24); state.Phase != "Stopped" {
		t.Errorf("the rollout is %s with a path that does not exist", state.Phase)
	}
	p.completes(44)
}

// Argo CD #19535: a step waited for ever for the revision that was the target when the step began, because the target
// had changed since. Here, it changes while staging gets the first one, and the controller ends at the same time.
func TestTargetThatChangesInAStepIsReached(t *testing.T) {
	p := play(t, 50,
		at(5, 0, whatPath, scheduled, "./b"),
		at(11, 30, whatPath, scheduled, "./c"),
		at(11, 31, whatKill, "garden-controller", ""),
	)
	if state := p.rollout(11); state.Members["shoot-2"].Revision == state.Members["shoot-4"].Revision {
		t.Errorf("staging has not begun before the target changes: %+v", state)
	}
	p.keep(5, 16, "shoot-4")
	p.completes(49)
}

// KubeFleet #733: a cluster that joined or left during a run stopped it for ever. Here, one Shoot of staging is deleted
// while it gets the change, and comes back. The Shoot of production moves to another seed meanwhile.
func TestShootsThatComeAndGoStopNoRollout(t *testing.T) {
	p := play(t, 60,
		at(5, 0, whatPath, scheduled, "./b"),
		at(11, 20, whatDelete, scheduled+"/shoot-2", ""),
		at(11, 40, whatMigrate, scheduled+"/shoot-4", "beta"),
		at(11, 50, whatKill, "garden-controller", ""),
		at(14, 0, whatCreate, scheduled+"/shoot-2", ""),
	)
	p.keep(5, 16, "shoot-4")
	p.completes(59)
}

// Rancher Fleet #594: a cluster that was offline kept all others from the change. Here, a Shoot of staging sleeps, and
// the seed of the other one is down when its turn comes. Production waits for one Shoot that proves the change, and the
// Shoot that slept gets the change when it wakes up.
func TestShootThatIsAwayHoldsNobody(t *testing.T) {
	p := play(t, 75,
		at(5, 0, whatHibernate, scheduled+"/shoot-2", ""),
		at(7, 0, whatPath, scheduled, "./b"),
		at(11, 0, whatDown, seedPrefix+"gamma", "15m"),
		at(50, 0, whatWake, scheduled+"/shoot-2", ""),
	)
	p.keep(7, 27, "shoot-4")
	p.completes(49)
	p.completes(74)
}

// Kargo #4586: a promotion after a soak waited until the controller was restarted, because nothing woke it when the
// soak ended. Here, nothing happens after the change but that the controller is restarted in the soak.
func TestSoakEndsByItself(t *testing.T) {
	p := play(t, 30,
		at(5, 0, whatPath, scheduled, "./b"),
		at(7, 0, whatKill, "garden-controller", ""),
	)
	p.keep(5, 10, "shoot-2", "shoot-3", "shoot-4")
	state := p.rollout(12)
	if state.Members["shoot-2"].Revision != state.Target {
		t.Errorf("staging has not begun after the soak: %+v", state)
	}
	p.completes(29)
}

// Argo CD #21692: nothing was synchronized when a window opened, because nothing woke the controller. Here, all is
// ready long before, and the controller is restarted while the window is closed.
func TestWindowThatOpensLetsTheRingBegin(t *testing.T) {
	p := play(t, 70,
		at(5, 0, whatRings, scheduled, "windows"),
		at(10, 0, whatPath, scheduled, "./b"),
		at(50, 0, whatKill, "garden-controller", ""),
	)
	if state := p.rollout(59); state.Phase != "WaitingForWindow" {
		t.Errorf("the rollout is %s before the window opens: %+v", state.Phase, state.Rings)
	}
	p.keep(10, 60, "shoot-4")
	if state := p.rollout(62); state.Members["shoot-4"].Revision != state.Target {
		t.Errorf("production has not begun when the window has opened: %+v", state)
	}
	p.completes(69)
}

// Argo CD #26215: a synchronization that was under way when the window closed was stuck, and nobody could do another
// one. Here, production gets a commit shortly before the window closes while its host does not answer. Its rollback
// does not wait for the window.
func TestClosedWindowHoldsNoRollback(t *testing.T) {
	p := play(t, 100,
		at(5, 0, whatRings, scheduled, "windows"),
		at(45, 0, whatPath, scheduled, "./b"),
		at(59, 50, whatDown, seedPrefix+"alpha", "25m"),
		at(80, 30, whatOperate, scheduled, "rollback"),
	)
	before := p.rollout(44)
	if state := p.rollout(79); state.Members["shoot-4"].Revision != state.Target || state.Phase == "Complete" {
		t.Errorf("production is not on its way when the window closes: %+v", state)
	}
	after := p.rollout(99)
	for shoot, permit := range after.Members {
		if permit.Revision != before.Members[shoot].Revision {
			t.Errorf("%s has %s after the rollback, and not %s", shoot, permit.Revision, before.Members[shoot].Revision)
		}
	}
	if after.Phase != "RolledBack" {
		t.Errorf("the rollout is %s after the rollback", after.Phase)
	}
}

// Kargo #6372 and #7032: the proof of one change was used for another one. Here, production waits for the approval of a
// change and gets it, but the controller is down, and learns of the approval only together with the next change.
func TestApprovalOfOneChangeIsNoneOfTheNext(t *testing.T) {
	p := play(t, 60,
		at(5, 0, whatRings, scheduled, "manual"),
		at(6, 0, whatPath, scheduled, "./b"),
		at(30, 0, whatDown, "garden-controller", "2m"),
		at(30, 10, whatOperate, scheduled, "approve=production"),
		at(30, 30, whatPath, scheduled, "./c"),
	)
	if state := p.rollout(29); state.Phase != "WaitingForApproval" {
		t.Errorf("the rollout is %s before the approval", state.Phase)
	}
	p.keep(6, 59, "shoot-4")
	if state := p.rollout(59); state.Phase != "WaitingForApproval" {
		t.Errorf("the rollout is %s with a change that nobody has approved: %+v", state.Phase, state.Rings)
	}
}

// Open Cluster Management #1201: the strategy counted for the first creation only, and all clusters got the next change
// at once. Here, a second change follows the first one, and the controller is restarted when it comes.
func TestSecondChangeGoesFromRingToRing(t *testing.T) {
	p := play(t, 50,
		at(5, 0, whatPath, scheduled, "./b"),
		at(30, 0, whatPath, scheduled, "./c"),
		at(30, 1, whatKill, "garden-controller", ""),
	)
	p.completes(29)
	p.keep(30, 35, "shoot-2", "shoot-3", "shoot-4")
	for _, state := range p.rollouts(30, 49) {
		if staging := state.Rings[1]; staging.OnTheirWay > 1 {
			t.Errorf("%d Shoots of staging are on their way, with maxConcurrent 1", staging.OnTheirWay)
		}
	}
	p.completes(49)
}

// Argo CD #29410 in another form: the last report is good, and it is old. Here, the seed of the canary is down from the
// begin of the soak on, for longer than the soak. It waits from half an hour after the report, and goes on when the
// seed is back.
func TestOldReportProvesNothing(t *testing.T) {
	p := play(t, 124,
		at(5, 0, whatRings, scheduled, "long"),
		at(10, 0, whatPath, scheduled, "./b"),
		at(12, 0, whatDown, seedPrefix+"alpha", "73m"),
	)
	p.keep(10, 114, "shoot-2", "shoot-3", "shoot-4")
	if state := p.rollout(123); state.Members["shoot-2"].Revision != state.Target {
		t.Errorf("staging has not begun after the rest of the soak: %+v", state)
	}
}

// A soak counts only time in which somebody has observed its Shoots. Here, the garden controller is down for longer
// than the soak.
func TestTimeThatNobodyObservedIsNoSoak(t *testing.T) {
	p := play(t, 90,
		at(5, 0, whatRings, scheduled, "slow"),
		at(10, 0, whatPath, scheduled, "./b"),
		at(12, 0, whatDown, "garden-controller", "1h"),
	)
	p.keep(10, 80, "shoot-2", "shoot-3", "shoot-4")
	if state := p.rollout(89); state.Members["shoot-2"].Revision != state.Target {
		t.Errorf("staging has not begun after the rest of the soak: %+v", state)
	}
}

// The removal guard compares what a shoot has with what it had. Here, the seed of the canary starts, and its first health
// check reads the root Kustomization. Before it has listed all Kustomizations, Flux applies a commit that removes a
// Namespace: the objects belong to another commit than the root Kustomization. The loss has to hold the canary.
func TestObjectsOfAnotherCommitHideNoLoss(t *testing.T) {
	p := playWith(t, Options{Swift: true}, 60,
		at(5, 0, whatRings, scheduled, "guard"),
		at(6, 0, whatPush, repositoryOf(scheduled), "good"),
		at(6, 30, whatPush, repositoryOf(scheduled), "good"),
		at(7, 0, whatPush, repositoryOf(scheduled), "good"),
		at(40, 0, whatDown, seedPrefix+"alpha", "1m"),
		at(40, 50, whatSlow, scheduled+"/shoot-1", "30s 8s kustomizations"),
		at(40, 55, whatPush, repositoryOf(scheduled), "prune"),
	)
	p.completes(39)
	before := p.rollout(39)
	for _, state := range p.rollouts(39, 59) {
		for _, shoot := range []string{"shoot-2", "shoot-3", "shoot-4"} {
			if state.Members[shoot].Commit != before.Members[shoot].Commit {
				t.Fatalf("%s got commit %s, with which the canary has lost a Namespace: %+v", shoot, state.Members[shoot].Commit, state.Rings)
			}
		}
	}
	if state := p.rollout(59); state.Phase != "Guarded" {
		t.Errorf("the rollout is %s with a loss: %+v", state.Phase, state.Rings)
	}
}

// Caches that are filled from an API server that is behind have what a process has seen before
// (kubernetes/kubernetes#59848). Its reports must not go back.
func TestCachesAreNotOlderThanBefore(t *testing.T) {
	play(t, 50,
		at(20, 0, whatPath, scheduled, "./b"),
		at(35, 0, whatUpgrade, "garden-controller", "v2.9.5"),
		at(37, 0, whatPast, seedPrefix+"alpha", "387s 8m"),
		at(38, 0, whatPast, seedPrefix+"beta", "387s 8m"),
		at(39, 0, whatPast, "garden-controller", "387s 8m"),
	)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

var _ = Describe("The rollout of a baseline with random sequences of changes", func() {
	It("obeys its rules after each step, and finally gives all Shoots the last baseline", func() {
		count, seed := sequences(60)
		runSequences(count, seed, func(s script) ([]string, error) {
			w := newBaselineWorld(s)
			err := w.live()
			return w.log, err
		})
	})

	It("guards a ring also when its recovery ends: all seeds are ready, and Shoots on them have lost objects", func() {
		w := newBaselineWorld(newScript(1285))
		Expect(w.live()).To(Succeed(), strings.Join(w.log, "\n"))
	})
})

// live runs a sequence: disturbances, and then none until all Shoots have the last baseline.
func (w *baselineWorld) live() error {
	for step := 1; step <= w.steps; step++ {
		if w.left[step] {
			continue
		}
		w.dice, w.IsStopped = w.script.dice(step), w.stops(step, w.IsStopped)
		w.clock = w.clock.Add(time.Duration(w.IntN(150)) * time.Second)
		if w.chance(40) {
			w.disturb()
		}
		w.work()
		if err := w.decide(); err != nil {
			return err
		}
	}
	w.dice = w.script.dice(0)
	w.soothe()
	for step := range 300 {
		w.clock = w.clock.Add(2 * time.Minute)
		w.work()
		if err := w.decide(); err != nil {
			return err
		}
		if step%10 == 9 {
			w.requested()
		}
		if w.isEverywhere() {
			return nil
		}
	}
	return fmt.Errorf("not all Shoots get %s at %s: %s", w.revision(), w.commit(), w.last.Message)
}

// soothe ends everything that blocks a rollout.
func (w *baselineWorld) soothe() {
	w.calm, w.operation, w.wrong = true, "resume", 0
	w.bad, w.removes, w.silent = map[string]bool{}, map[string]bool{}, map[string]bool{}
	w.IsStopped = false
	removeHolds(w.Rollouts)
	w.note("everything is well from now on")
	if len(w.shoots) == 0 {
		w.create()
	}
	for i, shoot := range w.shoots {
		shoot.sick, shoot.hung, shoot.unreachable, shoot.own, shoot.Hibernated = false, false, false, "", false
		if i == 0 { // Without a Shoot in the first ring, no commit is promoted.
			w.seed(shoot.seed).Labels = w.Rollouts.Rings[0].Seeds.MatchLabels
		}
	}
	if w.chance(50) || w.target.Shoots != nil || w.revision() == NoBaseline() || w.state != nil && (len(w.state.Skipped) > 0 || w.state.RolledBack) {
		w.change() // Skipped seeds count for another baseline.
		w.bad = map[string]bool{}
	}
}

// requested gives the operation that the status asks for.
func (w *baselineWorld) requested() {
	switch w.last.Phase {
	case rollout.PhasePaused, rollout.PhaseRolledBack:
		w.operation = "resume"
		return
	}
	for _, ring := range w.last.Rings {
		switch ring.Phase {
		case rollout.PhaseHolding, rollout.PhaseEmpty, rollout.PhaseStopped, rollout.PhaseGuarded, rollout.PhaseWaitingForApproval:
			w.operation = "approve=" + ring.Name
			return
		}
	}
}

func (w *baselineWorld) isEverywhere() bool {
	for _, shoot := range w.shoots {
		isPresent := shoot.present != nil && shoot.present.Revision == w.revision() && shoot.present.AppliedRevision == "main@"+w.commit()
		if isPresent != isSelected(w.target, shoot.Shoot) || !isPresent && shoot.present != nil {
			return false
		}
	}
	return w.state.IsEverywhere()
}

// baselineRules is the memory of the model.
type baselineRules struct {
	last    rollout.Progress
	decided time.Time
	// wasReady are the Shoots that were ready before.
	wasReady map[types.UID]bool
	target   string
	skipped  map[string]bool
	rings    map[string]*baselineMemory
	// isNew is whether the State was derived in the decision before.
	isNew bool
}

// baselineMemory contains the observations of a ring.
type baselineMemory struct {
	failed, lost map[types.UID]baselineFailure
	accepted     bool
	// witnesses are the projects that have reported a commit, and soaked how long the ring was ready with a goal.
	witnesses map[string]map[string]bool
	ready     map[rollout.Target]bool
	soaked    map[rollout.Target]time.Duration
}

type baselineFailure struct {
	project, seed string
	goal          rollout.Target
}

func newBaselineRules() baselineRules {
	return baselineRules{wasReady: map[types.UID]bool{}, skipped: map[string]bool{}, rings: map[string]*baselineMemory{}}
}

func (r *baselineRules) ring(name string) *baselineMemory {
	if r.rings[name] == nil {
		r.rings[name] = &baselineMemory{
			failed: map[types.UID]baselineFailure{}, lost: map[types.UID]baselineFailure{}, witnesses: map[string]map[string]bool{}, ready: map[rollout.Target]bool{}, soaked: map[rollout.Target]time.Duration{},
		}
	}
	return r.rings[name]
}

func (w *baselineWorld) ringOf(seed Seed) string {
	for _, ring := range w.Rollouts.Rings {
		if ring.Name == seed.Labels["ring"] {
			return ring.Name
		}
	}
	return "rest"
}

// check checks the rules for a decision.
func (r *baselineRules) check(w *baselineWorld, before *rollout.State, decision rollout.Decision, operation string) error {
	after := decision.State
	r.last = decision.Progress
	step := time.Duration(0)
	if !after.Behind {
		if !r.decided.IsZero() {
			step = min(5*time.Minute, max(0, w.Now.Sub(r.decided)))
		}
		r.decided = w.Now
	}
	isRollback := slices.ContainsFunc(decision.Events, func(e rollout.Event) bool { return e.Reason == rollout.ReasonRolledBack })
	if r.target != w.revision() || before == nil || isRollback {
		if !isRollback {
			clear(r.skipped)
		}
		r.target, r.rings = w.revision(), map[string]*baselineMemory{}
	}
	if before == nil || isRollback {
		r.remember(w, after)
		r.isNew = true
		return nil
	}
	defer func() { r.isNew = false }()
	// A ring with failures within maxFailures passes when commits are not promoted any more.
	if operation == "resume" || before.Promotes() != after.Promotes() {
		for _, own := range r.rings {
			clear(own.failed)
		}
	}
	if seed, isSkip := strings.CutPrefix(operation, "skip="); isSkip {
		r.skipped[seed] = true
	}
	if name, isApproval := strings.CutPrefix(operation, "approve="); isApproval {
		r.ring(name).accepted = true
	}
	r.remember(w, before)
	if err := r.checkReleases(w, before, after, operation); err != nil {
		return err
	}
	for i := range after.Rings {
		was := slices.IndexFunc(before.Rings, func(ring rollout.Ring) bool { return ring.Name == after.Rings[i].Name })
		if err := r.checkPassed(w, before, after, was, i, step); err != nil {
			return err
		}
	}
	return nil
}

// hasGoal returns whether a Shoot reports that it is ready with a goal.
func hasGoal(w *baselineWorld, shoot Shoot, report ReportedShoot, goal rollout.Target) bool {
	if !isSelected(w.target, shoot) {
		return report.Baseline == nil
	}
	own := report.Baseline
	return own != nil && own.State == fluxv1alpha1.ShootReady && own.Revision == goal.Revision && (goal.Commit == "" || own.AppliedRevision == "main@"+goal.Commit)
}

// remember records the reports of the seeds.
func (r *baselineRules) remember(w *baselineWorld, state *rollout.State) {
	for _, seed := range w.Seeds {
		index := state.RingIndex(seed.Identity())
		ring := state.Rings[index]
		own := r.ring(ring.Name)
		for _, shoot := range seed.Shoots {
			reported, ok := seed.Report[shoot.UID]
			report := reported.Baseline
			if ok && report == nil {
				delete(r.wasReady, shoot.UID) // It waits for its first delivery.
			}
			if report == nil || shoot.Hibernated || report.State == fluxv1alpha1.ShootUnreachable {
				continue
			}
			goal := rollout.Target{Revision: report.Revision, Commit: strings.TrimPrefix(report.AttemptedRevision, "main@")}
			failure := baselineFailure{project: shoot.Namespace, seed: seed.Name, goal: goal}
			switch {
			case report.State == fluxv1alpha1.ShootReady:
				r.wasReady[shoot.UID] = true
				for _, other := range r.rings {
					delete(other.failed, shoot.UID)
				}
				if own.witnesses[goal.Commit] == nil {
					own.witnesses[goal.Commit] = map[string]bool{}
				}
				own.witnesses[goal.Commit][shoot.Namespace] = true
				if delete(own.lost, shoot.UID); report.Removed.Count > 2 {
					own.lost[shoot.UID] = failure
				}
			case report.State == fluxv1alpha1.ShootFailed && !report.Unwell && r.wasReady[shoot.UID] && ring.Target.Revision == goal.Revision && ring.Passed != goal && state.Permit(seed.Identity()).Target.Revision == goal.Revision:
				own.failed[shoot.UID] = failure
			}
		}
	}
	for name, own := range r.rings {
		isGone := func(uid types.UID, failure baselineFailure) bool {
			return r.skipped[failure.seed] || slices.ContainsFunc(w.Seeds, func(seed Seed) bool {
				return w.ringOf(seed) != name && (seed.Name == failure.seed || slices.ContainsFunc(seed.Shoots, func(s Shoot) bool { return s.UID == uid }))
			})
		}
		maps.DeleteFunc(own.failed, isGone)
		maps.DeleteFunc(own.lost, isGone)
	}
}

// checkReleases checks the releases for the seeds behind the first ring.
func (r *baselineRules) checkReleases(w *baselineWorld, before, after *rollout.State, operation string) error {
	isSame := slices.EqualFunc(before.Rings, after.Rings, func(a, b rollout.Ring) bool { return a.Name == b.Name })
	for _, seed := range w.Seeds {
		record, ok := before.Members[seed.Name]
		index := after.RingIndex(seed.Identity())
		if !isSame || !ok || len(seed.Shoots) == 0 || record.UID != seed.UID || before.RingIndex(seed.Identity()) != index {
			continue
		}
		ring := after.Rings[index]
		had, has := BaselineReleaseFor(before, seed.Identity()).Target, BaselineReleaseFor(after, seed.Identity()).Target
		if index > 0 && after.Promotes() && before.Promotes() && has.Commit == "" && before.Rings[index].Passed == ring.Passed && ring.Passed.Commit != "" && ring.Passed.Revision == has.Revision {
			return fmt.Errorf("%s follows the source, and ring %s has passed %s", seed.Name, ring.Name, ring.Passed)
		}
		isPinned := had.Revision == has.Revision && had.Commit == ""
		if had == has || isPinned || had.Revision == "" {
			continue
		}
		if before.Paused && after.Paused && operation == "" {
			return fmt.Errorf("%s gets %s during a pause", seed.Name, has)
		}
		if index == 0 {
			continue
		}
		passed := after.Rings[index-1].Passed
		isPassed := passed.Revision == has.Revision && (passed.Commit == "" || has.Commit == "" || passed.Commit == has.Commit)
		if !isPassed && before.Rings[index].Target != has && before.Rings[index].Passed != has {
			return fmt.Errorf("%s of ring %s gets %s before ring %s has passed it", seed.Name, ring.Name, has, after.Rings[index-1].Name)
		}
	}
	return nil
}

// checkPassed checks that a ring passes for a reason.
func (r *baselineRules) checkPassed(w *baselineWorld, before, after *rollout.State, was, is int, step time.Duration) error {
	ring, old := after.Rings[is], rollout.Ring{}
	if was >= 0 {
		old = before.Rings[was]
	}
	own, most := r.ring(ring.Name), int(*w.Rollouts.Baseline.MaxFailures)
	for goal, isReady := range own.ready {
		if isReady {
			own.soaked[goal] += step
		}
	}
	goals := []rollout.Target{ring.Target, ring.Passed, {Revision: ring.Target.Revision, Commit: ring.Commit}, {Revision: ring.Target.Revision, Commit: old.Passed.Commit}}
	unready := map[rollout.Target][]string{}
	shoots := 0
	clear(own.ready)
	for _, goal := range goals {
		var missing []string
		isProven := false
		for _, seed := range w.Seeds {
			if w.ringOf(seed) != ring.Name {
				continue
			}
			for _, shoot := range seed.Shoots {
				shoots++
				report, ok := seed.Report[shoot.UID]
				isAway := shoot.Hibernated || !ok || report.Baseline != nil && (report.Baseline.State == fluxv1alpha1.ShootUnreachable || report.Baseline.Unwell || report.Baseline.Revision != goal.Revision && report.Baseline.State == fluxv1alpha1.ShootFailed)
				isReady := hasGoal(w, shoot, report, goal)
				isProven = isProven || isReady && !isAway
				if !isAway && !isReady && !r.skipped[seed.Name] && r.wasReady[shoot.UID] && before.Permit(seed.Identity()).Target.Revision == goal.Revision {
					missing = append(missing, shoot.Namespace)
				}
			}
		}
		slices.Sort(missing)
		unready[goal] = slices.Compact(missing)
		if own.ready[goal] = isProven; isProven && r.isNew {
			own.soaked[goal] = max(own.soaked[goal], step)
		}
	}
	goal := ring.Passed
	if was < 0 { // A new ring gets the target of its neighbours.
		return nil
	}
	if old.Passed == goal || goal.Revision != w.revision() || ring.Held || old.Held || own.accepted || shoots == 0 || before.Unused || before.Recovering && !after.Recovering || was != is {
		return nil
	}
	if !after.Promotes() && old.Passed.Revision == goal.Revision || before.Promotes() != after.Promotes() {
		return nil
	}
	against := func(failures map[types.UID]baselineFailure) []string {
		projects := map[string]bool{}
		for _, failure := range failures {
			if failure.goal.Revision == goal.Revision && (goal.Commit == "" || failure.goal.Commit == goal.Commit) {
				projects[failure.project] = true
			}
		}
		return slices.Sorted(maps.Keys(projects))
	}
	isSkipped := slices.ContainsFunc(w.Seeds, func(seed Seed) bool {
		// An approval skips the seeds that have failed, which may have moved since.
		isAny := r.skipped[seed.Name] || slices.Contains(before.Skipped, seed.Name) || slices.Contains(after.Skipped, seed.Name)
		return isAny && w.ringOf(seed) == ring.Name
	})
	soak := time.Duration(0)
	for _, configured := range w.Rollouts.Rings {
		if configured.Name == ring.Name {
			soak = w.Rollouts.Baseline.SoakOf(configured)
		}
	}
	switch failed, lost := against(own.failed), against(own.lost); {
	case len(failed) > most:
		return fmt.Errorf("ring %s passes %s, with which %v have failed", ring.Name, goal, failed)
	case len(lost) > 0 && goal.Commit != "":
		return fmt.Errorf("ring %s passes %s, with which %v have lost objects", ring.Name, goal, lost)
	case len(unready[goal]) > most:
		return fmt.Errorf("ring %s passes %s, with which %v are not ready", ring.Name, goal, unready[goal])
	case is == 0 && goal.Commit != "" && goal.Commit != old.Passed.Commit && len(own.witnesses[goal.Commit]) < 2:
		return fmt.Errorf("ring %s passes %s, which only %v have reported", ring.Name, goal, own.witnesses[goal.Commit])
	case !own.ready[goal] && !isSkipped:
		return fmt.Errorf("ring %s passes %s, with which no Shoot is ready", ring.Name, goal)
	case own.soaked[goal] < soak && !isSkipped:
		return fmt.Errorf("ring %s passes %s, with which it was ready for %s", ring.Name, goal, own.soaked[goal])
	}
	return nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

var _ = Describe("The rollout of the default Flux version with random sequences of changes", func() {
	It("obeys its rules after each step, and finally gives all Shoots the last version", func() {
		count, seed := sequences(100)
		runSequences(count, seed, func(s script) ([]string, error) {
			w := newVersionWorld(s)
			err := w.live()
			return w.log, err
		})
	})
})

// live runs a sequence: disturbances, and then none until all Shoots have the last version.
func (w *versionWorld) live() error {
	for step := 1; step <= w.steps; step++ {
		if w.left[step] {
			continue
		}
		w.dice, w.IsStopped = w.script.dice(step), w.stops(step, w.IsStopped)
		w.clock = w.clock.Add(time.Duration(w.IntN(150)) * time.Second)
		if w.chance(40) {
			w.disturb()
		}
		if err := w.work(); err != nil {
			return err
		}
		if err := w.decide(); err != nil {
			return err
		}
	}
	w.dice = w.script.dice(0)
	w.soothe()
	limit := 400
	if w.lone != nil {
		limit += 8 * 24 * 12 // The project stops the rollout for seven days.
	}
	for step := range limit {
		w.clock = w.clock.Add(5 * time.Minute)
		if err := w.work(); err != nil {
			return err
		}
		if err := w.decide(); err != nil {
			return err
		}
		if step%10 == 9 {
			w.requested()
		}
		if !slices.ContainsFunc(w.shoots, func(s *worldShoot) bool { return s.version != w.target() }) && w.state.IsEverywhere() {
			return nil
		}
	}
	return fmt.Errorf("not all Shoots get %s: %+v", w.target(), w.state.Rings)
}

// soothe ends everything that blocks a rollout, in some sequences except for one Shoot.
func (w *versionWorld) soothe() {
	w.calm, w.wrong, w.operation = true, 0, "resume"
	w.bad, w.silent = map[string]bool{}, map[string]bool{}
	w.IsStopped = false
	removeHolds(w.Rollouts)
	w.note("everything is well from now on")
	if len(w.shoots) == 0 {
		w.create()
	}
	for _, shoot := range w.shoots {
		shoot.sick, shoot.late, shoot.Hibernated = false, false, false
	}
	if w.chance(1) {
		w.lone = w.shoots[0]
		w.note("except for %s", w.lone.Name)
	}
	if w.chance(50) || w.state != nil && len(w.state.Skipped) > 0 {
		w.change() // Skipped seeds count for another version.
		w.bad = map[string]bool{}
	}
}

// requested gives the operation that the status asks for.
func (w *versionWorld) requested() {
	switch w.last.Phase {
	case rollout.PhasePaused, rollout.PhaseRolledBack:
		w.operation = "resume"
		return
	}
	for _, ring := range w.last.Rings {
		if ring.Phase == rollout.PhaseHolding || ring.Phase == rollout.PhaseEmpty || ring.Phase == rollout.PhaseStopped && w.lone == nil {
			w.operation = "approve=" + ring.Name
			return
		}
	}
}

// versionRules is the memory of the model.
type versionRules struct {
	last    rollout.Progress
	decided time.Time
	gap     time.Duration
	// failedBefore are the Shoots that failed before they got the target, and carried those that failed with a former
	// target whose rollout was not complete.
	failedBefore, carried map[types.UID]bool
	target                string
	// skipped are the seeds that were skipped, and wasSkipped those before the decision.
	skipped, wasSkipped map[string]bool
	rings               map[string]*ringMemory
	// begun is how long each seed has had the target.
	begun      map[string]time.Duration
	configured string
	// isNew is whether the State was derived in the decision before, and wasStopped whether all rollouts were stopped then.
	isNew, wasStopped bool
}

// ringMemory contains the observations of a ring with the target.
type ringMemory struct {
	failed   map[types.UID]versionFailure
	accepted bool
	// isSoaking is whether all Shoots were released in the last decision, and the ring was well; soaked is how long.
	isSoaking bool
	soaked    time.Duration
	// stopped is how long there were failures of a project.
	stopped map[string]time.Duration
	// allowed is how many Shoots may be released, and isUnlimited whether shootsPerHour was not set. releasing is how long
	// Shoots were released, and fastest the highest shootsPerHour.
	allowed     float64
	releasing   time.Duration
	isStopped   bool
	fastest     int32
	isUnlimited bool
}

type versionFailure struct{ project, seed string }

func newVersionRules() versionRules {
	return versionRules{failedBefore: map[types.UID]bool{}, carried: map[types.UID]bool{}, skipped: map[string]bool{}, rings: map[string]*ringMemory{}}
}

func (r *versionRules) ring(name string) *ringMemory {
	if r.rings[name] == nil {
		r.rings[name] = &ringMemory{failed: map[types.UID]versionFailure{}, stopped: map[string]time.Duration{}, allowed: 1}
	}
	return r.rings[name]
}

func numberOf(version string) int {
	number, _ := strconv.Atoi(version[strings.LastIndex(version, ".")+1:])
	return number
}

// checkReconciled checks the version that gardenlet gives a Shoot.
func (r *versionRules) checkReconciled(w *versionWorld, shoot *worldShoot, version string) error {
	if shoot.version == "" {
		return nil
	}
	if numberOf(version) < numberOf(shoot.version) {
		return fmt.Errorf("%s gets %s after %s", shoot.Name, version, shoot.version)
	}
	board := w.boards[shoot.seed]
	if version == board.Version && PositionOf(shoot.UID, version) >= board.Released {
		return fmt.Errorf("%s gets %s, which is not released for it", shoot.Name, version)
	}
	return nil
}

// check checks the rules for a decision.
func (r *versionRules) check(w *versionWorld, before *rollout.State, decision rollout.Decision, operation string) error {
	after := decision.State
	r.last = decision.Progress
	step := time.Duration(0)
	if !after.Behind {
		if !r.decided.IsZero() {
			step = min(5*time.Minute, max(0, w.Now.Sub(r.decided)))
		}
		r.gap, r.decided = w.Now.Sub(r.decided), w.Now
	}
	target := VersionRevision(w.target()).ID()
	r.change(w)
	if before == nil {
		if r.decided = w.Now; len(w.log) > 0 && len(r.rings) > 0 {
			r.rings, r.skipped, r.carried = map[string]*ringMemory{}, map[string]bool{}, map[types.UID]bool{}
		}
		r.forget(w)
		r.isNew = true
	}
	r.wasSkipped = maps.Clone(r.skipped)
	if seed, isSkip := strings.CutPrefix(operation, "skip="); isSkip {
		r.skipped[seed] = true
	}
	switch {
	case before == nil && operation != "":
		return nil // It may be an approval.
	case before == nil:
		return r.checkLost(w, after)
	}
	defer func() { r.isNew = false }()
	configured := fmt.Sprint(len(w.Rollouts.Rings))
	for _, ring := range w.Rollouts.Rings {
		configured += " " + ring.Name
	}
	isReconfigured := configured != r.configured
	r.configured = configured
	if name, isApproval := strings.CutPrefix(operation, "approve="); isApproval {
		r.ring(name).accepted = true
		for _, failure := range r.ring(name).failed {
			r.skipped[failure.seed] = true
		}
	}
	r.remember(w, before, target)
	for name, member := range before.Members {
		if member.Target.Revision == target {
			r.begun[name] += step
		}
	}
	for i := range after.Rings {
		was := slices.IndexFunc(before.Rings, func(ring rollout.Ring) bool { return ring.Name == after.Rings[i].Name })
		if was < 0 {
			// A new ring gets the target of its neighbours, and may soak from now on.
			own := r.ring(after.Rings[i].Name)
			own.isSoaking = true
			continue
		}
		own := r.ring(after.Rings[i].Name)
		own.measure(step)
		if err := r.checkBegin(before, after, was, i, target, isReconfigured); err != nil {
			return err
		}
		if err := r.checkReleased(w, before, after, own, was, i, target, step); err != nil {
			return err
		}
		if err := r.checkPassed(w, before, after, own, was, i, target, step); err != nil {
			return err
		}
	}
	maps.DeleteFunc(r.rings, func(name string, _ *ringMemory) bool {
		return !slices.ContainsFunc(after.Rings, func(ring rollout.Ring) bool { return ring.Name == name })
	})
	return nil
}

// change forgets what belongs to the former target.
func (r *versionRules) change(w *versionWorld) {
	if r.target == w.target() {
		return
	}
	if w.state != nil && w.state.IsEverywhere() {
		clear(r.carried)
	}
	for _, shoot := range w.shoots {
		if report := w.seed(shoot.seed).Report[shoot.UID]; w.state != nil && !w.state.IsEverywhere() && report.Failed && report.FluxVersion == r.target {
			r.carried[shoot.UID] = true
		}
	}
	r.target, r.rings, r.skipped, r.begun = w.target(), map[string]*ringMemory{}, map[string]bool{}, map[string]time.Duration{}
}

// forget records that what fails in a new State does not count.
func (r *versionRules) forget(w *versionWorld) {
	for _, shoot := range w.shoots {
		report, ok := w.seed(shoot.seed).Report[shoot.UID]
		if !ok || !report.Installed {
			r.failedBefore[shoot.UID] = true
		}
	}
}

// checkLost checks that a State that is derived from reports releases nothing behind the first ring with an awake Shoot.
func (r *versionRules) checkLost(w *versionWorld, after *rollout.State) error {
	first := len(after.Rings)
	for _, seed := range w.Seeds {
		// Without a soak, one Shoot that reports the version proves it.
		if w.soakOf(w.ringOf(seed)) > 0 && slices.ContainsFunc(seed.Shoots, func(s Shoot) bool { return !s.Hibernated || seed.Report == nil }) {
			first = min(first, after.RingIndex(seed.Identity()))
		}
	}
	for _, seed := range w.Seeds {
		if after.RingIndex(seed.Identity()) <= first {
			continue
		}
		release := ReleaseOfVersion(after, seed.Identity())
		for _, shoot := range w.shoots {
			isBehind := slices.ContainsFunc(w.shoots, func(s *worldShoot) bool {
				return s.reported.UID != "" && s.reported.FluxVersion != w.target() && !s.Hibernated
			})
			permit := release.Permit(shoot.UID, shoot.version, func(string) bool { return true })
			if shoot.seed == seed.Name && shoot.version != "" && permit.Version != shoot.version && isBehind {
				return fmt.Errorf("%s gets %s after %s without State", shoot.Name, permit.Version, shoot.version)
			}
		}
	}
	return nil
}

// remember records the reports of the seeds.
func (r *versionRules) remember(w *versionWorld, before *rollout.State, target string) {
	for _, seed := range w.Seeds {
		index := before.RingIndex(seed.Identity())
		for _, shoot := range seed.Shoots {
			report, ok := seed.Report[shoot.UID]
			if !ok {
				continue
			}
			ring := before.Rings[index]
			switch {
			case report.Installed:
				delete(r.failedBefore, shoot.UID)
				delete(r.carried, shoot.UID)
				if report.FluxVersion == w.target() {
					for _, own := range r.rings {
						delete(own.failed, shoot.UID)
					}
				}
			case report.Failed && report.FluxVersion != w.target() && !r.carried[shoot.UID]:
				r.failedBefore[shoot.UID] = true
			case report.Failed && report.FluxVersion == w.target() && !r.failedBefore[shoot.UID] && !shoot.Hibernated && before.Permit(seed.Identity()).Target.Revision == target && ring.Passed.Revision != target:
				r.ring(ring.Name).failed[shoot.UID] = versionFailure{project: shoot.Namespace, seed: seed.Name}
			}
		}
	}
	for name, own := range r.rings {
		maps.DeleteFunc(own.failed, func(uid types.UID, failure versionFailure) bool {
			isRemoved := !slices.ContainsFunc(w.Seeds, func(seed Seed) bool { return seed.Name == failure.seed })
			return isRemoved || r.skipped[failure.seed] || slices.ContainsFunc(w.Seeds, func(seed Seed) bool {
				// It has moved to another ring.
				return w.ringOf(seed) != name && (seed.Name == failure.seed || slices.ContainsFunc(seed.Shoots, func(s Shoot) bool { return s.UID == uid }))
			})
		})
	}
}

// ringOf returns the ring that the configuration has for a seed.
func (w *versionWorld) ringOf(seed Seed) string {
	for _, ring := range w.Rollouts.Rings {
		if ring.Name == seed.Labels["ring"] {
			return ring.Name
		}
	}
	return "rest"
}

// measure adds a step to the time since the first failure of each project.
func (m *ringMemory) measure(step time.Duration) {
	for project := range m.stopped {
		m.stopped[project] += step
	}
	for _, failure := range m.failed {
		m.stopped[failure.project] += 0
	}
}

// failing returns the projects with failures that count.
func (r *versionRules) failing(own *ringMemory, soak time.Duration) []string {
	var projects []string
	for _, failure := range own.failed {
		if own.stopped[failure.project] < max(7*24*time.Hour, 7*soak) {
			projects = append(projects, failure.project)
		}
	}
	slices.Sort(projects)
	return slices.Compact(projects)
}

func (w *versionWorld) soakOf(name string) time.Duration {
	for _, ring := range w.Rollouts.Rings {
		if ring.Name == name {
			return w.Rollouts.FluxVersion.SoakOf(ring)
		}
	}
	return 0
}

// checkBegin checks that a ring begins after the previous one has passed.
func (r *versionRules) checkBegin(before, after *rollout.State, was, is int, target string, isReconfigured bool) error {
	own, old := after.Rings[is], before.Rings[was]
	isNew := own.Target.Revision == target && own.Begun && !(old.Target.Revision == target && old.Begun)
	if is > 0 && isNew && !isReconfigured && after.Rings[is-1].Passed.Revision != target {
		return fmt.Errorf("ring %s begins before ring %s has passed", own.Name, after.Rings[is-1].Name)
	}
	if isNew && before.Paused && after.Paused {
		return fmt.Errorf("ring %s begins during a pause", own.Name)
	}
	return nil
}

// checkReleased checks the Shoots that are released.
func (r *versionRules) checkReleased(w *versionWorld, before, after *rollout.State, own *ringMemory, was, is int, target string, step time.Duration) error {
	ring, old := after.Rings[is], before.Rings[was]
	below := rollout.Position(0)
	if old.Target.Revision == target {
		below = old.Released.Below
	}
	most := int(*w.Rollouts.FluxVersion.MaxFailures)
	rate := w.Rollouts.FluxVersion.ShootsPerHour
	if own.isUnlimited = own.isUnlimited || rate == nil; rate != nil && below > 0 && !before.Paused && !r.wasStopped && !own.isStopped {
		own.releasing += step
		own.fastest = max(own.fastest, *rate)
		own.allowed = 1 + float64(own.fastest)*own.releasing.Hours()
	}
	failing := r.failing(own, w.soakOf(ring.Name))
	if own.isStopped = len(failing) > most && !own.accepted; ring.Target.Revision != target {
		return nil
	}
	isMore := ring.Released.Below > below
	if isMore && (before.Paused && after.Paused || after.Behind) {
		return fmt.Errorf("ring %s releases up to %d after %d, paused %t, behind %t", ring.Name, ring.Released.Below, below, after.Paused, after.Behind)
	}
	count := 0
	for _, seed := range w.Seeds {
		// An approval skips the seeds that have failed.
		if w.ringOf(seed) != ring.Name || r.skipped[seed.Name] || slices.Contains(after.Skipped, seed.Name) {
			continue
		}
		for _, shoot := range seed.Shoots {
			position := PositionOf(shoot.UID, w.target())
			if has := seed.Report[shoot.UID].FluxVersion == w.target(); !has && !shoot.Hibernated && position >= below && position < ring.Released.Below {
				count++
			}
		}
	}
	if count > 0 && !own.isUnlimited && float64(count) > own.allowed+0.01 {
		return fmt.Errorf("ring %s has released %d Shoots, and %.1f are allowed", ring.Name, count, own.allowed)
	}
	if count > 0 && own.isStopped {
		return fmt.Errorf("ring %s releases %d Shoots although %v fail", ring.Name, count, failing)
	}
	return nil
}

// checkPassed checks that a ring passes for a reason.
func (r *versionRules) checkPassed(w *versionWorld, before, after *rollout.State, own *ringMemory, was, is int, target string, step time.Duration) error {
	ring, old := after.Rings[is], before.Rings[was]
	soak := w.soakOf(ring.Name)
	if own.isSoaking {
		own.soaked += step
	}
	isProven, isAsleep, isReported, has := false, true, true, false
	isReleased := true
	begun := time.Duration(0)
	for _, seed := range w.Seeds {
		if w.ringOf(seed) != ring.Name || r.wasSkipped[seed.Name] {
			continue
		}
		begun = max(begun, r.begun[seed.Name])
		isSkipped := r.skipped[seed.Name] // It does not count from the next decision on.
		isReported = isReported && (isSkipped || seed.Report != nil || len(seed.Shoots) == 0)
		for _, shoot := range seed.Shoots {
			report := seed.Report[shoot.UID]
			isAsleep = isAsleep && (isSkipped || shoot.Hibernated)
			isReleased = isReleased && (isSkipped || report.FluxVersion == w.target() || ring.Target.Revision == target && PositionOf(shoot.UID, w.target()) < ring.Released.Below || ring.Passed.Revision == target)
			hasIt := !shoot.Hibernated && report.FluxVersion == w.target() && report.Installed
			has, isProven = has || hasIt, isProven || hasIt && !r.failedBefore[shoot.UID]
		}
	}
	failing := r.failing(own, soak)
	isWell := len(failing) <= int(*w.Rollouts.FluxVersion.MaxFailures)
	own.isSoaking = isReleased && isWell && isProven
	if own.isSoaking && r.isNew {
		own.soaked = step
	}
	switch {
	case old.Passed == ring.Passed || own.accepted || before.Recovering && !after.Recovering:
		return nil
	case ring.Passed.Revision != target && slices.ContainsFunc(before.Rings, func(former rollout.Ring) bool {
		isGone := !slices.ContainsFunc(after.Rings, func(r rollout.Ring) bool { return r.Name == former.Name })
		return isGone && len(former.Failures) > 0 && former.Passed.Revision == ring.Passed.Revision
	}): // It has the failures of a removed ring, and has to pass again.
		return nil
	case ring.Passed.Revision != target:
		return fmt.Errorf("ring %s passes a former version", ring.Name)
	case !isWell:
		return fmt.Errorf("ring %s passes although %v fail", ring.Name, failing)
	case isAsleep && isReported && len(own.failed) == 0:
		return nil
	case own.soaked > 0 && own.soaked >= soak || soak == 0 && own.isSoaking:
		return nil
	case begun >= 7*soak && isReleased && !has && isReported && len(failing) == 0:
		return nil
	}
	return fmt.Errorf("ring %s passes: soaked for %s, begun for %s, released %t, has it %t, asleep %t, reported %t, failures %v",
		ring.Name, own.soaked, begun, isReleased, has, isAsleep, isReported, own.failed)
}

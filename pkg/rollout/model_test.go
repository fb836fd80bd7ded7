// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/guard"
)

// sequences returns the number of random sequences and the seed of the first. By default they are the same in each run.
// With ROLLOUT_SEQUENCES, the seed is Ginkgo's: see make benchmark-rollout-model.
func sequences() (count int, seed int64) {
	if value, err := strconv.Atoi(os.Getenv("ROLLOUT_SEQUENCES")); err == nil {
		return value, GinkgoRandomSeed()
	}
	return 1000, 1
}

var _ = Describe("Decide with random sequences of changes", func() {
	It("obeys its rules after each step, and finally gives all Shoots the last target", func() {
		count, seed := sequences()
		GinkgoWriter.Printf("%d sequences from seed %d on\n", count, seed)
		var (
			next    atomic.Int64
			running sync.WaitGroup
			mutex   sync.Mutex
			broken  []string
		)
		for range runtime.GOMAXPROCS(0) {
			running.Go(func() {
				for i := next.Add(1); i <= int64(count); i = next.Add(1) {
					w := newWorld(seed + i)
					if err := w.live(); err != nil {
						mutex.Lock()
						GinkgoWriter.Printf("sequence %d: %v\n", seed+i, err)
						broken = append(broken, fmt.Sprintf("sequence %d: %v\n%s", seed+i, err, strings.Join(w.log[max(0, len(w.log)-60):], "\n")))
						mutex.Unlock()
					}
				}
			})
		}
		running.Wait()
		if len(broken) > 0 {
			Fail(fmt.Sprintf("%d sequences; the shortest is ", len(broken)) + slices.MinFunc(broken, func(a, b string) int { return cmp.Compare(len(a), len(b)) }))
		}
	})
})

// live runs a sequence: changes, and then none until all members have the last target.
func (w *world) live() error {
	for range 60 + w.random.Intn(120) {
		w.now = w.now.Add(time.Duration(w.random.Intn(150)) * time.Second)
		if w.chance(40) {
			w.disturb()
		}
		w.work()
		if err := w.decide(); err != nil {
			return err
		}
	}
	w.soothe()
	for step := range 400 {
		w.now = w.now.Add(time.Minute)
		w.work()
		if err := w.decide(); err != nil {
			return err
		}
		if w.operation == "" && step%10 == 0 {
			w.approveAny()
		}
		if w.isEverywhere() {
			return nil
		}
	}
	return fmt.Errorf("not all Shoots get the last target %s: %+v", w.target.ID(), w.state.Rings)
}

// soothe ends everything that blocks a rollout.
func (w *world) soothe() {
	w.calm, w.wrong, w.freezes, w.rollout.Freezes, w.stop = true, 0, nil, nil, nil
	w.bad = map[string]bool{}
	w.operation = "resume"
	w.note("everything is well from now on")
	for len(w.members) == 0 {
		w.create()
	}
	for i, name := range w.names() {
		member := w.members[name]
		if first := w.rollout.Rings[0].Shoots; i == 0 && first != nil {
			member.Labels, member.baseline, member.had = first.MatchLabels, nil, nil // Without a member in the first ring, no commit is promoted.
		}
		member.sick, member.unreachable, member.suspended, member.Hibernated, member.InWindow, member.Hold = false, false, false, false, true, Hold{}
	}
	if w.chance(50) || w.state != nil && len(w.state.Skipped) > 0 {
		w.change() // What was skipped counts for another target.
	}
}

func (w *world) approveAny() {
	if w.state.RolledBack {
		w.operation = "resume"
		return
	}
	for i, ring := range w.state.Rings {
		goal, reached := w.state.Upcoming(i)
		waits := reached && goal != ring.Passed && (goal != ring.Target || !ring.Begun)
		if ring.Stopped || ring.Holding || *w.rollout.Rings[i].Approval == fluxv1alpha1.ApprovalManual && waits {
			w.operation = "approve=" + ring.Name
			return
		}
	}
}

func (w *world) isEverywhere() bool {
	for _, name := range w.names() {
		member := w.members[name]
		if member.delivered.Revision != w.target.ID() || !member.ready || member.applied != w.branch {
			return false
		}
	}
	return w.state.IsEverywhere()
}

// decide decides and stores like the garden controller, and checks the rules.
func (w *world) decide() error {
	before, in := w.state, w.input()
	d := Decide(before, in)
	for _, event := range d.Events {
		w.note("    %s: %s", event.Reason, event.Note)
	}
	w.state = d.State
	w.settleSources()
	if slices.ContainsFunc(d.Events, func(e Event) bool { return e.Reason == ReasonComplete }) && d.Progress.Phase != PhaseComplete {
		return fmt.Errorf("%s is reported in phase %s", ReasonComplete, d.Progress.Phase)
	}
	if err := w.checkPinned(before, d.State, in); err != nil {
		return err
	}
	if before == nil && isNew(in.Members) {
		for _, member := range in.Members {
			if member.Status != nil {
				w.adopted[commitOf(member.Status.Applied)] = true
			}
		}
	}
	for _, placement := range d.State.Members {
		if placement.Commit != "" && !w.adopted[placement.Commit] && !w.isOf(placement.Commit, placement.Revision) {
			return fmt.Errorf("%s has a commit of another repository", placement.Target)
		}
	}
	if w.chance(2) {
		if err := w.store(before, in); err != nil {
			return err
		}
	}
	if before != nil && before.Target != d.State.Target && !slices.Contains([]string{"", "pause", "resume"}, in.Operation) {
		if err := checkRefused(before, in, *d.State); err != nil {
			return err
		}
		in.Operation = ""
	}
	if before == nil {
		w.memory, w.given = map[string]*memory{}, map[string]string{}
		before, w.used = begin(in, metav1.NewTime(in.Now)), len(in.Members) > 0
		if err := checkLoss(before, in); err != nil {
			return err
		}
	}
	w.mayOverrule(before, d.State, in.Operation)
	if err := w.check(before, d, in); err != nil {
		return err
	}
	if err := w.checkPassed(d); err != nil {
		return err
	}
	w.questions = d.Questions
	w.settle()
	w.used = w.used || len(in.Members) > 0
	// It is removed after the write, and then its record.
	w.operation, w.state.Operation = "", ""
	return nil
}

// checkRefused checks that an operation that arrives together with another target changes nothing, because it may be for
// the target before.
func checkRefused(before *State, in Input, after State) error {
	operation := in.Operation
	in.Operation = ""
	without := Decide(before, in).State
	after.Operation, after.Operations = without.Operation, without.Operations
	if !reflect.DeepEqual(after, *without) {
		return fmt.Errorf("%s has an effect on %s, which has replaced %s in the same decision", operation, after.Target, before.Target)
	}
	return nil
}

// checkPinned checks that no member after the first ring follows the source if commits are promoted and a commit is
// known for it: its own, or that of its ring or of a ring before. The same applies to a new member.
func (w *world) checkPinned(before, s *State, in Input) error {
	if !s.Promotes() {
		return nil
	}
	for _, ring := range s.views(in.Members)[1:] {
		for _, member := range ring.members {
			target := s.Permit(member.Identity).Target
			if target.Revision == "" || target.Commit != "" {
				continue
			}
			if status := member.Status; status != nil && status.State == MemberReady && status.Revision == target.Revision && commitOf(status.Applied) != "" {
				return fmt.Errorf("%s of ring %s follows the source, and has applied %s", member.Name, ring.Name, status.Applied)
			}
			for _, other := range s.Rings[:ring.index+1] {
				// A target that a ring passes in this decision reaches other members in the next one.
				had := before != nil && slices.ContainsFunc(before.Rings, func(r Ring) bool { return r.Name == other.Name && r.Passed == other.Passed })
				if had && other.Passed.Revision == target.Revision && other.Passed.Commit != "" {
					return fmt.Errorf("%s of ring %s follows the source, and ring %s has %s", member.Name, ring.Name, other.Name, other.Passed)
				}
			}
		}
	}
	return nil
}

// checkPins checks that no member of a pinned first ring gets another commit while the ring or the member holds, and
// that it follows the source otherwise. A member that has failed follows it also then, unless the rollout is paused. A
// member without a commit to pin it to follows the source until it reports one.
func (w *world) checkPins(before, after *State, ring ringView, in Input) error {
	if !after.Promotes() || !ptr.Deref(ring.config.Pin, false) {
		return nil
	}
	for _, member := range ring.members {
		was, is := before.Members[member.Name], after.Members[member.Name]
		had, has := before.Permit(member.Identity).Target, after.Permit(member.Identity).Target
		isKnown := was.UID == member.UID && before.RingIndex(member.Identity) == 0 && before.Promotes() && ptr.Deref(before.Rollout.Rings[0].Pin, false)
		held := w.holds(after.Rollout, ring, member, was, is.Target, in)
		switch {
		case after.Paused || in.Stop != nil:
			held = "a pause"
		case held == "" && !member.InWindow && (ring.config.InMaintenance() || member.Confined):
			held = "its closed window"
		}
		mayHold := after.Rollout.ShootHold != nil && in.Now.Before(member.Hold.Until) || !ring.Closed.Time.Before(in.Now.Truncate(time.Hour))
		reported := ""
		if member.Status != nil && !member.isLost() && member.Status.Revision == is.Revision && w.isSettled(member, is.Revision) && w.isOf(commitOf(member.Status.Attempted), is.Revision) {
			reported = commitOf(member.Status.Attempted)
		}
		switch isExempt := member.isFailing() && !after.Paused && in.Stop == nil; {
		case is.Commit != "" || is.Revision == "": // It came from another ring, or keeps what it has.
		case after.Behind && isKnown && had != has && had.Revision == has.Revision:
			return fmt.Errorf("%s gets %s while the clock is behind", member.Name, has)
		case after.Behind:
		case is.Pin != "" && was.Pin == "" && !w.isLost && !w.adopted[is.Pin] && !w.isOf(is.Pin, is.Revision):
			return fmt.Errorf("%s is pinned to %s, a commit of another repository", member.Name, has)
		case (held == "" || isExempt) && !mayHold && has.Commit != "":
			return fmt.Errorf("%s is pinned to %s in an open window", member.Name, has)
		case held == "" || isExempt:
		case isKnown && was.Pin != "" && had.Revision == has.Revision && had != has:
			return fmt.Errorf("%s of the pinned ring %s had %s, and gets %s during %s", member.Name, ring.Name, had, has, held)
		case has.Commit == "" && reported != "":
			return fmt.Errorf("%s of the pinned ring %s follows the source during %s, and has %s", member.Name, ring.Name, held, reported)
		case has.Commit != "" && was.Pin == "" && reported != "" && has.Commit != reported:
			return fmt.Errorf("%s is pinned to %s, and has %s", member.Name, has, reported)
		}
	}
	return nil
}

// settleSources records the sources that members were ready with at a decision.
func (w *world) settleSources() {
	for name, member := range w.members {
		record := w.state.Members[name]
		source, known := w.sources[record.Revision]
		switch {
		case known && member.isReady() && member.has(record.Target):
			member.settled = &source
		case known && member.settled != nil && *member.settled != source:
			member.settled = nil
		}
	}
}

// isSettled returns whether a member was ready with the source of a revision. Otherwise, a report during the change may
// be about a commit of a former source.
func (w *world) isSettled(member Member, revision string) bool {
	settled := w.members[member.Name].settled
	return settled != nil && *settled == w.sources[revision]
}

// store encodes and decodes the State, as the garden controller does between all decisions.
func (w *world) store(before *State, in Input) error {
	first, err := w.state.Encode()
	if err != nil {
		return err
	}
	second, err := Decide(before, in).State.Encode()
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(first, second) {
		return fmt.Errorf("the same input gives another state")
	}
	w.state, err = Decode(&corev1.ConfigMap{BinaryData: first})
	return err
}

// measure returns the time of a decision, and the time since the last one that counts.
func (w *world) measure(after *State, now time.Time) (time.Time, time.Duration) {
	if after.Behind {
		return after.Decided.Time, 0
	}
	step := time.Duration(0)
	if !w.decided.IsZero() {
		step = min(longestStep, max(0, now.Sub(w.decided)))
	}
	w.decided = now
	return now, step
}

// soak adds a step between two decisions to the soak of a ring.
func (w *world) soak(before Ring, step time.Duration) {
	switch {
	case !before.ReadySince.IsZero():
		w.soaked[before.Name] += step
	case before.Soaked.Duration == 0:
		delete(w.soaked, before.Name)
	}
}

// check checks the rules for each decision.
func (w *world) check(before *State, d Decision, in Input) error {
	after := d.State
	rings := after.views(in.Members)
	inherited := w.inherit(before, after)
	maps.DeleteFunc(w.memory, func(name string, _ *memory) bool {
		return !slices.ContainsFunc(after.Rings, func(r Ring) bool { return r.Name == name })
	})
	var step time.Duration
	in.Now, step = w.measure(after, in.Now)
	if before.Target != after.Target {
		clear(w.overruled) // Another change needs another approval.
	}
	in.Operation = w.overrule(after, in)
	rollsBack := slices.ContainsFunc(d.Events, func(e Event) bool { return e.Reason == ReasonRolledBack })
	if err := w.checkPins(before, after, rings[0], in); err != nil {
		return err
	}
	for _, ring := range rings {
		if err := w.checkRollback(before, d, ring, rollsBack); err != nil {
			return err
		}
		var moved []string
		onWay := 0
		for _, member := range ring.members {
			was, known := before.Members[member.Name]
			is := after.Members[member.Name]
			if after.standingOf(ring, member, metav1.NewTime(in.Now)) == progressing {
				onWay++
			}
			if _, has := after.Revisions[is.Revision]; is.Revision != "" && !has && !w.isLost {
				return fmt.Errorf("revision %s of %s is forgotten", is.Revision, member.Name)
			}
			if !known || was.UID != member.UID || was.Target == is.Target || was.Revision == "" && member.has(is.Target) {
				continue
			}
			hasBegun := is.Target == ring.Target && is.Revision == after.Target && is.Started.Time.Equal(in.Now.Truncate(time.Second))
			if isHeld := was.Revision == is.Revision && was.Commit == "" && !hasBegun; isHeld && ring.index > 0 && after.Promotes() {
				if status := member.Status; is.Commit != was.Pin && status != nil && status.State == MemberReady && status.Revision == is.Revision && commitOf(status.Applied) != is.Commit && w.isOf(commitOf(status.Applied), is.Revision) {
					return fmt.Errorf("%s is pinned to %s, and has applied %s", member.Name, is.Target, status.Applied)
				}
				continue // It followed the source until now.
			}
			if in.Stop != nil {
				return fmt.Errorf("%s gets %s although the operator has stopped all rollouts", member.Name, is.Target)
			}
			if after.Paused && in.Operation == "" && before.Paused {
				return fmt.Errorf("%s gets %s although the rollout is paused", member.Name, is.Target)
			}
			if held := w.holds(after.Rollout, ring, member, was, is.Target, in); held != "" && !rollsBack && !member.isFailing() {
				return fmt.Errorf("%s gets %s during %s", member.Name, is.Target, held)
			}
			if !rollsBack && !member.Hibernated && !member.InWindow && (ring.config.InMaintenance() || member.Confined) && !member.isFailing() {
				return fmt.Errorf("%s gets %s outside of its window", member.Name, is.Target)
			}
			if is.Started.IsZero() || rollsBack {
				continue
			}
			hasPassed := slices.ContainsFunc(before.Rings, func(r Ring) bool { return r.Name == ring.Name && r.Passed == is.Target })
			unasked := w.unasked(after.Rollout.Rings[ring.index], is.Target, fluxv1alpha1.CheckBeforeStart)
			follows := was.Revision == is.Revision && is.Commit == "" // It has moved to the first ring.
			if unasked != "" && !member.isFailing() && !follows && !hasPassed {
				return fmt.Errorf("%s gets %s, for which check %s has not passed", member.Name, is.Target, unasked)
			}
			moved = append(moved, member.Name)
			if is.Revision != after.Target {
				return fmt.Errorf("%s gets %s, and the target is %s", member.Name, is.Target, after.Target)
			}
			if ring.index > 0 && !passed(after, ring.index-1, is.Target) && !finishes(before, ring, is.Target) {
				return fmt.Errorf("%s of ring %s gets %s, which ring %s has not passed", member.Name, ring.Name, is.Target, after.Rings[ring.index-1].Name)
			}
		}
		counting := slices.DeleteFunc(moved, func(name string) bool { return after.Members[name].NotWell })
		if most := allowed(ring); len(counting) > 0 && onWay > most {
			return fmt.Errorf("%d Shoots of ring %s are on their way, %d of them new, and %d may be", onWay, ring.Name, len(counting), most)
		}
		was := slices.IndexFunc(before.Rings, func(r Ring) bool { return r.Name == ring.Name })
		if was < 0 {
			continue
		}
		own := w.remember(before, d, ring, in, rollsBack)
		w.soak(before.Rings[was], step)
		if before.Recovering && !after.Recovering {
			*own = memory{goal: own.goal, accepted: own.accepted, approved: own.approved, allowed: own.allowed, failed: map[string]string{}, lost: map[string]modelLoss{}, seen: map[string]modelLoss{}, failedAt: map[string]metav1.Time{}} // All members have the target, so the ring has forgotten failures of deleted ones.
			continue
		}
		if !rollsBack && before.Rings[was].Target != ring.Target && ring.Begun {
			// The ring keeps the commit that its members have.
			isPinned := !before.Promotes() && after.Promotes() || ring.Held && ring.Target == ring.Passed
			if *ring.config.Approval == fluxv1alpha1.ApprovalManual && !own.approved && !isPinned {
				return fmt.Errorf("ring %s begins with %s without approval", ring.Name, ring.Target)
			}
			*own = memory{goal: ring.Target, failed: map[string]string{}, lost: map[string]modelLoss{}, seen: map[string]modelLoss{}, failedAt: map[string]metav1.Time{}}
		}
		if !isUnpassed(before, d, ring) {
			if err := w.checkPass(before, after, ring, own, rollsBack, in.Operation, in.Now); err != nil {
				return err
			}
		}
		if before.Rings[was].Passed != ring.Passed && ring.Passed == own.goal {
			own.failed, own.lost, own.seen, own.allowed = map[string]string{}, map[string]modelLoss{}, map[string]modelLoss{}, nil // They are within maxFailures. A rollout with other settings does not count them again.
		}
	}
	return inherited(d)
}

// isUnpassed returns whether a ring has to pass its target again, because it has the members of a removed ring that has
// not passed it.
func isUnpassed(before *State, d Decision, ring ringView) bool {
	hasPassed := slices.ContainsFunc(d.Events, func(e Event) bool { return e.Reason == ReasonRingPassed && e.Ring == ring.Name })
	return !hasPassed && slices.ContainsFunc(before.Rings, func(former Ring) bool {
		isGone := !slices.ContainsFunc(d.State.Rings, func(r Ring) bool { return r.Name == former.Name })
		return isGone && former.Target.Revision == before.Target && former.Passed.Revision == ring.Passed.Revision
	})
}

// inherit returns a function that gives the failures and open losses of removed rings to the rings at their positions,
// or to the last one, for the decisions after this one. A ring that has another target does not get them. A ring that
// gets them has to pass the target again.
func (w *world) inherit(before, after *State) func(Decision) error {
	type estate struct {
		name, heir string
		own        memory
		isStored   bool
	}
	var estates []estate
	for i, ring := range before.Rings {
		own := w.memory[ring.Name]
		isGone := !slices.ContainsFunc(after.Rings, func(r Ring) bool { return r.Name == ring.Name })
		if isGone && own != nil && own.goal == ring.Target && ring.Passed.Revision != ring.Target.Revision {
			estates = append(estates, estate{ring.Name, after.Rings[min(i, len(after.Rings)-1)].Name, *own, len(ring.Failures) > 0})
		}
	}
	return func(d Decision) error {
		after := d.State
		for _, e := range estates {
			ring := after.Rings[slices.IndexFunc(after.Rings, func(r Ring) bool { return r.Name == e.heir })]
			if ring.Target != e.own.goal || ring.Target.Revision != after.Target || before.Target != after.Target || after.RolledBack || after.Promotes() {
				continue
			}
			hasPassed := slices.ContainsFunc(d.Events, func(event Event) bool { return event.Reason == ReasonRingPassed && event.Ring == e.heir })
			if e.isStored && ring.Passed == ring.Target && !hasPassed {
				return fmt.Errorf("ring %s has passed %s, and has the failures of the removed ring %s", e.heir, ring.Target, e.name)
			}
			heir := w.memory[e.heir]
			if heir == nil || heir.goal != ring.Target || heir.failed == nil {
				heir = &memory{goal: ring.Target, failed: map[string]string{}, lost: map[string]modelLoss{}, seen: map[string]modelLoss{}, failedAt: map[string]metav1.Time{}}
				w.memory[e.heir] = heir
			}
			maps.Copy(heir.failed, e.own.failed)
			maps.Copy(heir.failedAt, e.own.failedAt)
			for name, loss := range e.own.lost {
				if !e.own.allows(loss) {
					heir.lost[name] = loss
				}
			}
		}
		return nil
	}
}

// checkRollback checks that a rollback returns each member of a ring to the revision that the ring has passed, if the
// member was given another one that the ring has not passed with it, and that it changes no other member.
func (w *world) checkRollback(before *State, d Decision, ring ringView, rollsBack bool) error {
	after := d.State
	hasPassed := slices.ContainsFunc(d.Events, func(e Event) bool { return e.Reason == ReasonRingPassed && e.Ring == ring.Name })
	isBack := after.RolledBack && rollsBack && ring.Passed.Revision != "" && ring.Passed.Revision != after.Target
	for _, member := range ring.members {
		was, is := before.Members[member.Name], after.Members[member.Name]
		given, open := w.given[member.Name]
		switch open = open && given == was.Revision && was.UID == member.UID; {
		case isBack && (open || was.Revision == after.Target) && is.Revision != ring.Passed.Revision:
			return fmt.Errorf("%s has %s after a rollback of %s, and ring %s has passed %s", member.Name, is.Target, after.Target, ring.Name, ring.Passed)
		case isBack && !open && was.UID == member.UID && was.Revision != after.Target && was.Revision != "" && is.Revision != was.Revision:
			return fmt.Errorf("%s gets %s by a rollback of %s, and had %s for another reason", member.Name, is.Target, after.Target, was.Target)
		}
		if was.UID != member.UID || hasPassed {
			delete(w.given, member.Name)
		}
		if was.Revision != is.Revision && !is.Started.IsZero() {
			w.given[member.Name] = is.Revision
		}
	}
	return nil
}

// allowed returns the number of members of a ring that may progress: newWorld has numbers, 34%, and the default of
// all.
func allowed(ring ringView) int {
	switch value := ring.config.MaxConcurrent; value.String() {
	case "34%":
		return max(1, len(ring.members)*34/100)
	case "100%":
		return max(1, len(ring.members))
	default:
		return value.IntValue()
	}
}

// finishes returns true if the ring was in progress with a target that the previous ring had passed at that time. It
// also returns true if the ring had passed the target before it was moved behind a ring without the target. A new ring
// begins with the target that the next ring has passed.
func finishes(before *State, ring ringView, goal Target) bool {
	isNew := !slices.ContainsFunc(before.Rings, func(r Ring) bool { return r.Name == ring.Name })
	return slices.ContainsFunc(before.Rings, func(r Ring) bool {
		return r.Name == ring.Name && r.Target == goal && r.Counted || (isNew || r.Name == ring.Name) && r.Passed == goal
	})
}

func passed(s *State, ring int, goal Target) bool {
	has := s.Rings[ring].Passed
	return has.Revision == goal.Revision && (has.Commit == "" || goal.Commit == "" || has.Commit == goal.Commit)
}

// checkRemoved checks that a ring passes a target only if its members have lost no more than the guard allows since the
// ring has passed the last one.
func (w *world) checkRemoved(after *State, ring ringView, member Member, excused bool) error {
	if excused || member.IsAway() || !member.isReady() || !member.has(ring.Passed) {
		return nil
	}
	guard, reported := after.Rollout.Guard, member.Status.Removals[0].Removed
	if reported == nil || reported.Unknown != "" {
		return fmt.Errorf("ring %s passes %s, and what %s has lost is unknown", ring.Name, ring.Passed, member.Name)
	}
	if (&decision{state: after}).exceeds(reported) {
		return fmt.Errorf("ring %s passes %s, with which %s has lost %s", ring.Name, ring.Passed, member.Name, describe(reported))
	}
	own := w.members[member.Name]
	if own.baseline == nil {
		return nil
	}
	now := w.objects(member.Status.Revision, commitOf(member.Status.Applied))
	// Without promotion, a ring does not hold commits.
	isFree := func(id string) bool { return !after.Promotes() && strings.Contains(id, "_commit") }
	lost := slices.DeleteFunc(slices.Clone(own.baseline), func(id string) bool { return slices.Contains(now, id) || isFree(id) })
	isProtected := func(id string) bool { return strings.HasSuffix(id, "_Namespace") && len(guard.Protect) > 0 }
	if len(lost) > mayLose(guard, len(own.baseline)) || slices.ContainsFunc(lost, isProtected) {
		return fmt.Errorf("ring %s passes %s, and %s has lost %v since it was passed last", ring.Name, ring.Passed, member.Name, lost)
	}
	return nil
}

// settle records the goals and objects of ready members, and their objects with the last passed target of their rings.
// It removes earlier records. After a rollback, a former target is the passed one, and a member gets the objects of
// that target back when it is ready.
func (w *world) settle() {
	for _, own := range w.members {
		if own.Status != nil && own.isReady() && !own.IsAway() {
			goal := guard.GoalOf(own.Status.Revision, own.Status.Applied)
			own.had = append(own.had, guard.Snapshot{Goal: goal, Objects: w.objects(goal.Revision, goal.Commit)})
		}
		passed := w.state.PassedBy(own.Identity)
		for i, had := range slices.Backward(own.had) {
			if passed.Revision != "" && had.Revision == passed.Revision && (passed.Commit == "" || had.Commit == commitOf(passed.Commit)) {
				own.baseline, own.had = had.Objects, own.had[i:]
				break
			}
		}
	}
}

// checkPass checks that a ring passes only a target that all of its members that count were ready with.
func (w *world) checkPass(before, after *State, ring ringView, own *memory, rollsBack bool, operation string, now time.Time) error {
	i := slices.IndexFunc(before.Rings, func(r Ring) bool { return r.Name == ring.Name })
	if i < 0 || rollsBack || !w.used || before.Rings[i].Passed == ring.Passed || !slices.ContainsFunc(after.Rings, func(r Ring) bool { return r.Name == ring.Name && r.Passed == ring.Passed }) {
		return nil
	}
	if !after.Promotes() && before.Rings[i].Passed.Revision == ring.Passed.Revision && ring.Passed.Commit == "" {
		return nil // The commit that it had passed is not valid any more.
	}
	if (ring.Held || before.Rings[i].Held && ring.index == 0) && before.Rings[i].Passed.Revision == ring.Passed.Revision {
		return nil // It holds what its members have, which no other ring gets, or becomes the first ring, which forgets it.
	}
	// An approval skips the members that have failed with the target, and the ring may pass the next one in the same
	// decision.
	isSkipped := func(member Member) bool {
		return operation == "approve="+ring.Name || slices.Contains(before.Skipped, member.Name) || operation == "skip="+member.Name || slices.Contains(after.Skipped, member.Name)
	}
	failures, ready := 0, 0
	for _, member := range ring.members {
		isAllowed := member.Status != nil && member.Status.Removals[0].Removed != nil && member.Status.Removals[0].Removed.Unknown == "" && own.allows(modelLossOf(member, ring.index == 0 && after.Promotes()))
		if err := w.checkRemoved(after, ring, member, own.accepted || isAllowed || isSkipped(member) || before.Members[member.Name].NotWell); err != nil {
			return err
		}
		was := before.Members[member.Name]
		skipped := isSkipped(member) || own.accepted
		isLate := was.Target != ring.Target && (was.Next == ring.Target || isHeldBack(after.Rollout, member, was, now))
		if member.IsAway() || skipped || was.NotWell || was.UID != member.UID || isLate {
			continue
		}
		switch {
		case member.isReady() && member.Status.Revision == ring.Passed.Revision:
			ready++
			if w.bad[ring.Passed.Revision] {
				return fmt.Errorf("%s is ready with a bad revision", member.Name)
			}
			if ring.Passed.Commit != "" && commitOf(member.Status.Applied) != ring.Passed.Commit {
				return fmt.Errorf("ring %s passes %s, and %s has applied %s", ring.Name, ring.Passed, member.Name, member.Status.Applied)
			}
		case was.Started.IsZero() && was.Target != ring.Target:
			return fmt.Errorf("ring %s passes %s without %s, which it has not been given", ring.Name, ring.Passed, member.Name)
		default:
			failures++
		}
	}
	if failures > int(*ring.config.MaxFailures) {
		return fmt.Errorf("ring %s passes %s with %d failures", ring.Name, ring.Passed, failures)
	}
	if remembered := own.failedWith(ring.Passed, before.Rings[i]); len(remembered) > int(*ring.config.MaxFailures) {
		return fmt.Errorf("ring %s passes %s, with which %v have failed", ring.Name, ring.Passed, remembered)
	}
	if remembered := own.lostWith(ring.Passed, before.Rings[i]); len(remembered) > 0 {
		return fmt.Errorf("ring %s passes %s, with which %v have lost objects", ring.Name, ring.Passed, remembered)
	}
	isProof := func(member Member) bool { return !member.IsAway() && member.isReady() && member.has(ring.Passed) }
	if !own.accepted && !slices.ContainsFunc(ring.members, isProof) {
		mayBeEmpty := *ring.config.AllowEmpty || ring.Name == "rest"
		counts := func(member Member) bool { return !isSkipped(member) }
		switch {
		case len(own.failed) > 0:
			return fmt.Errorf("ring %s passes %s, with which %v have failed", ring.Name, ring.Passed, own.failed)
		case len(ring.members) == 0 && own.counted && !mayBeEmpty:
			return fmt.Errorf("ring %s passes %s, and has lost its last Shoot", ring.Name, ring.Passed)
		case len(ring.members) == 0 && !mayBeEmpty:
			return fmt.Errorf("ring %s passes %s, and selects no Shoot", ring.Name, ring.Passed)
		case slices.ContainsFunc(ring.members, counts):
			return fmt.Errorf("ring %s passes %s, with which no Shoot is ready", ring.Name, ring.Passed)
		}
	}
	soaked := before.Rings[i].Soaked.Duration
	if since := before.Rings[i].ReadySince; !since.IsZero() {
		soaked += now.Sub(since.Time)
	}
	if ready+failures > 0 && soaked < ring.config.Soak.Duration {
		return fmt.Errorf("ring %s passes %s, with which it is ready for %s only", ring.Name, ring.Passed, soaked)
	}
	if observed := w.soaked[ring.Name]; ready+failures > 0 && observed < ring.config.Soak.Duration {
		return fmt.Errorf("ring %s passes %s, with which it was observed for %s only", ring.Name, ring.Passed, observed)
	}
	return nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/calendar"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Question is a check whose answer a ring waits for. The answer belongs to one ring, one target and one check as
// configured: ID differs if any of them does.
type Question struct {
	ID     string
	Ring   string
	Target Target
	Check  fluxv1alpha1.Check
}

// Answer is the last answer to a Question.
type Answer struct {
	// ID is the ID of the Question.
	ID string
	// At is the time of the answer. The answer is outdated after Until.
	At, Until time.Time
	// GoodSince is the time of the first of the uninterrupted good answers up to this one; zero if this one is not good.
	GoodSince time.Time
	// Note is the answer, or the reason why there is none. It is empty if the answer is good.
	Note string
}

// Asked is the stored progress of a check that a ring waits for. It is forgotten when the ring does not wait for the
// check.
type Asked struct {
	// ID is the ID of the Question.
	ID string `json:"id"`
	// Since is the time of the first request for the check. Earlier answers do not count.
	Since metav1.Time `json:"since"`
	// BadSince is the start of the deadline: a decision sets it if the check does not pass, and clears it only if all
	// checks of the ring pass together.
	BadSince metav1.Time `json:"badSince,omitzero"`
}

// Cleared records that a ring does not wait for its checks: they have passed, or an approval overrules them.
type Cleared struct {
	// Target is the target that the record is for. Checks identifies the checks as configured.
	Target Target `json:"target,omitzero"`
	Checks string `json:"checks,omitempty"`
}

// checkWait is a check that has not passed yet.
type checkWait struct {
	// note names the check and its last answer, such as "check errors: 0.014 > 0.01". why names it after its deadline.
	note, why string
	// target is the target that the check is for.
	target Target
	when   fluxv1alpha1.CheckTime
	// isLate is true after its deadline. isAnswered is true if there was an answer.
	isLate, isAnswered bool
}

// longestAnswer is the maximum length of a stored note in bytes.
const longestAnswer = 200

// idOf returns an ID of the value.
func idOf(value any) string {
	content, err := json.Marshal(value)
	if err != nil { // No field is of a type that cannot be encoded.
		return ""
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:12])
}

// checksOf returns the checks of a ring for the given time.
func (r ringView) checksOf(when fluxv1alpha1.CheckTime) []fluxv1alpha1.Check {
	var own []fluxv1alpha1.Check
	for _, check := range r.config.Checks {
		if check.When == when {
			own = append(own, check)
		}
	}
	return own
}

// check evaluates the checks of a ring for a target, and returns the first one that has not passed; nil if the ring
// does not wait for one. All checks have to pass in the same decision.
func (d *decision) check(ring ringView, when fluxv1alpha1.CheckTime, target Target, cleared *Cleared) *checkWait {
	checks := ring.checksOf(when)
	if len(checks) == 0 {
		return nil
	}
	all := idOf(checks)
	if cleared.Target == target && cleared.Checks == all {
		return nil
	}
	var late, first *checkWait
	for _, check := range checks {
		asked := d.askCheck(ring, ring.question(check, target))
		if asked.passes() {
			continue
		}
		own := &checkWait{target: target, when: when, note: asked.note(), isAnswered: !asked.answer.At.IsZero()}
		own.isLate = d.now.Sub(asked.BadSince.Time) >= check.Deadline.Duration
		own.why = fmt.Sprintf("check %s has not passed within %s: %s", check.Name, duration.HumanDuration(check.Deadline.Duration), asked.state())
		if own.isLate && late == nil {
			late = own
		}
		if first == nil {
			first = own
		}
	}
	if first == nil { // Checks that pass in turns do not extend their deadlines.
		for i := range ring.Checks {
			ring.Checks[i].BadSince = metav1.Time{}
		}
	}
	first = cmp.Or(late, first)
	d.next(later)
	if first == nil && when == fluxv1alpha1.CheckBeforeStart {
		*cleared = Cleared{Target: target, Checks: all}
	}
	return first
}

// asked is the progress of a check with its last answer.
type asked struct {
	*Asked
	check  fluxv1alpha1.Check
	answer Answer
	now    metav1.Time
}

// askCheck requests an answer, and returns the progress of the check. It may be called several times in a decision.
func (d *decision) askCheck(ring ringView, question Question) asked {
	if !slices.ContainsFunc(d.Questions, func(q Question) bool { return q.ID == question.ID }) {
		d.Questions = append(d.Questions, question)
	}
	if !slices.ContainsFunc(ring.Checks, func(a Asked) bool { return a.ID == question.ID }) {
		ring.Checks = append(ring.Checks, Asked{ID: question.ID, Since: d.now})
	}
	own := d.askedBefore(ring, question)
	if !own.passes() && own.BadSince.IsZero() {
		own.BadSince = d.now
	}
	return *own
}

// askedBefore returns the progress of a check that the ring waits for; nil if it does not.
func (d *decision) askedBefore(ring ringView, question Question) *asked {
	index := slices.IndexFunc(ring.Checks, func(a Asked) bool { return a.ID == question.ID })
	if index < 0 {
		return nil
	}
	own := &asked{Asked: &ring.Checks[index], check: question.Check, now: d.now}
	for _, answer := range d.in.Answers {
		if answer.ID == question.ID && !answer.At.Before(own.Since.Time) && !answer.At.After(d.in.Now) {
			own.answer = answer
		}
	}
	return own
}

// lasts returns for how long the answers have been good.
func (a asked) lasts() time.Duration {
	first := a.answer.GoodSince
	if first.Before(a.Since.Time) {
		first = a.Since.Time
	}
	return a.answer.At.Sub(first)
}

// passes returns whether the last answers were good for long enough, and the last one is not outdated.
func (a asked) passes() bool {
	return !a.answer.GoodSince.IsZero() && !a.isOutdated() && a.lasts() >= a.required()
}

func (a asked) isOutdated() bool { return a.now.After(a.answer.Until) }

func (a asked) required() time.Duration {
	if a.check.For == nil {
		return 0
	}
	return a.check.For.Duration
}

// note returns the name of a check that has not passed with its last answer.
func (a asked) note() string { return fmt.Sprintf("check %s: %s", a.check.Name, a.state()) }

func (a asked) state() string {
	switch {
	case a.answer.At.IsZero():
		return "no answer yet"
	case a.isOutdated():
		return "no answer since " + calendar.Stamp(a.answer.At.UTC(), a.now.Time)
	case !a.answer.GoodSince.IsZero():
		return fmt.Sprintf("good since %s, for %s is required", calendar.Stamp(a.answer.GoodSince.UTC(), a.now.Time), duration.HumanDuration(a.required()))
	}
	answer, advice, hasAdvice := strings.Cut(text.Clean(a.answer.Note, longestAnswer), "; ")
	answer += " since " + calendar.Stamp(a.BadSince.UTC(), a.now.Time)
	if hasAdvice {
		answer += "; " + advice
	}
	return answer
}

// question returns the question whether a check has passed with a target.
func (r ringView) question(check fluxv1alpha1.Check, target Target) Question {
	return Question{ID: idOf([]any{r.Name, target, check}), Ring: r.Name, Target: target, Check: check}
}

// askAgain has the checks be asked again that let a ring begin which has not begun yet.
func (s *State) askAgain() {
	for i := range s.Rings {
		if ring := &s.Rings[i]; ring.Checked.Target != ring.Target || !ring.Begun {
			ring.Checked = Cleared{}
		}
	}
}

// forgetChecks forgets the progress of the checks that no ring waits for.
func (d *decision) forgetChecks() {
	for _, ring := range d.rings {
		ring.Checks = slices.DeleteFunc(ring.Checks, func(asked Asked) bool {
			return !slices.ContainsFunc(d.Questions, func(q Question) bool { return q.ID == asked.ID })
		})
	}
}

// checkStart evaluates the checks before the start of a ring for its next target, and returns the ring with their hold.
func (d *decision) checkStart(ring ringView) ringView {
	own := &d.rings[ring.index]
	if own.wait != nil {
		own.hold, own.wait = nil, nil
		d.Questions = slices.DeleteFunc(d.Questions, func(q Question) bool { return q.Ring == ring.Name })
	}
	d.setStart(own)
	return *own
}

// setStart sets the hold of a ring whose checks do not let it begin with its next target yet, or go on with the target
// that it has begun with for a correction.
func (d *decision) setStart(ring *ringView) {
	target, reached := d.state.Upcoming(ring.index)
	isNext := reached && ring.mustBegin(target)
	switch {
	case ring.hold != nil, d.in.Stop != nil, d.state.Paused, d.state.Behind, d.state.RolledBack, !reached, target == ring.Rejected, isNext && !ring.isApproved(target):
		return
	case !isNext && (!ring.Begun || ring.Passed == ring.Target || d.state.isComplete(*ring, target)):
		return
	case !isNext:
		target = ring.Target
	}
	if ring.wait = d.check(*ring, fluxv1alpha1.CheckBeforeStart, target, &ring.Checked); ring.wait != nil {
		ring.hold = &hold{phase: PhaseWaitingForCheck, name: ring.wait.note}
	}
}

// checkReady evaluates the checks of a ring whose members are ready, and returns the one that has not passed, or nil.
func (d *decision) checkReady(ring ringView) *checkWait {
	wait := d.check(ring, fluxv1alpha1.CheckAfterReady, d.state.readyTarget(ring), &ring.Waived)
	d.rings[ring.index].wait = wait
	return wait
}

// readyTarget returns the target that the checks after the start are for: the one that the ring passes next.
func (s *State) readyTarget(ring ringView) Target {
	target := ring.Target
	if s.follows(ring) {
		target.Commit, _ = s.promotion(ring)
	}
	return target
}

// stopLate stops a ring at the deadline of the check that it waits for, and returns whether the ring has stopped. If it
// has begun with the target, and onFailure is Rollback, the target is rolled back, unless nobody has answered.
func (d *decision) stopLate(ring ringView) bool {
	switch {
	case ring.wait == nil:
		return false
	case !ring.wait.isLate:
		ring.Stopped = false
		return false
	}
	ring.Holding = false
	d.next(later)
	if ring.wait.when == fluxv1alpha1.CheckAfterReady && ring.wait.isAnswered && d.takeBack(ring, ring.wait.why) {
		return true
	}
	if ring.Stopped = true; !ring.wasStopped {
		d.event(ring.Name, ReasonStopped, "Ring %s does not go on with %s: %s. The rollout has stopped until the check passes. Overrule the check, or roll back with: %s or %s",
			ring.Name, ring.wait.target, ring.wait.why, d.in.Subject.command(fluxv1alpha1.RolloutApprove, ring.Name), d.in.Subject.command(fluxv1alpha1.RolloutRollback))
	}
	return true
}

// waited returns the check after the start that the ring waited for at the last decision; nil if it waited for none.
func (d *decision) waited(ring ringView) *checkWait {
	target := d.state.readyTarget(ring)
	for _, check := range ring.checksOf(fluxv1alpha1.CheckAfterReady) {
		if asked := d.askedBefore(ring, ring.question(check, target)); asked != nil && !asked.passes() {
			return &checkWait{target: target, when: fluxv1alpha1.CheckAfterReady, note: asked.note()}
		}
	}
	return nil
}

// LateCheck returns the name of the check at whose deadline the ring at the index has stopped, and the target that it
// is for. The name is empty if the ring has not stopped, or has stopped because of failures.
func (s *State) LateCheck(index int) (string, Target) {
	ring := ringView{Ring: &s.Rings[index], index: index, config: &s.Rollout.Rings[index]}
	next, _ := s.Upcoming(index)
	for _, check := range ring.config.Checks {
		for _, target := range []Target{next, ring.Target, s.readyTarget(ring)} {
			id := ring.question(check, target).ID
			if ring.Stopped && slices.ContainsFunc(ring.Checks, func(asked Asked) bool { return asked.ID == id && !asked.BadSince.IsZero() }) {
				return check.Name, target
			}
		}
	}
	return "", Target{}
}

// overruleCheck lets a ring that waits for a check go on, and returns the name of the check with its last answer; empty
// if the ring waits for none.
func (d *decision) overruleCheck(ring ringView) string {
	wait := ring.wait
	if wait == nil {
		wait = d.waited(ring)
	}
	if wait == nil {
		return ""
	}
	cleared := Cleared{Target: wait.target, Checks: idOf(ring.checksOf(wait.when))}
	if wait.when == fluxv1alpha1.CheckBeforeStart {
		ring.Checked = cleared
	} else {
		ring.Waived = cleared
	}
	return wait.note
}

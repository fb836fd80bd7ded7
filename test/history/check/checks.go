// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// Phases of a ring that waits for a check, and of one that a check has stopped.
const (
	phaseWaitingForCheck = "WaitingForCheck"
	phaseStopped         = "Stopped"
)

func checkRules() []Rule {
	return []Rule{
		{
			Name: "rings-wait-for-checks",
			Quotes: []Quote{
				{windowsPage, "the ring until [other systems](#checks) say that it may begin, or pass"},
				{windowsPage, "A check asks Prometheus or another system whether a ring may begin with a change (`when: BeforeStart`), or whether the change is good there (`AfterReady`, the default)."},
				{windowsPage, "how long every answer has to be good before the check passes; without it, one good answer suffices"},
				{windowsPage, "One with `AfterReady` is asked while all Shoots of the ring that count are ready, from the beginning of the soak on. If a Shoot is not ready in between, `for` and `deadline` begin anew."},
				{windowsPage, "No data, a value that is not a number, several values, an answer with warnings, which may not be complete, an error, a redirect and a time-out are not good."},
				{windowsPage, "An answer belongs to one revision, commit, ring and check as configured."},
				{windowsPage, "While no garden controller asks, and after a restart of it, `for` begins anew."},
			},
			judge: unchecked,
		},
		{
			Name: "late-checks-stop-rings",
			Quotes: []Quote{
				{windowsPage, "the time after which the ring is `Stopped` (1h), counted from when it last had only good answers."},
			},
			judge: lateChecks,
		},
	}
}

// unchecked finds Shoots that get a change, and rings that complete, without the answers that checks require.
func unchecked(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		for _, what := range []subject{commits, revisions} {
			judged := map[string]bool{}
			for _, got := range p.transitions(what) {
				begins := fmt.Sprintf("%d %s", got.ring, got.value)
				if judged[begins] || !got.permitted || got.isReturn() || got.isRolledBack() {
					continue // the ring has begun with it
				}
				judged[begins] = true
				wrong, ok := got.beginsUnchecked()
				if before := got.ringBefore(); !ok && before >= 0 {
					wrong, ok = got.completesUnchecked(before)
				}
				if ok {
					found = append(found, wrong)
				}
			}
			for _, passed := range p.completions(what) {
				if wrong, ok := passed.completesUnchecked(passed.ring); ok {
					found = append(found, wrong)
				}
			}
		}
	}
	return found
}

// completions returns when flux-rollout showed first that a ring has passed a change. The transitions have no Shoot.
func (p *project) completions(what subject) []transition {
	var all []transition
	for i := 1; i < len(p.rollout); i++ {
		former, isFormer := p.rollout[i-1].fact.(*history.Rollout)
		next, isNext := p.rollout[i].fact.(*history.Rollout)
		if !isFormer || !isNext || former.Damaged != "" || next.Damaged != "" || len(former.Rings) != len(next.Rings) {
			return all // a state that was lost is written again by what the Shoots report
		}
		at := p.rollout[i].from
		settings, _ := p.settings(at)
		for number, ring := range next.Rings {
			value, before := what.passed(ring), what.passed(former.Rings[number])
			if value == "" || before == "" || value == before || ring.Name != former.Rings[number].Name || number >= len(rings(settings)) || p.rolledBack(at) {
				continue
			}
			all = append(all, transition{
				project: p, what: what, ring: number, settings: settings, former: before, value: value, before: p.rollout[i-1].until, at: at, permitted: true,
				shown: slices.Concat(indexesOf(p.rollout[i-1:i+1]), p.sourceOf(at)),
			})
		}
	}
	return all
}

// completesUnchecked returns whether a check of a ring cannot have passed with the change while its Shoots were ready.
func (t transition) completesUnchecked(number int) (finding, bool) {
	ring := rings(t.settings)[number]
	if t.approved(ring.Name) || t.passedAtBegin(ring.Name) {
		return finding{}, false
	}
	begin, shown := t.at, slices.Clone(t.shown)
	var waits []blocked
	counted := false
	for _, member := range t.members(number) {
		reports := t.project.reports(member)
		if len(reports) == 0 || t.skipped(member) || !t.wasWell(member) {
			continue
		}
		counted = true
		if reports[0].from.Before(begin) {
			begin = reports[0].from
		}
		_, about := t.project.ring(member, t.at)
		waits, shown = append(waits, t.notReady(member, ptr.Deref(ring.MaxFailures, 0) > 0)...), slices.Concat(shown, about, t.wellBefore(member))
	}
	if !counted {
		return finding{}, false
	}
	return t.unchecked(ring, fluxv1alpha1.CheckAfterReady, begin, waits, shown)
}

// beginsUnchecked returns whether a check of the ring cannot have passed since the ring could begin with the change.
func (t transition) beginsUnchecked() (finding, bool) {
	ring := rings(t.settings)[t.ring]
	if t.approved(ring.Name) || t.clockChanges() > 0 || t.followsGap() || t.joins() {
		return finding{}, false
	}
	well, ok := t.hadNotFailed()
	if !ok {
		return finding{}, false
	}
	begin, shown, ok := t.offered()
	if !ok {
		return finding{}, false
	}
	return t.unchecked(ring, fluxv1alpha1.CheckBeforeStart, begin, nil, slices.Concat(t.shown, well, shown))
}

// offered returns when the ring was seen last and could not begin with the change yet: the ring before had not passed
// it or, for the first ring, it was not in flux-config.
func (t transition) offered() (time.Time, []int, bool) {
	for _, seen := range slices.Backward(t.project.rollout) {
		state, ok := seen.fact.(*history.Rollout)
		if !ok || seen.from.After(t.before) {
			continue
		}
		isOffered := state.Target == t.value
		if t.ring > 0 {
			isOffered = t.ring <= len(state.Rings) && t.what.passed(state.Rings[t.ring-1]) == t.value
		}
		if !isOffered {
			return seen.until, []int{seen.first, seen.last}, true
		}
	}
	return time.Time{}, nil, false
}

// unchecked returns the first check of a ring that cannot have passed since a time, apart from the given times.
func (t transition) unchecked(ring fluxv1alpha1.Ring, when fluxv1alpha1.CheckTime, begin time.Time, waits []blocked, shown []int) (finding, bool) {
	for _, check := range ring.Checks {
		if timeOf(check) != when {
			continue
		}
		since, configured, ok := t.configuredSince(ring.Name, check)
		if !ok {
			continue
		}
		bad, about, known := t.bad(check, later(begin, since))
		needed := ptr.Deref(check.For, metav1.Duration{}).Duration - t.project.record.duration(history.TimeReaction)
		if blocks := slices.Concat(waits, bad, t.restarts()); !known || t.hasRoom(later(begin, since), max(needed, time.Nanosecond), blocks) {
			continue
		}
		verb, subject := "began", t.what
		if when == fluxv1alpha1.CheckAfterReady {
			verb = "completed"
		}
		for _, wait := range slices.Concat(waits, t.restarts()) {
			about = append(about, wait.shown...)
		}
		return finding{
			subject: fmt.Sprintf("%s %s %s %s", t.project.namespace, ring.Name, t.value, check.Name),
			text: fmt.Sprintf("ring %s of %s %s with %s %s, for which check %s had no good answers for as long as it requires", ring.Name, t.project.namespace, verb, subject,
				short(t.value), check.Name),
			shown: slices.Concat(shown, configured, about, t.arrival()),
		}, true
	}
	return finding{}, false
}

func timeOf(check fluxv1alpha1.Check) fluxv1alpha1.CheckTime {
	if check.When == "" {
		return fluxv1alpha1.CheckAfterReady
	}
	return check.When
}

// configuredSince returns since when flux-config has had a check of a ring unchanged: answers from before are for
// another one. It is false if that is not known, or if the decision may be of an earlier flux-config.
func (t transition) configuredSince(ring string, check fluxv1alpha1.Check) (time.Time, []int, bool) {
	configs := t.project.config.unbroken(t.at)
	has := func(seen sighting) bool {
		config, ok := seen.fact.(*history.Config)
		return ok && config.Rollout != nil && slices.ContainsFunc(config.Rollout.Rings, func(own fluxv1alpha1.Ring) bool {
			return own.Name == ring && slices.ContainsFunc(own.Checks, func(one fluxv1alpha1.Check) bool { return reflect.DeepEqual(one, check) })
		})
	}
	first := len(configs)
	for first > 0 && has(configs[first-1]) {
		first--
	}
	switch {
	case first == len(configs) || !configs.known(configs[first].from, t.at):
		return time.Time{}, nil, false
	case first == 0:
		return time.Time{}, indexesOf(configs), true
	}
	since := configs[first-1].until
	return since, indexesOf(configs[first-1:]), !configs[first].from.After(t.decided())
}

// bad returns the times since a time in which a check had no good answer, what shows the answers, and whether they are
// known.
func (t transition) bad(check fluxv1alpha1.Check, since time.Time) ([]blocked, []int, bool) {
	line := t.project.answers(check)
	before, ok := line.last(since)
	if !ok {
		return nil, nil, false
	}
	var waits []blocked
	shown := []int{before.first}
	for i, seen := range line {
		until := t.at
		if i+1 < len(line) && line[i+1].from.Before(t.at) {
			until = line[i+1].from
		}
		if seen.from.After(t.at) || !until.After(since) {
			continue
		}
		if shown = append(shown, seen.first); !isGood(seen) {
			waits = append(waits, blocked{from: seen.from, until: until})
		}
	}
	return waits, shown, true
}

// answers returns what the system that a check asks has said.
func (p *project) answers(check fluxv1alpha1.Check) timeline {
	asked := history.Answer{}
	switch {
	case check.HTTP != nil:
		asked.URL = check.HTTP.URL
	case check.Prometheus != nil:
		asked.URL, asked.Query = check.Prometheus.URL, check.Prometheus.Query
	}
	return p.record.timelines[asked.Key()]
}

func isGood(seen sighting) bool {
	answer, ok := seen.fact.(*history.Answer)
	return ok && answer.Good
}

// restarts returns when the garden controller was killed. Good answers from before do not count with those since.
func (t transition) restarts() []blocked {
	var all []blocked
	for _, seen := range t.project.record.all("action") {
		if action, ok := seen.fact.(*history.Action); ok && action.What == "kill" && action.On == "garden-controller" && !seen.from.After(t.at) {
			all = append(all, blocked{from: seen.from, until: seen.from, shown: []int{seen.first}})
		}
	}
	return all
}

// lateChecks finds rings that wait for checks longer than the deadlines of all of them.
func lateChecks(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		judged := map[string]bool{}
		for i := range p.rollout {
			for number := range ringsOf(p.rollout[i]) {
				if wrong, ok := p.lateCheck(i, number); ok && !judged[wrong.subject] {
					judged[wrong.subject] = true
					found = append(found, wrong)
				}
			}
		}
	}
	return found
}

func ringsOf(seen sighting) []history.Ring {
	if state, ok := seen.fact.(*history.Rollout); ok {
		return state.Rings
	}
	return nil
}

// lateCheck returns whether a ring has waited for its checks from a sighting of flux-rollout on, without a good answer to
// any of them, for longer than all of their deadlines, and while nothing else has changed.
func (p *project) lateCheck(from, number int) (finding, bool) {
	begin := p.rollout[from]
	ring := ringsOf(begin)[number]
	last := begin
	for _, seen := range p.rollout[from:] {
		all := ringsOf(seen)
		if number >= len(all) || all[number].Phase != phaseWaitingForCheck || all[number].Name != ring.Name || all[number].Revision != ring.Revision ||
			all[number].Commit != ring.Commit || seen.from.Sub(last.until) > longestSilence {
			break
		}
		last = seen
	}
	settings, configured := p.settings(begin.from)
	index := slices.IndexFunc(rings(settings), func(own fluxv1alpha1.Ring) bool { return own.Name == ring.Name })
	if ring.Phase != phaseWaitingForCheck || index < 0 || len(rings(settings)[index].Checks) == 0 || p.record.disturbed(last.until) || p.changes(begin.from, last.until) {
		return finding{}, false
	}
	shown := []int{begin.first, last.first, last.last, configured.first, configured.last}
	for _, shoot := range p.shoots {
		shown = append(shown, p.reports(shoot).indexes(begin.from, last.until)...)
	}
	now := transition{project: p, at: last.until}
	var deadline time.Duration
	for _, check := range rings(settings)[index].Checks {
		answer, ok := p.answers(check).last(begin.from)
		if !ok || isGood(answer) || slices.ContainsFunc(p.answers(check).during(begin.from, last.until), isGood) {
			return finding{}, false
		}
		deadline = max(deadline, ptr.Deref(check.Deadline, metav1.Duration{Duration: time.Hour}).Duration)
		shown = append(shown, answer.first)
	}
	if now.clockChanges() > 0 || last.until.Sub(begin.from) <= deadline+p.record.duration(history.TimeReaction)+p.record.duration(history.TimeDecisionStep) {
		return finding{}, false
	}
	return finding{
		subject: p.namespace + " " + ring.Name,
		text: fmt.Sprintf("ring %s of %s waited for checks for %s, and was not %s at their deadline", ring.Name, p.namespace,
			last.until.Sub(begin.from).Round(time.Second), phaseStopped),
		shown: slices.Concat(shown, p.rollout.indexes(begin.from, last.until)),
	}, true
}

// changes returns whether flux-config or its request may have changed in a time, or a Shoot may have got a new value.
func (p *project) changes(from, until time.Time) bool {
	isChange := func(seen sighting) bool { return !seen.repeats() && seen.from.After(from) }
	if !p.config.known(from, until) || slices.ContainsFunc(p.config.during(from, until), isChange) {
		return true
	}
	for _, shoot := range p.shoots {
		if !p.reports(shoot).known(from, until) {
			return true
		}
	}
	for _, what := range []subject{commits, revisions} {
		for _, first := range p.firstSeenOf(what) {
			if first.After(from) && !first.After(until) {
				return true
			}
		}
	}
	return false
}

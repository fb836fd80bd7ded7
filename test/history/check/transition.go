// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"slices"
	"time"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// transition is a Shoot that gets another commit or revision.
type transition struct {
	project *project
	what    subject
	shoot   string
	// ring is the ring of the Shoot before and after.
	ring int
	// settings are project.rollout at that time.
	settings *fluxv1alpha1.Rollout
	// former and value are what it had and what it gets.
	former, value string
	// before is when the former one was seen last, and at when the value was seen first.
	before, at time.Time
	// permitted is true if flux-rollout gives it the value. Otherwise the shoot itself has it, and flux-rollout does not.
	permitted bool
	shown     []int
}

// held is a time in which a Shoot was seen with a value.
type held struct {
	sighting
	value string
}

// permits returns what flux-rollout lets a Shoot have, in the order of time.
func (p *project) permits(shoot string, what subject) []held {
	return memo(p.permitsOf, asked{shoot, what}, func() []held { return p.findPermits(shoot, what) })
}

func (p *project) findPermits(shoot string, what subject) []held {
	var all []held
	for _, seen := range p.rollout {
		if state, ok := seen.fact.(*history.Rollout); ok && state.Damaged == "" {
			if permit, ok := state.Members[shoot]; ok {
				all = append(all, held{sighting: seen, value: what.of(permit)})
			}
		}
	}
	return all
}

// attempts returns the commits that the source or the root Kustomization in a shoot was seen with, in the order of
// time.
func (p *project) attempts(shoot string) []held {
	return memo(p.attemptsOf, shoot, func() []held { return p.findAttempts(shoot) })
}

func (p *project) findAttempts(shoot string) []held {
	var all []held
	attempted := "" // what the root Kustomization was seen with last; empty if that is unknown
	for _, seen := range p.roots(shoot) {
		object := seen.fact.(*history.FluxObject)
		value := commitOf(object.AttemptedRevision)
		if object.Kind != "Kustomization" {
			if value = commitOf(object.Artifact); value == "" {
				value = object.Ref.Commit
			}
		} else {
			// Until Flux applies the next commit, it shows the former one, which is no attempt.
			isOld := (attempted == "" || value == attempted) && len(all) > 0 && all[len(all)-1].value != value
			if attempted = value; isOld {
				continue
			}
		}
		if value != "" {
			all = append(all, held{sighting: seen, value: value})
		}
	}
	return all
}

// transitions returns the transitions of a project's Shoots in the order of time. Those of the first ring are left out if it
// follows the source.
func (p *project) transitions(what subject) []transition {
	return memo(p.transitionOf, what, func() []transition { return p.findTransitions(what) })
}

func (p *project) findTransitions(what subject) []transition {
	var all []transition
	for _, shoot := range p.shoots {
		permits := p.permits(shoot, what)
		all = append(all, p.transitionsOf(shoot, what, permits, true)...)
		if what == commits {
			permitted := firsts(permits)
			for _, got := range p.transitionsOf(shoot, what, p.attempts(shoot), false) {
				if first, ok := permitted[got.value]; (!ok || first.After(got.at)) && p.keeps(&got, permits) {
					all = append(all, got)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b transition) int { return a.at.Compare(b.at) })
	return all
}

// keeps returns whether a Shoot was to keep the commit that it had: it was ready with it, and pinned by flux-rollout or
// promoted to for so long that a decision had reached it. Until then it follows the source.
func (p *project) keeps(got *transition, permits []held) bool {
	ready := slices.IndexFunc(p.reports(got.shoot), func(seen sighting) bool {
		report, ok := seen.fact.(*history.Report)
		return ok && !seen.from.After(got.before) && report.Status.Ready && commits.holds(report, got.former)
	})
	if ready < 0 {
		return false
	}
	got.shown = append(got.shown, p.reports(got.shoot)[ready].first)
	for _, permit := range permits {
		if permit.value != "" && !permit.from.After(got.before) {
			got.shown = append(got.shown, permit.first)
			return true
		}
	}
	since := got.before.Add(-p.record.duration(history.TimeDelivery))
	got.shown = append(got.shown, p.sourceOf(since)...)
	return p.promotedBefore(since, got.at) && !p.record.disturbed(got.at)
}

func (p *project) transitionsOf(shoot string, what subject, values []held, permitted bool) []transition {
	var all []transition
	for i := 1; i < len(values); i++ {
		former, next := values[i-1], values[i]
		if former.value == next.value || former.value == "" || next.value == "" {
			continue
		}
		settings, _ := p.settings(next.from)
		before, shownBefore := p.ring(shoot, former.until)
		after, shownAfter := p.ring(shoot, next.from)
		if before != after || after < 0 || what == commits && (after == 0 || !p.promotedBefore(former.until, next.from)) {
			continue
		}
		all = append(all, transition{
			project: p, what: what, shoot: shoot, ring: after, settings: settings, former: former.value, value: next.value,
			before: former.until, at: next.from, permitted: permitted,
			shown: slices.Concat([]int{former.first, former.last, next.first}, shownBefore, shownAfter, p.sourceOf(former.until)),
		})
	}
	return all
}

// promotedBefore returns whether commits were promoted in all of a time.
func (p *project) promotedBefore(from, until time.Time) bool {
	first, _ := p.settings(from)
	last, _ := p.settings(until)
	return promotes(first) && promotes(last)
}

func (p *project) sourceOf(at time.Time) []int {
	if seen, ok := p.config.last(at); ok {
		return []int{seen.first}
	}
	return nil
}

// firsts returns when each value was seen first.
func firsts(all []held) map[string]time.Time {
	first := map[string]time.Time{}
	for _, one := range all {
		if at, ok := first[one.value]; !ok || one.from.Before(at) {
			first[one.value] = one.from
		}
	}
	return first
}

// had returns whether a Shoot was seen with a value before a time, by itself or in flux-rollout.
func (p *project) had(shoot string, what subject, value string, before time.Time) bool {
	first := memo(p.hadFirst, asked{shoot, what}, func() map[string]time.Time {
		all := slices.Clone(p.permits(shoot, what))
		if what == commits {
			all = append(all, p.attempts(shoot)...)
		}
		for _, seen := range p.reports(shoot) {
			if report, ok := seen.fact.(*history.Report); ok {
				if value := what.held(report); what.holds(report, value) {
					all = append(all, held{sighting: seen, value: value})
				}
			}
		}
		return firsts(all)
	})
	at, ok := first[value]
	return ok && at.Before(before)
}

// rolledBack returns whether a rollback was seen before a time.
func (p *project) rolledBack(before time.Time) bool {
	if p.requested(fluxv1alpha1.RolloutRollback, time.Time{}, before) {
		return true
	}
	if p.returnedAt == nil {
		p.returnedAt = &time.Time{}
		for _, seen := range p.rollout {
			if state, ok := seen.fact.(*history.Rollout); ok && (state.RolledBack != "" || state.Phase == phaseRolledBack) {
				p.returnedAt = &seen.from
				break
			}
		}
	}
	return !p.returnedAt.IsZero() && !p.returnedAt.After(before)
}

// isReturn returns whether the Shoot gets back what it had, because of a rollback.
func (t transition) isReturn() bool {
	return t.project.had(t.shoot, t.what, t.value, t.at) && t.project.rolledBack(t.at)
}

// firstSeen returns when a value was first seen in the project before a time. It is zero if it was not.
func (p *project) firstSeen(what subject, value string, before time.Time) time.Time {
	if at, ok := p.firstSeenOf(what)[value]; ok && at.Before(before) {
		return at
	}
	return time.Time{}
}

// firstSeenOf returns when each value was first seen in the project.
func (p *project) firstSeenOf(what subject) map[string]time.Time {
	return memo(p.seenFirst, what, func() map[string]time.Time {
		var all []held
		for _, shoot := range p.shoots {
			all = append(all, p.permits(shoot, what)...)
			if what == commits {
				all = append(all, p.attempts(shoot)...)
			}
			for _, seen := range p.reports(shoot) {
				if report, ok := seen.fact.(*history.Report); ok {
					for _, value := range what.tried(report) {
						all = append(all, held{sighting: seen, value: value})
					}
				}
			}
		}
		return firsts(all)
	})
}

// approved returns whether a ring was approved after a value was seen first and before a time.
func (t transition) approved(ring string) bool {
	requested := t.project.requested(fluxv1alpha1.RolloutApprove+"="+ring, t.project.firstSeen(t.what, t.value, t.at), t.at)
	return requested
}

// skipped returns whether a Shoot was skipped before the transition.
func (t transition) skipped(shoot string) bool {
	requested := t.project.requested(fluxv1alpha1.RolloutSkip+"="+shoot, time.Time{}, t.at)
	return requested
}

// ringBefore returns the number of the last ring before that of the transition that has Shoots, or a negative number.
func (t transition) ringBefore() int {
	for number := t.ring - 1; number >= 0; number-- {
		if len(t.members(number)) > 0 {
			return number
		}
	}
	return -1
}

// members returns the Shoots of a ring at the time of the transition.
func (t transition) members(ring int) []string {
	var members []string
	for _, shoot := range t.project.shoots {
		if number, _ := t.project.ring(shoot, t.at); number == ring {
			members = append(members, shoot)
		}
	}
	return members
}

// decided returns until when a sighting was before the decision: the decision came after the former value was seen in
// flux-rollout, and the garden controller needs some time to read.
func (t transition) decided() time.Time {
	if !t.permitted {
		return t.at
	}
	return t.before.Add(-t.project.record.duration(history.TimeReaction))
}

// Phases of a rollout.
const (
	phaseRolledBack = "RolledBack"
	phaseComplete   = "Complete"
)

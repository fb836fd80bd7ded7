// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

func steeringRules() []Rule {
	return []Rule{
		{
			Name: "at-most-max-concurrent",
			Quotes: []Quote{
				{rolloutsPage, "At most `maxConcurrent` Shoots of a ring have the change and are not ready yet."},
			},
			judge: crowds,
		},
		{
			Name: "approval-is-used-once",
			Quotes: []Quote{
				{rolloutsPage, "It is used up when the ring begins; the same content later, or another commit, needs another."},
				{rolloutsPage, "An approval is for one change, with [commits](#commits) for one commit: the one that waits for it or, given before, the one that the rings before are proving, which Event `RolloutApproved` names."},
			},
			judge: unapproved,
		},
		{
			Name: "pause-holds",
			Quotes: []Quote{
				{rolloutsPage, "a stopped or holding ring gets it at once. `rollout pause` stops it."},
			},
			judge: pauses,
		},
		{
			Name: "empty-ring-waits",
			Quotes: []Quote{
				{rolloutsPage, "Nothing has proved the change, and the rollout waits, with Event `RolloutHolds`."},
				{rolloutsPage, "`Empty`: the ring has no Shoot"},
				{rolloutsPage, "A change stops at a ring [without Shoots](#when-a-ring-is-empty-or-holds)."},
				{rolloutsPage, "The first ring needs a Shoot that counts."},
			},
			judge: unproven,
		},
	}
}

// crowds finds rings in which more Shoots are on their way than maxConcurrent allows.
func crowds(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		for _, what := range []subject{commits, revisions} {
			all := p.transitions(what)
			for i, got := range all {
				if got.permitted && !p.rolledBack(got.at) {
					if wrong, ok := got.crowd(all[:i+1]); ok {
						found = append(found, wrong)
					}
				}
			}
		}
	}
	return found
}

// crowd counts the Shoots of the ring that have got the value before the transition, or with it, and were seen after it
// and had not been ready with it.
func (t transition) crowd(earlier []transition) (finding, bool) {
	ring := rings(t.settings)[t.ring]
	most := limit(ring.MaxConcurrent, len(t.members(t.ring)))
	names, shown := []string{}, []int{}
	for _, other := range earlier {
		if !other.permitted || other.ring != t.ring || other.value != t.value || slices.Contains(names, other.shoot) {
			continue
		}
		if seen, ok := t.project.onTheWay(other, t.at); ok {
			names, shown = append(names, other.shoot), slices.Concat(shown, other.shown, seen, other.wellBefore(other.shoot))
		}
	}
	if len(names) <= most {
		return finding{}, false
	}
	for _, member := range t.members(t.ring) {
		_, about := t.project.ring(member, t.at)
		shown = append(shown, about...)
	}
	return finding{
		subject: fmt.Sprintf("%s %d %s", t.project.namespace, t.ring, t.value),
		text: fmt.Sprintf("%s of ring %s of %s are on their way to %s %s, more than %d", strings.Join(names, ", "), ring.Name,
			t.project.namespace, t.what, short(t.value), most),
		shown: append(shown, t.shown...),
	}, true
}

// onTheWay returns whether a Shoot was ready before it got a value, and was seen before and after a time and not ready
// with the value yet.
func (p *project) onTheWay(got transition, at time.Time) ([]int, bool) {
	if !got.wasWell(got.shoot) || p.isAbsent(got.shoot, at) {
		return nil, false
	}
	seenAfter := false
	var shown []int
	for _, seen := range p.reports(got.shoot) {
		report, ok := seen.fact.(*history.Report)
		if !ok || isAway(report.Status.State) && seen.until.After(got.at) {
			return nil, false
		}
		if report.Status.Ready && got.what.holds(report, got.value) {
			if seenAfter {
				break
			}
			return nil, false // ready before, or nobody saw that it was not
		}
		if seen.until.After(got.before) {
			shown = append(shown, seen.first, seen.last)
		}
		seenAfter = !seen.until.Before(at)
		if seenAfter {
			break
		}
	}
	return shown, seenAfter
}

// limit returns a number, or a percentage, rounded down to at least one, of a total.
func limit(most *intstr.IntOrString, total int) int {
	if most == nil {
		return total
	}
	if most.Type == intstr.Int {
		return most.IntValue()
	}
	share := 0
	if _, err := fmt.Sscanf(most.StrVal, "%d%%", &share); err != nil {
		return total
	}
	return max(1, total*share/100)
}

// begin is a ring that begins with a change: at one time, its first Shoots get it.
type begin struct {
	transition
	values []string
}

// begins returns when a ring began with changes, in the order of time. A change of revision and commit at the same time
// is one.
func (p *project) begins(number int) []begin {
	var all []begin
	for _, what := range []subject{commits, revisions} {
		for _, got := range p.transitions(what) {
			if got.ring != number || !got.permitted || got.isReturn() {
				continue
			}
			if slices.ContainsFunc(p.shoots, func(shoot string) bool { return shoot != got.shoot && p.has(shoot, got) }) {
				continue // another Shoot of the ring has it already
			}
			all = append(all, begin{transition: got, values: []string{got.value}})
		}
	}
	slices.SortStableFunc(all, func(a, b begin) int { return a.at.Compare(b.at) })
	var merged []begin
	for _, one := range all {
		if last := len(merged) - 1; last >= 0 && merged[last].at.Equal(one.at) {
			merged[last].values = append(merged[last].values, one.values...)
			continue
		}
		merged = append(merged, one)
	}
	return merged
}

// has returns whether a Shoot of the same ring was permitted the value just before the transition.
func (p *project) has(shoot string, got transition) bool {
	permits := p.permits(shoot, got.what)
	next := sort.Search(len(permits), func(i int) bool { return !permits[i].from.Before(got.at) })
	if next == 0 {
		return false
	}
	number, _ := p.ring(shoot, got.before)
	return number == got.ring && permits[next-1].value == got.value
}

// unapproved finds rings with approval Manual that begin without an approval of their own.
func unapproved(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		most := 0
		for _, seen := range p.config {
			if config, ok := seen.fact.(*history.Config); ok {
				most = max(most, len(rings(config.Rollout)))
			}
		}
		for number := range most {
			found = append(found, p.unapproved(number)...)
		}
	}
	return found
}

func (p *project) unapproved(number int) []finding {
	var found []finding
	used := map[int]bool{}
	for _, one := range p.begins(number) {
		ring := rings(one.settings)[number]
		if ptr.Deref(ring.Approval, fluxv1alpha1.ApprovalAutomatic) != fluxv1alpha1.ApprovalManual || p.approvedAtBegin(ring.Name) {
			continue
		}
		approved, shown := false, slices.Clone(one.shown)
		for i, approval := range p.operations(fluxv1alpha1.RolloutApprove + "=" + ring.Name) {
			if approval.from.After(one.at) {
				break
			}
			shown = append(shown, approval.first)
			other := p.named(approval.from, ring.Name)
			shown = append(shown, p.showing(other)...)
			if !used[i] && (other == "" || slices.ContainsFunc(one.values, func(value string) bool { return strings.HasPrefix(value, other) })) {
				used[i], approved = true, true
				break
			}
		}
		if !approved {
			for _, earlier := range p.begins(number) {
				if earlier.at.Before(one.at) {
					shown = append(shown, earlier.shown...)
				}
			}
			for _, seen := range p.record.all("event") {
				shown = append(shown, seen.first)
			}
			found = append(found, finding{
				subject: fmt.Sprintf("%s %d %s", p.namespace, number, strings.Join(one.values, " ")),
				text: fmt.Sprintf("ring %s of %s began with %s %s without an approval of its own", ring.Name, p.namespace, one.what,
					short(one.values[0])),
				shown: shown,
			})
		}
	}
	return found
}

// named returns the commit that Event RolloutApproved names after an approval. It is empty if none was seen, or if it
// names no commit that the history knows.
func (p *project) named(approval time.Time, ring string) string {
	for _, seen := range p.record.all("event") {
		event, ok := seen.fact.(*history.Event)
		if !ok || seen.repeats() || event.Namespace != p.namespace || event.Reason != eventApproved || !strings.Contains(event.Note, ring) ||
			seen.from.Before(approval) || seen.from.Sub(approval) > time.Minute {
			continue
		}
		for _, word := range strings.FieldsFunc(event.Note, func(r rune) bool { return !strings.ContainsRune("0123456789abcdef", r) }) {
			if len(word) >= 7 && p.knows(word) {
				return word
			}
		}
	}
	return ""
}

// showing returns the first observation of each Shoot with a commit that begins with the digits.
func (p *project) showing(digits string) []int {
	var shown []int
	for _, shoot := range p.shoots {
		if i := slices.IndexFunc(p.reports(shoot), func(seen sighting) bool {
			report, ok := seen.fact.(*history.Report)
			return ok && digits != "" && strings.HasPrefix(commitOf(report.Status.AppliedRevision), digits)
		}); i >= 0 {
			shown = append(shown, p.reports(shoot)[i].first)
		}
	}
	return shown
}

// knows returns whether a commit that begins with the digits was seen in a report.
func (p *project) knows(digits string) bool {
	return slices.ContainsFunc(p.shoots, func(shoot string) bool {
		return slices.ContainsFunc(p.reports(shoot), func(seen sighting) bool {
			report, ok := seen.fact.(*history.Report)
			return ok && strings.HasPrefix(commitOf(report.Status.AppliedRevision), digits)
		})
	})
}

// approvedAtBegin returns whether an approval was stored when the history began.
func (p *project) approvedAtBegin(name string) bool {
	if len(p.rollout) == 0 {
		return false
	}
	state, ok := p.rollout[0].fact.(*history.Rollout)
	return ok && slices.ContainsFunc(state.Rings, func(ring history.Ring) bool { return ring.Name == name && len(ring.Approved) > 0 })
}

// pauses finds Shoots that get a change while the rollout is paused.
func pauses(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		for _, what := range []subject{commits, revisions} {
			for _, got := range p.transitions(what) {
				if !got.permitted || got.isReturn() {
					continue
				}
				for _, pause := range p.operations(fluxv1alpha1.RolloutPause) {
					resumed := p.requested(fluxv1alpha1.RolloutResume, pause.from, got.at)
					rolledBack := p.requested(fluxv1alpha1.RolloutRollback, pause.from, got.at)
					// The annotation is removed when the rollout is paused.
					done, ok := p.config.last(got.before)
					if config, is := done.fact.(*history.Config); !ok || !is || resumed || rolledBack || done.from.Before(pause.from) || config.Operation == fluxv1alpha1.RolloutPause {
						continue
					}
					found = append(found, finding{
						subject: fmt.Sprintf("%s %s %s", p.namespace, got.shoot, got.value),
						text:    fmt.Sprintf("Shoot %s/%s got %s %s while the rollout was paused", p.namespace, got.shoot, what, short(got.value)),
						shown:   append(slices.Clone(got.shown), pause.first, done.first),
					})
				}
			}
		}
	}
	return found
}

// unproven finds changes that reach a ring although no Shoot of the ring before was ready with it: the ring had none, or
// each of them was seen all the time and never ready with it.
func unproven(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		for _, what := range []subject{commits, revisions} {
			for _, got := range p.transitions(what) {
				if got.isReturn() || got.ring == 0 {
					continue
				}
				if wrong, ok := got.unproven(); ok {
					found = append(found, wrong)
				}
			}
		}
	}
	return found
}

func (t transition) unproven() (finding, bool) {
	before := t.ring - 1
	ring := rings(t.settings)[before]
	members := t.members(before)
	if t.approved(ring.Name) || t.passedAtBegin(ring.Name) || len(members) == 0 && ptr.Deref(ring.AllowEmpty, false) {
		return finding{}, false
	}
	first := t.project.firstSeen(t.what, t.value, t.at)
	if first.IsZero() {
		first = t.at
	}
	shown := slices.Clone(t.shown)
	skipped := 0
	for _, member := range members {
		reports := t.project.reports(member)
		if len(reports) == 0 || !reports.known(reports[0].from, t.at) || reports[0].from.After(first) || t.proves(reports) {
			return finding{}, false
		}
		if t.skipped(member) {
			skipped++
		}
		_, about := t.project.ring(member, t.at)
		shown = slices.Concat(shown, about, reports.indexes(reports[0].from, t.at))
	}
	// A Shoot that has left the ring may have proved it.
	for _, shoot := range t.project.shoots {
		if slices.Contains(members, shoot) || !t.wasIn(shoot, before) {
			continue
		}
		reports := t.project.reports(shoot)
		if len(reports) == 0 || reports[0].from.After(first) || !reports.known(reports[0].from, t.at) || t.proves(reports) {
			return finding{}, false
		}
		shown = append(shown, reports.indexes(reports[0].from, t.at)...)
	}
	if len(members) > 0 && skipped == len(members) || len(members) == 0 && !t.project.sawShoots(t.before) {
		return finding{}, false
	}
	for _, shoot := range t.project.shoots {
		if _, about := t.project.shoot(shoot, t.at); about.fact != nil {
			shown = append(shown, about.first)
		}
	}
	why := "had no Shoot"
	if len(members) > 0 {
		why = "had no Shoot that was ready with it"
	}
	return finding{
		subject: fmt.Sprintf("%s %d %s", t.project.namespace, t.ring, t.value),
		text: fmt.Sprintf("Shoot %s/%s of ring %s got %s %s although ring %s %s", t.project.namespace, t.shoot, rings(t.settings)[t.ring].Name,
			t.what, short(t.value), ring.Name, why),
		shown: shown,
	}, true
}

// proves returns whether reports show a Shoot ready with the value.
func (t transition) proves(reports timeline) bool {
	return slices.ContainsFunc(reports, func(seen sighting) bool {
		report, ok := seen.fact.(*history.Report)
		return ok && !seen.from.After(t.at) && report.Status.Ready && t.what.holds(report, t.value)
	})
}

// wasIn returns whether a Shoot was in a ring before the transition.
func (t transition) wasIn(shoot string, ring int) bool {
	return slices.ContainsFunc(t.project.record.timelines[(&history.Shoot{Namespace: t.project.namespace, Name: shoot}).Key()], func(seen sighting) bool {
		number, _ := t.project.ring(shoot, seen.from)
		return number == ring && !seen.from.After(t.at)
	})
}

// sawShoots returns whether all Shoots that flux-rollout names were seen before a time. Otherwise the ring may have had
// one.
func (p *project) sawShoots(before time.Time) bool {
	seen, ok := p.rollout.last(before)
	state, is := seen.fact.(*history.Rollout)
	if !ok || !is {
		return false
	}
	for name := range state.Members {
		if existing, _ := p.shoot(name, before); existing == nil {
			return false
		}
	}
	return true
}

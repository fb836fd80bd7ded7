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

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

const rolloutsPage = "usage/rollouts.md"

func promotionRules() []Rule {
	return []Rule{
		{
			Name: "commit-after-ring-before",
			Quotes: []Quote{
				{rolloutsPage, "A commit or digest reaches the next ring when all Shoots of the ring before have stayed ready with it for its `soak`."},
				{rolloutsPage, "With `source: Promote`, only the first ring follows the source."},
				{rolloutsPage, "a tag that is moved reaches the first ring only"},
				{rolloutsPage, "A commit that is replaced within its `soak` is not promoted."},
				{rolloutsPage, "the soak of its Shoots waits from 30 minutes after their last report"},
				{rolloutsPage, "Soaks and deadlines wait: of the time between two decisions, at most five minutes count"},
			},
			judge: func(r *record) []finding { return soaks(r, commits) },
		},
		{
			Name: "revision-after-ring-before",
			Quotes: []Quote{
				{rolloutsPage, "a change of `flux-config`, a new Flux version or a commit reaches the next ring of Shoots when all Shoots of the ring before have stayed ready."},
				{rolloutsPage, "the soak of its Shoots waits from 30 minutes after their last report"},
				{rolloutsPage, "entries of other clients count as missing"},
			},
			judge: func(r *record) []finding { return soaks(r, revisions) },
		},
	}
}

// blocked is a time in which a ring cannot have soaked, and what shows it.
type blocked struct {
	from, until time.Time
	why         string
	shown       []int
	// waits is true if the soak goes on afterwards. Otherwise, it begins anew.
	waits bool
}

// soaks finds changes that reach a ring although the Shoots of the ring before were not ready with it for the soak.
func soaks(r *record, what subject) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		judged := map[string]bool{}
		for _, got := range p.transitions(what) {
			begins := fmt.Sprintf("%d %s %t", got.ring, got.value, got.permitted)
			if judged[begins] {
				continue // the ring has begun with it
			}
			judged[begins] = true
			if wrong, ok := got.soak(); ok {
				found = append(found, wrong)
			}
		}
	}
	return found
}

func (t transition) soak() (finding, bool) {
	before := t.ringBefore()
	if before < 0 || t.isReturn() {
		return finding{}, false
	}
	all := rings(t.settings)
	ring := all[before]
	if t.approved(ring.Name) || t.passedAtBegin(ring.Name) {
		return finding{}, false
	}
	soak := ptr.Deref(ring.Soak, metav1.Duration{Duration: 5 * time.Minute}).Duration - t.clockChanges()
	begin, waits, shown := t.at, t.undecided(), slices.Clone(t.shown)
	var names []string
	for _, member := range t.members(before) {
		reports := t.project.reports(member)
		if len(reports) == 0 || t.skipped(member) || !t.wasWell(member) {
			continue
		}
		names = append(names, member)
		if reports[0].from.Before(begin) {
			begin = reports[0].from
		}
		waits = append(waits, t.notReady(member, ptr.Deref(ring.MaxFailures, 0) > 0)...)
	}
	if len(names) == 0 || t.hasRoom(begin, soak, waits) {
		return finding{}, false
	}
	for _, wait := range waits {
		if wait.waits || wait.until.After(t.at.Add(-soak-longestSilence)) {
			shown = append(shown, wait.shown...)
		}
	}
	for _, name := range names {
		shown = append(shown, t.wellBefore(name)...)
		if _, seen := t.project.shoot(name, t.at); seen.fact != nil {
			shown = append(shown, seen.first)
		}
	}
	permit := ""
	if !t.permitted {
		permit = ", which flux-rollout does not give it,"
	}
	last := slices.MaxFunc(waits, func(a, b blocked) int { return a.until.Compare(b.until) })
	return finding{
		subject: fmt.Sprintf("%s %d %s %t", t.project.namespace, t.ring, t.value, t.permitted),
		text: fmt.Sprintf("Shoot %s/%s of ring %s got %s %s%s before ring %s had stayed ready with it for %s: %s", t.project.namespace, t.shoot,
			all[t.ring].Name, t.what, short(t.value), permit, ring.Name, soak, last.why),
		shown: shown,
	}, true
}

// hasRoom returns whether a soak fits between the times in which the ring cannot have soaked, or around those in which
// it has waited. A time that was not observed may have been one of the soak.
func (t transition) hasRoom(begin time.Time, soak time.Duration, waits []blocked) bool {
	slices.SortStableFunc(waits, func(a, b blocked) int { return a.from.Compare(b.from) })
	if len(waits) == 0 {
		return true
	}
	free, soaked := begin, time.Duration(0)
	for _, wait := range waits {
		if wait.from.After(free) {
			if soaked += wait.from.Sub(free); soaked >= soak {
				return true
			}
		}
		if !wait.waits {
			soaked = 0
		}
		if wait.until.After(free) {
			free = wait.until
		}
	}
	return soaked+t.at.Sub(free) >= soak
}

// notReady returns when a Shoot was seen and not ready with the value, or when its report was too old to count.
func (t transition) notReady(shoot string, mayFail bool) []blocked {
	var waits []blocked
	wasReady, decided := false, t.decided()
	for _, seen := range t.project.reports(shoot) {
		until := seen.until
		if seen.from.After(t.at) {
			break
		}
		if until.After(t.at) {
			until = t.at
		}
		report, exists := seen.fact.(*history.Report)
		if exists && t.counts(report) && report.Status.Ready && t.what.holds(report, t.value) {
			wasReady = true
			// The garden controller sees at its next decision that a report has become too old.
			const decides = 30 * time.Second
			old := t.project.old(seen, report)
			if old.After(seen.from) {
				old = old.Add(decides)
			}
			if old.Before(until) {
				waits = append(waits, blocked{old, until, fmt.Sprintf("the report of %s was older than %s", shoot, t.project.record.duration(history.TimeReportAge)), []int{seen.first, seen.last}, true})
			}
			continue
		}
		if wasReady && seen.from.After(decided) {
			break // maybe after the decision
		}
		if wasReady && until.After(decided) {
			until = decided
		}
		if exists && (isAway(report.Status.State) || t.counts(report) && mayFail && isFailing(report.Status.State)) || t.project.isAbsent(shoot, until) || exists && t.project.isHeld(report, until) {
			continue
		}
		waits = append(waits, blocked{seen.from, until, t.why(shoot, report), []int{seen.first, seen.last}, false})
	}
	return waits
}

func (t transition) why(shoot string, report *history.Report) string {
	switch {
	case report == nil:
		return shoot + " had no report"
	case !t.counts(report):
		return fmt.Sprintf("the report of %s was written by %s", shoot, report.Manager)
	}
	has := report.Status.Revision
	if t.what == commits {
		has = short(commitOf(report.Status.AppliedRevision))
	}
	return fmt.Sprintf("%s was %s with %s", shoot, report.Status.State, short(has))
}

// counts returns whether the entry is one of its seed. Those of an observer that does not know the manager count.
func (t transition) counts(report *history.Report) bool {
	return report.Manager == "" || strings.HasPrefix(report.Manager, fluxv1alpha1.StatusFieldManagerPrefix)
}

// old returns when a report is too old for a soak: by its own time or, if that is earlier, by the time at which it was
// stored. A report with a time in the future has a clock that is ahead.
func (p *project) old(seen sighting, report *history.Report) time.Time {
	at := report.Status.ObservedAt.Time
	if report.Status.ConfirmedAt.After(at) {
		at = report.Status.ConfirmedAt.Time
	}
	if !report.Stored.IsZero() && report.Stored.Before(at) {
		at = report.Stored
	}
	if at.IsZero() || at.After(seen.from) {
		at = seen.from
	}
	if old := at.Add(p.record.duration(history.TimeReportAge)); old.After(seen.from) {
		return old
	}
	return seen.from
}

// undecided returns the times in which the garden controller has stored no decision for so long that they do not count.
// The time of a decision is stored at most every two minutes.
func (t transition) undecided() []blocked {
	const storedEvery, skew = 2 * time.Minute, time.Minute
	var waits []blocked
	var last sighting
	var before time.Time
	for _, seen := range t.project.rollout {
		state, ok := seen.fact.(*history.Rollout)
		if !ok || state.Decided.IsZero() || seen.from.After(t.at) || state.Decided.Equal(before) {
			continue
		}
		if state.Decided.Sub(seen.from).Abs() > skew {
			before = time.Time{}
			continue
		}
		if counts := before.Add(t.project.record.duration(history.TimeDecisionStep) + storedEvery); !before.IsZero() && counts.Before(state.Decided) {
			waits = append(waits, blocked{counts, state.Decided, fmt.Sprintf("nothing was decided for %s", state.Decided.Sub(before)), []int{last.first, seen.first}, true})
		}
		before, last = state.Decided, seen
	}
	return waits
}

// clockChanges returns how much of a soak changes of the garden controller's clock excuse: what the story did to it, or
// a decision whose stored time is in the future.
func (t transition) clockChanges() time.Duration {
	const skew = time.Minute
	var excused time.Duration
	for _, seen := range t.project.record.all("action") {
		if action, ok := seen.fact.(*history.Action); ok && strings.Contains(action.What, "clock") && !seen.from.After(t.at) {
			excused += t.project.record.duration(history.TimeDecisionStep)
		}
	}
	if excused > 0 {
		return excused
	}
	ahead := false
	for _, seen := range t.project.rollout {
		state, ok := seen.fact.(*history.Rollout)
		if seen.from.After(t.at) {
			break
		}
		if !ok || state.Decided.IsZero() {
			continue
		}
		now := state.Decided.Sub(seen.from) > skew
		if now && !ahead {
			excused += t.project.record.duration(history.TimeDecisionStep)
		}
		ahead = now
	}
	return excused
}

// wasWell returns whether a Shoot was ready not long before it got the value, so that the ring has to wait for it.
func (t transition) wasWell(shoot string) bool { return len(t.wellBefore(shoot)) > 0 }

// wellBefore returns what shows that.
func (t transition) wellBefore(shoot string) []int {
	deadline := ptr.Deref(t.settings.ProgressDeadline, metav1.Duration{Duration: 30 * time.Minute}).Duration
	var well sighting
	reports := t.project.reports(shoot)
	first, tried := t.project.firstTried(shoot, t.what, t.value)
	if !tried || first.After(t.at) {
		first, tried = t.at, false
	}
	next := sort.Search(len(reports), func(i int) bool { return reports[i].from.After(first) })
	for i := next - 1; i >= 0; i-- {
		report, ok := reports[i].fact.(*history.Report)
		if !ok || !t.counts(report) || !report.Status.Ready || tried && t.what.tries(report, t.value) {
			continue
		}
		well = reports[i]
		break
	}
	if tried && well.fact == nil {
		// The history may begin with it.
		for _, seen := range reports[:next] {
			if report, ok := seen.fact.(*history.Report); ok && t.counts(report) && t.what.tries(report, t.value) && report.Status.Ready {
				well = seen
				break
			}
		}
	}
	if well.fact == nil || first.Sub(well.until) > deadline {
		return nil
	}
	return []int{well.first, well.last}
}

// got returns whether a Shoot was reported with a value at a time or before.
func (p *project) got(shoot string, what subject, value string, at time.Time) bool {
	tried, ok := p.firstTried(shoot, what, value)
	return ok && !tried.After(at)
}

// firstTried returns when a Shoot was first reported with a value.
func (p *project) firstTried(shoot string, what subject, value string) (time.Time, bool) {
	first := memo(p.triedFirst, asked{shoot, what}, func() map[string]time.Time {
		var all []held
		for _, seen := range p.reports(shoot) {
			if report, ok := seen.fact.(*history.Report); ok {
				for _, value := range what.tried(report) {
					all = append(all, held{sighting: seen, value: value})
				}
			}
		}
		return firsts(all)
	})
	tried, ok := first[value]
	return tried, ok
}

// passedAtBegin returns whether the ring had passed the value when the history began.
func (t transition) passedAtBegin(ring string) bool {
	for _, seen := range t.project.rollout {
		if !seen.from.Equal(t.project.rollout[0].from) {
			break
		}
		state, ok := seen.fact.(*history.Rollout)
		if ok && slices.ContainsFunc(state.Rings, func(one history.Ring) bool { return one.Name == ring && t.what.passed(one) == t.value }) {
			return true
		}
	}
	return false
}

// short returns the beginning of a commit, digest or revision.
func short(value string) string { return value[:min(len(value), 12)] }

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/utils/ptr"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

const baselinePage = "operations/baseline.md"

func baselineRules() []Rule {
	return []Rule{
		{
			Name: "baseline-commit-has-two-witnesses",
			Quotes: []Quote{
				{baselinePage, "So the first ring passes a commit only when two projects report it, with the branch, tag or range of the source."},
				{baselinePage, "`Promote`, the default: only the first ring follows the source, and a commit reaches the next ring when [two projects report it](#commits)."},
			},
			judge: lonelyCommits,
		},
		{
			Name: "baseline-after-ring-before",
			Quotes: []Quote{
				{baselinePage, "a new commit of the source reach the seeds ring by ring, with the rules of the [rollouts of projects](../usage/rollouts.md)."},
				{baselinePage, "A seed is ready with a change when at least one project is, and no more than `maxFailures` projects of its ring are not."},
				{baselinePage, "`soak` (24h) and `approval` as in projects"},
				{baselinePage, "`soaks`: soaks of rings in this rollout, in place of theirs"},
			},
			judge: baselineSoaks,
		},
		{
			Name: "baseline-guard-holds-losses",
			Quotes: []Quote{
				{baselinePage, "`guard`: `maxRemoved` and `protect` as in projects, for each Shoot by itself."},
			},
			judge: baselineLosses,
		},
	}
}

// release is a seed that may deliver another commit or revision of the baseline.
type release struct {
	record *record
	what   subject
	seed   string
	ring   int
	config *configv1alpha1.Rollouts
	value  string
	// before is when the former one was seen last, and at when the value was seen first.
	before, at time.Time
	shown      []int
}

// releases returns what the notice boards of seeds release, in the order of time.
func (r *record) releases() []release {
	var all []release
	for _, key := range r.keys["noticeBoard"] {
		line := r.timelines[key]
		for _, what := range []subject{commits, revisions} {
			for i := 1; i < len(line); i++ {
				former, next := releasedBy(line[i-1], what), releasedBy(line[i], what)
				config, shown := r.baseline(line[i].from)
				if former == "" || next == "" || former == next || config == nil {
					continue
				}
				one := release{
					record: r, what: what, seed: strings.TrimPrefix(key, "noticeBoard "), config: config, value: next, before: line[i-1].until, at: line[i].from,
					shown: append(shown, line[i-1].first, line[i-1].last, line[i].first),
				}
				var about []int
				if one.ring, about = r.seedRing(one.seed, config, line[i].from); one.ring < 1 || r.rolledBackBaseline(line[i].from) {
					continue
				}
				one.shown = append(one.shown, about...)
				all = append(all, one)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b release) int { return a.at.Compare(b.at) })
	return all
}

func releasedBy(seen sighting, what subject) string {
	board, ok := seen.fact.(*history.NoticeBoard)
	if !ok || board.Baseline == nil {
		return ""
	}
	return what.of(history.Permit{Revision: board.Baseline.Revision, Commit: board.Baseline.Commit})
}

// baseline returns the rollouts with which the garden controller is configured, if there is one of the baseline.
func (r *record) baseline(at time.Time) (*configv1alpha1.Rollouts, []int) {
	for _, key := range r.keys["operator"] {
		seen, ok := r.timelines[key].last(at)
		operator, is := seen.fact.(*history.Operator)
		if ok && is && !strings.HasPrefix(operator.Process, "seed") && operator.Rollouts != nil && operator.Rollouts.Baseline != nil {
			return operator.Rollouts, []int{seen.first}
		}
	}
	return nil, nil
}

// seedRing returns the number of a seed's ring. It is negative if the seed was not observed.
func (r *record) seedRing(name string, config *configv1alpha1.Rollouts, at time.Time) (int, []int) {
	var selectors []*metav1.LabelSelector
	for _, ring := range config.Rings {
		selectors = append(selectors, ring.Seeds)
	}
	return r.ringOfSeed(name, selectors, at)
}

func (r *record) ringOfSeed(name string, rings []*metav1.LabelSelector, at time.Time) (int, []int) {
	seen, ok := r.timelines[(&history.Seed{Name: name}).Key()].last(at)
	seed, is := seen.fact.(*history.Seed)
	if !ok || !is {
		return -1, nil
	}
	for number, ring := range rings {
		selector, err := metav1.LabelSelectorAsSelector(ring)
		if ring == nil || err == nil && selector.Matches(labels.Set(seed.Labels)) {
			return number, []int{seen.first}
		}
	}
	return len(rings), []int{seen.first} // rest
}

// seedsOf returns the seeds of a ring.
func (one release) seedsOf(ring int) ([]string, []int) {
	var names []string
	var shown []int
	for _, key := range one.record.keys["seed"] {
		name := strings.TrimPrefix(key, "seed ")
		if number, about := one.record.seedRing(name, one.config, one.at); number == ring {
			names, shown = append(names, name), append(shown, about...)
		}
	}
	return names, shown
}

func (one release) ringName(ring int) string {
	if ring < len(one.config.Rings) {
		return one.config.Rings[ring].Name
	}
	return fluxv1alpha1.RingRest
}

// requestedOfBaseline returns whether an operation was requested in a time.
func (r *record) requestedOfBaseline(operation string, from, until time.Time) bool {
	return slices.ContainsFunc(r.timelines[(&history.Rollout{Scope: history.BaselineScope}).Key()], func(seen sighting) bool {
		state, ok := seen.fact.(*history.Rollout)
		return ok && state.Operation == operation && !seen.from.Before(from) && !seen.from.After(until)
	})
}

func (r *record) rolledBackBaseline(before time.Time) bool {
	return r.requestedOfBaseline(fluxv1alpha1.RolloutRollback, time.Time{}, before)
}

// approved returns whether a ring was approved or all its reports are unknown. An approval needs a rollout that was
// observed.
func (one release) approved(ring int, since time.Time) bool {
	return one.record.requestedOfBaseline(fluxv1alpha1.RolloutApprove+"="+one.ringName(ring), since, one.at) ||
		len(one.record.timelines[(&history.Rollout{Scope: history.BaselineScope}).Key()]) == 0
}

// witnesses returns the projects that were reported ready with the value by seeds of a ring, and the first time of each.
// It returns false if not everything was seen from before the value until the release.
func (one release) witnesses(ring int) (map[string]time.Time, []int, bool) {
	seeds, shown := one.seedsOf(ring)
	found := map[string]time.Time{}
	for _, seed := range seeds {
		line := one.record.timelines[(&history.SeedReport{Seed: seed}).Key()]
		if len(line) == 0 || !line.known(line[0].from, one.at) {
			return nil, nil, false
		}
		for i, seen := range line {
			report, ok := seen.fact.(*history.SeedReport)
			if seen.from.After(one.at) {
				break
			}
			shown = append(shown, seen.first, seen.last)
			if !ok {
				continue
			}
			for _, name := range slices.Sorted(maps.Keys(report.Shoots)) {
				shoot := report.Shoots[name]
				project, _, _ := strings.Cut(name, "/")
				if !one.has(shoot) || shoot.Baseline != fluxv1alpha1.BaselineReady {
					continue
				}
				if i == 0 {
					return nil, nil, false // the history begins later
				}
				if _, known := found[project]; !known || seen.from.Before(found[project]) {
					found[project] = seen.from
				}
			}
		}
	}
	return found, shown, len(seeds) > 0
}

func (one release) has(shoot history.ReportedShoot) bool {
	if one.what == revisions {
		return shoot.Revision == one.value
	}
	return commitOf(shoot.AppliedRevision) == one.value
}

// lonelyCommits finds commits of the baseline that reach the second ring and that fewer than two projects of the first
// ring have reported.
func lonelyCommits(r *record) []finding {
	var found []finding
	for _, one := range r.releases() {
		if one.what != commits || one.ring != 1 || one.approved(0, time.Time{}) {
			continue
		}
		witnesses, shown, ok := one.witnesses(0)
		if !ok || len(witnesses) >= 2 {
			continue
		}
		who := "no project"
		if len(witnesses) == 1 {
			who = "only " + slices.Collect(maps.Keys(witnesses))[0]
		}
		found = append(found, finding{
			subject: one.seed + " " + one.value,
			text: fmt.Sprintf("seed %s of ring %s got commit %s of the baseline, which %s of ring %s has reported", one.seed, one.ringName(one.ring),
				short(one.value), who, one.ringName(0)),
			shown: slices.Concat(one.shown, shown, r.baselineSeen()),
		})
	}
	return found
}

// baselineSeen returns the first observation of the rollout of the baseline.
func (r *record) baselineSeen() []int {
	if line := r.timelines[(&history.Rollout{Scope: history.BaselineScope}).Key()]; len(line) > 0 {
		return []int{line[0].first}
	}
	return nil
}

// baselineSoaks finds changes of the baseline that reach a ring although the ring before was not ready for its soak.
func baselineSoaks(r *record) []finding {
	var found []finding
	for _, one := range r.releases() {
		if one.approved(one.ring-1, time.Time{}) {
			continue
		}
		witnesses, shown, ok := one.witnesses(one.ring - 1)
		if !ok {
			continue
		}
		soak := soakOf(one.config, one.ring-1, one.config.Baseline.Soaks)
		first := one.at
		for _, at := range witnesses {
			first = earlier(first, at)
		}
		// Until when no project was ready: each report was seen without one.
		until := first
		seeds, _ := one.seedsOf(one.ring - 1)
		for _, seed := range seeds {
			until = earlier(until, lastBefore(r.timelines[(&history.SeedReport{Seed: seed}).Key()], first))
		}
		if one.at.Sub(until) >= soak {
			continue
		}
		found = append(found, finding{
			subject: fmt.Sprintf("%s %s", one.seed, one.value),
			text: fmt.Sprintf("seed %s of ring %s got %s %s of the baseline %s after ring %s had no project that was ready with it; its soak is %s", one.seed,
				one.ringName(one.ring), one.what, short(one.value), one.at.Sub(until).Round(time.Second), one.ringName(one.ring-1), soak),
			shown: slices.Concat(one.shown, shown, r.baselineSeen()),
		})
	}
	return found
}

// soakOf returns the soak of a ring of seeds in a rollout with soaks of its own.
func soakOf(config *configv1alpha1.Rollouts, ring int, soaks map[string]metav1.Duration) time.Duration {
	own := configv1alpha1.SeedRing{Name: fluxv1alpha1.RingRest}
	if ring < len(config.Rings) {
		own = config.Rings[ring]
	}
	if soak, replaced := soaks[own.Name]; replaced {
		return soak.Duration
	}
	return ptr.Deref(own.Soak, metav1.Duration{Duration: 24 * time.Hour}).Duration
}

// lastBefore returns when a thing was seen last before a time.
func lastBefore(line timeline, at time.Time) time.Time {
	var last time.Time
	for _, seen := range line {
		if seen.from.Before(at) {
			last = earlier(seen.until, at)
		}
	}
	return last
}

// baselineLosses finds changes of the baseline that reach a ring although a Shoot of the ring before has reported a loss
// with it that the guard forbids.
func baselineLosses(r *record) []finding {
	var found []finding
	for _, one := range r.releases() {
		seeds, about := one.seedsOf(one.ring - 1)
		for _, seed := range seeds {
			line := r.timelines[(&history.SeedReport{Seed: seed}).Key()]
			for _, lost := range one.lostIn(line) {
				if one.approved(one.ring-1, lost.at) || r.requestedOfBaseline(fluxv1alpha1.RolloutSkip+"="+seed, time.Time{}, one.at) {
					continue
				}
				found = append(found, finding{
					subject: one.seed + " " + one.value + " " + lost.shoot,
					text: fmt.Sprintf("seed %s of ring %s got %s %s of the baseline after Shoot %s on seed %s had lost %s", one.seed, one.ringName(one.ring),
						one.what, short(one.value), lost.shoot, seed, lost.what),
					shown: slices.Concat(one.shown, about, lost.shown, r.baselineSeen()),
				})
			}
		}
	}
	return found
}

// lostIn returns the losses in the reports of a seed that have not ended.
func (one release) lostIn(line timeline) []loss {
	lost := map[string]loss{}
	for _, seen := range line {
		report, ok := seen.fact.(*history.SeedReport)
		if !ok || seen.from.After(one.at) {
			continue
		}
		for name, shoot := range report.Shoots {
			_, known := lost[name]
			switch {
			case !one.has(shoot):
			case exceeds(one.config.Baseline.Guard, shoot.Removed) && !known && !seen.from.After(one.before.Add(-one.record.duration(history.TimeReaction))):
				lost[name] = loss{shoot: name, at: seen.from, what: objects(shoot.Removed), shown: []int{seen.first, seen.last}}
			case known && shoot.Removed != nil && shoot.Removed.Unknown == "" && !exceeds(one.config.Baseline.Guard, shoot.Removed) && !isAwayFromBaseline(shoot.Baseline):
				delete(lost, name)
			}
		}
	}
	var all []loss
	for _, name := range slices.Sorted(maps.Keys(lost)) {
		kept := lost[name]
		if line.known(kept.at, one.before) {
			kept.shown = append(kept.shown, line.indexes(kept.at, one.before)...)
			all = append(all, kept)
		}
	}
	return all
}

// isAwayFromBaseline returns whether a seed reports that nothing can be said about the baseline in a Shoot at present.
func isAwayFromBaseline(state fluxv1alpha1.BaselineState) bool {
	return slices.Contains([]fluxv1alpha1.BaselineState{fluxv1alpha1.BaselineUnreachable, fluxv1alpha1.BaselineSuspended, fluxv1alpha1.BaselineRemoving}, state)
}

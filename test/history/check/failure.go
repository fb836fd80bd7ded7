// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"time"

	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

func failureRules() []Rule {
	return []Rule{{
		Name: "failure-stops-and-stays",
		Quotes: []Quote{
			{rolloutsPage, "A failure stays if the Shoot is then hibernated, suspended, unreachable, moved or deleted, or the ring renamed, removed or moved."},
			{rolloutsPage, "A ring is `Stopped` when more than `maxFailures` (0) of its Shoots are `Failed` or `Degraded` with the change"},
			{rolloutsPage, "A bad change stops at the first ring"},
			{rolloutsPage, "`rollout skip my-shoot`: the Shoot, even if deleted, does not count for this change"},
		},
		judge: failures,
	}}
}

// failure is a Shoot that has failed with a change that its ring had not passed.
type failure struct {
	shoot string
	// ring is the ring at that time, mayFail its maxFailures.
	ring    int
	name    string
	mayFail int32
	state   fluxv1alpha1.ShootState
	shown   []int
}

// failures finds Shoots that get a change although too many Shoots of their ring or of a ring before have failed with
// it.
func failures(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		for _, what := range []subject{commits, revisions} {
			for _, got := range p.transitions(what) {
				if !got.isReturn() {
					found = append(found, got.afterFailures()...)
				}
			}
		}
	}
	return found
}

func (t transition) afterFailures() []finding {
	byRing := map[int][]failure{}
	for _, shoot := range t.project.shoots {
		if failed, ok := t.failed(shoot); ok && shoot != t.shoot && !t.skipped(shoot) {
			byRing[failed.ring] = append(byRing[failed.ring], failed)
		}
	}
	var found []finding
	for _, number := range slices.Sorted(maps.Keys(byRing)) {
		failed := byRing[number]
		if len(failed) <= int(failed[0].mayFail) {
			continue
		}
		shown := slices.Clone(t.shown)
		for _, one := range failed {
			shown = append(shown, one.shown...)
		}
		found = append(found, finding{
			subject: fmt.Sprintf("%s %s %s %d", t.project.namespace, t.shoot, t.value, number),
			text: fmt.Sprintf("Shoot %s/%s of ring %s got %s %s after %s of ring %s was %s with it", t.project.namespace, t.shoot,
				rings(t.settings)[t.ring].Name, t.what, short(t.value), failed[0].shoot, failed[0].name, failed[0].state),
			shown: shown,
		})
	}
	return found
}

// failed returns whether a Shoot of the same ring or of one before has failed with the value of the transition, before
// it was ready with it, and has not become ready since.
func (t transition) failed(shoot string) (failure, bool) {
	well := t.wellBefore(shoot)
	if well == nil {
		return failure{}, false
	}
	var failed failure
	var since time.Time
	for _, seen := range t.project.reportsSince(shoot, t.what, t.value) {
		report, ok := seen.fact.(*history.Report)
		if seen.from.After(t.at) {
			break
		}
		if !ok || !t.counts(report) {
			continue
		}
		switch {
		case report.Status.Ready && t.what.holds(report, t.value):
			return failure{}, false
		case isFailing(report.Status.State) && t.what.tries(report, t.value) && since.IsZero() && !seen.from.After(t.decided()):
			number, shown := t.project.ring(shoot, seen.from)
			own, shownOwn := t.project.ring(t.shoot, seen.from)
			if number < 0 || own < number {
				return failure{}, false
			}
			settings, _ := t.project.settings(seen.from)
			ring := rings(settings)[number]
			since = seen.from
			failed = failure{
				shoot: shoot, ring: number, name: ring.Name, mayFail: ptr.Deref(ring.MaxFailures, 0), state: report.Status.State,
				shown: slices.Concat(well, []int{seen.first, seen.last}, shown, shownOwn),
			}
		}
	}
	if since.IsZero() || t.cleared(failed.name, since) || !t.project.reports(shoot).known(since, t.before) {
		return failure{}, false // maybe it was ready when nobody has seen it
	}
	failed.shown = append(failed.shown, t.project.reports(shoot).indexes(since, t.before)...)
	return failed, true
}

// reportsSince returns what was seen of a Shoot's report since it was first reported with a value.
func (p *project) reportsSince(shoot string, what subject, value string) timeline {
	first, tried := p.firstTried(shoot, what, value)
	if !tried {
		return nil
	}
	reports := p.reports(shoot)
	return reports[sort.Search(len(reports), func(i int) bool { return !reports[i].from.Before(first) }):]
}

// cleared returns whether an operation after a time lets a ring go on despite its failures.
func (t transition) cleared(ring string, since time.Time) bool {
	for _, operation := range []string{fluxv1alpha1.RolloutApprove + "=" + ring, fluxv1alpha1.RolloutResume} {
		if t.project.requested(operation, since, t.at) {
			return true
		}
	}
	return false
}

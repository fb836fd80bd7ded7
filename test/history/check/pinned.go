// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// pinnedAfter is the time after which the garden controller has seen that a window has closed, with the minute in which
// a commit may still arrive.
const pinnedAfter = 30*time.Second + time.Minute

func pinnedRules() []Rule {
	return []Rule{{
		Name: "pinned-rings-get-no-commits",
		Quotes: []Quote{
			{windowsPage, "With `pin: true`, the Shoots of the first ring follow the source only while the ring may begin with a change: in its windows, without a freeze, and while neither the rollout is paused nor [all rollouts are stopped](#the-operators-stop). At other times each Shoot keeps the commit or digest that Flux has attempted last."},
			{windowsPage, "The garden controller sees within 30 seconds that a window has closed, and pins a Shoot to the commit that its seed has reported."},
			{windowsPage, "After a change of the repository, a Shoot that has begun with it follows the new one also then, until it is `Ready`: no commit of it is known before."},
		},
		judge: pinnedCommits,
	}}
}

// fetch is a commit that the source in a Shoot of the first ring has fetched.
type fetch struct {
	transition
	// held is since when the Shoot is pinned, if anything holds its ring: the hold has had the time to reach it.
	held time.Time
}

// pinnedCommits finds Shoots of a pinned first ring that get a commit while the ring is held.
func pinnedCommits(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		for _, shoot := range p.shoots {
			for _, got := range p.fetches(shoot) {
				if wrong, ok := got.whilePinned(); ok {
					found = append(found, wrong)
				}
			}
		}
	}
	return found
}

// fetches returns when the source in a Shoot of the first ring got other commits.
func (p *project) fetches(shoot string) []fetch {
	var all []fetch
	var former sighting
	for _, seen := range p.roots(shoot) {
		source, ok := seen.fact.(*history.FluxObject)
		if !ok || source.Kind == "Kustomization" || commitOf(source.Artifact) == "" {
			continue
		}
		before, was := former.fact.(*history.FluxObject)
		if was && commitOf(before.Artifact) != commitOf(source.Artifact) {
			settings, _ := p.settings(seen.from)
			all = append(all, fetch{
				transition: transition{
					project: p, what: commits, shoot: shoot, settings: settings, former: commitOf(before.Artifact), value: commitOf(source.Artifact),
					before: former.until, at: seen.from, permitted: true, shown: []int{former.first, former.last, seen.first},
				},
				held: former.until.Add(-pinnedAfter - p.record.duration(history.TimeDelivery)),
			})
		}
		former = seen
	}
	return all
}

func (f fetch) whilePinned() (finding, bool) {
	p := f.project
	if f.clockChanges() > 0 || p.record.disturbed(f.at) || p.rolledBack(f.at) || !p.config.known(f.held, f.at) || !p.rollout.known(f.held, f.at) {
		return finding{}, false
	}
	hasFailed, reported, ok := f.kept()
	if !ok {
		return finding{}, false
	}
	why, holding := f.pinnedBy(hasFailed)
	if why == "" {
		return finding{}, false
	}
	return finding{
		subject: fmt.Sprintf("%s %s %s", p.namespace, f.shoot, f.value),
		text:    fmt.Sprintf("Shoot %s/%s of the first ring, which is pinned, got commit %s %s", p.namespace, f.shoot, short(f.value), why),
		shown:   slices.Concat(f.shown, reported, holding, p.config.indexes(f.held, f.at), p.rollout.indexes(f.held, f.at)),
	}, true
}

// kept returns whether the Shoot was in the first ring, was reported with the commit and the same revision in all of the
// time, and was ready with that revision before, whether it has failed in it, and what shows that.
func (f fetch) kept() (hasFailed bool, shown []int, ok bool) {
	p := f.project
	line := p.record.timelines[(&history.Shoot{Namespace: p.namespace, Name: f.shoot}).Key()].during(f.held, f.at)
	for _, at := range []time.Time{f.held, f.at} {
		number, about := p.ring(f.shoot, at)
		if shown = append(shown, about...); number != 0 || p.isAbsent(f.shoot, at) {
			return false, nil, false
		}
	}
	reports, revision := p.reports(f.shoot), ""
	if len(line) != 1 || !reports.known(f.held, f.before) {
		return false, nil, false
	}
	for i, seen := range reports.during(f.held, f.before) {
		report, is := seen.fact.(*history.Report)
		if !is || isAway(report.Status.State) || !slices.Contains([]string{commitOf(report.Status.AttemptedRevision), commitOf(report.Status.AppliedRevision)}, f.former) ||
			i > 0 && report.Status.Revision != revision {
			return false, nil, false
		}
		revision, hasFailed, shown = report.Status.Revision, hasFailed || isFailing(report.Status.State), append(shown, seen.first, seen.last)
	}
	for _, permit := range p.permits(f.shoot, revisions) {
		if !permit.until.Before(f.held) && !permit.from.After(f.at) && permit.value != revision {
			return false, nil, false
		}
	}
	ready := slices.IndexFunc(reports, func(seen sighting) bool {
		report, is := seen.fact.(*history.Report)
		return is && !seen.from.After(f.before) && report.Status.Ready && report.Status.Revision == revision
	})
	if ready < 0 {
		return false, nil, false
	}
	return hasFailed, append(shown, reports[ready].first), true
}

// pinnedBy returns what has held the ring in all of the time, and what shows it. A Shoot that has failed is held by a
// pause and by the operator's stop only.
func (f fetch) pinnedBy(hasFailed bool) (string, []int) {
	p, isClosed, inEffect := f.project, true, map[string]int{}
	configs := p.config.during(f.held, f.at)
	for _, seen := range configs {
		config, ok := seen.fact.(*history.Config)
		if !ok || !promotes(config.Rollout) || !ptr.Deref(rings(config.Rollout)[0].Pin, false) {
			return "", nil
		}
		ring := rings(config.Rollout)[0].Name
		isClosed = isClosed && windowsClosed(config.Rollout, ring, f.held, f.at)
		for _, freeze := range config.Rollout.Freezes {
			if begin, end, ok := frozen(freeze, ring); ok && begin.Before(f.held) && end.After(f.at) {
				inEffect[freeze.Name]++
			}
		}
	}
	isPaused := !slices.ContainsFunc(p.rollout.during(f.held, f.at), func(seen sighting) bool {
		state, ok := seen.fact.(*history.Rollout)
		return !ok || !state.Paused
	})
	if isPaused {
		return "while the rollout was paused", nil
	}
	if holding, isStopped := p.record.stopped(f.held, f.at); isStopped {
		return "while all rollouts were stopped", holding
	}
	if isClosed && !hasFailed {
		return "outside of its windows", nil
	}
	for _, freeze := range slices.Sorted(maps.Keys(inEffect)) {
		if inEffect[freeze] == len(configs) && !hasFailed {
			if holding, ok := f.notOverruled(freeze, rings(f.settings)[0].Name); ok {
				return "during freeze " + freeze, holding
			}
		}
	}
	return "", nil
}

// notOverruled returns whether no approval during a freeze lets the ring follow the source, and what shows that.
func (f fetch) notOverruled(freeze, ring string) ([]int, bool) {
	configs := f.project.config.unbroken(f.at)
	shown := indexesOf(configs)
	for _, seen := range configs {
		if config, ok := seen.fact.(*history.Config); ok && config.Operation == fluxv1alpha1.RolloutApproveDuringFreeze+"="+ring {
			return nil, false
		}
	}
	if begin := configs[0].from; inEffect(configs[0], freeze, ring, begin, begin) {
		index, ok := f.showsNoApproval(begin, ring)
		return append(shown, index), ok
	}
	return shown, true
}

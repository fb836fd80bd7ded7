// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

const commitStatusPage = "usage/commit-status.md"

func commitStatusRules() []Rule {
	return []Rule{
		{
			Name: "commit-status-of-ring-is-true",
			Quotes: []Quote{
				{commitStatusPage, "It succeeds when it has passed the commit, and fails when it has stopped or rolled the commit back, with the first cause."},
			},
			judge: func(r *record) []finding { return falseStatuses(r, (*project).falseOfRing) },
		},
		{
			Name: "commit-status-of-project-is-true",
			Quotes: []Quote{
				{commitStatusPage, "It succeeds when all Shoots that can be observed are ready with the commit, and fails while one fails with it."},
				{commitStatusPage, "Hibernated, suspended and unreachable Shoots, and Shoots with a `url` or `ref` of their own in `source.template.spec`"},
			},
			judge: func(r *record) []finding { return falseStatuses(r, (*project).falseOfProject) },
		},
		{
			Name: "commit-with-status-is-reported",
			Quotes: []Quote{
				{commitStatusPage, "A commit has a status only if a Shoot reports it with the source's branch, tag, range, name or commit."},
				{commitStatusPage, "A commit that no Shoot has attempted has no status."},
			},
			judge: func(r *record) []finding { return falseStatuses(r, (*project).unreported) },
		},
	}
}

// States of a commit status.
const (
	statusSuccess = "success"
	statusFailure = "failure"
)

// seenLater is how much later than a status its reason may have been seen, by another observer.
const seenLater = 5 * time.Second

// falseStatuses finds commit statuses without a reason. why returns what is wrong with a status of a ring, or of the
// project if the ring is empty, and what shows it.
func falseStatuses(r *record, why func(p *project, status *history.CommitStatus, ring string, at time.Time) (string, []int)) []finding {
	var found []finding
	for _, seen := range r.all("commitStatus") {
		status, ok := seen.fact.(*history.CommitStatus)
		if !ok {
			continue
		}
		for _, p := range r.allProjects() {
			_, ring, isOfProject := strings.Cut("/"+status.Context+"/", "/"+p.namespace+"/")
			if !isOfProject {
				continue
			}
			if wrong, shown := why(p, status, strings.Trim(ring, "/"), seen.from); wrong != "" {
				found = append(found, finding{
					subject: status.Context + " " + status.Commit + " " + status.State,
					text:    fmt.Sprintf("commit %s has status %s of %s, but %s", short(status.Commit), status.State, status.Context, wrong),
					shown:   append(shown, seen.first),
				})
			}
		}
	}
	return found
}

// falseOfRing returns whether a ring has a success for what it has not passed, or a failure without one.
func (p *project) falseOfRing(status *history.CommitStatus, ring string, at time.Time) (string, []int) {
	if ring == "" || len(p.rollout) == 0 {
		return "", nil
	}
	until, from, wrong := at.Add(seenLater), at.Add(-around), ""
	var is func(*history.Rollout, history.Ring) bool
	switch status.State {
	case statusSuccess:
		// What it has passed once is passed.
		from, wrong = p.rollout[0].from, fmt.Sprintf("ring %s has not passed it", ring)
		is = func(_ *history.Rollout, one history.Ring) bool {
			return commitOf(one.PassedCommit) == status.Commit || one.PassedCommit == "" && one.Passed
		}
	case statusFailure:
		wrong = fmt.Sprintf("ring %s has neither stopped nor rolled it back", ring)
		is = func(state *history.Rollout, one history.Ring) bool {
			return slices.Contains([]string{"Stopped", phaseRolledBack, ""}, one.Phase) || state.Phase == phaseRolledBack || commitOf(state.RolledBack) == status.Commit
		}
	default:
		return "", nil
	}
	if !p.rollout.known(from, at) || !p.rollout.goesOn(until) || slices.ContainsFunc(p.rollout, func(seen sighting) bool {
		state, ok := seen.fact.(*history.Rollout)
		return !seen.until.Before(from) && !seen.from.After(until) &&
			(!ok || state.Damaged != "" || slices.ContainsFunc(state.Rings, func(one history.Ring) bool { return one.Name == ring && is(state, one) }))
	}) {
		return "", nil
	}
	return wrong, p.rollout.untilAfter(from, until)
}

// falseOfProject returns whether a project has a success while a Shoot was not ready with the commit, or a failure
// without a Shoot that fails with it.
func (p *project) falseOfProject(status *history.CommitStatus, ring string, at time.Time) (string, []int) {
	if ring != "" {
		return "", nil
	}
	from, until := at.Add(-around), at.Add(seenLater)
	// in returns whether a Shoot was reported so, or may have been.
	in := func(shoot string, is func(*history.Report) bool) bool {
		return !p.reports(shoot).known(from, at) || !p.reports(shoot).goesOn(until) || slices.ContainsFunc(p.reports(shoot), func(seen sighting) bool {
			report, ok := seen.fact.(*history.Report)
			return !seen.until.Before(from) && !seen.from.After(until) && (!ok || is(report))
		})
	}
	switch status.State {
	case statusSuccess:
		for _, shoot := range p.shoots {
			existing, about := p.shoot(shoot, from)
			source, shown := p.hasSource(shoot, from, at)
			if existing == nil || p.isAbsent(shoot, from) || p.isAbsent(shoot, at) || !source ||
				in(shoot, func(report *history.Report) bool {
					return isAway(report.Status.State) || report.Status.Ready && commits.holds(report, status.Commit)
				}) {
				continue
			}
			return shoot + " was not ready with it", slices.Concat(shown, p.reports(shoot).untilAfter(from, until), []int{about.first})
		}
	case statusFailure:
		var shown []int
		for _, shoot := range p.shoots {
			if in(shoot, func(report *history.Report) bool {
				return isFailing(report.Status.State) && commits.tries(report, status.Commit)
			}) {
				return "", nil
			}
			shown = append(shown, p.reports(shoot).untilAfter(from, until)...)
		}
		if len(p.shoots) > 0 {
			return "no Shoot fails with it", shown
		}
	}
	return "", nil
}

// hasSource returns whether the source in a shoot was seen all the time with the URL and the reference of the project, so
// that the Shoot has none of its own.
func (p *project) hasSource(shoot string, from, until time.Time) (bool, []int) {
	configured, ok := p.config.last(until)
	config, is := configured.fact.(*history.Config)
	if !ok || !is || config.Source == nil || configured.from.After(from) {
		return false, nil
	}
	for _, seen := range p.roots(shoot) {
		source := seen.fact.(*history.FluxObject)
		if source.Kind != "Kustomization" && source.URL == config.Source.URL && source.Ref == config.Source.Ref && !seen.from.After(from) && until.Sub(seen.until) <= longestSilence {
			return true, []int{configured.first, seen.first, seen.last}
		}
	}
	return false, nil
}

// unreported returns whether no Shoot has reported a commit, although all of them were seen all the time.
func (p *project) unreported(status *history.CommitStatus, _ string, at time.Time) (string, []int) {
	var shown []int
	until := at.Add(seenLater)
	for _, shoot := range p.shoots {
		reports := p.reports(shoot)
		if len(reports) == 0 || !reports.known(reports[0].from, at) || !reports.goesOn(until) || reports[0].from.Sub(p.record.begin) > longestSilence || p.got(shoot, commits, status.Commit, until) {
			return "", nil
		}
		shown = append(shown, reports.untilAfter(reports[0].from, until)...)
	}
	if len(p.shoots) == 0 {
		return "", nil
	}
	return "no Shoot has reported it", shown
}

// goesOn returns whether the thing was seen at a time or later.
func (t timeline) goesOn(at time.Time) bool {
	return len(t) > 0 && !t[len(t)-1].until.Before(at)
}

// untilAfter returns the indexes of the sightings in a time, and of the last one, which shows that it goes on.
func (t timeline) untilAfter(from, until time.Time) []int {
	last := t[len(t)-1]
	return append(t.indexes(from, until), last.first, last.last)
}

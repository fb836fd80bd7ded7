// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"slices"
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

func pinRules() []Rule {
	return []Rule{
		{
			Name: "later-rings-are-pinned",
			Quotes: []Quote{
				{rolloutsPage, "With `source: Promote`, only the first ring follows the source."},
				{rolloutsPage, "A Shoot of a later ring that no commit was promoted to, for example after `source: Promote` was added, keeps the commit that it has."},
				{rolloutsPage, "With `ref.tag` and `ref.semver`, too, the next rings get the commit"},
			},
			judge: unpinned,
		},
		{
			Name: "promoted-commit-is-of-the-source",
			Quotes: []Quote{
				{rolloutsPage, "A commit has to be reported with the source's branch, tag or range, and is not promoted again after another one"},
				{rolloutsPage, "After a change of the URL or reference, the first ring has to prove a commit of the new source."},
			},
			judge: foreignCommits,
		},
		{
			Name: "rollback-reaches-all",
			Quotes: []Quote{
				{rolloutsPage, "`rollout rollback`, automatic with `onFailure: Rollback`: all Shoots get the former revision at once. The change is retried only after `rollout resume`, or as another one"},
			},
			judge: rollbacks,
		},
	}
}

// unpinned finds Shoots of later rings whose source follows a branch, tag or range, although they have been ready with a
// commit for longer than a decision needs to reach them.
func unpinned(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		for _, shoot := range p.shoots {
			for _, seen := range p.roots(shoot) {
				source := seen.fact.(*history.FluxObject)
				if source.Kind == "Kustomization" || source.Ref.Commit != "" || source.Ref.Digest != "" {
					continue
				}
				if wrong, ok := p.unpinned(shoot, seen); ok {
					found = append(found, wrong)
					break
				}
			}
		}
	}
	return found
}

func (p *project) unpinned(shoot string, source sighting) (finding, bool) {
	since := source.until.Add(-p.record.duration(history.TimeDelivery))
	number, shown := p.ring(shoot, since)
	now, shownNow := p.ring(shoot, source.until)
	if number < 1 || now != number || source.from.After(since) || !p.promotedBefore(since, source.until) || p.isAbsent(shoot, source.until) || p.record.disturbed(source.until) {
		return finding{}, false
	}
	settings, _ := p.settings(since)
	// The garden controller has decided since, and the Shoot was ready with a commit before.
	decided, ok := p.rollout.last(since)
	if state, is := decided.fact.(*history.Rollout); !ok || !is || state.Damaged != "" {
		return finding{}, false
	}
	if gone, _ := p.rollout.last(source.until); gone.fact == nil {
		return finding{}, false
	}
	ready, ok := p.reports(shoot).last(since)
	report, is := ready.fact.(*history.Report)
	if !ok || !is || !report.Status.Ready || commitOf(report.Status.AppliedRevision) == "" || since.Sub(ready.until) > longestSilence {
		return finding{}, false
	}
	return finding{
		subject: p.namespace + " " + shoot,
		text: fmt.Sprintf("Shoot %s/%s of ring %s follows its source for %s, and was ready with commit %s before", p.namespace, shoot,
			rings(settings)[number].Name, p.record.duration(history.TimeDelivery), short(commitOf(report.Status.AppliedRevision))),
		shown: slices.Concat([]int{source.first, source.last, decided.first, decided.last, ready.first, ready.last}, shown, shownNow),
	}, true
}

// foreignCommits finds commits that are promoted to a later ring, and that no Shoot of the first ring has reported with
// the name of the configured reference.
func foreignCommits(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		for _, got := range p.transitions(commits) {
			if wrong, ok := p.foreignCommit(got); ok && got.permitted && !got.isReturn() {
				found = append(found, wrong)
			}
		}
	}
	return found
}

func (p *project) foreignCommit(got transition) (finding, bool) {
	_, configured := p.settings(got.at)
	config := configured.fact.(*history.Config)
	if config.Source == nil {
		return finding{}, false
	}
	name := config.Source.Ref.Branch
	if config.Source.Ref.Tag != "" {
		name = config.Source.Ref.Tag
	}
	if name == "" || config.Source.Ref.SemVer != "" || config.Source.Ref.Name != "" || config.Source.Ref.Commit != "" {
		return finding{}, false
	}
	with, shown := "", slices.Clone(got.shown)
	for _, member := range got.members(0) {
		reports := p.reports(member)
		if len(reports) == 0 || !reports.known(reports[0].from, got.at) {
			return finding{}, false // maybe it has reported it meanwhile
		}
		shown = append(shown, reports.indexes(reports[0].from, got.at)...)
		for _, seen := range reports {
			report, ok := seen.fact.(*history.Report)
			if !ok || seen.from.After(got.at) || commitOf(report.Status.AppliedRevision) != got.value {
				continue
			}
			reported, _, _ := strings.Cut(report.Status.AppliedRevision, "@")
			reported = strings.TrimPrefix(strings.TrimPrefix(reported, "refs/heads/"), "refs/tags/")
			if reported == name || strings.HasSuffix(reported, "…") || !strings.Contains(report.Status.AppliedRevision, "@") {
				return finding{}, false
			}
			_, about := p.ring(member, got.at)
			with, shown = reported, slices.Concat(shown, about, []int{seen.first})
		}
	}
	if with == "" {
		return finding{}, false // nobody has reported it: see the rule for the ring before
	}
	return finding{
		subject: fmt.Sprintf("%s %d %s", p.namespace, got.ring, got.value),
		text: fmt.Sprintf("Shoot %s/%s got commit %s, which the first ring has reported with %s and not with %s", p.namespace, got.shoot,
			short(got.value), with, name),
		shown: append(shown, configured.first),
	}, true
}

// rollbacks finds Shoots that keep what was rolled back, or get it again without a retry.
func rollbacks(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		rolledBack := ""
		var since sighting
		for _, seen := range p.rollout {
			state, ok := seen.fact.(*history.Rollout)
			if !ok || state.RolledBack == "" {
				rolledBack = ""
				continue
			}
			value := state.RolledBack
			if commit := commitOf(value); commit != "" {
				value = commit
			}
			if value != rolledBack {
				rolledBack, since = value, seen
			}
			if p.requested(fluxv1alpha1.RolloutResume, since.from, seen.until) {
				continue
			}
			for _, shoot := range p.shoots {
				permit, exists := state.Members[shoot]
				switch {
				case exists && (permit.Revision == value || commitOf(permit.Commit) == value):
					found = append(found, finding{
						subject: p.namespace + " " + shoot + " permitted",
						text:    fmt.Sprintf("flux-rollout gives %s to Shoot %s/%s, and says that it was rolled back", short(value), p.namespace, shoot),
						shown:   []int{seen.first},
					})
				case exists:
					if wrong, ok := p.stays(shoot, value, since, seen); ok {
						found = append(found, wrong)
					}
				}
			}
		}
	}
	return found
}

// stays returns a Shoot that still reports what was rolled back after the time in which a decision reaches it.
func (p *project) stays(shoot, value string, since, seen sighting) (finding, bool) {
	end := since.from.Add(p.record.duration(history.TimeDelivery))
	for _, reported := range p.reports(shoot) {
		report, ok := reported.fact.(*history.Report)
		if !ok || isAway(report.Status.State) || p.isAbsent(shoot, reported.until) || p.record.disturbed(reported.until) || !reported.until.After(end) || !seen.until.After(end) || reported.from.After(seen.until) {
			continue
		}
		if report.Status.Revision == value || commitOf(report.Status.AppliedRevision) == value && commitOf(report.Status.AttemptedRevision) == value {
			return finding{
				subject: p.namespace + " " + shoot + " keeps",
				text: fmt.Sprintf("Shoot %s/%s still reports %s more than %s after it was rolled back", p.namespace, shoot, short(value),
					p.record.duration(history.TimeDelivery)),
				shown: []int{since.first, since.last, seen.first, seen.last, reported.first, reported.last},
			}, true
		}
	}
	return finding{}, false
}

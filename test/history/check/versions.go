// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

func versionRules() []Rule {
	return []Rule{{
		Name: "version-after-ring-before",
		Quotes: []Quote{
			{versionRolloutPage, "With `rollouts.fluxVersion`, a new default reaches the seeds in rings, and stops if Flux does not start."},
			{versionRolloutPage, "`fluxVersion.soaks`, such as `{canary: 48h}`, replaces it for Flux versions"},
			{versionRolloutPage, "A ring passes after its soak, which waits while all Shoots with the version are hibernated."},
			{versionRolloutPage, "If none of its Shoots gets the version (invalid configurations, mode `BootstrapOnce`) or wakes up with it, the ring passes after seven soaks; without Shoots, or with only hibernated ones that do not have the version, at once."},
			{versionRolloutPage, "If the version failed in each Shoot of a ring that has it, the ring is `Holding`, whatever `maxFailures`."},
		},
		judge: versions,
	}}
}

// upgrade is a Shoot that gets the default Flux version.
type upgrade struct {
	project *project
	shoot   string
	ring    int
	config  *configv1alpha1.Rollouts
	version string
	at      time.Time
	shown   []int
}

// versions finds Shoots that get the default Flux version before the ring of seeds before has passed it.
func versions(r *record) []finding {
	var found []finding
	for _, got := range r.upgrades() {
		if got.ring < 1 {
			continue
		}
		soak := soakOf(got.config, got.ring-1, got.config.FluxVersion.Soaks)
		first, shown := r.versionSeen(got)
		if !first.IsZero() && got.at.Sub(first) < soak {
			if members, about := got.members(got.ring - 1); len(members) > 0 {
				found = append(found, got.finding(fmt.Sprintf("%s after the version appeared; the soak of ring %s is %s", got.at.Sub(first).Round(time.Second),
					got.config.Rings[got.ring-1].Name, soak), slices.Concat(shown, about)))
			}
			continue
		}
		if why, about, ok := got.unproven(first, soak); ok {
			found = append(found, got.finding(why, slices.Concat(shown, about)))
		}
	}
	return found
}

func (u upgrade) finding(why string, shown []int) finding {
	return finding{
		subject: u.project.namespace + " " + u.shoot + " " + u.version,
		text:    fmt.Sprintf("Shoot %s/%s got Flux %s %s", u.project.namespace, u.shoot, u.version, why),
		shown:   slices.Concat(u.shown, shown),
	}
}

// upgrades returns the Shoots that get another Flux version, which is the default of the rollout and not configured for
// them, in the order of time.
func (r *record) upgrades() []upgrade {
	var all []upgrade
	for _, p := range r.allProjects() {
		for _, name := range p.shoots {
			former := sighting{}
			for _, seen := range p.reports(name) {
				report, ok := seen.fact.(*history.Report)
				if !ok || report.Status.FluxVersion == "" {
					continue
				}
				before := former
				former = seen
				if before.fact == nil || before.fact.(*history.Report).Status.FluxVersion == report.Status.FluxVersion {
					continue
				}
				one := upgrade{project: p, shoot: name, version: report.Status.FluxVersion, at: seen.from, shown: []int{before.first, seen.first}}
				if r.findVersionRing(&one) {
					all = append(all, one)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b upgrade) int { return a.at.Compare(b.at) })
	return all
}

// findVersionRing sets the ring of an upgrade. It returns false if it is not one of the rollout, or was not observed.
func (r *record) findVersionRing(one *upgrade) bool {
	for _, key := range r.keys["operator"] {
		seen, ok := r.timelines[key].last(one.at)
		operator, is := seen.fact.(*history.Operator)
		if ok && is && !strings.HasPrefix(operator.Process, "seed") && operator.Rollouts != nil && operator.Rollouts.FluxVersion != nil && sameVersion(operator.FluxVersion, one.version) {
			one.config = operator.Rollouts
			one.shown = append(one.shown, seen.first)
		}
	}
	shoot, about := one.project.shoot(one.shoot, one.at)
	settings, configured := one.project.settings(one.at)
	if one.config == nil || shoot == nil || shoot.FluxVersion != "" || settings != nil {
		return false
	}
	if config, ok := configured.fact.(*history.Config); ok {
		if config.FluxVersion != "" {
			return false
		}
		one.shown = append(one.shown, configured.first)
	}
	var shown []int
	one.ring, shown = r.ringOfSeed(shoot.Seed, one.selectors(), one.at)
	one.shown = slices.Concat(one.shown, shown, []int{about.first})
	return true
}

func (u upgrade) selectors() []*metav1.LabelSelector {
	var all []*metav1.LabelSelector
	for _, ring := range u.config.Rings {
		all = append(all, ring.Seeds)
	}
	return all
}

func sameVersion(a, b string) bool {
	return a != "" && strings.TrimPrefix(a, "v") == strings.TrimPrefix(b, "v")
}

// members returns the Shoots of a ring that are not hibernated, in all projects.
func (u upgrade) members(ring int) ([]string, []int) {
	var members []string
	var shown []int
	for _, p := range u.project.record.allProjects() {
		for _, name := range p.shoots {
			shoot, seen := p.shoot(name, u.at)
			if shoot == nil || !shoot.Extension || shoot.Hibernated || shoot.Deleting {
				continue
			}
			if number, about := u.project.record.ringOfSeed(shoot.Seed, u.selectors(), u.at); number == ring {
				members, shown = append(members, p.namespace+"/"+name), append(shown, append(about, seen.first)...)
			}
		}
	}
	return members, shown
}

// versionSeen returns when the version was first seen anywhere. It is zero if the history begins with it.
func (r *record) versionSeen(u upgrade) (time.Time, []int) {
	first, shown := u.at, []int(nil)
	for _, key := range r.keys["operator"] {
		line := r.timelines[key]
		for i, seen := range line {
			if operator, ok := seen.fact.(*history.Operator); ok && sameVersion(operator.FluxVersion, u.version) {
				if i == 0 {
					return time.Time{}, nil
				}
				if last := line[i-1].until; last.Before(first) {
					first, shown = last, []int{line[i-1].first, line[i-1].last, seen.first}
				}
				break
			}
		}
	}
	return first, shown
}

// unproven returns whether no Shoot of the ring before had the version, or it had failed in each that had it, although all
// of them were seen all the time, and for less than seven soaks.
func (u upgrade) unproven(first time.Time, soak time.Duration) (string, []int, bool) {
	r := u.project.record
	members, shown := u.members(u.ring - 1)
	with, failed := 0, 0
	for _, member := range members {
		namespace, name, _ := strings.Cut(member, "/")
		reports := r.projects[namespace].reports(name)
		if len(reports) == 0 || !reports.known(reports[0].from, u.at) {
			return "", nil, false
		}
		shown = append(shown, reports.indexes(reports[0].from, u.at)...)
		seen, _ := reports.last(u.at)
		report, ok := seen.fact.(*history.Report)
		if !ok {
			return "", nil, false
		}
		if sameVersion(report.Status.FluxVersion, u.version) {
			with++
			if isFailing(report.Status.State) && report.Status.Cause == "InstallationFailed" {
				failed++
			}
		}
	}
	name := u.config.Rings[u.ring-1].Name
	switch {
	case len(members) == 0:
		return "", nil, false
	case with == 0 && !first.IsZero() && u.at.Sub(first) < 7*soak:
		return fmt.Sprintf("although no Shoot of ring %s has it", name), shown, true
	case with > 0 && failed == with:
		return fmt.Sprintf("although it has failed in each Shoot of ring %s that has it", name), shown, true
	}
	return "", nil, false
}

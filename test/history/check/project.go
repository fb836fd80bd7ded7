// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"maps"
	"slices"
	"strings"
	"time"

	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// project is what a history shows of a project.
type project struct {
	record    *record
	namespace string
	config    timeline
	rollout   timeline
	// shoots are the names of its Shoots.
	shoots []string
	// found are the rings of Shoots, by what was seen of them.
	found map[membership]int
	// What was looked up before: a history is judged by many rules.
	reportsOf    map[string]timeline
	rootsOf      map[string][]sighting
	requests     map[string][]sighting
	permitsOf    map[asked][]held
	attemptsOf   map[string][]held
	transitionOf map[subject][]transition
	hadFirst     map[asked]map[string]time.Time
	triedFirst   map[asked]map[string]time.Time
	seenFirst    map[subject]map[string]time.Time
	returnedAt   *time.Time
}

// asked is what was looked up of a Shoot.
type asked struct {
	shoot string
	what  subject
}

// membership is what decides about the ring of a Shoot: the first observations of flux-config and of the Shoot.
type membership struct{ config, shoot int }

func findProjects(r *record) map[string]*project {
	projects, shoots := map[string]*project{}, map[string]map[string]bool{}
	of := func(namespace, shoot string) {
		if projects[namespace] == nil {
			projects[namespace] = &project{
				record: r, namespace: namespace, found: map[membership]int{},
				reportsOf: map[string]timeline{}, rootsOf: map[string][]sighting{}, requests: map[string][]sighting{}, permitsOf: map[asked][]held{},
				attemptsOf: map[string][]held{}, transitionOf: map[subject][]transition{}, hadFirst: map[asked]map[string]time.Time{},
				triedFirst: map[asked]map[string]time.Time{}, seenFirst: map[subject]map[string]time.Time{},
				config:  r.timelines[(&history.Config{Namespace: namespace}).Key()],
				rollout: r.timelines[(&history.Rollout{Scope: namespace}).Key()],
			}
			shoots[namespace] = map[string]bool{}
		}
		if shoot != "" {
			shoots[namespace][shoot] = true
		}
	}
	for _, kind := range []string{"config", "shoot", "report", "fluxObject", "object", "deployKey"} {
		for _, key := range r.keys[kind] {
			names := strings.Split(strings.TrimPrefix(key, kind+" "), "/")
			switch kind {
			case "config", "deployKey":
				of(names[0], "")
			default:
				of(names[0], names[1])
			}
		}
	}
	for _, key := range r.keys["rollout"] {
		for _, seen := range r.timelines[key] {
			if state, ok := seen.fact.(*history.Rollout); ok && state.Scope != history.BaselineScope && state.Scope != history.VersionScope {
				of(state.Scope, "")
				for name := range state.Members {
					of(state.Scope, name)
				}
			}
		}
	}
	for namespace, found := range projects {
		found.shoots = slices.Sorted(maps.Keys(shoots[namespace]))
	}
	return projects
}

// allProjects returns all projects in the order of their namespaces.
func (r *record) allProjects() []*project {
	var all []*project
	for _, namespace := range slices.Sorted(maps.Keys(r.projects)) {
		all = append(all, r.projects[namespace])
	}
	return all
}

// settings returns project.rollout at a time. It is nil without a rollout, or if it was not observed.
func (p *project) settings(at time.Time) (*fluxv1alpha1.Rollout, sighting) {
	seen, ok := p.config.last(at)
	if !ok {
		return nil, seen
	}
	if config, ok := seen.fact.(*history.Config); ok {
		return config.Rollout, seen
	}
	return nil, seen
}

// promotes returns whether commits are promoted from ring to ring.
func promotes(settings *fluxv1alpha1.Rollout) bool {
	return settings != nil && ptr.Deref(settings.Source, fluxv1alpha1.RolloutSourceFollow) == fluxv1alpha1.RolloutSourcePromote
}

// rings returns the rings at a time, with the ring rest if it is added.
func rings(settings *fluxv1alpha1.Rollout) []fluxv1alpha1.Ring {
	if settings == nil {
		return nil
	}
	all := slices.Clone(settings.Rings)
	if !slices.ContainsFunc(all, func(ring fluxv1alpha1.Ring) bool { return ring.SelectsAll() }) {
		all = append(all, fluxv1alpha1.Ring{Name: fluxv1alpha1.RingRest, AllowEmpty: ptr.To(true)})
	}
	return all
}

// ring returns the number of a Shoot's ring at a time, and what shows it. It is negative if it was not observed.
func (p *project) ring(shoot string, at time.Time) (int, []int) {
	settings, seen := p.settings(at)
	if settings == nil {
		return -1, nil
	}
	existing, shown := p.shoot(shoot, at)
	if existing == nil {
		return -1, nil
	}
	of := membership{seen.origin, shown.origin}
	if number, ok := p.found[of]; ok {
		return number, []int{seen.first, shown.first}
	}
	p.found[of] = -1
	for number, ring := range rings(settings) {
		if selection.Compile(ring.ShootSelector).Selects(selection.SelectableLabels(existing.Labels), existing.Purpose) {
			p.found[of] = number
			return number, []int{seen.first, shown.first}
		}
	}
	return -1, []int{seen.first, shown.first}
}

// shoot returns a Shoot at a time. It is nil if it did not exist, or was not observed.
func (p *project) shoot(name string, at time.Time) (*history.Shoot, sighting) {
	seen, ok := p.record.timelines[(&history.Shoot{Namespace: p.namespace, Name: name}).Key()].last(at)
	if !ok {
		return nil, seen
	}
	existing, _ := seen.fact.(*history.Shoot)
	return existing, seen
}

// reports returns what was seen of a Shoot's entry in flux-status.
func (p *project) reports(shoot string) timeline {
	return memo(p.reportsOf, shoot, func() timeline {
		return p.record.timelines[(&history.Report{Namespace: p.namespace, Shoot: shoot}).Key()]
	})
}

// memo returns a value that was computed before, or computes it.
func memo[K comparable, V any](known map[K]V, key K, compute func() V) V {
	value, ok := known[key]
	if !ok {
		value = compute()
		known[key] = value
	}
	return value
}

// roots returns what was seen in a shoot of its source and root Kustomization.
func (p *project) roots(shoot string) []sighting {
	return memo(p.rootsOf, shoot, func() []sighting { return p.findRoots(shoot) })
}

func (p *project) findRoots(shoot string) []sighting {
	var all []sighting
	begin := (&history.FluxObject{Project: p.namespace, Shoot: shoot}).Key()
	begin = strings.TrimRight(begin, "/") + "/"
	for _, key := range p.record.keys["fluxObject"] {
		if strings.HasPrefix(key, begin) {
			for _, seen := range p.record.timelines[key] {
				if object, ok := seen.fact.(*history.FluxObject); ok && object.Role == history.RoleRoot {
					all = append(all, seen)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b sighting) int { return a.from.Compare(b.from) })
	return all
}

// operations returns when an operation was requested by the annotation of flux-config. A request lasts until the
// annotation is removed.
func (p *project) operations(operation string) []sighting {
	return memo(p.requests, operation, func() []sighting { return p.findOperations(operation) })
}

func (p *project) findOperations(operation string) []sighting {
	var found []sighting
	before := ""
	for _, seen := range p.config {
		present := ""
		if config, ok := seen.fact.(*history.Config); ok {
			// A freeze does not change what an approval is for.
			present = strings.Replace(config.Operation, fluxv1alpha1.RolloutApproveDuringFreeze+"=", fluxv1alpha1.RolloutApprove+"=", 1)
		}
		if present == operation && before != operation {
			found = append(found, seen)
		}
		before = present
	}
	return found
}

// requested returns whether an operation was requested in a time.
func (p *project) requested(operation string, from, until time.Time) bool {
	return slices.ContainsFunc(p.operations(operation), func(seen sighting) bool {
		return !seen.from.Before(from) && !seen.from.After(until)
	})
}

// commitOf returns the commit or digest of a revision of Flux. It is empty if there is none.
func commitOf(text string) string {
	digest := text[strings.LastIndexByte(text, '@')+1:]
	digest = strings.ToLower(digest[strings.IndexByte(digest, ':')+1:])
	if strings.Trim(digest, "0123456789abcdef") != "" || len(digest) < 7 {
		return ""
	}
	return digest
}

// subject is what goes from ring to ring.
type subject string

const (
	commits   subject = "commit"
	revisions subject = "revision"
)

// holds returns whether a Shoot has what is reported: it is the applied and the attempted one.
func (s subject) holds(report *history.Report, value string) bool {
	status := report.Status
	if s == revisions {
		return status.Revision == value
	}
	return commitOf(status.AppliedRevision) == value && (status.AttemptedRevision == "" || commitOf(status.AttemptedRevision) == value)
}

// tries returns whether a Shoot has what is reported, or attempts it.
func (s subject) tries(report *history.Report, value string) bool {
	status := report.Status
	if s == revisions {
		return status.Revision == value
	}
	return commitOf(status.AppliedRevision) == value || commitOf(status.AttemptedRevision) == value
}

// held returns what a Shoot has applied, and tried also what it attempts.
func (s subject) held(report *history.Report) string {
	if s == revisions {
		return report.Status.Revision
	}
	return commitOf(report.Status.AppliedRevision)
}

func (s subject) tried(report *history.Report) []string {
	if s == revisions {
		return []string{report.Status.Revision}
	}
	return []string{commitOf(report.Status.AppliedRevision), commitOf(report.Status.AttemptedRevision)}
}

// of returns what a permit is for.
func (s subject) of(permit history.Permit) string {
	if s == revisions {
		return permit.Revision
	}
	return commitOf(permit.Commit)
}

// passed returns what a ring has passed.
func (s subject) passed(ring history.Ring) string {
	if s == revisions {
		return ring.PassedRevision
	}
	return commitOf(ring.PassedCommit)
}

// isAway returns whether a report says that the Shoot does not count at present.
func isAway(state fluxv1alpha1.ShootState) bool {
	return slices.Contains([]fluxv1alpha1.ShootState{
		fluxv1alpha1.ShootHibernated, fluxv1alpha1.ShootSuspended, fluxv1alpha1.ShootUnreachable, fluxv1alpha1.ShootMigrating,
		fluxv1alpha1.ShootNotReported, fluxv1alpha1.ShootRemoving, fluxv1alpha1.ShootDeleting,
	}, state)
}

// isFailing returns whether a report says that the Shoot has failed.
func isFailing(state fluxv1alpha1.ShootState) bool {
	return state == fluxv1alpha1.ShootFailed || state == fluxv1alpha1.ShootDegraded
}

// isHeld returns whether a Shoot asks at a time not to get a change, in its report or by its annotation. Until when it
// does is a matter of the garden controller's clock: if the story has changed it, the hold may not have ended.
func (p *project) isHeld(report *history.Report, at time.Time) bool {
	shown := at
	if p.record.hasOtherClock(at) {
		at = time.Time{}
	}
	if hold := report.Status.Hold; hold != nil && hold.Until.After(at) {
		return true
	}
	seen, _ := p.record.timelines[(&history.Shoot{Namespace: p.namespace, Name: report.Shoot}).Key()].last(shown)
	existing, ok := seen.fact.(*history.Shoot)
	return ok && existing.HoldUntil.After(at)
}

// isAbsent returns whether a Shoot is hibernated, deleted, migrated or without the extension at a time.
func (p *project) isAbsent(name string, at time.Time) bool {
	seen, ok := p.record.timelines[(&history.Shoot{Namespace: p.namespace, Name: name}).Key()].last(at)
	if !ok {
		return false
	}
	existing, ok := seen.fact.(*history.Shoot)
	return !ok || existing.Hibernated || existing.Deleting || !existing.Extension || existing.SpecSeed != "" && existing.SpecSeed != existing.Seed
}

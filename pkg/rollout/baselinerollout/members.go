// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package baselinerollout

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/seedreport"
)

// Landscape is the observed state of the seeds and their Shoots.
type Landscape struct {
	// Seeds lists all seeds.
	Seeds []Seed
	// Target is the configured baseline with its defaults.
	Target *configv1alpha1.Baseline
}

// Seed is a seed with its Shoots.
type Seed struct {
	// Name, UID and Labels are those of the Seed.
	Name   string
	UID    types.UID
	Labels map[string]string
	// Shoots lists the Shoots on the seed that use the extension, have workers, and are not being deleted.
	Shoots []Shoot
	// Report is the report of the seed by UID of the Shoot; nil if the seed has not reported or the report is damaged.
	Report map[types.UID]seedreport.Shoot
}

// Shoot is a Shoot as its Gardener object describes it.
type Shoot struct {
	// Namespace is the namespace of the project. Name and UID identify the Shoot.
	Namespace, Name string
	UID             types.UID
	// Labels and Purpose are those of the Shoot.
	Labels  map[string]string
	Purpose string
	// Hibernated is true if hibernation of the Shoot is requested.
	Hibernated bool
}

// Member returns the seed as a member of the rollout.
func (s Seed) Member() rollout.Member {
	return rollout.Member{Name: s.Name, UID: s.UID, Labels: s.Labels}
}

// Members returns the seeds with Shoots as members of the rollout. before is the stored State, or nil.
//
// A seed is ready if at least one of its projects is ready, and at most maxFailures projects of the ring are not ready.
// Therefore a single project cannot hold a ring, and counts once in a ring, on whatever seeds its Shoots are.
func Members(landscape Landscape, before *rollout.State) []rollout.Shoot {
	configured := landscape.Target.Rollout
	ringOf := rollout.RingOf(*Configured(configured))
	selections := selectionsOf(landscape.Target, before)
	var folded []*fold
	rings := map[string]ringCount{}
	for _, seed := range landscape.Seeds {
		if len(seed.Shoots) == 0 {
			continue
		}
		f := newFold(seed, before, selections)
		folded = append(folded, f)
		ring := ringOf(seed.Member())
		if rings[ring] == nil {
			rings[ring] = ringCount{}
		}
		for project, own := range f.projects {
			rings[ring].add(project, own.state())
		}
	}
	var members []rollout.Shoot
	for _, f := range folded {
		members = append(members, f.member(rings[ringOf(f.seed.Member())], int(*configured.MaxFailures)))
	}
	if before == nil && slices.ContainsFunc(folded, func(f *fold) bool { return f.delivered }) {
		assumeOther(members)
	}
	return members
}

// unreported is the revision of seeds whose Shoots have a baseline and report no revision.
const unreported = "unreported"

// assumeOther has the seeds report another revision than the target if they report none at all. The extension on them
// may be older than the reports of revisions. Package rollout would infer that the Shoots have the target.
func assumeOther(members []rollout.Shoot) {
	if slices.ContainsFunc(members, func(m rollout.Shoot) bool { return m.Status != nil && m.Status.Revision != "" }) {
		return
	}
	for _, member := range members {
		if member.Status != nil {
			member.Status.Revision = unreported
		}
	}
}

// ringCount contains the state of each project of a ring that is not ready on all seeds of the ring.
type ringCount map[string]fluxv1alpha1.ShootState

// add adds the state of a project on a seed. A failure on one seed counts more than progress on another one.
func (c ringCount) add(project string, state fluxv1alpha1.ShootState) {
	if state == fluxv1alpha1.ShootFailed || state == fluxv1alpha1.ShootProgressing && c[project] == "" {
		c[project] = state
	}
}

// failed returns the number of projects that have failed.
func (c ringCount) failed() (failed int) {
	for _, state := range c {
		if state == fluxv1alpha1.ShootFailed {
			failed++
		}
	}
	return failed
}

// selectionsOf returns the baselines that a seed may have to deliver, or to remove again.
func selectionsOf(target *configv1alpha1.Baseline, before *rollout.State) []*configv1alpha1.Baseline {
	selections := []*configv1alpha1.Baseline{target}
	if before != nil {
		for _, id := range slices.Sorted(maps.Keys(before.Revisions)) {
			if own, err := baselineIn(before.Revisions[id]); err == nil {
				selections = append(selections, own)
			}
		}
	}
	return selections
}

// fold derives the status of a seed from the reports on its Shoots.
type fold struct {
	seed     Seed
	permit   rollout.Permit
	projects map[string]*project
	// waiting is true if a Shoot is selected and has no baseline yet, and delivered is true if a Shoot has one.
	waiting, delivered bool
}

// project contains the Shoots of a project that count.
type project struct{ ready, progressing, failed []counted }

// counted is a Shoot that counts. Without a baseline in the shoot, which is what the seed may deliver, it has no
// source.
type counted struct {
	name      string
	report    seedreport.Baseline
	hasSource bool
}

func (p project) state() fluxv1alpha1.ShootState {
	switch {
	case len(p.failed) > 0:
		return fluxv1alpha1.ShootFailed
	case len(p.progressing) > 0:
		return fluxv1alpha1.ShootProgressing
	}
	return fluxv1alpha1.ShootReady
}

func newFold(seed Seed, before *rollout.State, selections []*configv1alpha1.Baseline) *fold {
	f := &fold{seed: seed, projects: map[string]*project{}}
	if before != nil {
		f.permit = before.Permit(seed.Member())
	}
	var permitted *configv1alpha1.Baseline
	if f.permit.Content != nil {
		permitted, _ = baselineIn(*f.permit.Content)
	}
	for _, shoot := range seed.Shoots {
		reported, known := seed.Report[shoot.UID]
		if shoot.Hibernated || !known {
			continue
		}
		selects := func(baseline *configv1alpha1.Baseline) bool {
			return baseline != nil && configuration.SelectsShoot(baseline, reported.Project, shoot.Labels, shoot.Purpose, seed.Labels)
		}
		own := reported.Baseline
		f.delivered = f.delivered || own != nil
		switch {
		case own == nil && selects(permitted):
			// It waits for its first delivery. It does not count: a project may have an invalid configuration.
			f.waiting = true
			continue
		case own == nil && !slices.ContainsFunc(selections, selects):
			continue
		case own == nil:
			f.add(shoot, seedreport.Baseline{
				State: fluxv1alpha1.ShootReady, Revision: cmp.Or(f.permit.Revision, None()), AppliedRevision: f.permit.Commit, Removed: &fluxv1alpha1.RemovedObjects{},
			}, false)
			continue
		case own.State == fluxv1alpha1.ShootUnreachable || own.Unwell && !own.State.IsReady():
			continue
		}
		f.add(shoot, *own, true)
	}
	return f
}

func (f *fold) add(shoot Shoot, report seedreport.Baseline, hasSource bool) {
	p := f.projects[shoot.Namespace]
	if p == nil {
		p = &project{}
		f.projects[shoot.Namespace] = p
	}
	own := counted{shoot.Namespace + "/" + shoot.Name, report, hasSource}
	switch {
	case report.State == fluxv1alpha1.ShootFailed:
		p.failed = append(p.failed, own)
	case report.State.IsReady() && f.has(report):
		p.ready = append(p.ready, own)
	default:
		p.progressing = append(p.progressing, own)
	}
}

// has returns whether the report is about the target of the seed, or about any if that is unknown.
func (f *fold) has(report seedreport.Baseline) bool {
	permit := f.permit.Target
	return permit.Revision == "" || report.Revision == permit.Revision && (permit.Commit == "" || isAt(report.AppliedRevision, permit.Commit))
}

func isAt(reported, commit string) bool {
	r := revision.Parse(reported)
	return reported == commit || r.Digest != "" && r.Algorithm+":"+r.Digest == commit
}

// member returns the seed as a member. At most the given number of projects in the ring may not be ready.
func (f *fold) member(ring ringCount, most int) rollout.Shoot {
	member := rollout.Shoot{Member: f.seed.Member(), InWindow: true}
	if f.seed.Report == nil {
		return member
	}
	var ready, progressing, failed, others []counted
	for _, name := range slices.Sorted(maps.Keys(f.projects)) {
		p := f.projects[name]
		if p.state() != fluxv1alpha1.ShootReady {
			others = slices.Concat(others, p.ready, p.progressing, p.failed)
		}
		switch p.state() {
		case fluxv1alpha1.ShootFailed:
			failed = append(failed, p.failed...)
		case fluxv1alpha1.ShootProgressing:
			progressing = append(progressing, p.progressing...)
		default:
			ready = append(ready, p.ready...)
		}
	}
	status := &fluxv1alpha1.ShootStatus{UID: f.seed.UID}
	member.Status, member.Removals = status, f.removals(ready, others)
	switch {
	case len(failed) > 0 && ring.failed() > most:
		status.State, status.Message = fluxv1alpha1.ShootFailed, f.message(failed)
		if with := slices.DeleteFunc(slices.Clone(failed), func(c counted) bool { return c.report.Revision != f.permit.Revision }); len(with) > 0 {
			failed = with // These have failed with the target of the seed.
		}
		describe(status, failed)
	case len(ready) > 0 && (len(progressing) == 0 || len(ring) <= most):
		status.State = fluxv1alpha1.ShootReady
		if !slices.ContainsFunc(ready, func(c counted) bool { return c.hasSource }) {
			status.State = fluxv1alpha1.ShootNoRepository
		}
		if !describe(status, ready) {
			status.State = fluxv1alpha1.ShootProgressing
		}
	case len(progressing) > 0 || f.waiting:
		status.State = fluxv1alpha1.ShootProgressing
		describe(status, progressing)
	case len(failed) > 0:
		member.Uncounted = "its projects have failed, within maxFailures; " + f.message(failed)
	default:
		member.Uncounted = "its Shoots are hibernated, unreachable, or were not ready before"
	}
	return member
}

// describe sets the revisions that all Shoots report, and the time of the last change. It returns false if the Shoots
// report different revisions or commits.
func describe(status *fluxv1alpha1.ShootStatus, shoots []counted) bool {
	revisions, applied, attempted := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, shoot := range shoots {
		revisions[shoot.report.Revision] = true
		if shoot.hasSource {
			applied[shoot.report.AppliedRevision], attempted[shoot.report.AttemptedRevision] = true, true
		}
		if status.Since.Time.Before(shoot.report.Since.Time) {
			status.Since = metav1.Time{Time: shoot.report.Since.Time}
		}
	}
	if len(applied) == 0 && len(shoots) > 0 {
		applied[shoots[0].report.AppliedRevision] = true
	}
	common := func(values map[string]bool) string {
		if len(values) != 1 {
			return ""
		}
		return slices.Collect(maps.Keys(values))[0]
	}
	status.Revision, status.AppliedRevision, status.AttemptedRevision = common(revisions), common(applied), common(attempted)
	return len(revisions) == 1 && len(applied) == 1
}

// message names the first failed Shoot and its reason.
func (f *fold) message(failed []counted) string {
	first := slices.MinFunc(failed, func(a, b counted) int { return strings.Compare(a.name, b.name) })
	message := fmt.Sprintf("Shoot %s: %s", first.name, first.report.Message)
	if more := len(failed) - 1; more > 0 {
		message = fmt.Sprintf("%s (and %d more)", message, more)
	}
	return message
}

// removals returns the reports on removed objects of the Shoots: those of ready projects, and the known losses of other
// Shoots that have the target. Each Shoot is judged by itself, so that none hides the loss of another one.
func (f *fold) removals(ready, others []counted) []rollout.Removal {
	removals := make([]rollout.Removal, 0, len(ready))
	for _, shoot := range ready {
		removals = append(removals, rollout.Removal{Name: shoot.name, Removed: shoot.report.Removed})
	}
	for _, shoot := range others {
		if removed := shoot.report.Removed; removed != nil && removed.Count > 0 && f.has(shoot.report) {
			known := *removed
			known.Unknown = ""
			removals = append(removals, rollout.Removal{Name: shoot.name, Removed: &known})
		}
	}
	return removals
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// fold derives the status of a seed from the reports on its Shoots.
type fold struct {
	seed     Seed
	permit   rollout.Permit
	projects map[string]*project
	// unwell are the Shoots that were not ready before the current change.
	unwell []counted
	// begun is the time when the seed was assigned its target; zero after its ring has passed.
	begun metav1.Time
	// delivered is true if a Shoot has reported a delivered baseline.
	delivered bool
	// hasTarget is true if the seed may have the target of the rollout. isVersion is true in the rollout of the default
	// Flux version.
	hasTarget, isVersion bool
	// target is the ID of the target's revision, and passed is the target that the ring of the seed has passed last.
	target string
	passed rollout.Target
	// deselected are the Shoots that have no baseline, and are not selected to have one.
	deselected []types.UID
}

// project contains the Shoots of a project on a seed that count. Waiting Shoots do not have their target yet: the
// baseline, or the Flux version.
type project struct{ ready, progressing, failed, waiting []counted }

// counted is a Shoot that counts. Without a baseline in the shoot, which is what the seed may deliver, it has no
// source.
type counted struct {
	uid       types.UID
	name      string
	report    ReportedBaseline
	hasSource bool
	// isAsleep is true for a hibernated Shoot that has the version.
	isAsleep bool
}

func newFold(seed Seed, before *rollout.State, target string) *fold {
	f := &fold{seed: seed, projects: map[string]*project{}, target: target}
	if before != nil {
		f.permit = before.Permit(seed.Identity())
		f.hasTarget = f.permit.Revision == target
		f.passed = before.PassedBy(seed.Identity())
		if record := before.Members[seed.Name]; record.UID == seed.UID {
			f.begun = record.Started
		}
	}
	return f
}

// newBaselineFold groups the Shoots on a seed by project. selections are the baselines that the seed may have to
// deliver, or to remove again. The first one is the target.
func newBaselineFold(seed Seed, before *rollout.State, selections []*configv1alpha1.Baseline, memory Memory) *fold {
	f := newFold(seed, before, BaselineRevision(selections[0]).ID())
	var permitted *configv1alpha1.Baseline
	if f.permit.Content != nil {
		permitted, _ = baselineIn(*f.permit.Content)
	}
	for _, shoot := range seed.Shoots {
		reported, ok := seed.Report[shoot.UID]
		if shoot.Hibernated || !ok {
			continue
		}
		selects := func(baseline *configv1alpha1.Baseline) bool {
			return baseline != nil && configuration.SelectsShoot(baseline, reported.Project, shoot.Labels, shoot.Purpose, seed.Labels)
		}
		own := reported.Baseline
		f.delivered = f.delivered || own != nil
		switch {
		case own == nil && selects(permitted):
			// The Shoot waits for its first delivery. This is not a failure, because a project may have an invalid
			// configuration.
			p := f.project(shoot.Namespace)
			p.waiting = append(p.waiting, counted{uid: shoot.UID, name: shoot.Namespace + "/" + shoot.Name})
			continue
		case own == nil && !slices.ContainsFunc(selections, selects):
			f.deselected = append(f.deselected, shoot.UID)
			continue
		case own == nil:
			f.add(shoot, ReportedBaseline{
				State: fluxv1alpha1.ShootReady, Revision: cmp.Or(f.permit.Revision, NoBaseline()), AppliedRevision: f.permit.Commit, Removed: &fluxv1alpha1.RemovedObjects{},
			}, false)
			continue
		case own.State == fluxv1alpha1.ShootUnreachable:
			continue
		case own.Unwell && !own.State.IsReady() && !memory.hasFailed(shoot.UID, *own):
			// The baseline was not ready before the change, so its state proves nothing. This does not apply to a
			// commit after a failed one.
			f.unwell = append(f.unwell, counted{uid: shoot.UID, name: shoot.Namespace + "/" + shoot.Name, report: *own, hasSource: true})
			continue
		}
		f.add(shoot, *own, true)
	}
	return f
}

// project returns the project in a namespace, and adds it if it is new.
func (f *fold) project(namespace string) *project {
	if f.projects[namespace] == nil {
		f.projects[namespace] = &project{}
	}
	return f.projects[namespace]
}

func (f *fold) add(shoot Shoot, report ReportedBaseline, hasSource bool) {
	p := f.project(shoot.Namespace)
	own := counted{uid: shoot.UID, name: shoot.Namespace + "/" + shoot.Name, report: report, hasSource: hasSource}
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
func (f *fold) has(report ReportedBaseline) bool {
	permit := f.permit.Target
	return permit.Revision == "" || report.Revision == permit.Revision && (permit.Commit == "" || isAt(report.AppliedRevision, permit.Commit))
}

// isAt returns whether a reported revision is at a commit, which may include a tag.
func isAt(reported, commit string) bool { return reported == commit || commitIn(reported) == commit }

// commitIn returns the commit or digest of a reported revision; the whole text if it has none.
func commitIn(reported string) string {
	if r := revision.Parse(reported); r.Digest != "" {
		return r.Algorithm + ":" + r.Digest
	}
	return reported
}

// member returns the seed as a member of its ring.
func (f *fold) member(ring *ring) rollout.Member {
	member := rollout.Member{Identity: f.seed.Identity(), InWindow: true}
	if f.seed.Report == nil && len(f.seed.Shoots) > 0 && !slices.ContainsFunc(slices.Collect(maps.Values(f.projects)), func(p *project) bool { return len(p.failed) > 0 }) {
		return member
	}
	var ready, progressing, failing, waiting, late, pardoned, others []counted
	for name, p := range ordered.Map(f.projects) {
		if len(p.failed)+len(p.progressing) > 0 {
			others = slices.Concat(others, p.ready, p.progressing, p.failed)
		}
		switch isLate := ring.late[name]; {
		case len(p.failed) > 0 && ring.pardoned[name]:
			pardoned = append(pardoned, p.failed...)
		case len(p.failed) > 0:
			failing = append(failing, p.failed...)
		case len(p.progressing) > 0 && isLate:
			failing = append(failing, ring.overdue(p.progressing)...)
		case len(p.progressing) > 0:
			progressing = append(progressing, p.progressing...)
		case len(p.ready) > 0:
			ready = append(ready, p.ready...)
		case isLate:
			late = append(late, p.waiting...)
		default:
			waiting = append(waiting, p.waiting...)
		}
	}
	status := &rollout.Status{Removals: f.removals(ready, others), IsPardoned: len(pardoned) > 0 && len(failing) == 0}
	member.Status = status
	isAway := func(format string, args ...any) {
		status.State, status.Absence = rollout.MemberAway, fmt.Sprintf(format, args...)
	}
	switch {
	case len(failing) > 0 && ring.failing > ring.most:
		status.State, status.Message = rollout.MemberFailed, message(failing)
		if with := slices.DeleteFunc(slices.Clone(failing), func(c counted) bool { return c.report.Revision != f.permit.Revision }); len(with) > 0 {
			failing = with // The Shoots that have failed with the target of the seed.
		}
		describe(status, failing)
	case len(ready) > 0 && (len(progressing) == 0 || ring.failing+ring.unready <= ring.most):
		// No project of the seed may still become ready, or those that are not ready are within maxFailures.
		status.State, status.Doubt, status.DoubtWaits = rollout.MemberReady, ring.doubt, ring.doubt != "" && ring.unready > 0
		status.HasNoSource = !slices.ContainsFunc(ready, func(c counted) bool { return c.hasSource })
		if isAlike := describe(status, ready); f.isVersion && !f.hasTarget {
			status.Revision = cmp.Or(status.Revision, unreported) // The Shoots have several versions.
		} else if !isAlike {
			status.State = rollout.MemberProgressing
		}
	case len(waiting) > 0 && !ring.isProven && !slices.ContainsFunc(waiting, func(c counted) bool { return !c.isAsleep }):
		isAway("its Shoots that have the version are hibernated")
	case len(ready)+len(progressing) > 0, len(waiting) > 0 && !(f.isVersion && ring.isProven):
		status.State = rollout.MemberProgressing
		describe(status, slices.Concat(progressing, ready))
	case !f.isVersion && !f.hasTarget && len(failing)+len(pardoned)+len(f.unwell) > 0:
		// The target may be the correction, and must not wait until the Shoots are ready.
		status.State = rollout.MemberProgressing
		describe(status, slices.Concat(failing, pardoned, f.unwell))
	case len(failing)+len(pardoned) > 0:
		isAway("its projects have failed, within maxFailures; %s", message(slices.Concat(failing, pardoned)))
	case len(waiting) > 0:
		isAway("its Shoots get the version when gardenlet reconciles them")
		status.IsExempt = true
	case len(late) > 0:
		isAway("its Shoots have had no %s for %s: %s", f.awaited(), ring.deadline, text.List(namesOf(late), mostNamed))
		status.IsExempt = f.isVersion
	case len(f.seed.Shoots) == 0:
		isAway("it has no Shoots")
		status.IsExempt = true
	default:
		isAway("its Shoots are hibernated, unreachable, or were not ready before")
		status.IsExempt = f.isVersion
	}
	return member
}

// awaited names the target of the Shoots.
func (f *fold) awaited() string {
	if f.isVersion {
		return "Flux with the version"
	}
	return "baseline"
}

func namesOf(shoots []counted) []string {
	names := make([]string, len(shoots))
	for i, shoot := range shoots {
		names[i] = shoot.name
	}
	return names
}

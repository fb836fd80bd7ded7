// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

const (
	// ReasonProjectFailing is the reason of the Event about projects that have begun to count as failures.
	ReasonProjectFailing = "BaselineProjectFailing"
	// mostNamed is the maximum number of projects that a message names, mostFailing of FailingProjects, and longestReason
	// the maximum size of a reason in bytes.
	mostNamed, mostFailing, longestReason = 5, 50, 300
	// witnesses is the number of projects that have to report a commit before it is promoted. With one, the administrators
	// of a single project would choose the commit for the landscape.
	witnesses = 2
)

// FailingProject is a project that counts as a failure in a ring.
type FailingProject struct {
	Ring string `json:"ring"`
	// Project is the namespace of the project, and Reason names a Shoot with its reason.
	Project string `json:"project"`
	Reason  string `json:"reason"`
}

// ring is a ring with the seeds that have Shoots.
type ring struct {
	name     string
	most     int
	deadline time.Duration
	seeds    []*fold
	// lead is the commit that the projects of the first ring have to report, if commits are promoted; empty if they may
	// report any. attempted is its revision unless the ring has passed it. doubt is the reason why it is not proven yet;
	// empty if it is.
	lead, attempted, doubt string
	// late contains the projects that have not been ready within the deadline. pardoned contains the projects whose
	// failures do not count, because they alone have stopped the ring for the limit, which is 0 if there is none.
	late, pardoned map[string]bool
	limit          time.Duration
	// isProven is true if a project is ready with the target of the rollout.
	isProven bool
	// failing is the number of projects that have failed or are late, and unready of those that are not ready yet.
	failing, unready int
}

// findLead finds the commit that the projects have to report. A Shoot's report is no proof that the source has a
// commit, because the administrators of the shoot can make Flux apply any. Therefore it takes the reports of two
// projects. Projects that report a commit other than the lead are not ready.
func (r *ring) findLead(source rollout.Source, before *rollout.State) {
	if source == (rollout.Source{}) {
		return
	}
	passed, old := "", []rollout.Promoted(nil)
	if before != nil {
		passed, old = before.Rings[0].Passed.Commit, before.Promoted
	}
	isOld := func(commit string) bool {
		return slices.ContainsFunc(old, func(p rollout.Promoted) bool { return isAt(commit, p.Commit) })
	}
	reports, best, remaining := r.reports(), "", 0
	for commit, projects := range ordered.Map(reports) {
		isMore := len(projects) - len(reports[best])
		switch {
		case passed != "" && isAt(commit, passed):
			remaining = len(projects)
		case source.ProblemWith(commit) == "" && (best == "" || isMore > 0 || isMore == 0 && isOld(best) && !isOld(commit)):
			best = commit
		}
	}
	isProven, outvoted := len(reports[best]) >= witnesses || source.Commit != "", witnesses
	if isOld(best) {
		outvoted = 1
	}
	if r.lead = passed; best != "" && (isProven || remaining < outvoted) {
		r.lead, r.attempted = commitIn(best), best
		if !isProven {
			r.doubt = describeDoubt(best, reports)
		}
	} else if best == "" && passed == "" && source.Commit == "" && r.hasReadySource() {
		r.doubt = "two projects all of whose Shoots report the same commit: none does"
	}
	for _, f := range r.seeds {
		for _, p := range f.projects {
			behind := func(c counted) bool { return c.hasSource && r.lead != "" && !isAt(c.report.AppliedRevision, r.lead) }
			p.progressing = append(p.progressing, slices.DeleteFunc(slices.Clone(p.ready), func(c counted) bool { return !behind(c) })...)
			p.ready = slices.DeleteFunc(p.ready, behind)
		}
	}
}

// hasReadySource returns whether a Shoot is ready with a commit.
func (r *ring) hasReadySource() bool {
	return slices.ContainsFunc(r.seeds, func(f *fold) bool {
		return slices.ContainsFunc(slices.Collect(maps.Values(f.projects)), func(p *project) bool {
			return slices.ContainsFunc(p.ready, func(c counted) bool { return c.hasSource })
		})
	})
}

// reports returns the projects that report each commit: all their Shoots in the ring are ready with it.
func (r *ring) reports() map[string][]string {
	commits, unready := map[string]map[string]bool{}, map[string]bool{}
	for _, f := range r.seeds {
		for name, p := range f.projects {
			unready[name] = unready[name] || len(p.failed)+len(p.progressing) > 0
			for _, shoot := range p.ready {
				if commits[name] == nil {
					commits[name] = map[string]bool{}
				}
				if shoot.hasSource {
					commits[name][shoot.report.AppliedRevision] = true
				}
			}
		}
	}
	reports := map[string][]string{}
	for name, reported := range ordered.Map(commits) {
		if len(reported) == 1 && !unready[name] {
			commit := slices.Collect(maps.Keys(reported))[0]
			reports[commit] = append(reports[commit], name)
		}
	}
	return reports
}

// describeDoubt names the only project that reports a commit, and the reports of the others.
func describeDoubt(commit string, reports map[string][]string) string {
	doubt := fmt.Sprintf("a second project that reports %s: only project %s does", commit, reports[commit][0])
	var others []string
	for other, projects := range ordered.Map(reports) {
		if other != commit {
			others = append(others, fmt.Sprintf("%s reports %s", text.List(projects, mostNamed), cmp.Or(other, "none")))
		}
	}
	if len(others) > 0 {
		doubt += "; " + text.Join(others, mostNamed, "; ")
	}
	return text.Cut(doubt, longestReason)
}

// judge measures for how long projects have not been ready, and counts those that fail.
func (r *ring) judge(before Memory, o *Observation) {
	r.late, r.pardoned = map[string]bool{}, map[string]bool{}
	reasons, begun, waiting := map[string][]counted{}, map[string]metav1.Time{}, map[string]bool{}
	ready := map[string]bool{}
	for _, f := range r.seeds {
		for name, p := range f.projects {
			// Until a seed has the version, all of its Shoots are ready.
			ready[name] = ready[name] || len(p.ready) > 0 && (f.hasTarget || !f.isVersion)
			r.isProven = r.isProven || len(p.ready) > 0 && f.hasTarget
			if len(p.failed) > 0 {
				reasons[name] = append(slices.Clone(p.failed), reasons[name]...)
			}
			reasons[name] = append(reasons[name], r.overdue(p.progressing)...)
			waiting[name] = waiting[name] || len(p.waiting) > 0
			if own := begun[name]; len(p.failed)+len(p.progressing)+len(p.waiting) > 0 && !f.begun.IsZero() && (own.IsZero() || f.begun.Before(&own)) {
				begun[name] = f.begun
			}
		}
	}
	var began []FailingProject
	last := ""
	for name, isReady := range ordered.Map(ready) {
		isWaiting := waiting[name] && !isReady && len(reasons[name]) == 0
		if len(reasons[name]) == 0 && !isWaiting {
			continue
		}
		own := before.at(r.name, name, begun[name], o.Memory.Observed, o.unobserved)
		hasFailed := len(reasons[name]) > 0 && reasons[name][0].report.State == fluxv1alpha1.ShootFailed
		own.Unready.Duration = min(own.Unready.Duration, r.deadline)
		own.Late = own.Unready.Duration == r.deadline
		r.late[name] = own.Late
		held := before.heldBy(r.name, name, o.Memory.Observed)
		r.pardoned[name] = r.limit > 0 && held >= r.limit
		if isFailing := hasFailed || r.late[name] && !isWaiting; isFailing && !r.pardoned[name] {
			r.failing++
			last = name
			failing := FailingProject{Ring: r.name, Project: name, Reason: text.Cut(message(reasons[name]), longestReason)}
			o.Failing = append(o.Failing, failing)[:min(len(o.Failing)+1, mostFailing)]
			if !own.Reported {
				began = append(began, failing)
			}
			own.Reported = true
		} else if !isFailing && !isWaiting {
			r.unready++
		}
		switch {
		case !isWaiting:
			o.Memory.add(own)
		case r.limit == 0 || own.Late || !begun[name].Time.IsZero(): // A ring that has passed a Flux version measures no wait.
			o.waiting = append(o.waiting, own)
		}
	}
	r.measure(before, last, o)
	if len(began) > 0 {
		o.Events = append(o.Events, r.event(began))
	}
}

// measure records how long the ring has been stopped because of a single project. That time begins with the first
// failure of the project, and goes on when it does not fail for a while, unless another project has failed, too. The
// limit ends it, so that nothing is stored again and again.
func (r *ring) measure(before Memory, failing string, o *Observation) {
	if r.limit == 0 {
		return
	}
	isAlone := r.failing == 1 && r.failing > r.most
	isKnown, known := false, 0
	for _, own := range before.Lone {
		if own.Ring == r.name {
			known++
		}
	}
	for _, own := range before.Lone {
		if own.Ring != r.name {
			continue
		}
		own.Held.Duration = min(r.limit, before.heldBy(r.name, own.Project, o.Memory.Observed))
		own.Stops = !o.isPaused && own.Held.Duration < r.limit && (r.failing == 0 && known == 1 || isAlone && own.Project == failing)
		isKnown = isKnown || own.Project == failing
		o.Memory.Lone = append(o.Memory.Lone, own)
	}
	if isAlone && !isKnown && len(o.Memory.Lone) < mostProjects {
		o.Memory.Lone = append(o.Memory.Lone, LoneProject{Ring: r.name, Project: failing, Stops: !o.isPaused})
	}
}

// event reports projects that have begun to count as failures.
func (r *ring) event(began []FailingProject) rollout.Event {
	names := make([]string, len(began))
	for i, project := range began {
		names[i] = project.Project
	}
	return rollout.Event{Type: corev1.EventTypeWarning, Reason: ReasonProjectFailing, Ring: r.name, Note: fmt.Sprintf(
		"Ring %s counts the projects %s as failures; %s. It has %d failures, and passes with at most %d (maxFailures) if another project is ready",
		r.name, text.List(names, mostNamed), began[0].Reason, r.failing, r.most)}
}

// overdue returns the given Shoots as failed Shoots, for messages and for a seed that has failed.
func (r *ring) overdue(shoots []counted) []counted {
	shoots = slices.Clone(shoots)
	for i := range shoots {
		report := &shoots[i].report
		report.Message = fmt.Sprintf("not ready with the change within %s", r.deadline)
		if report.State.IsReady() && r.lead != "" {
			report.Message = fmt.Sprintf("it reports %s, and not %s, for longer than %s", cmp.Or(report.AppliedRevision, "no commit"), r.lead, r.deadline)
			report.AttemptedRevision = r.attempted // Package rollout ignores failures with a commit that has passed.
		}
	}
	return shoots
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"cmp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// stillFailed returns the Shoots that have failed with the target and have not been ready with it since. It adds those
// that are not observed now to their seeds: package rollout remembers that a seed has failed, and forgets it when the
// other Shoots of the seed are ready. An operator forgives with an approval, or by skipping the seed. A ring that has
// passed a target no longer waits for any. If commits are promoted, the first ring is to report the lead: a failure
// counts for the commit that has failed. While its ring has not passed the revision, which may be the cause, it counts
// until a newer commit leads.
func (m Memory) stillFailed(folded []*fold, before *rollout.State, promotes bool, lead string) []FailedShoot {
	observed, bySeed := map[types.UID]bool{}, map[string]*fold{}
	var failed []FailedShoot
	for _, f := range folded {
		bySeed[f.seed.Name] = f
		for _, uid := range f.deselected {
			observed[uid] = true
		}
		if !f.hasTarget && before != nil {
			continue
		}
		for namespace, p := range f.projects {
			for _, shoot := range p.ready {
				observed[shoot.uid] = true
			}
			if f.isVersion && f.passed.Revision == f.target {
				continue
			}
			for _, shoot := range p.failed {
				if before == nil && shoot.report.Revision != f.target {
					continue
				}
				observed[shoot.uid] = true
				own := FailedShoot{
					Seed: f.seed.Name, Project: namespace, Name: strings.TrimPrefix(shoot.name, namespace+"/"), UID: shoot.uid, Revision: shoot.report.Revision,
				}
				if promotes {
					own.Commit = commitIn(shoot.report.AttemptedRevision)
				}
				failed = append(failed, own)
			}
		}
	}
	for _, known := range m.Failed {
		f := bySeed[known.Seed]
		isKept := f == nil || f.isVersion || slices.ContainsFunc(f.seed.Shoots, func(s Shoot) bool { return s.UID == known.UID })
		switch {
		case before == nil, slices.Contains(before.Skipped, known.Seed), observed[known.UID]:
		case f != nil && f.hasTarget && (f.permit.Revision != known.Revision || f.hasPassed(known, promotes)):
		case f != nil && f.hasTarget:
			failed = append(failed, known)
			isSame := !promotes || known.Commit == cmp.Or(f.permit.Commit, lead)
			if isSame || f.permit.Commit == "" && f.passed.Revision != known.Revision && !m.isNewer(lead, known.Commit, before) {
				f.failedBefore(known)
			}
		case isKept:
			failed = append(failed, known)
		}
	}
	slices.SortFunc(failed, func(a, b FailedShoot) int {
		return cmp.Or(strings.Compare(a.Project, b.Project), strings.Compare(a.Name, b.Name), strings.Compare(string(a.UID), string(b.UID)))
	})
	// The limit is per project, so that no project hides the failures of another one.
	ofProject := map[string]int{}
	failed = slices.DeleteFunc(failed, func(f FailedShoot) bool {
		ofProject[f.Project]++
		return ofProject[f.Project] > mostFailedOfProject
	})
	return failed[:min(len(failed), mostProjects)]
}

// hasFailed returns true if Failed lists the Shoot with the reported revision and commit.
func (m Memory) hasFailed(uid types.UID, report ReportedBaseline) bool {
	return slices.ContainsFunc(m.Failed, func(f FailedShoot) bool {
		return f.UID == uid && f.Revision == report.Revision && (f.Commit == "" || f.Commit == commitIn(report.AttemptedRevision))
	})
}

// hasFailedOn returns whether a Shoot on a seed has failed, which takes part in the rollout then although the Shoot may
// be deleted.
func (m Memory) hasFailedOn(seed string) bool {
	return slices.ContainsFunc(m.Failed, func(f FailedShoot) bool { return f.Seed == seed })
}

// hasPassed returns true if the ring of the seed has passed the revision and commit of a failure.
func (f *fold) hasPassed(known FailedShoot, promotes bool) bool {
	return f.passed.Revision == known.Revision && (!promotes || f.passed.Commit == known.Commit)
}

// failedBefore counts a Shoot that has failed and is not observed now.
func (f *fold) failedBefore(known FailedShoot) {
	p := f.project(known.Project)
	isKnown := func(c counted) bool { return c.uid == known.UID }
	p.waiting = slices.DeleteFunc(p.waiting, isKnown)
	p.failed = append(p.failed, counted{uid: known.UID, name: known.Project + "/" + known.Name, report: ReportedBaseline{
		State: fluxv1alpha1.ShootFailed, Revision: known.Revision, AttemptedRevision: known.Commit, Message: "it has failed, and has not been ready since",
	}})
}

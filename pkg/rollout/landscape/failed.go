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
// with a Flux version that are not observed now to their seeds: package rollout remembers that a seed has failed, and
// forgets it when the other Shoots of the seed are ready. An operator forgives with an approval, or by skipping the
// seed. A ring that has passed a Flux version no longer waits for any.
func (m Memory) stillFailed(folded []*fold, before *rollout.State) []FailedShoot {
	observed, bySeed := map[types.UID]bool{}, map[string]*fold{}
	var failed []FailedShoot
	for _, f := range folded {
		bySeed[f.seed.Name] = f
		if !f.hasTarget {
			continue
		}
		for namespace, p := range f.projects {
			for _, shoot := range p.ready {
				observed[shoot.uid] = true
			}
			if f.isVersion && f.hasPassed {
				continue
			}
			for _, shoot := range p.failed {
				observed[shoot.uid] = true
				failed = append(failed, FailedShoot{
					Seed: f.seed.Name, Project: namespace, Name: strings.TrimPrefix(shoot.name, namespace+"/"), UID: shoot.uid, Revision: shoot.report.Revision,
				})
			}
		}
	}
	for _, known := range m.Failed {
		f := bySeed[known.Seed]
		switch {
		case before == nil, slices.Contains(before.Skipped, known.Seed), observed[known.UID]:
		case f != nil && f.hasTarget && f.permit.Revision != known.Revision:
		case f != nil && f.isVersion && f.hasPassed:
		case f != nil && f.hasTarget && f.isVersion:
			failed = append(failed, known)
			f.failedBefore(known)
		case f == nil || f.isVersion || slices.ContainsFunc(f.seed.Shoots, func(s Shoot) bool { return s.UID == known.UID }):
			failed = append(failed, known)
		}
	}
	slices.SortFunc(failed, func(a, b FailedShoot) int {
		return cmp.Or(strings.Compare(a.Project, b.Project), strings.Compare(a.Name, b.Name), strings.Compare(string(a.UID), string(b.UID)))
	})
	// With some Shoots of each project, no project hides the failures of another one.
	ofProject := map[string]int{}
	failed = slices.DeleteFunc(failed, func(f FailedShoot) bool {
		ofProject[f.Project]++
		return ofProject[f.Project] > mostFailedOfProject
	})
	return failed[:min(len(failed), mostProjects)]
}

// hasFailed returns whether a Shoot has failed with a revision, and has not been ready with it since.
func (m Memory) hasFailed(uid types.UID, revision string) bool {
	return slices.ContainsFunc(m.Failed, func(f FailedShoot) bool { return f.UID == uid && f.Revision == revision })
}

// hasFailedOn returns whether a Shoot on a seed has failed, which takes part in the rollout then although the Shoot may
// be deleted.
func (m Memory) hasFailedOn(seed string) bool {
	return slices.ContainsFunc(m.Failed, func(f FailedShoot) bool { return f.Seed == seed })
}

// failedBefore counts a Shoot that has failed and is not observed now.
func (f *fold) failedBefore(known FailedShoot) {
	p := f.project(known.Project)
	isKnown := func(c counted) bool { return c.uid == known.UID }
	p.waiting = slices.DeleteFunc(p.waiting, isKnown)
	p.failed = append(p.failed, counted{uid: known.UID, name: known.Project + "/" + known.Name, report: ReportedBaseline{
		State: fluxv1alpha1.ShootFailed, Revision: f.permit.Revision, Message: "Flux could not be installed, and the Shoot has not run with the version since",
	}})
}

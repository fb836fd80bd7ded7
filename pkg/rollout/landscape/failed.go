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

// stillFailed returns the Shoots that have failed with the Flux version and have not run with it since, and adds those
// that are not observed now to their seeds. Package rollout remembers that a seed has failed, and forgets it when the
// other Shoots of the seed are ready. An operator forgives with an approval, or by skipping the seed.
func (m Memory) stillFailed(folded []*fold, before *rollout.State) []FailedShoot {
	present, runs, bySeed := map[types.UID]bool{}, map[types.UID]bool{}, map[string]*fold{}
	var failed []FailedShoot
	for _, f := range folded {
		if !f.isVersion {
			return nil
		}
		bySeed[f.seed.Name] = f
		if !f.hasTarget {
			continue
		}
		for namespace, p := range f.projects {
			for _, shoot := range p.ready {
				runs[shoot.uid] = true
			}
			for _, shoot := range p.failed {
				present[shoot.uid] = true
				failed = append(failed, FailedShoot{Seed: f.seed.Name, Project: namespace, Name: strings.TrimPrefix(shoot.name, namespace+"/"), UID: shoot.uid})
			}
		}
	}
	for _, known := range m.Failed {
		isForgiven := before == nil || slices.Contains(before.Skipped, known.Seed)
		if f := bySeed[known.Seed]; !isForgiven && !runs[known.UID] && !present[known.UID] {
			failed = append(failed, known)
			if f != nil && f.hasTarget {
				f.failedBefore(known)
			}
		}
	}
	slices.SortFunc(failed, func(a, b FailedShoot) int {
		return cmp.Or(strings.Compare(a.Project, b.Project), strings.Compare(a.Name, b.Name), strings.Compare(string(a.UID), string(b.UID)))
	})
	return failed[:min(len(failed), mostProjects)]
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

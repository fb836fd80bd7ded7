// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"context"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// results identifies the results of the Shoots of a project on this seed by ring. A ring is missing while one of its
// Shoots is on its way to its target: the rollout waits for the last Shoot of a ring, so a report about the first ones
// can wait.
type results map[string]string

// rolloutOf returns the rollout of a project; nil if it has none, or if it is not known yet.
func (r *Reconciler) rolloutOf(ctx context.Context, project string) (*rollout.State, error) {
	state, known, err := r.Projects.State(ctx, project)
	if err != nil || !known {
		return nil, err
	}
	return state.Rollout, nil
}

// resultsOf returns the results of Shoots. state may be nil.
func resultsOf(state *rollout.State, shoots []fleet.ShootReport) results {
	if state == nil {
		return nil
	}
	byRing := map[string][]rollout.Member{}
	for _, shoot := range shoots {
		if ring := shoot.Status.Ring; ring != "" {
			member := rollout.Member{Identity: rollout.Identity{Name: shoot.Name, UID: shoot.Status.UID}, Status: rollout.StatusOf(&shoot.Status)}
			byRing[ring] = append(byRing[ring], member)
		}
	}
	found := results{}
	for ring, members := range byRing {
		if result, complete := state.Result(ring, members); complete {
			found[ring] = result
		}
	}
	return found
}

// hasMoreThan reports whether there is a result that is not in the other results.
func (r results) hasMoreThan(before results) bool {
	for ring, result := range r {
		if former, ok := before[ring]; !ok || former != result {
			return true
		}
	}
	return false
}

// remember records the reported results of a project.
func (r *Reconciler) remember(project string, reported results) {
	if len(reported) == 0 {
		r.reported.Delete(project)
		return
	}
	r.reported.Store(project, reported)
}

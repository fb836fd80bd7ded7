// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus

import (
	"sync"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Present is what is known of a project now. It is the same for all of its Shoots.
type Present struct {
	observed    ObservedProject
	key         string
	annotations map[string]string
	sourceKeys  map[string]string
	rollout     *rollout.State
	// governed is whether a rollout decides what the Shoots get, and removed whether it certainly does not.
	governed, removed bool
	// overrides are those of the project, and revisions those of each revision of its rollout.
	overrides document.Overrides
	revisions map[string]*revisionOverrides
}

// revisionOverrides are the overrides of a revision, which are read when the first Shoot needs them: a rollout may have many revisions, each of which takes
// as long as a configuration.
type revisionOverrides struct {
	revision rollout.Revision

	once sync.Once
	read document.Overrides
}

func (r *revisionOverrides) overrides() document.Overrides {
	r.once.Do(func() { r.read = document.OverridesOf(r.revision.ConfigMap("")) })
	return r.read
}

// PresentOf returns what is known of a project: its ConfigMap flux-config and its rollout, or nil, and the version of its deploy key and the annotations of
// that Secret, empty if none are known. It is safe for concurrent use.
func PresentOf(configMap *document.ConfigMap, state *rollout.State, key string, annotations map[string]string) Present {
	_, configured := rollout.Read(configMap)
	now := Present{
		observed: ObserveProject(configMap), key: key, annotations: annotations, rollout: state,
		governed: configured.Governs(state != nil), removed: configured == rollout.None && !configMap.IsEmpty(),
		overrides: document.OverridesOf(configMap), revisions: map[string]*revisionOverrides{},
	}
	if now.governed && state != nil {
		for id, revision := range state.Revisions {
			now.revisions[id] = &revisionOverrides{revision: revision}
		}
	}
	return now
}

// overridesOf returns the overrides for the Shoot in what the gate lets it have.
func (p Present) overridesOf(shoot rollout.Member, passage rollout.Passage) document.Overrides {
	overrides := p.overrides
	if passage.Content != nil {
		overrides = nil
		if revision, has := p.revisions[passage.Revision]; has {
			overrides = revision.overrides()
		}
	}
	return overrides.Of(shoot.Labels, shoot.Purpose)
}

// selectsOthers returns whether the project wants changes at once, and other overrides select the shoot than when it was reconciled the last time.
func (s ObservedProject) selectsOthers(now Present, shoot rollout.Member, passage rollout.Passage) bool {
	return now.observed.Immediate && s.Overrides != s.WithOverrides(now.overridesOf(shoot, passage)).Overrides
}

// Due returns whether the shoot has to be reconciled at once: without a rollout, because the project has changed and wants changes to reach its shoots at
// once, or because a deploy key was rotated. With one, the rollout has let the shoot
// wait for its turn, so that the shoot is due as soon as it is to have anything else than it was given, whatever the project wants of the propagation
// of changes. So are those that a rollout has held when it is removed. The gate has what is known of the Shoot and of the seed.
func (d State) Due(now Present, gate rollout.Gate, hibernated bool) bool {
	if !now.governed {
		return now.removed && d.Observed.Ring != "" || d.Observed.behind(now.observed, now.key) || d.missesRotation(now.annotations) ||
			d.missesSourceKey(now.sourceKeys) || d.Observed.selectsOthers(now, gate.Shoot, rollout.Passage{})
	}
	if d.missesRotation(now.annotations) || d.missesSourceKey(now.sourceKeys) || now.observed.Immediate && d.Observed.hasOtherKey(now.key) {
		return true
	}
	if now.rollout == nil {
		return false // What it has stays.
	}
	gate.State, gate.Delivered = now.rollout, d.Flux
	gate.Overridden = func(passage rollout.Passage) bool { return now.overridesOf(gate.Shoot, passage).NameFluxVersion() }
	passage := gate.Permit()
	switch {
	case passage.Ring != d.Observed.Ring:
		return true
	case passage.Keeps != "":
		return d.Observed.Waits != passage.Revision
	case d.Observed.Waits == passage.Revision && d.Observed.Waits != "":
		return !hibernated // It is delivered when the shoot has woken up.
	}
	return passage.Goal != rollout.Goal{Revision: d.Observed.Revision, Commit: d.Observed.Commit} || d.Observed.selectsOthers(now, gate.Shoot, passage)
}

// Follow returns what is recorded of a project of which the rollout gives the shoot this.
func (s ObservedProject) Follow(passage rollout.Passage) ObservedProject {
	s.Ring, s.Revision, s.Commit = passage.Ring, passage.Revision, passage.Commit
	return s
}

// Keep returns what is recorded where nothing of that is delivered, and the shoot has what was recorded before. Without a ring, that one is not known.
func (s ObservedProject) Keep(before ObservedProject) ObservedProject {
	if s.Ring == "" {
		s.Ring = before.Ring
	}
	s.Waits, s.Revision, s.Commit, s.Overrides = s.Revision, before.Revision, before.Commit, before.Overrides
	return s
}

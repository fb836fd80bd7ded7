// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus

import (
	"cmp"
	"sync"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/reconcilerequest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Present is the current state of a project, which is the same for all its Shoots.
type Present struct {
	observed    ObservedProject
	key         string
	annotations map[string]string
	sourceKeys  map[string]string
	rollout     *rollout.State
	// request is the last valid request to reconcile Shoots, or nil.
	request *reconcilerequest.Request
	// governed is true if a rollout determines the revisions of the Shoots. removed is true if it is certain that the
	// project has no rollout.
	governed, removed bool
	// overrides contains the project's current overrides, and revisions the overrides of each revision in its rollout.
	overrides document.Overrides
	revisions map[string]*revisionOverrides
}

// revisionOverrides decodes the overrides of a revision when the first Shoot needs them. A project may have many
// revisions, and decoding the overrides of one takes as long as decoding a configuration.
type revisionOverrides struct {
	revision rollout.Revision

	once sync.Once
	read document.Overrides
}

func (r *revisionOverrides) overrides() document.Overrides {
	r.once.Do(func() { r.read = r.revision.ConfigMap("").Overrides() })
	return r.read
}

// PresentOf returns the state of a project, from its ConfigMap flux-config, the state of its rollout, and the version
// and annotations of its deploy key. The rollout state may be nil. The version of the deploy key is empty if it is
// unknown. The result is safe for concurrent use.
func PresentOf(configMap *document.ConfigMap, state *rollout.State, key string, annotations map[string]string) Present {
	_, configured := configMap.Rollout()
	now := Present{
		observed: ObserveProject(configMap), key: key, annotations: annotations, rollout: state,
		governed: configured.Governs(state != nil), removed: configured == document.None && !configMap.IsEmpty(),
		overrides: configMap.Overrides(), revisions: map[string]*revisionOverrides{},
	}
	if now.governed && state != nil {
		for id, revision := range state.Revisions {
			now.revisions[id] = &revisionOverrides{revision: revision}
		}
	}
	return now
}

// overridesOf returns the overrides that select the Shoot, in the revision that the permit allows or, if it specifies
// no content, in the current configuration.
func (p Present) overridesOf(shoot rollout.Identity, passage rollout.Permit) document.Overrides {
	overrides := p.overrides
	if passage.Content != nil {
		overrides = nil
		if revision, ok := p.revisions[passage.Revision]; ok {
			overrides = revision.overrides()
		}
	}
	return overrides.Of(shoot.Labels, shoot.Purpose)
}

// selectsOthers reports whether the project propagates changes at once, and different overrides select the shoot than
// in its last reconciliation.
func (s ObservedProject) selectsOthers(now Present, shoot rollout.Identity, passage rollout.Permit) bool {
	return now.observed.Immediate && s.Overrides != s.WithOverrides(now.overridesOf(shoot, passage)).Overrides
}

// Urgency is how soon a Shoot is reconciled after a change of its project.
type Urgency int

const (
	// UpToDate means that the Shoot has the present configuration, or that a reconciliation would not change it.
	UpToDate Urgency = iota
	// InRing means that the rollout has not reached the Shoot.
	InRing
	// OnReconcile means that the Shoot gets the change with its next reconciliation by Gardener.
	OnReconcile
	// InWindow means that the Shoot gets the change at once, or in its maintenance time window if it confines changes.
	InWindow
	// AtOnce means that the Shoot gets the change at once, even if it confines changes.
	AtOnce
)

// Urgency returns when the Shoot gets the present state of its project. A rotation of a deploy key is never confined to
// a time window, because the Git host may reject the previous key. Without a rollout, a changed configuration is
// delivered as the project's propagation specifies. With a rollout, the Shoot gets what its permit allows, regardless
// of the propagation; the garden controller respects the time windows. After the removal of a rollout, all its Shoots
// get the present configuration. A request of a project member also has Shoots reconciled that wait for a
// reconciliation, and with outsideWindow those that wait for their time window. gate identifies the Shoot and the seed.
func (d State) Urgency(now Present, gate rollout.PermitRequest, hibernated bool) Urgency {
	urgency := d.urgencyOfChange(now, gate, hibernated)
	switch {
	case !d.IsRequested(now, gate.Member):
		return urgency
	case (urgency == OnReconcile || urgency == InWindow) && !now.request.OutsideWindow:
		return InWindow
	}
	return AtOnce // Even without a change, so that Flux fetches and applies.
}

// IsRequested reports whether a project member has requested a reconciliation of the Shoot since its last one.
func (d State) IsRequested(now Present, shoot rollout.Identity) bool {
	return now.request != nil && now.request.ID() != d.Observed.Requested && now.request.Selects(shoot.Name, shoot.Labels)
}

// WithRequest returns the state with a request to reconcile Shoots. The request may be nil.
func (p Present) WithRequest(request *reconcilerequest.Request) Present {
	p.request = request
	return p
}

// urgencyOfChange returns when the Shoot gets a change of its project. A Secret with another version may have the same
// key, because its annotations have changed. Such a Secret brings no configuration before the Shoot's time window.
func (d State) urgencyOfChange(now Present, gate rollout.PermitRequest, hibernated bool) Urgency {
	if d.missesRotation(now.annotations) || d.missesSourceKey(now.sourceKeys) {
		return AtOnce
	}
	urgency := d.urgencyOfContent(now, gate, hibernated)
	if urgency != InWindow && now.observed.Immediate && d.Observed.hasOtherKey(now.key) {
		return AtOnce
	}
	return urgency
}

// urgencyOfContent returns when the Shoot gets a changed configuration or a changed permit of the rollout.
func (d State) urgencyOfContent(now Present, gate rollout.PermitRequest, hibernated bool) Urgency {
	differs := d.Observed.Config != now.observed.Config
	switch {
	case !now.governed && differs && now.observed.Config == "":
		// The reconciliation only reports that the configuration is missing.
		if d.Observed.Immediate {
			return AtOnce
		}
		return UpToDate
	case !now.governed && (now.removed && d.Observed.Ring != "" || differs && now.observed.Immediate || d.Observed.selectsOthers(now, gate.Member, rollout.Permit{})):
		return InWindow
	case !now.governed && differs:
		return OnReconcile
	case !now.governed:
		return UpToDate
	case now.rollout != nil && d.differsFromPermit(now, gate, hibernated): // Without the state, the shoot stays unchanged.
		if d.Flux && d.Observed.Ring == "" && differs {
			return InWindow // The rollout begins with the Shoots as they are, without regard to their windows.
		}
		return AtOnce
	case differs && d.Observed.Waits == "":
		return InRing
	}
	return UpToDate
}

// differsFromPermit reports whether the rollout permits the Shoot something else than its last reconciliation had.
func (d State) differsFromPermit(now Present, gate rollout.PermitRequest, hibernated bool) bool {
	gate.State, gate.Delivered = now.rollout, d.Flux
	gate.Overridden = func(passage rollout.Permit) bool { return now.overridesOf(gate.Member, passage).NameFluxVersion() }
	passage := gate.Permit()
	switch {
	case passage.Ring != d.Observed.Ring:
		return true
	case passage.Keeps != "":
		return passage.Revision != "" && d.Observed.Waits != passage.Revision
	case d.Observed.Waits == passage.Revision && d.Observed.Waits != "":
		return !hibernated // A hibernated shoot gets the revision after it wakes up.
	case d.Observed.Waits != "":
		return true // Even if the Shoot has the permitted revision, its condition says that it waits.
	}
	return passage.Target != rollout.Target{Revision: d.Observed.Revision, Commit: d.Observed.Commit} || d.Observed.selectsOthers(now, gate.Member, passage)
}

// Follow returns the record with the ring, revision and commit of the rollout's permit for the shoot.
func (s ObservedProject) Follow(passage rollout.Permit) ObservedProject {
	s.Ring, s.Revision, s.Commit = passage.Ring, passage.Revision, passage.Commit
	return s
}

// unknownRevision is recorded as waiting if flux-rollout is missing, or names no revision for the Shoot yet.
const unknownRevision = "unknown"

// Unchanged returns the record for a reconciliation that does not deliver the new content. It keeps the previous
// configuration, revision, commit and overrides, and records the new revision as waiting. If the ring is unknown, it
// keeps the previous ring.
func (s ObservedProject) Unchanged(before ObservedProject) ObservedProject {
	if s.Ring == "" {
		s.Ring = before.Ring
	}
	s.Config, s.Waits, s.Revision, s.Commit, s.Overrides = before.Config, cmp.Or(s.Revision, unknownRevision), before.Revision, before.Commit, before.Overrides
	return s
}

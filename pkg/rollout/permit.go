// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"

	"golang.org/x/mod/semver"
)

// These are reasons of the condition FluxConfigured for a member whose delivered objects the rollout keeps unchanged.
const (
	// ReasonUnknown means that the permitted revision or its content is unknown.
	ReasonUnknown = "RolloutUnknown"
	// ReasonHeld means that the extension on the seed does not have the Flux version of the revision yet.
	ReasonHeld = "RolloutHeld"
)

// PermitRequest contains the data that Permit needs to derive the permit of a member.
type PermitRequest struct {
	// State is the rollout of the project; nil if it is missing or damaged.
	State *State
	// Member is the member that the permit is for. Delivered is true if anything was already delivered to the member.
	Member    Identity
	Delivered bool
	// NamesVersion is true if the member itself sets a Flux version.
	NamesVersion bool
	// Overridden returns whether an override in the permitted content sets a Flux version for the member; nil if there
	// are no overrides.
	Overridden func(Permit) bool
	// Carries returns whether the seed can deliver a Flux version. Newest is the newest version that the seed can deliver.
	Carries func(version string) bool
	Newest  string
}

// Permit is the permit of a member: the configuration and the Flux version that a seed may deliver to it.
type Permit struct {
	// Ring is the name of the member's ring; empty if it is unknown.
	Ring string
	// Target is the permitted revision and commit; empty if the member gets the current flux-config.
	Target
	// Content is the content of the permitted revision; nil if the member gets the current flux-config, or if the content
	// is unknown.
	Content *Revision
	// Version is the permitted Flux version; empty if the member or the configuration sets the version, or if the seed
	// cannot deliver it.
	Version string
	// Keeps is the reason why all delivered objects stay unchanged; empty if they may change.
	Keeps string
	// Stays is true if Flux itself stays unchanged while the rest of the configuration is delivered.
	Stays bool
	// Held is the rollout's target if the member may not have it yet; empty otherwise. RolledBack is true if that target
	// was rolled back.
	Held       string
	RolledBack bool
}

// Permit returns the permit of the member, including the Flux version. It never delays the first delivery, because a
// rollout delays only changes.
func (g PermitRequest) Permit() Permit {
	if g.State == nil {
		p := Permit{}
		if g.Delivered {
			p.Keeps = ReasonUnknown
		}
		return p
	}
	p := g.State.Permit(g.Member)
	if p.Content == nil {
		return g.withoutContent(p)
	}
	switch version := p.Content.FluxVersion; {
	case version == "" || g.NamesVersion || g.Overridden != nil && g.Overridden(p):
	case g.Carries(version):
		p.Version = version
	case !g.Delivered:
	case semver.Compare(version, g.Newest) > 0:
		p.Keeps = ReasonHeld
	default:
		p.Stays = true
	}
	return p
}

// withoutContent completes a permit whose content is unknown. A delivered member stays unchanged; a new member gets the
// rollout's target, with the commit of its ring or of a ring before.
func (g PermitRequest) withoutContent(p Permit) Permit {
	if g.Delivered {
		p.Keeps = ReasonUnknown
		return p
	}
	p.Target, p.Held = Target{}, ""
	if target, ok := g.State.Revisions[g.State.Target]; ok {
		p.Revision, p.Content = g.State.Target, &target
		if index := g.State.RingIndex(g.Member); (index > 0 || g.State.Rings[index].Pinned) && g.State.Promotes() {
			p.Commit = g.State.knownCommit(index, p.Revision)
		}
		if g.Carries(target.FluxVersion) {
			p.Version = target.FluxVersion
		}
	}
	return p
}

// Permit returns the permit of a member. It does not set Version, Keeps and Stays. A member that is not recorded yet
// gets the target that its ring has passed. If the first ring is pinned, the permit has the commit of the member.
func (s *State) Permit(member Identity) Permit {
	index := s.RingIndex(member)
	p := Permit{Ring: s.Rings[index].Name, Target: s.baseOf(index)}
	if record, ok := s.Members[member.Name]; ok && record.UID == member.UID {
		p.Target = record.Target
		p.Commit = cmp.Or(p.Commit, record.Pin)
	} else if s.Rings[index].Pinned {
		p.Commit = cmp.Or(p.Commit, s.knownCommit(index, p.Revision))
	}
	if p.Revision != s.Target {
		p.Held, p.RolledBack = s.Target, s.RolledBack
	}
	if content, ok := s.Revisions[p.Revision]; ok {
		p.Content = &content
	}
	return p
}

// baseOf returns the target of a new member in the ring: the target that the ring has passed, or, if that is unknown,
// the ring's current target. The target for the first ring has no commit, because that ring follows the source. If
// commits are promoted and the ring has no commit, the commit is the one of a ring before.
func (s *State) baseOf(index int) Target {
	target := s.Rings[index].Passed
	if target.Revision == "" {
		target = s.Rings[index].Target
	}
	switch {
	case index == 0:
		target.Commit = ""
	case target.Commit == "" && target.Revision != "" && s.Promotes() && s.Source != "":
		target.Commit = s.knownCommit(index, target.Revision)
	}
	return target
}

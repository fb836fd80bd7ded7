// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"golang.org/x/mod/semver"
)

// Gate is what a seed decides on, before it delivers the project's configuration to a Shoot.
type Gate struct {
	// State is the rollout of the project; nil if it is missing or damaged.
	State *State
	// Shoot is the Shoot, and Delivered whether anything was delivered to it.
	Shoot     Member
	Delivered bool
	// NamesVersion is whether the Shoot names a Flux version itself.
	NamesVersion bool
	// Overridden returns whether an override for the Shoot, in the content that it is to have, names a Flux version; nil if none does.
	Overridden func(Passage) bool
	// Carries returns whether this seed can deliver a Flux version, and Newest is the newest of these.
	Carries func(version string) bool
	Newest  string
}

// Passage is what the gate lets a Shoot have.
type Passage struct {
	// Ring is the name of its ring; empty if it is not known.
	Ring string
	// Goal is what it is to have; empty if that is flux-config as it is.
	Goal
	// Content is the configuration in that revision; nil if that is flux-config as it is, or if it is not known.
	Content *Revision
	// Version is the Flux version if the Shoot names none; empty for that which the configuration leads to on this seed.
	Version string
	// Keeps is the reason why the Shoot keeps all that was delivered to it; empty if it does not.
	Keeps string
	// Stays is whether Flux itself stays as it is, and the rest of the configuration is delivered.
	Stays bool
	// Held is the target if the Shoot may not have it yet, and RolledBack whether no Shoot may. Held is empty otherwise.
	Held       string
	RolledBack bool
}

// Pass decides what a Shoot gets. It is pure. A Shoot to which nothing was delivered is never kept waiting: the gate keeps changes from Shoots, not Flux.
func (g Gate) Pass() Passage {
	if g.State == nil {
		return Passage{Keeps: g.unlessNew(ReasonUnknown)}
	}
	permit := g.State.Of(g.Shoot)
	p := Passage{Ring: permit.Ring, Goal: permit.Goal, Content: permit.Content}
	if !permit.Target {
		p.Held, p.RolledBack = g.State.Target, g.State.RolledBack
	}
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

// withoutContent is for a goal of which the content is not known.
func (g Gate) withoutContent(p Passage) Passage {
	if g.Delivered {
		p.Keeps = ReasonUnknown
		return p
	}
	p.Goal, p.Held = Goal{}, ""
	if target, has := g.State.Revisions[g.State.Target]; has {
		p.Revision, p.Content = g.State.Target, &target
		if g.Carries(target.FluxVersion) {
			p.Version = target.FluxVersion
		}
	}
	return p
}

func (g Gate) unlessNew(reason string) string {
	if g.Delivered {
		return reason
	}
	return ""
}

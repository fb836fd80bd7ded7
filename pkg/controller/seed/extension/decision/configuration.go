// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"cmp"
	"context"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// configured resolves the configuration, with the survey of the shoot before the first delivery.
//
// A shoot that had Flux from the extension and no source is surveyed once more before it gets one: meanwhile a
// source and a root Kustomization may have been created in it by hand, or with 'flux bootstrap', which have the
// same names.
func (d *Decider) configured(ctx context.Context, f Facts, t *Target) *Refusal {
	previous := f.Seed.Previous
	if previous.Flux {
		if refusal := d.resolved(ctx, f, t, previous.Adopted); refusal != nil {
			return refusal
		}
		if !needsSurvey(previous, t.Effective) {
			return accepted(t)
		}
	}
	missing := surveyed(f, t)
	if missing != nil && !f.Shoot.Asleep {
		return missing
	}
	if t.Found == nil {
		// The configuration errors of a shoot that does not answer are reported all the same.
		invalid := d.resolved(ctx, f, t, previous.Adopted)
		if invalid == nil {
			invalid = accepted(t)
		}
		return cmp.Or(invalid, missing)
	}
	found := predecessor{*t.Found}
	adopted := found.archived()
	if refusal := d.resolved(ctx, f, t, adopted); refusal != nil {
		return refusal
	}
	// Only the name of the configured root Kustomization shows which one is adopted.
	if all := found.adopt(t.Effective, adopted); all != adopted {
		adopted = all
		if refusal := d.resolved(ctx, f, t, adopted); refusal != nil {
			return refusal
		}
	}
	t.Base = found.record(previous, t.Effective, adopted)
	if !previous.Flux || previous.Bootstrapped { // Otherwise, the Flux in the shoot is the extension's.
		if refusal := refusesAll(found.refuseNamespace(t.Effective)); refusal != nil {
			return refusal
		}
	}
	return accepted(t)
}

// needsSurvey returns whether a shoot that has an earlier delivery has to be surveyed before the next one:
// before its first source, and before Flux that was left alone, and may have been changed meanwhile, is managed
// again.
func needsSurvey(previous extensionstatus.State, effective *resolved.Configuration) bool {
	if previous.Bootstrapped {
		return !effective.IsOnce()
	}
	return previous.Flux && !previous.Sync && effective.Source != nil
}

// accepted refuses a change of names that must not change. It keeps source and root Kustomization suspended or
// resumed as they are in the shoot.
func accepted(t *Target) *Refusal {
	t.hold(t.Effective)
	return refusesAll(t.Effective.ValidateUpdate(t.Base.Identity))
}

// resolved resolves the configuration. If only the version prevents that, because the extension carries it no
// more, or not on this seed, a shoot that has Flux already gets all the rest: neither a rotated key nor
// anything else of the configuration has to wait for that. It resolves with the version that was delivered
// then, or with the newest, and the target has the refusal. So it does if the rollout needs a version that this
// seed does not have any more, which is no configuration error.
func (d *Decider) resolved(ctx context.Context, f Facts, t *Target, adopted configuration.Adopted) *Refusal {
	previous, staying := f.Seed.Previous, f.Documents.Gated.Staying
	t.Base, t.StaysBecause, t.Refused = previous, staying, nil
	var refused, errs document.Errors
	var err error
	if staying == "" {
		if t.Effective, refused, err = d.resolve(ctx, f, resolution{adopted: adopted}); err != nil || len(refused) == 0 {
			return fails(err)
		}
		if !previous.Flux {
			return refusesAll(refused)
		}
		t.Refused = refused
	}
	for _, version := range []string{previous.Version, ""} {
		if t.Effective, errs, err = d.resolve(ctx, f, resolution{adopted: adopted, other: true, version: version}); err != nil || t.Effective != nil {
			return fails(err)
		}
	}
	if staying == "" {
		errs = refused
	}
	return refusesAll(errs)
}

// resolution is the input of a resolver that differs between the resolutions of one reconciliation.
type resolution struct {
	adopted configuration.Adopted
	// other reports that version replaces the version of the documents; empty is the newest one.
	other   bool
	version string
}

type resolvedConfiguration struct {
	effective *resolved.Configuration
	errs      document.Errors
}

// resolve returns a configuration that the caller may change, or its errors. Without both, the extension does
// not carry the version.
func (d *Decider) resolve(ctx context.Context, f Facts, as resolution) (*resolved.Configuration, document.Errors, error) {
	known, is := d.known[as]
	if !is {
		resolver, err := d.resolverFor(f, as)
		if err != nil {
			return nil, nil, nil
		}
		defer d.Measure()()
		shoot := *f.Documents.Shoot
		shoot.Adopted = as.adopted
		if known.effective, known.errs, err = resolver.Resolve(ctx, f.Documents.ConfigMap, &shoot); err != nil {
			return nil, nil, err
		}
		if d.known == nil {
			d.known = map[resolution]resolvedConfiguration{}
		}
		d.known[as] = known
	}
	return known.effective.Clone(), known.errs, nil
}

func (d *Decider) resolverFor(f Facts, as resolution) (*configuration.Resolver, error) {
	resolver := d.Resolver
	if version := f.Documents.DefaultVersion; version != "" {
		resolver = resolver.WithDefaultVersion(version)
	}
	if !as.other {
		return resolver, nil
	}
	return resolver.ForFluxVersion(as.version)
}

// phased adds the phase.
//
// That no ManagedResource of this seed holds Flux, although it was delivered and nothing records that it is
// left alone, is so where the state is lost, and where the control plane has moved and the mode has changed
// meanwhile. Only a survey shows it then, after the ManagedResources were read: an earlier one may have found
// controllers that they have taken with them.
func phased(f Facts, t *Target) *Refusal {
	switch base := t.Base; {
	case !t.Effective.IsOnce():
		t.Phase = PhaseManaged
		return nil
	case base.Bootstrapped:
		t.Phase = PhaseBootstrapped
		return nil
	case base.Bootstrapping == extensionstatus.BootstrappingNew:
		t.Phase = PhaseBootstrapping
		return nil
	case !base.Flux:
	case f.Seed.HoldsFlux == nil:
		return needs(Need{HoldsFlux: true})
	case *f.Seed.HoldsFlux:
		t.Phase = PhaseReleasing
		return nil
	case f.Shoot.Resurvey == nil:
		return needs(Need{Resurvey: true})
	default:
		t.Found = f.Shoot.Resurvey
	}
	t.Phase = PhaseBootstrapping
	if t.Found != nil && len(t.Found.Controllers) > 0 {
		t.Phase = PhaseBootstrapped
	}
	return nil
}

// pinned has the source read the commit or digest that the rollout has promoted. It comes after the comparison
// with a source of the shoot: the commit decides when Flux applies a change, and not which configuration the
// source has.
func pinned(f Facts, t *Target) *Refusal {
	f.pin(t.Effective)
	return nil
}

func (f Facts) pin(effective *resolved.Configuration) {
	if commit := f.Documents.Gated.Commit; commit != "" {
		effective.Pin(commit)
	}
}

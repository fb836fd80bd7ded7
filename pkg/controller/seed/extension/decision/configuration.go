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

// configured resolves the configuration. Before the first delivery, it considers the survey of the shoot.
//
// If the extension has delivered Flux without a source, the shoot is surveyed again before its first source is
// delivered: users may have created a source and a root Kustomization with the same names, for example with 'flux
// bootstrap'.
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
		// Configuration errors are reported even if the shoot does not respond.
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
	// The name of the configured root Kustomization determines which one is adopted.
	if all := found.adopt(t.Effective, adopted); all != adopted {
		adopted = all
		if refusal := d.resolved(ctx, f, t, adopted); refusal != nil {
			return refusal
		}
	}
	t.Base = found.record(previous, t.Effective, adopted)
	if !previous.Flux || previous.Bootstrapped { // Otherwise, the extension installed this Flux.
		if refusal := refusesAll(found.refuseNamespace(t.Effective)); refusal != nil {
			return refusal
		}
	}
	return accepted(t)
}

// needsSurvey returns whether a shoot with a delivery must be surveyed before the next delivery. This is the case
// before the first delivery of a source, and before the extension manages Flux again, because users may have changed
// Flux.
func needsSurvey(previous extensionstatus.State, effective *resolved.Configuration) bool {
	if previous.Bootstrapped {
		return !effective.IsOnce()
	}
	return previous.Flux && !previous.Sync && effective.Source != nil
}

// accepted refuses changes of immutable names. Source and root Kustomization stay suspended or resumed as in the shoot.
func accepted(t *Target) *Refusal {
	t.hold(t.Effective)
	return refusesAll(t.Effective.ValidateUpdate(t.Base.Identity))
}

// resolved resolves the configuration. If the Flux version is the only error, because this extension or seed does not
// carry the version, a shoot with Flux still gets the other changes, for example a rotated key. In this case, resolved
// uses the delivered version or, if it is not carried, the newest one, and records the errors in the target. It does
// the same if the rollout requires a version that this seed does not carry any more, which is not a configuration
// error.
func (d *Decider) resolved(ctx context.Context, f Facts, t *Target, adopted configuration.Adopted) *Refusal {
	previous, staying := f.Seed.Previous, f.Documents.Permit.FluxUnchanged
	t.Base, t.FluxUnchanged, t.Refused = previous, staying, nil
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

// resolution is the input of the resolver that differs between the resolutions of one reconciliation.
type resolution struct {
	adopted configuration.Adopted
	// other is true if version replaces the version in the documents. An empty version means the newest one.
	other   bool
	version string
}

type resolvedConfiguration struct {
	effective *resolved.Configuration
	errs      document.Errors
}

// resolve returns a configuration that the caller may change, or its errors. It returns neither if the extension does
// not carry the version.
func (d *Decider) resolve(ctx context.Context, f Facts, as resolution) (*resolved.Configuration, document.Errors, error) {
	known, ok := d.known[as]
	if !ok {
		resolver := d.Resolver.WithDefaultVersion(f.Documents.DefaultVersion)
		var err error
		if as.other {
			if resolver, err = resolver.ForFluxVersion(as.version); err != nil {
				return nil, nil, nil
			}
		}
		defer d.Measure()()
		shoot := *f.Seed.Shoot
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

// phased sets the phase.
//
// Flux may exist in the shoot although no ManagedResource of this seed contains it and no record shows that it was
// released. This happens if the state was lost, or if the mode changed during a control plane migration. In this case,
// a survey determines the phase. The survey must follow the read of the ManagedResources, because their deletion may
// have removed controllers that an earlier survey found.
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

// pinned pins the source to the commit or digest that the rollout has promoted. It runs after the comparison with the
// source in the shoot, because the commit determines when Flux applies a change, but not how the source is configured.
func pinned(f Facts, t *Target) *Refusal {
	t.Effective.Pin(f.Documents.Permit.Commit)
	return nil
}

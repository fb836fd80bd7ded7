// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"context"
	"fmt"
	"slices"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// VersionUpgrade is the change to another Flux version, or the addition of components with the same version.
type VersionUpgrade struct {
	// Migration is required before the upgrade if the shoot stores objects in API versions that the new version lacks.
	Migration
	// Held is the reason why the delivered version stays; empty if the upgrade is possible.
	Held string
	// Failed is the error of the storage migration; nil if it succeeded.
	Failed error
	// Older is the configuration with the delivered version; nil if the extension does not carry that version.
	Older *resolved.Configuration
}

// components keeps the controllers and shards that are not configured any more while the shoot has objects that only
// they handle. Without its controller, such an object could not be deleted, and a HelmRelease would not be updated,
// although both would still be Ready. A component also stays if its use is unknown, so that a shoot that does not
// respond does not block the delivery.
func components(f Facts, t *Target) *Refusal {
	var unknown []Component
	for _, dropped := range t.dropped() {
		use, ok := f.Shoot.Uses[dropped]
		if !ok && !f.Seed.Hibernated {
			unknown = append(unknown, dropped)
			continue
		}
		if why := whyKept(dropped, use, f.Seed.Hibernated); why != "" {
			t.Kept = append(t.Kept, KeptComponent{dropped, why})
		}
	}
	if len(unknown) > 0 {
		return needs(Need{Uses: unknown})
	}
	t.keep(t.Effective)
	if t.Refused == nil {
		t.Refused = t.refuseShards()
	}
	return nil
}

// upgraded sets the upgrade to another Flux version. If the version is refused or held back, Flux itself stays
// unchanged.
func (d *Decider) upgraded(ctx context.Context, f Facts, t *Target) *Refusal {
	switch stays := t.Refused != nil || t.FluxUnchanged != ""; {
	case stays && !t.Phase.installs():
		t.Refused, t.FluxUnchanged = nil, "" // The version is only relevant if Flux itself is delivered.
		return nil
	case stays:
		t.staying(f.Seed.Previous)
		return nil
	case !t.changesVersion():
		return nil
	}
	t.Upgrade = &VersionUpgrade{Migration: Migration{From: t.Base.Version, To: t.Effective.Version}}
	installed := f.Shoot.Installed
	switch {
	case installed == nil && f.Shoot.Absent:
		return nil
	case installed == nil:
		return needs(Need{Installed: true})
	}
	if t.Upgrade.From == "" || t.Base.Bootstrapped {
		t.Upgrade.From = flux.Newest(installed.Controllers)
	}
	var err error
	if t.Upgrade.Older, err = d.older(ctx, f, t); err != nil {
		return fails(err)
	}
	return d.judged(f, t)
}

// older returns the configuration with the installed version; nil if the extension does not carry that version.
func (d *Decider) older(ctx context.Context, f Facts, t *Target) (*resolved.Configuration, error) {
	if t.Upgrade.From == "" {
		return nil, nil //nolint:nilnil // the version is not known
	}
	older, errs, err := d.resolve(ctx, f, resolution{adopted: t.Base.Adopted, other: true, version: t.Upgrade.From})
	if err != nil || older == nil || len(errs) > 0 {
		return nil, err
	}
	t.hold(older)
	older.Pin(f.Documents.Permit.Commit)
	t.keep(older)
	return older, nil
}

// judged applies the rules for upgrades, and keeps Flux unchanged if they do not permit the upgrade.
func (d *Decider) judged(f Facts, t *Target) *Refusal {
	u, wanted := t.Upgrade, t.Effective.Components
	change := flux.Change{
		From: u.From, To: u.To, Installed: *f.Shoot.Installed,
		Foreign: !t.Base.Flux || t.Base.Bootstrapped,
		Allowed: slices.DeleteFunc(d.Renderer.Versions(), func(version string) bool {
			_, err := d.Resolver.ForFluxVersion(version)
			return err != nil
		}),
		Apis: func(version string) (map[string]flux.API, error) { return d.Renderer.APIs(version, wanted) },
	}
	errs, err := change.Refuse()
	switch {
	case err != nil:
		return fails(err)
	case len(errs) > 0:
		return f.refusedVersion(t, t.Effective.Locate(errs))
	}
	if u.Remaining, u.Held, err = change.Judge(); err != nil {
		return fails(err)
	}
	if u.Held != "" {
		return f.heldBack(t)
	}
	if f.MigrationFailure == nil || !t.migrates() {
		return nil
	}
	// Until the migration succeeds, Flux itself stays unchanged. The health check triggers the next attempt, which skips
	// migrated objects. The operation does not fail, because a failed operation would block the reconciliation and
	// migration of the Shoot.
	if u.Failed = f.MigrationFailure; t.Base.Flux {
		t.staying(f.Seed.Previous)
		return nil
	}
	return fails(fmt.Errorf("%w. Nothing is delivered until the migration succeeds", u.Failed))
}

// refusedVersion leaves Flux itself unchanged because of errors in the version. If there is no earlier delivery,
// nothing is delivered.
func (f Facts) refusedVersion(t *Target, errs document.Errors) *Refusal {
	if !t.Base.Flux {
		return refusesAll(errs)
	}
	t.Refused = errs
	t.staying(f.Seed.Previous)
	return nil
}

// heldBack keeps the delivered version. If other settings of Flux itself would change too, it leaves Flux itself
// unchanged, because the installed version may not support the change.
func (f Facts) heldBack(t *Target) *Refusal {
	u := t.Upgrade
	if !t.Base.Flux {
		return f.refusedVersion(t, t.Effective.Locate(flux.HeldError(u.To, u.Held)))
	}
	u.Remaining = nil
	if u.Older != nil {
		t.Effective = u.Older
	}
	if u.Older == nil || t.changesVersion() {
		t.staying(f.Seed.Previous)
	}
	return nil
}

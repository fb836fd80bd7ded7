// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"context"
	"fmt"
	"slices"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// VersionUpgrade is the change to another version, or to more of its components.
type VersionUpgrade struct {
	// Migration comes before the upgrade if objects are stored in API versions that do not remain.
	Migration
	// Held says why the version that was delivered before stays; empty if it does not.
	Held string
	// Failed is why the storage migration has not succeeded; nil if it has.
	Failed error
	// Older is the configuration with the version of the last delivery; nil if the extension does not carry it.
	Older *resolved.Configuration
}

// components adds the controllers and shards that were delivered and are not configured any more, as long as
// the shoot has objects that only they handle: without its controller, such an object cannot be deleted, a
// HelmRelease would go without its release, and both would be reported as ready for ever. A component of
// unknown use is kept too: nothing else has to wait for a shoot that gives no answer.
func components(f Facts, t *Target) *Refusal {
	var unknown []Component
	for _, dropped := range t.dropped() {
		use, known := f.Shoot.Uses[dropped]
		if !known && !f.Seed.Hibernated {
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

// upgraded adds the upgrade to another version of Flux. A version that the shoot must not get, or is not to get
// yet, leaves Flux itself as it is.
func (d *Decider) upgraded(ctx context.Context, f Facts, t *Target) *Refusal {
	switch stays := t.Refused != nil || t.StaysBecause != ""; {
	case stays && !t.Phase.installs():
		t.Refused, t.StaysBecause = nil, "" // The version counts only where Flux itself is delivered.
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

// older returns the configuration with the version that the shoot has; nil if the extension does not carry it.
func (d *Decider) older(ctx context.Context, f Facts, t *Target) (*resolved.Configuration, error) {
	if t.Upgrade.From == "" {
		return nil, nil //nolint:nilnil // the version is not known
	}
	older, errs, err := d.resolve(ctx, f, resolution{adopted: t.Base.Adopted, other: true, version: t.Upgrade.From})
	if err != nil || older == nil || len(errs) > 0 {
		return nil, err
	}
	t.hold(older)
	f.pin(older)
	t.keep(older)
	return older, nil
}

// judged applies the rules for upgrades.
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
	if failed := f.Migration; failed == nil || failed.Failure == nil || !t.migrates() {
		return nil
	}
	// As long as the migration has not succeeded, Flux itself stays as it is, and the objects that were migrated
	// do not have to be migrated again: the health check has it tried again. The operation does not fail, because
	// the Shoot could not be reconciled or moved until then.
	if u.Failed = f.Migration.Failure; t.Base.Flux {
		t.staying(f.Seed.Previous)
		return nil
	}
	waiting := fmt.Errorf("%w. Nothing is delivered until that succeeds", u.Failed)
	refusal := leaves(gardencorev1beta1.ConditionProgressing, fluxv1alpha1.ReasonMigrating, waiting.Error())
	refusal.Waiting = waiting
	return refusal
}

// refusedVersion leaves Flux itself as it is because the version must not be delivered. A shoot that has
// nothing from the extension gets nothing then.
func (f Facts) refusedVersion(t *Target, errs document.Errors) *Refusal {
	if !t.Base.Flux {
		return refusesAll(errs)
	}
	t.Refused = errs
	t.staying(f.Seed.Previous)
	return nil
}

// heldBack keeps the version that was delivered before. If with that anything of Flux itself would change as
// well, which is not known to be possible, Flux itself stays as it is.
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

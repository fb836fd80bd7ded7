// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"fmt"
	"slices"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/decision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/predecessor"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// resolve finds the configuration in force, together with what was found in the shoot, which is inspected before the first delivery.
//
// A shoot that had Flux from the extension and no source is inspected once more before it gets one: meanwhile a source and a root
// Kustomization may have been created in it by hand, or with 'flux bootstrap', which have the same names.
func (o *observer) resolve(ctx context.Context) error {
	if !o.Previous.Flux {
		if err := o.inspect(ctx); err != nil {
			return err
		}
	}
	o.shoot.Adopted = o.Previous.Adopted
	if o.Found == nil {
		t, errs, err := o.resolveAnyVersion(ctx, o.Previous)
		if err != nil {
			return err
		}
		if len(errs) > 0 || !decision.NeedsInspection(o.Previous, t.Effective) {
			o.accept(t, errs)
			return nil
		}
		if err := o.inspect(ctx); err != nil {
			return err
		}
		if o.Found == nil { // It is hibernated.
			o.accept(t, nil)
			return nil
		}
	}
	t, errs, err := o.resolveFound(ctx, predecessor.Found{Survey: o.Found.Survey})
	if err != nil {
		return err
	}
	o.accept(t, errs)
	return nil
}

// resolveFound resolves the configuration with what was found in the shoot. What of a root Kustomization is adopted is known only when the
// name of the configured one is.
func (o *observer) resolveFound(ctx context.Context, found predecessor.Found) (decision.Target, document.Errors, error) {
	o.shoot.Adopted = found.Archived()
	t, errs, err := o.resolveAnyVersion(ctx, o.Previous)
	if err != nil || len(errs) > 0 {
		return t, errs, err
	}
	if adopted := found.Adopt(t.Effective, o.shoot.Adopted); adopted != o.shoot.Adopted {
		o.shoot.Adopted = adopted
		t, errs, err = o.resolveAnyVersion(ctx, o.Previous)
		if err != nil || len(errs) > 0 {
			return t, errs, err
		}
	}
	t.Base = found.Record(o.Previous, t.Effective, o.shoot.Adopted)
	if o.Previous.Flux && !o.Previous.Bootstrapped {
		return t, nil, nil // The Flux that is there is the extension's.
	}
	return t, found.RefuseNamespace(t.Effective), nil
}

// resolveAnyVersion resolves the configuration. If only the version prevents that, because the extension carries it no more, or not
// on this seed, a shoot that has Flux already gets all the rest: neither a rotated key nor anything else of the configuration has to wait
// for that. It resolves with the version that was delivered then, or with the newest, and the target has what was refused. So it does if the
// rollout needs a version that this seed does not have any more, which is no configuration error.
func (o *observer) resolveAnyVersion(ctx context.Context, previous extensionstatus.State) (decision.Target, document.Errors, error) {
	defer o.Costs.Measure(o.extension.Namespace)()
	if o.Gated.Staying != "" {
		effective, errs, err := o.resolveOtherVersion(ctx, previous)
		return decision.Target{Effective: effective, Base: previous, StaysBecause: o.Gated.Staying}, errs, err
	}
	effective, errs, err := o.resolver.Resolve(ctx, o.configMap, o.shoot)
	if err != nil || len(errs) == 0 || !previous.Flux {
		return decision.Target{Effective: effective, Base: previous}, errs, err
	}
	effective, others, err := o.resolveOtherVersion(ctx, previous)
	if err != nil || len(others) > 0 {
		return decision.Target{}, errs, err
	}
	return decision.Target{Effective: effective, Base: previous, Refused: errs}, nil, nil
}

// resolveOtherVersion resolves with the version that was delivered before or, if that does not work, with the newest.
func (o *observer) resolveOtherVersion(ctx context.Context, previous extensionstatus.State) (*resolved.Configuration, document.Errors, error) {
	var errs document.Errors
	for _, version := range []string{previous.Version, ""} {
		resolver, err := o.resolver.ForFluxVersion(version)
		if err != nil {
			continue
		}
		var effective *resolved.Configuration
		if effective, errs, err = resolver.Resolve(ctx, o.configMap, o.shoot); err != nil || len(errs) == 0 {
			return effective, nil, err
		}
	}
	return nil, errs, nil
}

// accept takes the target, unless it has configuration errors or changes what must not change.
func (o *observer) accept(t decision.Target, errs document.Errors) {
	if len(errs) == 0 {
		errs = t.Effective.ValidateUpdate(t.Base.Identity)
	}
	if len(errs) > 0 {
		o.refuse(errs)
		return
	}
	hold(t.Effective, t.Base)
	o.Target = &t
}

// hold keeps source and root Kustomization suspended or resumed as they are in the shoot.
func hold(effective *resolved.Configuration, base extensionstatus.State) {
	effective.Hold(base.SourceKind, base.SourceSuspension, base.RootSuspension)
}

// findPhase finds out what becomes of Flux in the shoot.
//
// That nothing of Flux is delivered any more on this seed, although it was delivered and nothing records that it is left alone, is so
// where the state is lost, and where the control plane has moved and the mode has changed meanwhile. Only an inspection shows it then.
func (o *observer) findPhase(ctx context.Context) error {
	switch base := o.Target.Base; {
	case !o.Target.Effective.IsOnce():
		o.Target.Phase = decision.PhaseManaged
		return nil
	case base.Bootstrapped:
		o.Target.Phase = decision.PhaseBootstrapped
		return nil
	case base.Bootstrapping == extensionstatus.BootstrappingNew:
		o.Target.Phase = decision.PhaseBootstrapping
		return nil
	case base.Flux:
		resources, err := o.Deliverer.State(ctx, o.extension.Namespace)
		if err != nil {
			return err
		}
		if resources.CRDs != nil || resources.Controllers != nil {
			o.Target.Phase = decision.PhaseReleasing
			return nil
		}
		// The inspection that there may be was made before it was known that this matters.
		if err := o.inspect(ctx); err != nil || o.Hibernated {
			return err
		}
	}
	o.Target.Phase = decision.PhaseBootstrapping
	if o.Found != nil && len(o.Found.Controllers) > 0 {
		o.Target.Phase = decision.PhaseBootstrapped
	}
	return nil
}

// readUpgrade finds out what the shoot has of Flux before it gets another version of it. With what it must not get, and with what it is not
// to get yet, Flux itself stays as it is.
func (o *observer) readUpgrade(ctx context.Context) error {
	t := *o.Target
	if t.Refused != nil || t.StaysBecause != "" || !t.ChangesVersion(o.Found) {
		switch {
		case t.Phase == decision.PhaseReleasing || t.Phase == decision.PhaseBootstrapped:
			t.Refused, t.StaysBecause = nil, "" // The version counts only where Flux itself is delivered.
		case t.Refused != nil || t.StaysBecause != "":
			t = t.Staying(o.Previous)
		}
		o.Target = &t
		return nil
	}
	t.Upgrade = &decision.VersionUpgrade{From: t.Base.Version, To: t.Effective.Version}
	o.Target = &t
	var installed *flux.Installed
	err := o.ask(ctx, func(shoot *toolkit.Shoot) error {
		found, err := shoot.Installed(ctx)
		if err != nil {
			return fmt.Errorf("failed to read what Flux stores in the shoot: %w", err)
		}
		t.Upgrade.Shoot, installed = shoot, &found
		return nil
	})
	if err != nil || installed == nil {
		return err
	}
	if t.Upgrade.From == "" || t.Base.Bootstrapped {
		t.Upgrade.From = flux.Newest(installed.Controllers)
	}
	if t.Upgrade.Older, err = o.resolveOlder(ctx, t); err != nil {
		return err
	}
	return o.judgeUpgrade(t, *installed)
}

// resolveOlder returns the configuration with the version that the shoot has; nil if there is none.
func (o *observer) resolveOlder(ctx context.Context, t decision.Target) (*resolved.Configuration, error) {
	resolver, err := o.resolver.ForFluxVersion(t.Upgrade.From)
	if t.Upgrade.From == "" || err != nil {
		return nil, nil //nolint:nilnil // the extension carries that version no more
	}
	defer o.Costs.Measure(o.extension.Namespace)()
	older, errs, err := resolver.Resolve(ctx, o.configMap, o.shoot)
	if err != nil || len(errs) > 0 {
		return nil, err
	}
	hold(older, t.Base)
	o.pin(older)
	t.Keep(older)
	return older, nil
}

// judgeUpgrade applies the rules for upgrades (pkg/flux).
func (o *observer) judgeUpgrade(t decision.Target, installed flux.Installed) error {
	components := t.Effective.Components
	change := flux.Change{
		From: t.Upgrade.From, To: t.Upgrade.To, Installed: installed,
		Foreign: !t.Base.Flux || t.Base.Bootstrapped,
		Allowed: slices.DeleteFunc(o.Renderer.Versions(), func(version string) bool {
			_, err := o.resolver.ForFluxVersion(version)
			return err != nil
		}),
		Apis: func(version string) (map[string]flux.API, error) { return o.Renderer.APIs(version, components) },
	}
	errs, err := change.Refuse()
	if err != nil {
		return err
	}
	if len(errs) > 0 {
		o.refuseVersion(t, t.Effective.Locate(errs))
		return nil
	}
	if t.Upgrade.Remaining, t.Upgrade.Held, err = change.Judge(); err != nil {
		return err
	}
	if t.Upgrade.Held != "" {
		o.holdBack(t)
		return nil
	}
	o.Target = &t
	return nil
}

// refuseVersion records that the version must not be delivered. A shoot that has nothing from the extension gets nothing then.
func (o *observer) refuseVersion(t decision.Target, errs document.Errors) {
	if !t.Base.Flux {
		o.refuse(errs)
		return
	}
	t.Refused = errs
	t = t.Staying(o.Previous)
	o.Target = &t
}

// holdBack keeps the version that was delivered before. If with that anything of Flux itself would change as well, which is not known
// to be possible, Flux itself stays as it is.
func (o *observer) holdBack(t decision.Target) {
	if !t.Base.Flux {
		o.refuseVersion(t, t.Effective.Locate(flux.HeldError(t.Upgrade.To, t.Upgrade.Held)))
		return
	}
	t.Upgrade.Remaining = nil
	if t.Upgrade.Older != nil {
		t.Effective = t.Upgrade.Older
	}
	if t.Upgrade.Older == nil || t.ChangesVersion(o.Found) {
		t = t.Staying(o.Previous)
	}
	o.Target = &t
}

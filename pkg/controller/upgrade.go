// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"fmt"
	"slices"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	"k8s.io/apimachinery/pkg/util/validation/field"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/configuration"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/toolkit"
)

// mostObjectsNamed is how many objects a message names, because nobody reads more.
const mostObjectsNamed = 5

// upgrade is what the change to another version, or to more of its components, asks for before it can be delivered.
type upgrade struct {
	// from and to are the versions; from is empty if nobody knows.
	from, to string
	// remaining are the API versions that the kinds will have, by the names of their CustomResourceDefinitions.
	remaining map[string][]string
	// held says why the version that was delivered before stays; empty if it does not. If there is none to stay at, heldWhole says why,
	// and nothing is delivered.
	held, heldWhole string
	// stays is the version that is delivered meanwhile.
	stays string
	// shoot is what was looked at; nil if there has never been a shoot to look at.
	shoot *toolkit.Shoot
}

// changesVersion tells whether a shoot that has Flux from the extension is to get another than it was given before. A component
// that comes anew may have been there before, in an older version, and its CustomResourceDefinitions still are.
func changesVersion(delivered configuration.Delivered, effective *configuration.Effective) bool {
	if !delivered.Flux || effective.Mode != fluxv1alpha1.ModeManaged {
		return false
	}
	return delivered.Bootstrapped || delivered.Version != effective.Version ||
		delivered.Components != "" && delivered.Components != effective.ComponentNames()
}

// gatherUpgrade looks what the shoot has of Flux before it gets another version of it. What it must not get is a mistake, and what it
// is not to get yet is a fact, with which the version that it has holds. Older is what finds out what would hold with that.
func (a *Actuator) gatherUpgrade(ctx context.Context, namespace string, cluster *extensionscontroller.Cluster, f *facts, older func(*configuration.Resolver) (*configuration.Effective, configuration.Mistakes)) error {
	if !changesVersion(f.delivered, f.effective) {
		return nil
	}
	f.upgrade = &upgrade{from: f.delivered.Version, to: f.effective.Version}
	var stock *toolkit.Stock
	err := a.ask(ctx, namespace, cluster, f, func(shoot *toolkit.Shoot) error {
		found, err := shoot.Stock(ctx)
		if err != nil {
			return fmt.Errorf("failed to look what Flux stores in the shoot: %w", err)
		}
		f.upgrade.shoot, stock = shoot, &found
		return nil
	})
	if err != nil || stock == nil {
		return err
	}
	if f.upgrade.from == "" || f.delivered.Bootstrapped {
		f.upgrade.from = newest(stock.Controllers)
	}
	change := versionChange{from: f.upgrade.from, to: f.upgrade.to, stock: *stock}
	change.allowed = slices.DeleteFunc(a.Renderer.Versions(), func(version string) bool {
		_, err := a.Resolver.ForFluxVersion(version)
		return err != nil
	})
	change.apis = func(version string) (map[string]flux.API, error) {
		return a.Renderer.APIs(version, f.effective.Components)
	}
	mistake, err := change.refuse()
	if err != nil {
		return err
	}
	if mistake != nil {
		f.mistake = f.effective.Locate(field.ErrorList{mistake})
		return nil
	}
	if f.upgrade.remaining, f.upgrade.held, err = change.judge(); err != nil || f.upgrade.held == "" {
		return err
	}
	a.holdBack(f, older)
	return nil
}

// holdBack has the version hold that was delivered before.
func (a *Actuator) holdBack(f *facts, older func(*configuration.Resolver) (*configuration.Effective, configuration.Mistakes)) {
	resolver, err := a.Resolver.ForFluxVersion(f.upgrade.from)
	if f.upgrade.from == "" || err != nil {
		f.upgrade.heldWhole = "the extension does not carry the version that the shoot has, or the operator does not allow it"
		return
	}
	effective, mistakes := older(resolver)
	if len(mistakes) > 0 {
		f.upgrade.heldWhole = "the configuration does not fit the version that the shoot has: " + mistakes.Error()
		return
	}
	effective.Hold(f.delivered)
	f.effective, f.upgrade.remaining, f.upgrade.stays = effective, nil, effective.Version
}

// migrate prepares the shoot for the CustomResourceDefinitions of another version. As long as it has not succeeded, nothing is
// delivered, and what was done of it does not have to be done again. The requeue is the outermost error, because the extension library
// recognizes it by a type assertion.
func (a *Actuator) migrate(ctx context.Context, ex *extensionsv1alpha1.Extension, f facts) error {
	if f.upgrade == nil || f.upgrade.shoot == nil || len(f.upgrade.remaining) == 0 {
		return nil
	}
	bounded, cancel := context.WithTimeout(ctx, a.Timeouts.Migration)
	defer cancel()
	migrated, err := a.Migrations.Migrate(bounded, f.upgrade.shoot, f.upgrade.remaining)
	if len(migrated) > 0 {
		logf.FromContext(ctx).Info("Flux's objects in the shoot are stored in API versions that remain", "customResourceDefinitions", migrated)
	}
	if err == nil {
		return nil
	}
	err = fmt.Errorf("failed to migrate Flux's objects in the shoot before Flux%s is upgraded to %s; nothing is delivered until they are: %w", spaced(f.upgrade.from), f.upgrade.to, err)
	verdict := health.Verdict{Type: fluxv1alpha1.ConditionConfigured, Status: gardencorev1beta1.ConditionProgressing, Reason: "Migrating", Message: err.Error()}
	if err := a.Conditions.Write(ctx, ex, []health.Verdict{verdict}, fluxv1alpha1.ConditionConfigured); err != nil {
		return err
	}
	return &reconcilerutils.RequeueAfterError{Cause: err, RequeueAfter: a.Timeouts.MigrationRetry}
}

// decideHeld says that the upgrade waits, and what of the configuration is delivered nevertheless.
func decideHeld(u *upgrade, d decision) decision {
	d.verdict.Status, d.verdict.Reason = gardencorev1beta1.ConditionFalse, "UpgradeHeldBack"
	if u.heldWhole != "" {
		d.deliver = nil
		d.verdict.Message = fmt.Sprintf("%s. Until then nothing is delivered, because %s", u.held, u.heldWhole)
		return d
	}
	d.verdict.Message = fmt.Sprintf("%s. Until then everything else is delivered with %s: %s", u.held, u.stays, d.verdict.Message)
	return d
}

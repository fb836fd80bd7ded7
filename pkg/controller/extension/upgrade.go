// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"fmt"
	"slices"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/upgrade"
)

// pendingUpgrade is what the change to another version, or to more of its components, asks for before it can be delivered.
type pendingUpgrade struct {
	// from and to are the versions; from is empty if nobody knows.
	from, to string
	// remaining are the API versions that the kinds will have, by the names of their CustomResourceDefinitions.
	remaining map[string][]string
	// held says why the version that was delivered before stays; empty if it does not.
	held string
	// failed is why the migration has not succeeded; nil if it has.
	failed error
	// older is what holds with the version that was delivered before; nil if nothing does.
	older *configuration.Effective
	// shoot is what was looked at; nil if there has never been a shoot to look at.
	shoot *toolkit.Shoot
}

// changesVersion tells whether Flux itself is to be delivered, and in another version than the shoot was given before. A component
// that comes anew may have been there before, in an older version, and its CustomResourceDefinitions still are. So are those of a Flux
// that somebody else has brought.
func (f *facts) changesVersion() bool {
	if f.phase != phaseManaged && f.phase != phaseBootstrapping {
		return false
	}
	delivered := f.delivered
	if !delivered.Flux {
		return f.survey != nil && len(f.survey.Controllers)+len(f.survey.Stored) > 0
	}
	return delivered.Bootstrapped || delivered.Version != f.effective.Version ||
		delivered.Components != "" && delivered.Components != f.effective.ComponentNames()
}

// gatherUpgrade looks what the shoot has of Flux before it gets another version of it. What it must not get, and what it is not to get
// yet, is a fact, with which Flux itself stays as it is. Older is what finds out what would hold with another version.
func (a *Actuator) gatherUpgrade(ctx context.Context, namespace string, cluster *extensionscontroller.Cluster, f *facts, older func(version string) *configuration.Effective) error {
	if f.isRefused() || !f.changesVersion() {
		f.stayIfRefused()
		return nil
	}
	f.pendingUpgrade = &pendingUpgrade{from: f.delivered.Version, to: f.effective.Version}
	var stock *toolkit.Stock
	err := a.ask(ctx, namespace, cluster, f, func(shoot *toolkit.Shoot) error {
		found, err := shoot.Stock(ctx)
		if err != nil {
			return fmt.Errorf("failed to look what Flux stores in the shoot: %w", err)
		}
		f.pendingUpgrade.shoot, stock = shoot, &found
		return nil
	})
	if err != nil || stock == nil {
		return err
	}
	if f.pendingUpgrade.from == "" || f.delivered.Bootstrapped {
		f.pendingUpgrade.from = upgrade.Newest(stock.Controllers)
	}
	f.pendingUpgrade.older = older(f.pendingUpgrade.from)
	change := a.Change(f, *stock)
	mistakes, err := change.Refuse()
	if err != nil {
		return err
	}
	if len(mistakes) > 0 {
		f.refuse(mistakes)
		return nil
	}
	if f.pendingUpgrade.remaining, f.pendingUpgrade.held, err = change.Judge(); err == nil && f.pendingUpgrade.held != "" {
		f.holdBack()
	}
	return err
}

func (a *Actuator) Change(f *facts, stock toolkit.Stock) upgrade.Change {
	components := f.effective.Components
	return upgrade.Change{
		From: f.pendingUpgrade.from, To: f.pendingUpgrade.to, Stock: stock,
		Foreign: !f.delivered.Flux || f.delivered.Bootstrapped,
		Allowed: slices.DeleteFunc(a.Renderer.Versions(), func(version string) bool {
			_, err := a.Resolver.ForFluxVersion(version)
			return err != nil
		}),
		Apis: func(version string) (map[string]flux.API, error) { return a.Renderer.APIs(version, components) },
	}
}

// migrate prepares the shoot for the CustomResourceDefinitions of another version, if everything else is decided. As long as it has not
// succeeded, Flux itself stays as it is, and what was done of it does not have to be done again: the look at the shoot's health has it
// tried again (see HealthChecker.retry). The operation does not fail, because nobody could reconcile or move the Shoot until then.
//
// Only to a shoot that has nothing from the extension yet, nothing is delivered, and the operation is repeated. The requeue is the
// outermost error, because the extension library recognizes it by a type assertion.
func (a *Actuator) migrate(ctx context.Context, ex *extensionsv1alpha1.Extension, f *facts) error {
	if f.pendingUpgrade == nil || f.pendingUpgrade.shoot == nil || f.onlyConfig || len(f.pendingUpgrade.remaining) == 0 || decide(*f).deliver == nil {
		return nil
	}
	bounded, cancel := context.WithTimeout(ctx, a.Timeouts.Migration)
	defer cancel()
	migrated, err := a.Migrations.Migrate(bounded, f.pendingUpgrade.shoot, f.pendingUpgrade.remaining)
	if len(migrated) > 0 {
		logf.FromContext(ctx).Info("Flux's objects in the shoot are stored in API versions that remain", "customResourceDefinitions", migrated)
	}
	if err == nil {
		return nil
	}
	err = fmt.Errorf("failed to migrate Flux's objects in the shoot before Flux%s is upgraded to %s: %w", upgrade.Spaced(f.pendingUpgrade.from), f.pendingUpgrade.to, err)
	if f.delivered.Flux {
		logf.FromContext(ctx).Error(err, "Flux stays as it is")
		f.pendingUpgrade.failed = err
		f.stay()
		if f.phase == phaseBootstrapped {
			// The key was read for what is configured, and is used for what is in the shoot.
			return a.gatherDeployKey(ctx, f)
		}
		return nil
	}
	err = fmt.Errorf("%w. Nothing is delivered until that succeeds", err)
	verdict := health.Verdict{Type: fluxv1alpha1.ConditionConfigured, Status: gardencorev1beta1.ConditionProgressing, Reason: fluxv1alpha1.ReasonMigrating, Message: err.Error()}
	if err := a.Conditions.Write(ctx, ex, []health.Verdict{verdict}, fluxv1alpha1.ConditionConfigured); err != nil {
		return err
	}
	return &reconcilerutils.RequeueAfterError{Cause: err, RequeueAfter: a.Timeouts.MigrationRetry}
}

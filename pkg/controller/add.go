// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"fmt"
	"time"

	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	predicateutils "github.com/gardener/gardener/pkg/controllerutils/predicate"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/deploykey"
	fluxextension "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/extension"
	healthcontroller "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/projectstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/propagation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/shootdeletion"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// Options are those of all controllers.
type Options struct {
	// MaxConcurrentReconciles is the number of Extensions that each controller works on at a time.
	MaxConcurrentReconciles int
	// IgnoreOperationAnnotation makes the controller reconcile without gardenlet's operation annotation.
	IgnoreOperationAnnotation bool
	// ReconciliationTimeout bounds one operation on one Extension.
	ReconciliationTimeout time.Duration
	// MaxBackoff is the longest time after which a failed operation is tried again.
	MaxBackoff time.Duration
}

// controllerOptions are made anew for each controller, because a rate limiter belongs to one.
func (o Options) controllerOptions() controller.Options {
	return controller.Options{
		MaxConcurrentReconciles: o.MaxConcurrentReconciles,
		ReconciliationTimeout:   o.ReconciliationTimeout,
		RateLimiter: workqueue.NewTypedWithMaxWaitRateLimiter(
			workqueue.DefaultTypedControllerRateLimiter[reconcile.Request](), o.MaxBackoff),
	}
}

// Controllers are all that the manager runs.
type Controllers struct {
	// Actuator delivers Flux.
	Actuator extension.Actuator
	// Health looks at what was delivered.
	Health *healthcontroller.HealthChecker
	// ShootDeletion suspends Flux in shoots that are being deleted.
	ShootDeletion *shootdeletion.Reconciler
	// Propagation has Extensions reconciled when their project changes.
	Propagation *propagation.Reconciler
	// DeployKeys rotates, registers and retires the projects' deploy keys.
	DeployKeys *deploykey.Reconciler
	// FleetStatus tells projects of their Shoots.
	FleetStatus *projectstatus.FleetStatus
}

// AddToManager adds the controllers to the manager.
func AddToManager(ctx context.Context, mgr manager.Manager, c Controllers, options Options) error {
	classes := []extensionsv1alpha1.ExtensionClass{extensionsv1alpha1.ExtensionClassShoot}

	if err := extension.Add(seed.NewReadYourWritesManager(mgr), extension.AddArgs{
		Actuator:                  c.Actuator,
		Name:                      fluxv1alpha1.ExtensionType,
		FinalizerSuffix:           fluxv1alpha1.ExtensionType,
		Type:                      fluxv1alpha1.ExtensionType,
		ControllerOptions:         options.controllerOptions(),
		Predicates:                extension.DefaultPredicates(ctx, mgr, options.IgnoreOperationAnnotation),
		IgnoreOperationAnnotation: options.IgnoreOperationAnnotation,
		ExtensionClasses:          classes,
		WatchBuilder: extensionscontroller.NewWatchBuilder(func(extensions controller.Controller) error {
			for _, due := range []source.Source{c.Propagation.Due(), source.Channel(c.Health.Again, &handler.EnqueueRequestForObject{})} {
				if err := extensions.Watch(due); err != nil {
					return err
				}
			}
			return fluxextension.WatchInterrupted(mgr, extensions, classes...)
		}),
	}); err != nil {
		return err
	}

	if err := c.Propagation.AddToManager(mgr, options.controllerOptions()); err != nil {
		return err
	}

	if err := c.DeployKeys.AddToManager(mgr, options.controllerOptions()); err != nil {
		return err
	}

	if err := c.Health.AddToManager(mgr, options.controllerOptions()); err != nil {
		return fmt.Errorf("failed to add the controller for Flux's health: %w", err)
	}

	if err := c.ShootDeletion.AddToManager(mgr, options.controllerOptions()); err != nil {
		return err
	}
	if err := seed.AddClusterIndex(ctx, mgr.GetFieldIndexer()); err != nil {
		return err
	}
	if err := c.FleetStatus.AddToManager(mgr, options.controllerOptions()); err != nil {
		return fmt.Errorf("failed to add the controller for flux-status: %w", err)
	}
	return nil
}

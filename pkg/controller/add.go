// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"fmt"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	predicateutils "github.com/gardener/gardener/pkg/controllerutils/predicate"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
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

// looksPerReconcile is how many times as many shoots are looked at as Extensions are worked on: a look is waiting for a shoot, and some give no
// answer.
const looksPerReconcile = 3

func (o Options) lookOptions() controller.Options {
	o.MaxConcurrentReconciles *= looksPerReconcile
	return o.controllerOptions()
}

// Controllers are all that the manager runs.
type Controllers struct {
	// Actuator delivers Flux.
	Actuator extension.Actuator
	// Health looks at what was delivered.
	Health *HealthChecker
	// ShootDeletion suspends Flux in dying shoots.
	ShootDeletion *ShootDeletion
	// Propagation hands on changes of projects.
	Propagation *Propagation
	// DeployKeys looks after the projects' deploy keys.
	DeployKeys *DeployKeys
	// FleetStatus tells projects of their Shoots.
	FleetStatus *FleetStatus
}

// AddToManager adds the controllers to the manager.
func AddToManager(ctx context.Context, mgr manager.Manager, c Controllers, options Options) error {
	classes := []extensionsv1alpha1.ExtensionClass{extensionsv1alpha1.ExtensionClassShoot}

	if err := extension.Add(newFreshManager(mgr), extension.AddArgs{
		Actuator:                  c.Actuator,
		Name:                      fluxv1alpha1.ExtensionType,
		FinalizerSuffix:           fluxv1alpha1.ExtensionType,
		Type:                      fluxv1alpha1.ExtensionType,
		ControllerOptions:         options.controllerOptions(),
		Predicates:                extension.DefaultPredicates(ctx, mgr, options.IgnoreOperationAnnotation),
		IgnoreOperationAnnotation: options.IgnoreOperationAnnotation,
		ExtensionClasses:          classes,
		WatchBuilder: extensionscontroller.NewWatchBuilder(func(extensions controller.Controller) error {
			for _, due := range []chan event.GenericEvent{c.Propagation.due, c.Health.Again} {
				if err := extensions.Watch(source.Channel(due, &handler.EnqueueRequestForObject{})); err != nil {
					return err
				}
			}
			return watchInterrupted(mgr, extensions, classes...)
		}),
	}); err != nil {
		return fmt.Errorf("failed to add the controller for Extensions: %w", err)
	}

	if err := builder.ControllerManagedBy(mgr).
		Named(fluxv1alpha1.ExtensionType + "-propagation").
		WithOptions(options.controllerOptions()).
		WatchesRawSource(source.Func(c.Propagation.watch)).
		Complete(c.Propagation); err != nil {
		return fmt.Errorf("failed to add the controller for changes of projects: %w", err)
	}

	if err := builder.ControllerManagedBy(mgr).
		Named(fluxv1alpha1.ExtensionType+"-deploykeys").
		WithOptions(options.controllerOptions()).
		WatchesRawSource(source.Func(c.DeployKeys.watch)).
		// A project of which no Shoot was here before has to be looked after from now on.
		Watches(&extensionsv1alpha1.Extension{}, handler.EnqueueRequestsFromMapFunc(c.DeployKeys.requestsFor), builder.WithPredicates(
			predicateutils.HasType(fluxv1alpha1.ExtensionType), predicateutils.HasClass(classes...), created())).
		Complete(c.DeployKeys); err != nil {
		return fmt.Errorf("failed to add the controller for deploy keys: %w", err)
	}

	if err := builder.ControllerManagedBy(mgr).
		Named(fluxv1alpha1.ExtensionType+"-health").
		WithOptions(options.lookOptions()).
		For(&extensionsv1alpha1.Extension{}, builder.WithPredicates(
			predicateutils.HasType(fluxv1alpha1.ExtensionType), predicateutils.HasClass(classes...), operationEnded())).
		Complete(c.Health); err != nil {
		return fmt.Errorf("failed to add the controller for Flux's health: %w", err)
	}

	if err := builder.ControllerManagedBy(mgr).
		Named(fluxv1alpha1.ExtensionType+"-shoot-deletion").
		WithOptions(options.controllerOptions()).
		For(&extensionsv1alpha1.Cluster{}, builder.WithPredicates(shootDeletionBegins())).
		Complete(c.ShootDeletion); err != nil {
		return fmt.Errorf("failed to add the controller for shoots that are being deleted: %w", err)
	}
	return addFleetStatus(ctx, mgr, c.FleetStatus, classes, options)
}

func addFleetStatus(ctx context.Context, mgr manager.Manager, f *FleetStatus, classes []extensionsv1alpha1.ExtensionClass, options Options) error {
	if err := addClusterIndex(ctx, mgr.GetFieldIndexer()); err != nil {
		return err
	}
	if err := builder.ControllerManagedBy(mgr).
		Named(fluxv1alpha1.ExtensionType+"-fleet").
		WithOptions(options.controllerOptions()).
		Watches(&extensionsv1alpha1.Extension{}, f.enqueueSettled(f.projectOfExtension), builder.WithPredicates(
			predicateutils.HasType(fluxv1alpha1.ExtensionType), predicateutils.HasClass(classes...), fleetChanges())).
		Watches(&extensionsv1alpha1.Cluster{}, f.enqueueSettled(f.projectOfCluster), builder.WithPredicates(fleetChanges())).
		WatchesRawSource(source.Func(f.sweep)).
		Complete(f); err != nil {
		return fmt.Errorf("failed to add the controller for what projects are told: %w", err)
	}
	return nil
}

// operationEnded lets an update pass if it ends an operation: then there is something new to look at. Were every update
// let through, the health check would be triggered by the conditions that it writes itself.
func operationEnded() predicate.Predicate {
	ended := func(o client.Object) bool {
		ex, ok := o.(*extensionsv1alpha1.Extension)
		return ok && ex.Status.LastOperation != nil && ex.Status.LastOperation.State == gardencorev1beta1.LastOperationStateSucceeded
	}
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { return ended(e.ObjectNew) && !ended(e.ObjectOld) }}
}

// created lets pass what is seen for the first time.
func created() predicate.Predicate {
	return predicate.Funcs{
		UpdateFunc:  func(event.UpdateEvent) bool { return false },
		DeleteFunc:  func(event.DeleteEvent) bool { return false },
		GenericFunc: func(event.GenericEvent) bool { return false },
	}
}

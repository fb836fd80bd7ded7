// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"time"

	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxextension "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension"
	healthcontroller "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/projectstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/propagation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/seedreport"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/shootdeletion"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// propagated is the priority of changes of a project that its Shoots get without an operation. Operations of gardenlet
// have priority 0, so that a new Shoot does not wait until all other Shoots of its project have a change.
const propagated = -1

// seedControllerOptions are the options of all controllers of a seed.
type seedControllerOptions struct {
	// MaxConcurrentReconciles is the maximum number of objects that each controller reconciles concurrently.
	MaxConcurrentReconciles int
	// IgnoreOperationAnnotation makes the controller reconcile without gardenlet's operation annotation.
	IgnoreOperationAnnotation bool
	// ReconciliationTimeout limits the duration of one reconciliation.
	ReconciliationTimeout time.Duration
	// MaxBackoff is the maximum time until a failed operation is retried.
	MaxBackoff time.Duration
}

// forController returns the options of one controller. Each controller gets its own rate limiter, because controllers
// must not share one.
func (o seedControllerOptions) forController() controller.Options {
	return controller.Options{
		MaxConcurrentReconciles: o.MaxConcurrentReconciles,
		ReconciliationTimeout:   o.ReconciliationTimeout,
		RateLimiter: workqueue.NewTypedWithMaxWaitRateLimiter(
			workqueue.DefaultTypedControllerRateLimiter[reconcile.Request](), o.MaxBackoff),
	}
}

// seedControllers are the controllers of a seed.
type seedControllers struct {
	// Actuator installs Flux in shoots and removes it.
	Actuator extension.Actuator
	// Costs records the time that the actuator spends for each project. Its queue prevents one project from occupying
	// all workers.
	Costs *kube.Costs
	// Health checks shoots with a delivery.
	Health *healthcontroller.Reconciler
	// ShootDeletion suspends Flux in shoots that are being deleted.
	ShootDeletion *shootdeletion.Reconciler
	// Propagation triggers reconciliations of Extensions when their project changes.
	Propagation *propagation.Reconciler
	// Push makes Flux read its source after a push; nil if the operator does not offer webhooks.
	Push *push.Reconciler
	// ProjectStatus reports the status of Shoots to their projects.
	ProjectStatus *projectstatus.Reconciler
	// SeedReport reports to the rollouts of the operator; nil if there are none.
	SeedReport *seedreport.Reconciler
}

// addToManager adds the controllers and their shared index to the manager.
func (c seedControllers) addToManager(ctx context.Context, mgr manager.Manager, options seedControllerOptions) error {
	if err := seed.AddClusterIndex(ctx, mgr.GetFieldIndexer()); err != nil {
		return err
	}
	extensions := options.forController()
	extensions.NewQueue = c.Costs.NewQueue
	if err := fluxextension.AddToManager(ctx, mgr, c.Actuator, fluxextension.Options{
		Options:                   extensions,
		IgnoreOperationAnnotation: options.IgnoreOperationAnnotation,
		Again: []source.Source{
			c.Propagation.Due.Source(priorityqueue.AddOpts{Priority: ptr.To(propagated)}),
			c.Health.Retries.Source(priorityqueue.AddOpts{}),
		},
	}); err != nil {
		return err
	}
	all := []func(manager.Manager, controller.Options) error{
		c.Propagation.AddToManager, c.Health.AddToManager, c.ShootDeletion.AddToManager, c.ProjectStatus.AddToManager,
	}
	if c.Push != nil {
		all = append(all, c.Push.AddToManager)
	}
	if c.SeedReport != nil {
		all = append(all, c.SeedReport.AddToManager)
	}
	for _, add := range all {
		if err := add(mgr, options.forController()); err != nil {
			return err
		}
	}
	return nil
}

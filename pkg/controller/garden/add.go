// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package garden adds the controllers that see all Shoots of the garden to the manager of the garden controller. It
// makes no decision of a controller.
package garden

import (
	"fmt"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Options configure all controllers.
type Options struct {
	// MaxConcurrentReconciles is the number of concurrent reconciliations of each controller.
	MaxConcurrentReconciles int
	// ReconciliationTimeout bounds one reconciliation.
	ReconciliationTimeout time.Duration
	// MaxBackoff bounds the back-off of a failed reconciliation.
	MaxBackoff time.Duration
}

// forController returns options for one controller, because controllers must not share a rate limiter.
func (o Options) forController() controller.Options {
	return controller.Options{
		MaxConcurrentReconciles: o.MaxConcurrentReconciles,
		ReconciliationTimeout:   o.ReconciliationTimeout,
		RateLimiter: workqueue.NewTypedWithMaxWaitRateLimiter(
			workqueue.DefaultTypedControllerRateLimiter[reconcile.Request](), o.MaxBackoff),
	}
}

// Controller is a controller of the garden.
type Controller interface {
	// AddToManager adds the controller to the manager.
	AddToManager(mgr manager.Manager, options controller.Options) error
}

// AddToManager adds controllers to the manager.
func AddToManager(mgr manager.Manager, options Options, controllers ...Controller) error {
	for _, c := range controllers {
		if err := c.AddToManager(mgr, options.forController()); err != nil {
			return fmt.Errorf("failed to add a controller: %w", err)
		}
	}
	return nil
}

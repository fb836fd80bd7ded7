// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Options are those of all controllers.
type Options struct {
	// MaxConcurrentReconciles is the number of projects that each controller works on at a time.
	MaxConcurrentReconciles int
	// ReconciliationTimeout bounds one reconciliation.
	ReconciliationTimeout time.Duration
	// MaxBackoff is the longest time after which a failed reconciliation is tried again.
	MaxBackoff time.Duration
}

// forController returns new options for each controller, because a rate limiter belongs to one.
func (o Options) forController() controller.Options {
	return controller.Options{
		MaxConcurrentReconciles: o.MaxConcurrentReconciles,
		ReconciliationTimeout:   o.ReconciliationTimeout,
		RateLimiter: workqueue.NewTypedWithMaxWaitRateLimiter(
			workqueue.DefaultTypedControllerRateLimiter[reconcile.Request](), o.MaxBackoff),
	}
}

// Controller is one that the manager runs while it leads.
type Controller interface {
	// AddToManager adds the controller to the manager.
	AddToManager(mgr manager.Manager, options controller.Options) error
}

// AddToManager adds controllers to the manager.
func AddToManager(mgr manager.Manager, options Options, controllers ...Controller) error {
	for _, c := range controllers {
		if err := c.AddToManager(mgr, options.forController()); err != nil {
			return err
		}
	}
	return nil
}

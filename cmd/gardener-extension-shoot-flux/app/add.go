// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"time"

	extensionscmdcontroller "github.com/gardener/gardener/extensions/pkg/controller/cmd"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// addable is a controller that can be added to a manager.
type addable interface {
	AddToManager(mgr manager.Manager, options controller.Options) error
}

// addAll adds controllers to a manager. The timeout limits the duration of one reconciliation.
func addAll(mgr manager.Manager, controllers []addable, flags *extensionscmdcontroller.ControllerOptions, timeout time.Duration) error {
	for _, c := range controllers {
		if err := c.AddToManager(mgr, controllerOptions(flags, timeout)); err != nil {
			return err
		}
	}
	return nil
}

// controllerOptions returns the options of one controller. Each controller gets its own rate limiter, because
// controllers must not share one. A failed reconciliation is retried after at most two minutes.
func controllerOptions(flags *extensionscmdcontroller.ControllerOptions, timeout time.Duration) controller.Options {
	return controller.Options{
		MaxConcurrentReconciles: flags.Completed().MaxConcurrentReconciles,
		ReconciliationTimeout:   timeout,
		RateLimiter: workqueue.NewTypedWithMaxWaitRateLimiter(
			workqueue.DefaultTypedControllerRateLimiter[reconcile.Request](), 2*time.Minute),
	}
}

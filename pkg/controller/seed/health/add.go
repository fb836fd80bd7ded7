// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	predicateutils "github.com/gardener/gardener/pkg/controllerutils/predicate"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// ControllerName is the name of the controller, and a label of its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-health"

// checksPerReconcile is the number of shoots that are checked at a time for each Extension that is reconciled at a time: a health check mostly
// waits for a shoot, and some shoots do not answer.
const checksPerReconcile = 3

// AddToManager adds the controller to the manager.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	options.MaxConcurrentReconciles *= checksPerReconcile
	checks := builder.ControllerManagedBy(mgr)
	if r.Asked != nil {
		checks = checks.WatchesRawSource(source.Channel(r.Asked, &handler.EnqueueRequestForObject{}))
	}
	return checks.
		Named(ControllerName).
		WithOptions(options).
		For(&extensionsv1alpha1.Extension{}, builder.WithPredicates(
			predicateutils.HasType(fluxv1alpha1.ExtensionType), predicateutils.HasClass(extensionsv1alpha1.ExtensionClassShoot), operationEnded())).
		Complete(kube.BoundReconciler(r))
}

// operationEnded lets only those updates pass with which an operation ends: then there is something new to check. With other updates, the health
// check would be triggered by the conditions that it writes itself.
func operationEnded() predicate.Predicate {
	ended := func(o client.Object) bool {
		ex, ok := o.(*extensionsv1alpha1.Extension)
		return ok && ex.Status.LastOperation != nil && ex.Status.LastOperation.State == gardencorev1beta1.LastOperationStateSucceeded
	}
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { return ended(e.ObjectNew) && !ended(e.ObjectOld) }}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package access

import (
	"context"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-access"

// AddToManager adds the controller to the manager, whose cache has of RoleBindings those named Name only.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	ofNamespace := handler.EnqueueRequestsFromMapFunc(func(_ context.Context, object client.Object) []reconcile.Request {
		return []reconcile.Request{{NamespacedName: types.NamespacedName{Name: object.GetNamespace()}}}
	})
	if err := builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		Watches(&gardencorev1beta1.Shoot{}, ofNamespace, builder.WithPredicates(predicate.Funcs{UpdateFunc: mayMatter})).
		Watches(&rbacv1.RoleBinding{}, ofNamespace).
		Complete(kube.BoundReconciler(r)); err != nil {
		return fmt.Errorf("failed to add the controller for the access of seeds: %w", err)
	}
	return nil
}

// mayMatter returns whether a decision can depend on what has changed in a Shoot: gardenlet writes its status every minute.
func mayMatter(e event.UpdateEvent) bool {
	before, is := e.ObjectOld.(*gardencorev1beta1.Shoot)
	if !is {
		return true
	}
	after, is := e.ObjectNew.(*gardencorev1beta1.Shoot)
	return !is || factsOf(before) != factsOf(after)
}

// facts are what decides about access.
type facts struct {
	usesFlux, reconciled bool
	seeds                [2]string
}

func factsOf(shoot *gardencorev1beta1.Shoot) facts {
	f := facts{usesFlux: garden.UsesFlux(shoot), reconciled: garden.IsReconciled(shoot)}
	copy(f.seeds[:], garden.SeedsOf(shoot))
	return f
}

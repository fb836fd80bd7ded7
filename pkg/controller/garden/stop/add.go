// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package stop

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	corev1 "k8s.io/api/core/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-all-rollouts"

// Controller combines the Reconciler with its watches.
type Controller struct {
	*Reconciler

	// Changes returns a source of the changes of the notice boards, and of ConfigMap shoot-flux in namespace garden. The
	// cache of the notice boards is complete before the first request.
	Changes func(handle handler.EventHandler, predicates ...predicate.Predicate) source.Source
}

// AddToManager adds the controller to the manager.
func (c *Controller) AddToManager(mgr manager.Manager, options controller.Options) error {
	request := garden.Request(fluxv1alpha1.NoticeBoardName)
	all := handler.EnqueueRequestsFromMapFunc(func(context.Context, client.Object) []reconcile.Request { return []reconcile.Request{request} })
	return builder.ControllerManagedBy(mgr).Named(ControllerName).WithOptions(options).
		WatchesRawSource(c.Changes(all, changesRecord())).
		WatchesRawSource(source.Func(func(_ context.Context, queue garden.Queue) error {
			queue.Add(request)
			return nil
		})).
		Complete(kube.BoundReconciler(c.Reconciler))
}

// changesRecord selects changes of the record and of the annotation.
func changesRecord() predicate.Predicate {
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		before, isBefore := e.ObjectOld.(*corev1.ConfigMap)
		now, isNow := e.ObjectNew.(*corev1.ConfigMap)
		if !isBefore || !isNow {
			return false
		}
		requested, wasRequested := before.Annotations[fluxv1alpha1.AnnotationAllRollouts]
		requests, isRequested := now.Annotations[fluxv1alpha1.AnnotationAllRollouts]
		return stop.Differs(before.Data, now.Data) || requested != requests || wasRequested != isRequested
	}}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"context"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-project-status"

type requestQueue = workqueue.TypedRateLimitingInterface[reconcile.Request]

// AddToManager adds the controller to the manager. It does not watch the ConfigMaps, which seeds write all the time: a Shoot that appears or goes
// leads to its project, and each ConfigMap is read once in a while.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	if err := builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		Watches(&gardencorev1beta1.Shoot{}, r.enqueueSettled()).
		WatchesRawSource(source.Func(r.sweep)).
		Complete(kube.BoundReconciler(r)); err != nil {
		return fmt.Errorf("failed to add the controller for the status of projects: %w", err)
	}
	return nil
}

// enqueueSettled adds the project of a Shoot for which an entry may be missing, or may have to go, after the time in which its seed may report. After
// a start these are all projects with Flux, which are spread over a while.
func (r *Reconciler) enqueueSettled() handler.EventHandler {
	add := func(queue requestQueue, object client.Object, wait time.Duration) {
		queue.AddAfter(requestFor(object.GetNamespace()), wait)
	}
	return handler.Funcs{
		CreateFunc: func(_ context.Context, e event.CreateEvent, queue requestQueue) {
			wait := r.Timing.Settle
			if e.IsInInitialList {
				wait += r.Random(max(1, r.Timing.Refresh))
			}
			if expectsEntry(e.Object) {
				add(queue, e.Object, wait)
			}
		},
		UpdateFunc: func(_ context.Context, e event.UpdateEvent, queue requestQueue) {
			if e.ObjectOld.GetUID() != e.ObjectNew.GetUID() || expectsEntry(e.ObjectOld) != expectsEntry(e.ObjectNew) {
				add(queue, e.ObjectNew, r.Timing.Settle)
			}
		},
		DeleteFunc: func(_ context.Context, e event.DeleteEvent, queue requestQueue) {
			add(queue, e.Object, r.Timing.Settle)
		},
	}
}

func requestFor(project string) reconcile.Request {
	return reconcile.Request{NamespacedName: types.NamespacedName{Name: project}}
}

// expectsEntry returns whether a seed has to report the Shoot.
func expectsEntry(object client.Object) bool {
	shoot, is := object.(*gardencorev1beta1.Shoot)
	return is && garden.UsesFlux(shoot) && shoot.DeletionTimestamp == nil
}

// sweep is a source of all projects with a ConfigMap flux-status: a Shoot can be deleted while the process is not running. It spreads them over
// the time between two searches.
func (r *Reconciler) sweep(ctx context.Context, queue requestQueue) error {
	garden.ConfigMapSearch{Garden: r.Live, Name: fluxv1alpha1.StatusConfigMapName, Every: r.Timing.Sweep}.Start(ctx, ControllerName, func(namespace string) {
		queue.AddAfter(requestFor(namespace), r.Random(max(1, r.Timing.Sweep)))
	})
	return nil
}

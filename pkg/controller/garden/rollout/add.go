// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"fmt"
	"maps"
	"reflect"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-rollout"

type requestQueue = workqueue.TypedRateLimitingInterface[reconcile.Request]

// AddToManager adds the controller to the manager. It does not watch the ConfigMaps flux-status, which seeds write all the time: they are read while a
// rollout is under way.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	shoots := garden.NewFold()
	if err := builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		WatchesRawSource(source.Func(r.follow)).
		WatchesRawSource(source.Func(r.findLeftOver)).
		WatchesRawSource(source.Func(func(ctx context.Context, queue requestQueue) error { return r.followShoots(ctx, queue, shoots) })).
		Watches(&gardencorev1beta1.Shoot{}, handler.EnqueueRequestsFromMapFunc(func(_ context.Context, object client.Object) []reconcile.Request {
			shoots.Add(object.GetNamespace())
			return nil
		}), builder.WithPredicates(changesRollout())).
		Complete(kube.BoundReconciler(r)); err != nil {
		return fmt.Errorf("failed to add the controller for rollouts: %w", err)
	}
	return nil
}

func requestFor(project string) reconcile.Request {
	return reconcile.Request{NamespacedName: types.NamespacedName{Name: project}}
}

// changesRollout selects changes of Shoots that a rollout depends on. Those that exist at the start follow from the projects.
func changesRollout() predicate.Predicate {
	return predicate.Funcs{
		CreateFunc: func(e event.CreateEvent) bool { return !e.IsInInitialList },
		UpdateFunc: func(e event.UpdateEvent) bool {
			before, isBefore := e.ObjectOld.(*gardencorev1beta1.Shoot)
			now, isNow := e.ObjectNew.(*gardencorev1beta1.Shoot)
			return isBefore && isNow && (before.UID != now.UID || garden.UsesFlux(before) != garden.UsesFlux(now) || !maps.Equal(before.Labels, now.Labels) ||
				(before.DeletionTimestamp == nil) != (now.DeletionTimestamp == nil) || !reflect.DeepEqual(before.Spec.Purpose, now.Spec.Purpose) ||
				!reflect.DeepEqual(before.Spec.Hibernation, now.Spec.Hibernation) || !reflect.DeepEqual(before.Spec.Maintenance, now.Spec.Maintenance))
		},
	}
}

// followShoots is a source of the projects with a rollout whose Shoots change. It reads their configuration, and holds up no informer.
func (r *Reconciler) followShoots(ctx context.Context, queue requestQueue, shoots *garden.Fold) error {
	shoots.Start(ctx, func(namespace string) {
		if state, known, err := r.Projects.State(ctx, namespace); err == nil && known {
			if state.ConfigMap.MayHaveRollout() {
				queue.Add(requestFor(namespace))
			}
		}
	})
	return nil
}

// follow is a source of the projects whose configuration changes, and at first of those with a rollout. It does not wait for the garden.
func (r *Reconciler) follow(ctx context.Context, queue requestQueue) error {
	log := logf.FromContext(ctx).WithName(ControllerName)
	all := func() {
		namespaces, err := r.namespacesWithFlux(ctx)
		if err != nil {
			log.Error(err, "Failed to find the projects with Shoots that use Flux")
		}
		for namespace := range namespaces {
			if state, known, err := r.Projects.State(ctx, namespace); err == nil && known {
				if state.ConfigMap.MayHaveRollout() {
					queue.Add(requestFor(namespace))
				}
			}
		}
	}
	r.DefaultVersion.Follow(ctx, all)
	return r.Projects.Follow(ctx, func(namespace string) {
		if namespace == metav1.NamespaceAll {
			all()
			return
		}
		queue.Add(requestFor(namespace))
	})
}

func (r *Reconciler) namespacesWithFlux(ctx context.Context) (map[string]bool, error) {
	shoots := &gardencorev1beta1.ShootList{}
	if err := r.Garden.List(ctx, shoots, client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list Shoots: %w", err)
	}
	namespaces := map[string]bool{}
	for i := range shoots.Items {
		if garden.UsesFlux(&shoots.Items[i]) {
			namespaces[shoots.Items[i].Namespace] = true
		}
	}
	return namespaces, nil
}

// findLeftOver is a source of the projects with a ConfigMap flux-rollout, once: a project can have removed its rollout while the process was not running.
func (r *Reconciler) findLeftOver(ctx context.Context, queue requestQueue) error {
	garden.ConfigMapSearch{Garden: r.Live, Name: fluxv1alpha1.RolloutConfigMapName}.Start(ctx, ControllerName, func(namespace string) { queue.Add(requestFor(namespace)) })
	return nil
}

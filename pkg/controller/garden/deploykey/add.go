// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
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
const ControllerName = fluxv1alpha1.ExtensionType + "-deploykeys"

// AddToManager adds the controller to the manager. The state of the projects is watched only while the manager leads.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	if r.Costs != nil {
		options.NewQueue = r.Costs.NewQueue
	}
	if err := builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		WatchesRawSource(source.Func(r.watch)).
		// The first Shoot with Flux adds a project whose key nothing else has changed.
		Watches(&gardencorev1beta1.Shoot{}, handler.EnqueueRequestsFromMapFunc(requestsForShoot), builder.WithPredicates(usesFluxNow())).
		Complete(kube.BoundReconciler(r)); err != nil {
		return fmt.Errorf("failed to add the controller for deploy keys: %w", err)
	}
	return nil
}

// usesFluxNow selects Shoots from the moment at which they use Flux.
func usesFluxNow() predicate.Predicate {
	uses := func(object client.Object) bool {
		shoot, is := object.(*gardencorev1beta1.Shoot)
		return is && garden.UsesFlux(shoot)
	}
	return predicate.Funcs{
		CreateFunc:  func(e event.CreateEvent) bool { return uses(e.Object) },
		UpdateFunc:  func(e event.UpdateEvent) bool { return !uses(e.ObjectOld) && uses(e.ObjectNew) },
		DeleteFunc:  func(event.DeleteEvent) bool { return false },
		GenericFunc: func(event.GenericEvent) bool { return false },
	}
}

// watch is a source of projects. It does not wait for the garden.
func (r *Reconciler) watch(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
	log := logf.FromContext(ctx).WithName(ControllerName)
	return r.Projects.Follow(ctx, func(namespace string) {
		projects, err := projectsWithFlux(ctx, r.Shoots, namespace)
		if err != nil {
			log.Error(err, "Failed to find the projects with Shoots that use Flux", "project", namespace)
		}
		for project := range projects {
			queue.Add(requestFor(project))
		}
	})
}

func requestFor(namespace string) reconcile.Request {
	return reconcile.Request{NamespacedName: client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.DeployKeySecretName}}
}

func requestsForShoot(_ context.Context, object client.Object) []reconcile.Request {
	return []reconcile.Request{requestFor(object.GetNamespace())}
}

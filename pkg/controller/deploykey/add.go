// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"fmt"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	predicateutils "github.com/gardener/gardener/pkg/controllerutils/predicate"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-deploykeys"

// AddToManager adds the controller to the manager.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	if err := builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		WatchesRawSource(source.Func(r.watch)).
		// The first Shoot of a project on this seed adds the project.
		Watches(&extensionsv1alpha1.Extension{}, handler.EnqueueRequestsFromMapFunc(r.requestsForExtension), builder.WithPredicates(
			predicateutils.HasType(fluxv1alpha1.ExtensionType), predicateutils.HasClass(extensionsv1alpha1.ExtensionClassShoot),
			predicateutils.ForEventTypes(predicateutils.Create))).
		Complete(r); err != nil {
		return fmt.Errorf("failed to add the controller for deploy keys: %w", err)
	}
	return nil
}

// watch is a source of projects. It does not wait for the garden.
func (r *Reconciler) watch(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
	log := logf.FromContext(ctx).WithName(ControllerName)
	return r.Projects.Follow(ctx, func(namespace string) {
		if err := r.enqueue(ctx, queue, namespace); err != nil {
			log.Error(err, "Failed to find the projects with Shoots on this seed", "project", namespace)
		}
	})
}

// enqueue adds the project, or with metav1.NamespaceAll all of them, if there is a Shoot of it on this seed.
func (r *Reconciler) enqueue(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request], namespace string) error {
	here, err := seed.ExtensionsOf(ctx, r.Seed, namespace)
	for _, e := range here {
		queue.Add(requestFor(e.Shoot.Namespace))
	}
	return err
}

func requestFor(namespace string) reconcile.Request {
	return reconcile.Request{NamespacedName: client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.DeployKeySecretName}}
}

// requestsForExtension returns the request for the project of an Extension.
func (r *Reconciler) requestsForExtension(ctx context.Context, object client.Object) []reconcile.Request {
	ex, ok := object.(*extensionsv1alpha1.Extension)
	if !ok || !seed.IsShootFlux(ex) || seed.IsBeingDeletedOrMigrated(ex) {
		return nil
	}
	shoot, err := seed.ShootOf(ctx, r.Seed, ex)
	if err != nil {
		logf.FromContext(ctx).Error(err, "Failed to find the project of an Extension", "extension", client.ObjectKeyFromObject(ex))
		return nil
	}
	if shoot.Namespace == "" {
		return nil
	}
	return []reconcile.Request{requestFor(shoot.Namespace)}
}

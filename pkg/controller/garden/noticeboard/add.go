// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"context"
	"fmt"
	"maps"
	"slices"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-notice-board"

// Controller is the Reconciler with its watches. No board is written before all of them have listed: one without versions would be a notice for each
// project.
type Controller struct {
	// Caches read the garden.
	Caches *Caches
	// Reconciler keeps the boards.
	Reconciler *Reconciler
}

// AddToManager adds caches and controller to the manager.
func (c *Controller) AddToManager(mgr manager.Manager, options controller.Options) error {
	caches := []cache.Cache{c.Caches.versions, c.Caches.rollouts, c.Caches.sourceKeys, c.Caches.boards}
	if c.Caches.pushes != nil {
		caches = append(caches, c.Caches.pushes)
	}
	for _, added := range caches {
		if err := mgr.Add(leading{added}); err != nil {
			return fmt.Errorf("failed to add the watches for notice boards: %w", err)
		}
	}
	ofBoard := c.enqueue(c.seedsOfBoard)
	watches := builder.ControllerManagedBy(mgr)
	if c.Caches.pushes != nil {
		watches = watches.WatchesRawSource(source.Kind[client.Object](c.Caches.pushes, &corev1.ConfigMap{}, c.enqueue(c.seedsOfProject)))
	}
	if err := watches.
		Named(ControllerName).
		WithOptions(options).
		Watches(&gardencorev1beta1.Shoot{}, c.enqueue(func(_ context.Context, object client.Object) []string { return seedsIn(object) })).
		WatchesRawSource(source.Kind[client.Object](c.Caches.versions, metadataOf("ConfigMap"), c.enqueue(c.seedsOfProject))).
		WatchesRawSource(source.Kind[client.Object](c.Caches.versions, metadataOf("Secret"), c.enqueue(c.seedsOfProject))).
		WatchesRawSource(source.Kind[client.Object](c.Caches.rollouts, metadataOf("ConfigMap"), c.enqueue(c.seedsOfProject))).
		WatchesRawSource(source.Kind[client.Object](c.Caches.sourceKeys, metadataOf("Secret"), c.enqueue(c.seedsOfProject))).
		WatchesRawSource(source.Kind[client.Object](c.Caches.boards, &corev1.ConfigMap{}, ofBoard)).
		WatchesRawSource(source.Kind[client.Object](c.Caches.boards, &rbacv1.RoleBinding{}, ofBoard)).
		Complete(kube.BoundReconciler(c.Reconciler)); err != nil {
		return fmt.Errorf("failed to add the controller for notice boards: %w", err)
	}
	return nil
}

// seedsOfProject returns the seeds of the project whose object has changed.
func (c *Controller) seedsOfProject(ctx context.Context, object client.Object) []string {
	seeds, err := c.Caches.seedsOf(ctx, object.GetNamespace())
	if err != nil {
		logf.FromContext(ctx).Error(err, "Failed to find the seeds of a project", "project", object.GetNamespace())
	}
	return slices.Collect(maps.Keys(seeds))
}

// seedsOfBoard returns the seed of a board, and all seeds if the rollout of the default Flux version has changed.
func (c *Controller) seedsOfBoard(ctx context.Context, object client.Object) []string {
	if object.GetNamespace() == v1beta1constants.GardenNamespace {
		seeds, err := c.Caches.seedsWithBoard(ctx)
		if err != nil {
			logf.FromContext(ctx).Error(err, "Failed to find the seeds with notice boards")
		}
		return seeds
	}
	if seed := gardenerutils.ComputeSeedName(object.GetNamespace()); seed != "" {
		return []string{seed}
	}
	return nil
}

// enqueue adds the seeds of an object, as it was and as it is, after the time in which further changes are collected. An object whose seeds and version are
// as before is nothing new.
func (c *Controller) enqueue(seedsOf func(context.Context, client.Object) []string) handler.EventHandler {
	add := func(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request], objects ...client.Object) {
		for _, object := range objects {
			for _, seed := range seedsOf(ctx, object) {
				queue.AddAfter(reconcile.Request{NamespacedName: client.ObjectKey{Name: seed}}, c.Reconciler.Timing.Settle)
			}
		}
	}
	return handler.Funcs{
		CreateFunc: func(ctx context.Context, e event.CreateEvent, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) {
			add(ctx, queue, e.Object)
		},
		UpdateFunc: func(ctx context.Context, e event.UpdateEvent, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) {
			if before, now := seedsIn(e.ObjectOld), seedsIn(e.ObjectNew); isShoot(e.ObjectNew) && slices.Equal(before, now) || e.ObjectOld.GetResourceVersion() == e.ObjectNew.GetResourceVersion() {
				return
			}
			add(ctx, queue, e.ObjectOld, e.ObjectNew)
		},
		DeleteFunc: func(ctx context.Context, e event.DeleteEvent, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) {
			add(ctx, queue, e.Object)
		},
	}
}

func isShoot(object client.Object) bool {
	_, is := object.(*gardencorev1beta1.Shoot)
	return is
}

// leading is a cache that runs where the controllers run.
type leading struct{ cache.Cache }

// NeedLeaderElection returns true: only the leader reads from the cache.
func (leading) NeedLeaderElection() bool { return true }

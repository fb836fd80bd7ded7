// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"context"
	"fmt"
	"slices"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-notice-board"

// Controller combines the Reconciler with its watches. It writes no board before the first list of all watches, because
// a board without versions would notify the seed of each project.
type Controller struct {
	// Caches read from the garden.
	Caches *Caches
	// Reconciler writes the boards.
	Reconciler *Reconciler
}

// AddToManager adds the caches and the controller to the manager.
func (c *Controller) AddToManager(mgr manager.Manager, options controller.Options) error {
	caches := []cache.Cache{c.Caches.versions, c.Caches.rollouts, c.Caches.sourceKeys, c.Caches.boards}
	ofProject, ofBoard := c.enqueue(c.seedsOfProject), c.enqueue(c.seedsOfBoard)
	watches := builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		Watches(&gardencorev1beta1.Shoot{}, c.enqueue(func(_ context.Context, object client.Object) []string { return seedsIn(object) }))
	watch := func(in cache.Cache, object client.Object, enqueue handler.EventHandler) {
		watches.WatchesRawSource(source.Kind(in, object, enqueue))
	}
	watch(c.Caches.versions, metadataOf("ConfigMap"), ofProject)
	watch(c.Caches.versions, metadataOf("Secret"), ofProject)
	watch(c.Caches.rollouts, metadataOf("ConfigMap"), ofProject)
	watch(c.Caches.sourceKeys, metadataOf("Secret"), ofProject)
	watch(c.Caches.boards, &corev1.ConfigMap{}, ofBoard)
	watch(c.Caches.boards, &rbacv1.RoleBinding{}, ofBoard)
	if c.Caches.pushes != nil {
		caches = append(caches, c.Caches.pushes)
		watch(c.Caches.pushes, &corev1.ConfigMap{}, ofProject)
	}
	if c.Caches.baselines != nil {
		caches = append(caches, c.Caches.baselines)
		watch(c.Caches.baselines, &corev1.ConfigMap{}, ofBoard)
	}
	watches.WatchesRawSource(source.Func(c.followStops))
	for _, added := range caches {
		if err := mgr.Add(leading{added}); err != nil {
			return fmt.Errorf("failed to add the watches for notice boards: %w", err)
		}
	}
	return watches.Complete(kube.BoundReconciler(c.Reconciler))
}

// seedsOfProject returns the seeds of the project of an object.
func (c *Controller) seedsOfProject(ctx context.Context, object client.Object) []string {
	seeds, err := c.Caches.seedsOf(ctx, object.GetNamespace())
	if err != nil {
		logf.FromContext(ctx).Error(err, "Failed to find the seeds of a project", "project", object.GetNamespace())
	}
	return seeds
}

// seedsOfBoard returns the seed of a board or its RoleBinding, or all seeds with a board for the version rollout.
func (c *Controller) seedsOfBoard(ctx context.Context, object client.Object) []string {
	if object.GetNamespace() == v1beta1constants.GardenNamespace {
		return c.seedsWithBoard(ctx)
	}
	if seed := gardenerutils.ComputeSeedName(object.GetNamespace()); seed != "" {
		return []string{seed}
	}
	return nil
}

// seedsWithBoard returns the seeds with a notice board.
func (c *Controller) seedsWithBoard(ctx context.Context) []string {
	seeds, err := c.Caches.seedsWithBoard(ctx)
	if err != nil {
		logf.FromContext(ctx).Error(err, "Failed to find the seeds with notice boards")
	}
	return seeds
}

// followStops adds all seeds with a notice board to the queue when the operator stops all rollouts, and when that ends.
func (c *Controller) followStops(ctx context.Context, queue garden.Queue) error {
	c.Reconciler.Stops.Follow(func() {
		for _, seed := range c.seedsWithBoard(ctx) {
			queue.AddAfter(garden.Request(seed), c.Reconciler.Timing.Settle)
		}
	})
	return nil
}

// enqueue returns a handler that adds the seeds of the old and the new object to the queue after the Settle interval.
// It ignores updates that change neither the seeds of a Shoot nor the version of another object.
func (c *Controller) enqueue(seedsOf func(context.Context, client.Object) []string) handler.EventHandler {
	add := func(ctx context.Context, queue garden.Queue, objects ...client.Object) {
		for _, object := range objects {
			for _, seed := range seedsOf(ctx, object) {
				queue.AddAfter(garden.Request(seed), c.Reconciler.Timing.Settle)
			}
		}
	}
	return handler.Funcs{
		CreateFunc: func(ctx context.Context, e event.CreateEvent, queue garden.Queue) {
			add(ctx, queue, e.Object)
		},
		UpdateFunc: func(ctx context.Context, e event.UpdateEvent, queue garden.Queue) {
			_, ok := e.ObjectNew.(*gardencorev1beta1.Shoot)
			if ok && slices.Equal(seedsIn(e.ObjectOld), seedsIn(e.ObjectNew)) || e.ObjectOld.GetResourceVersion() == e.ObjectNew.GetResourceVersion() {
				return
			}
			add(ctx, queue, e.ObjectOld, e.ObjectNew)
		},
		DeleteFunc: func(ctx context.Context, e event.DeleteEvent, queue garden.Queue) {
			add(ctx, queue, e.Object)
		},
	}
}

// leading is a cache that runs only on the leader.
type leading struct{ cache.Cache }

// NeedLeaderElection returns true.
func (leading) NeedLeaderElection() bool { return true }

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package propagation

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	predicateutils "github.com/gardener/gardener/pkg/controllerutils/predicate"
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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// ControllerName is the name of the controller and a label of its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-propagation"

// AddToManager adds the controller to the manager.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	if err := builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		WatchesRawSource(source.Func(r.watch)).
		Watches(&extensionsv1alpha1.Cluster{}, handler.EnqueueRequestsFromMapFunc(r.extensionOf), builder.WithPredicates(selectionChanges())).
		Complete(kube.BoundReconciler(r)); err != nil {
		return fmt.Errorf("failed to add the controller for changes of projects: %w", err)
	}
	return nil
}

// projectWorkers is the number of projects that are checked at a time: a configuration may take long to decode.
const projectWorkers = 4

// watch is a source of Extensions. It does not wait for the garden. Workers handle the changes of a project, once for
// all changes until then, so that they do not block the goroutine that reports the changes of all projects.
func (r *Reconciler) watch(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
	changed := workqueue.NewTypedDelayingQueue[string]()
	context.AfterFunc(ctx, changed.ShutDown)
	for range projectWorkers {
		go r.checkProjects(ctx, changed, queue)
	}
	return r.projects.Follow(ctx, func(namespace string) { changed.AddAfter(namespace, r.pace.fold()) })
}

// checkProjects adds the Extensions of changed projects until the context ends.
func (r *Reconciler) checkProjects(ctx context.Context, changed workqueue.TypedInterface[string], queue workqueue.TypedRateLimitingInterface[reconcile.Request]) {
	log := logf.FromContext(ctx).WithName(ControllerName)
	for {
		namespace, ended := changed.Get()
		if ended {
			return
		}
		if err := r.enqueue(ctx, queue, namespace); err != nil {
			log.Error(err, "Failed to find the Extensions of a changed project", "project", namespace)
		}
		changed.Done(namespace)
	}
}

// extensionOf returns the request for the Extension of a Cluster's Shoot, if it has one.
func (r *Reconciler) extensionOf(ctx context.Context, cluster client.Object) []reconcile.Request {
	ex, err := seed.ExtensionIn(ctx, r.seed, cluster.GetName())
	if err != nil {
		logf.FromContext(ctx).Error(err, "Failed to find the Extension of a Shoot whose labels have changed", "cluster", cluster.GetName())
	}
	if ex == nil {
		return nil
	}
	return []reconcile.Request{{NamespacedName: client.ObjectKeyFromObject(ex)}}
}

// selectionChanges accepts updates of Clusters that change labels or purpose of the Shoot: overrides and rings select
// Shoots by these. gardenlet writes them into the Cluster with its next reconciliation of the Shoot, in some cases
// without an operation for the Extension.
func selectionChanges() predicate.Predicate {
	return predicate.And(predicateutils.ForEventTypes(predicateutils.Update), predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		before, wasCluster := e.ObjectOld.(*extensionsv1alpha1.Cluster)
		now, isCluster := e.ObjectNew.(*extensionsv1alpha1.Cluster)
		if !wasCluster || !isCluster || bytes.Equal(before.Spec.Shoot.Raw, now.Spec.Shoot.Raw) {
			return false
		}
		was, is := seed.ShootIn(before), seed.ShootIn(now)
		return !maps.Equal(was.Labels, is.Labels) || was.Spec.Purpose != is.Spec.Purpose
	}})
}

// Pace spreads a change over time, so that many shoots do not load the garden and the Git host all at once.
type Pace struct {
	// Settle is how long further changes are collected after the first.
	Settle time.Duration
	// Step is the time that each shoot adds to the spread, and Longest bounds the spread.
	Step, Longest time.Duration
	// Random returns a time below the given one.
	Random func(time.Duration) time.Duration
}

// delay returns the delay of one of that many shoots.
func (p Pace) delay(shoots int) time.Duration {
	return p.Settle + p.Random(max(1, min(time.Duration(shoots)*p.Step, p.Longest)))
}

// fold is how long changes of one project are collected.
func (p Pace) fold() time.Duration { return p.Settle / 4 }

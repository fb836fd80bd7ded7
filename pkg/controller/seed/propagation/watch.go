// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package propagation

import (
	"bytes"
	"context"
	"maps"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	predicateutils "github.com/gardener/gardener/pkg/controllerutils/predicate"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-propagation"

// AddToManager adds the controller to the manager.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	return builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		WatchesRawSource(source.Func(r.watch)).
		Watches(&extensionsv1alpha1.Cluster{}, handler.EnqueueRequestsFromMapFunc(r.extensionOf), builder.WithPredicates(selectionChanges())).
		Watches(&extensionsv1alpha1.Extension{}, &handler.EnqueueRequestForObject{}, builder.WithPredicates(recordChanges())).
		Complete(kube.BoundReconciler(r))
}

// watch adds changed projects to the queue. Changes of a project within a short time result in one request. The name of
// the request is empty, and its namespace is the project namespace.
func (r *Reconciler) watch(ctx context.Context, queue garden.Queue) error {
	r.queue = queue
	return r.projects.Follow(ctx, func(namespace string) {
		queue.AddAfter(reconcile.Request{NamespacedName: client.ObjectKey{Namespace: namespace}}, r.pace.Settle/4)
	})
}

// extensionOf returns the request for the Extension in the namespace of a Cluster, or none if there is no Extension.
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

// selectionChanges accepts updates of Clusters that change the labels or the purpose of the Shoot, because overrides
// and rings use these to select Shoots, or its maintenance time window. gardenlet updates the Cluster when it
// reconciles the Shoot, but does not always start an operation for the Extension.
func selectionChanges() predicate.Predicate {
	return predicate.And(predicateutils.ForEventTypes(predicateutils.Update), predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		before, wasCluster := e.ObjectOld.(*extensionsv1alpha1.Cluster)
		now, isCluster := e.ObjectNew.(*extensionsv1alpha1.Cluster)
		if !wasCluster || !isCluster || bytes.Equal(before.Spec.Shoot.Raw, now.Spec.Shoot.Raw) {
			return false
		}
		was, is := seed.ShootIn(before), seed.ShootIn(now)
		return !maps.Equal(was.Labels, is.Labels) || was.Spec.Purpose != is.Spec.Purpose || !apiequality.Semantic.DeepEqual(was.Spec.Maintenance, is.Spec.Maintenance)
	}})
}

// recordChanges accepts updates of Extensions that change the recorded state or condition FluxUpToDate. An operation
// may end with an earlier configuration than this controller has compared.
func recordChanges() predicate.Predicate {
	return predicate.And(predicateutils.ForEventTypes(predicateutils.Update), predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		before, was := e.ObjectOld.(*extensionsv1alpha1.Extension)
		now, is := e.ObjectNew.(*extensionsv1alpha1.Extension)
		return was && is && (!apiequality.Semantic.DeepEqual(before.Status.State, now.Status.State) || reasonOf(before) != reasonOf(now))
	}})
}

// Pace spreads the reconciliations after a change over time, so that many shoots do not load the garden and the Git
// host simultaneously.
type Pace struct {
	// Settle is how long further changes are collected after a change.
	Settle time.Duration
	// Step is the additional spread per shoot, and Longest is the maximum spread.
	Step, Longest time.Duration
	// Fetch is the minimum spread per shoot if a project member has requested that Flux fetches now.
	Fetch time.Duration
	// Random returns a random duration below the given one.
	Random func(time.Duration) time.Duration
}

// DefaultPace returns the Pace that the extension uses. A change is spread over 100 milliseconds for each Shoot, like
// reads after a push (docs/usage/push.md), and over at most 30 seconds.
func DefaultPace(random func(time.Duration) time.Duration) Pace {
	const readAfterPush = 100 * time.Millisecond
	return Pace{Settle: time.Second, Step: readAfterPush, Longest: 30 * time.Second, Fetch: readAfterPush, Random: random}
}

// delay returns a random delay for one of the given number of shoots.
func (p Pace) delay(shoots int, fetch bool) time.Duration {
	spread := min(time.Duration(shoots)*p.Step, p.Longest)
	if fetch {
		spread = max(spread, time.Duration(shoots)*p.Fetch)
	}
	return p.Settle + p.Random(max(1, spread))
}

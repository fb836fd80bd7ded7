// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"context"
	"reflect"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/utils/ptr"
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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// AddToManager adds the controller to the manager, whose cache must have the index of seed.AddClusterIndex.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	return builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		Watches(&extensionsv1alpha1.Extension{}, r.enqueueSettled(r.projectOfExtension), builder.WithPredicates(seed.OfShootFlux(), statusChanges())).
		Watches(&extensionsv1alpha1.Cluster{}, r.enqueueSettled(r.projectOfCluster), builder.WithPredicates(statusChanges())).
		WatchesRawSource(source.Func(r.sweep)).
		Complete(kube.BoundReconciler(r))
}

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-fleet"

// requestFor returns the request for a project.
func requestFor(project string) reconcile.Request {
	return reconcile.Request{NamespacedName: client.ObjectKey{Namespace: project, Name: fluxv1alpha1.StatusConfigMapName}}
}

// enqueueSettled returns a handler that adds the project of an object to the queue after the Settle interval, so that
// further changes are collected. If an Extension was deleted, the report is not delayed further, because the process
// may end after the deletion of the last Extension.
func (r *Reconciler) enqueueSettled(find func(context.Context, client.Object) string) handler.EventHandler {
	add := func(ctx context.Context, object client.Object, queue garden.Queue) string {
		project := find(ctx, object)
		if project != "" {
			queue.AddAfter(requestFor(project), r.Timing.Settle)
		}
		return project
	}
	return handler.Funcs{
		CreateFunc: func(ctx context.Context, e event.CreateEvent, queue garden.Queue) { add(ctx, e.Object, queue) },
		UpdateFunc: func(ctx context.Context, e event.UpdateEvent, queue garden.Queue) { add(ctx, e.ObjectNew, queue) },
		DeleteFunc: func(ctx context.Context, e event.DeleteEvent, queue garden.Queue) {
			project := add(ctx, e.Object, queue)
			if _, ok := e.Object.(*extensionsv1alpha1.Extension); ok && project != "" {
				r.pace.expedite(project)
			}
		},
	}
}

// projectOfExtension returns the project namespace. It is empty if the Cluster does not exist yet; then the event of
// the Cluster triggers the report.
func (r *Reconciler) projectOfExtension(ctx context.Context, object client.Object) string {
	cluster := &extensionsv1alpha1.Cluster{}
	if err := r.Seed.Get(ctx, client.ObjectKey{Name: object.GetNamespace()}, cluster); err != nil {
		if client.IgnoreNotFound(err) != nil {
			logf.FromContext(ctx).Error(err, "Failed to find the project of an Extension", "extension", client.ObjectKeyFromObject(object))
		}
		return ""
	}
	shoot, _ := fleet.ReadShoot(cluster.Spec.Shoot.Raw)
	return shoot.Namespace
}

// projectOfCluster returns the project namespace if the Shoot has, or may have had, an Extension of this type.
// Otherwise, it is empty.
func (r *Reconciler) projectOfCluster(ctx context.Context, object client.Object) string {
	cluster, ok := object.(*extensionsv1alpha1.Cluster)
	if !ok {
		return ""
	}
	shoot, known := fleet.ReadShoot(cluster.Spec.Shoot.Raw)
	if !known {
		return ""
	}
	ex, err := seed.ExtensionIn(ctx, r.Seed, cluster.Name)
	if err != nil {
		logf.FromContext(ctx).Error(err, "Failed to find the Extension of a Cluster", "cluster", cluster.Name)
	}
	if ex == nil && r.Seed.Get(ctx, client.ObjectKeyFromObject(cluster), &extensionsv1alpha1.Cluster{}) == nil {
		return ""
	}
	return shoot.Namespace
}

// statusChanges accepts updates that affect the report.
func statusChanges() predicate.Predicate {
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		switch now := e.ObjectNew.(type) {
		case *extensionsv1alpha1.Extension:
			before, ok := e.ObjectOld.(*extensionsv1alpha1.Extension)
			return ok && !apiequality.Semantic.DeepEqual(reported(before), reported(now))
		case *extensionsv1alpha1.Cluster:
			before, ok := e.ObjectOld.(*extensionsv1alpha1.Cluster)
			return ok && !sameShoot(before.Spec.Shoot.Raw, now.Spec.Shoot.Raw)
		}
		return false
	}}
}

// reported returns the parts of an Extension that affect its report.
func reported(ex *extensionsv1alpha1.Extension) []any {
	status := ex.Status
	last := ptr.Deref(status.LastOperation, gardencorev1beta1.LastOperation{})
	return []any{
		ex.DeletionTimestamp, ex.Annotations[v1beta1constants.GardenerOperation], last.Type, last.State,
		status.Conditions, status.LastError, status.ProviderStatus, status.State,
	}
}

// sameShoot ignores the generation, which is written with the next change: most specifications change nothing that is
// reported.
func sameShoot(one, other []byte) bool {
	before, knownBefore := fleet.ReadShoot(one)
	now, known := fleet.ReadShoot(other)
	before.Generation = now.Generation
	return known == knownBefore && reflect.DeepEqual(before, now)
}

// sweep periodically enqueues the projects whose ConfigMap has entries of this seed, because Shoots may have been
// deleted while the process was not running. It runs in the background. It does nothing for a confined seed, which
// must not list ConfigMaps across projects.
func (r *Reconciler) sweep(ctx context.Context, queue garden.Queue) error {
	if r.Confined {
		return nil
	}
	log := logf.FromContext(ctx).WithName(ControllerName)
	go func() {
		failing := false
		for {
			err := r.Store.Projects(ctx, func(namespace string) { queue.AddAfter(requestFor(namespace), r.Timing.Settle) })
			if err != nil && !failing {
				log.Info("Failed to find the projects whose ConfigMap has entries of this seed, retrying", "reason", err.Error())
			}
			failing = err != nil
			rest := r.Timing.Sweep
			if failing {
				rest = r.Timing.MaxBackoff
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(rest - r.Random(max(1, rest/5))):
			}
		}
	}()
	return nil
}

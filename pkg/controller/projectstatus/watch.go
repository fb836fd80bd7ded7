// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"context"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// fleetRequest is the request for a project.
func fleetRequest(project string) reconcile.Request {
	return reconcile.Request{NamespacedName: client.ObjectKey{Namespace: project, Name: fluxv1alpha1.StatusConfigMapName}}
}

type requestQueue = workqueue.TypedRateLimitingInterface[reconcile.Request]

// EnqueueSettled adds the project that is found for an object after the time in which more of its objects may change. Of an Extension
// that is gone it is told then, without any further delay: with the last one, the seed may lose the process that tells it.
func (f *FleetStatus) EnqueueSettled(find func(context.Context, client.Object) string) handler.EventHandler {
	add := func(ctx context.Context, object client.Object, queue requestQueue) string {
		project := find(ctx, object)
		if project != "" {
			queue.AddAfter(fleetRequest(project), f.Times.Settle)
		}
		return project
	}
	return handler.Funcs{
		CreateFunc: func(ctx context.Context, e event.CreateEvent, queue requestQueue) { add(ctx, e.Object, queue) },
		UpdateFunc: func(ctx context.Context, e event.UpdateEvent, queue requestQueue) { add(ctx, e.ObjectNew, queue) },
		DeleteFunc: func(ctx context.Context, e event.DeleteEvent, queue requestQueue) {
			project := add(ctx, e.Object, queue)
			if _, gone := e.Object.(*extensionsv1alpha1.Extension); gone && project != "" {
				f.hurry(project)
			}
		},
	}
}

// ProjectOfExtension returns the namespace of the project; empty if it is not known. When its Cluster comes, or goes, that tells it.
func (f *FleetStatus) ProjectOfExtension(ctx context.Context, object client.Object) string {
	cluster := &extensionsv1alpha1.Cluster{}
	if err := f.Seed.Get(ctx, client.ObjectKey{Name: object.GetNamespace()}, cluster); err != nil {
		if client.IgnoreNotFound(err) != nil {
			logf.FromContext(ctx).Error(err, "Failed to find the project of an Extension", "extension", client.ObjectKeyFromObject(object))
		}
		return ""
	}
	shoot, _ := fleet.ReadShoot(cluster.Spec.Shoot.Raw)
	return shoot.Namespace
}

// ProjectOfCluster returns the namespace of the project if the extension has something to do with the Shoot, or may have had.
func (f *FleetStatus) ProjectOfCluster(ctx context.Context, object client.Object) string {
	cluster, ok := object.(*extensionsv1alpha1.Cluster)
	if !ok {
		return ""
	}
	shoot, known := fleet.ReadShoot(cluster.Spec.Shoot.Raw)
	if !known {
		return ""
	}
	ex, err := seed.ExtensionIn(ctx, f.Seed, cluster.Name)
	if err != nil {
		logf.FromContext(ctx).Error(err, "Failed to find the Extension of a Cluster", "cluster", cluster.Name)
	}
	if ex == nil && f.isThere(ctx, cluster) {
		return ""
	}
	return shoot.Namespace
}

func (f *FleetStatus) isThere(ctx context.Context, cluster *extensionsv1alpha1.Cluster) bool {
	return f.Seed.Get(ctx, client.ObjectKeyFromObject(cluster), &extensionsv1alpha1.Cluster{}) == nil
}

// FleetChanges lets pass what changes what a project is told.
func FleetChanges() predicate.Predicate {
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		switch now := e.ObjectNew.(type) {
		case *extensionsv1alpha1.Extension:
			before, ok := e.ObjectOld.(*extensionsv1alpha1.Extension)
			return ok && !sameToTell(before, now)
		case *extensionsv1alpha1.Cluster:
			before, ok := e.ObjectOld.(*extensionsv1alpha1.Cluster)
			return ok && !sameShoot(before.Spec.Shoot.Raw, now.Spec.Shoot.Raw)
		}
		return false
	}}
}

func sameToTell(one, other *extensionsv1alpha1.Extension) bool {
	return one.DeletionTimestamp.Equal(other.DeletionTimestamp) &&
		one.Annotations[v1beta1constants.GardenerOperation] == other.Annotations[v1beta1constants.GardenerOperation] &&
		operationOf(one) == operationOf(other) &&
		apiequality.Semantic.DeepEqual(one.Status.Conditions, other.Status.Conditions) &&
		apiequality.Semantic.DeepEqual(one.Status.LastError, other.Status.LastError) &&
		apiequality.Semantic.DeepEqual(one.Status.ProviderStatus, other.Status.ProviderStatus) &&
		apiequality.Semantic.DeepEqual(one.Status.State, other.Status.State)
}

// operationOf is the last operation without its progress.
func operationOf(ex *extensionsv1alpha1.Extension) gardencorev1beta1.LastOperation {
	if ex.Status.LastOperation == nil {
		return gardencorev1beta1.LastOperation{}
	}
	return gardencorev1beta1.LastOperation{Type: ex.Status.LastOperation.Type, State: ex.Status.LastOperation.State}
}

func sameShoot(one, other []byte) bool {
	before, knownBefore := fleet.ReadShoot(one)
	now, known := fleet.ReadShoot(other)
	return known == knownBefore && before == now
}

// Sweep is a source of the projects that hold something which this seed has written: it may have to go, because the Shoots went while
// nobody looked. It never waits for the garden.
func (f *FleetStatus) Sweep(ctx context.Context, queue requestQueue) error {
	log := logf.FromContext(ctx).WithName(fluxv1alpha1.ExtensionType + "-fleet")
	go func() {
		failing := false
		for {
			err := f.Board.Projects(ctx, func(namespace string) { queue.AddAfter(fleetRequest(namespace), f.Times.Settle) })
			if err != nil && !failing {
				log.Info("Could not look for what projects are told of Shoots that are gone, and goes on trying", "reason", err.Error())
			}
			failing = err != nil
			rest := f.Times.Sweep
			if failing {
				rest = f.Times.LongestRetry
			}
			timer := time.NewTimer(rest - f.Random(max(1, rest/5)))
			select {
			case <-ctx.Done():
				timer.Stop()
				return
			case <-timer.C:
			}
		}
	}()
	return nil
}

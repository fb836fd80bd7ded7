// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package shootdeletion is the controller that suspends Flux in a shoot and detaches source-controller's volume when
// the deletion of the shoot begins. It must not delete anything, and must work without the garden and without an
// operation of gardenlet.
package shootdeletion

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	predicateutils "github.com/gardener/gardener/pkg/controllerutils/predicate"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/connection"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-shoot-deletion"

// AddToManager adds the controller to the manager.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	return builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		For(&extensionsv1alpha1.Cluster{}, builder.WithPredicates(deletionBegins())).
		Complete(kube.BoundReconciler(r))
}

// deletionBegins accepts Clusters whose Shoot is being deleted. It accepts an update only if the Shoot was not being
// deleted before.
func deletionBegins() predicate.Predicate {
	return predicate.And(predicateutils.ForEventTypes(predicateutils.Create, predicateutils.Update), predicate.NewPredicateFuncs(isShootBeingDeleted),
		predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { return !isShootBeingDeleted(e.ObjectOld) }})
}

// isShootBeingDeleted reports whether the Shoot in a Cluster is being deleted. It decodes only the metadata of the
// Shoot.
func isShootBeingDeleted(object client.Object) bool {
	cluster, ok := object.(*extensionsv1alpha1.Cluster)
	if !ok {
		return false
	}
	shoot := &metav1.PartialObjectMetadata{}
	return json.Unmarshal(cluster.Spec.Shoot.Raw, shoot) == nil && shoot.DeletionTimestamp != nil
}

// Reconciler suspends Flux in a shoot that is being deleted. Gardener deletes the objects in the shoot long before it
// deletes the Extension, while the nodes are still running, and Flux would apply these objects again
// (gardener/docs/usage/advanced/shoot_cleanup.md). The deleted objects include source-controller's volume, which cannot
// be deleted while a pod uses it.
type Reconciler struct {
	// Seed reads Clusters and Extensions.
	Seed client.Client
	// Deliverer pauses the ManagedResources, so that gardener-resource-manager does not resume Flux.
	Deliverer *managedresource.Deliverer
	// Shoots connects to the shoots.
	Shoots connection.Connector
	// Settle is the time until the next check that all objects are still suspended, because a running operation may
	// deliver objects in the meantime.
	Settle time.Duration
	// Period is the time between later checks. Suspending a Kustomization does not stop an apply in progress, which may
	// create other Kustomizations minutes later.
	Period time.Duration
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile suspends Flux in the shoot of one Cluster, and detaches its volume, if the shoot is being deleted and the
// extension has delivered Flux.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	cluster, err := extensionscontroller.GetCluster(ctx, r.Seed, request.Name)
	if err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if cluster.Shoot == nil || cluster.Shoot.DeletionTimestamp == nil {
		return reconcile.Result{}, nil
	}
	ex := &extensionsv1alpha1.Extension{}
	if err := r.Seed.Get(ctx, client.ObjectKey{Namespace: request.Name, Name: fluxv1alpha1.ExtensionType}, ex); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	// Gardener deletes the Extension after the nodes. But if the Extension was removed from the Shoot before the deletion
	// of the Shoot, and this removal is not complete, the nodes are still running.
	if ex.DeletionTimestamp != nil && !ex.DeletionTimestamp.Before(cluster.Shoot.DeletionTimestamp) {
		return reconcile.Result{}, nil
	}
	delivered, err := extensionstatus.ReadState(ex)
	if err != nil {
		return reconcile.Result{}, err
	}
	if !delivered.Flux {
		return reconcile.Result{RequeueAfter: r.Settle}, nil
	}

	if err := r.Deliverer.Pause(ctx, request.Name); err != nil {
		return reconcile.Result{}, err
	}
	shoot, err := r.Shoots.Connect(ctx, request.Name)
	if err != nil {
		return reconcile.Result{}, err
	}
	suspended, err := shoot.Suspend(ctx, extensionstatus.ParseName(delivered.Root))
	if err != nil {
		return reconcile.Result{}, fmt.Errorf("failed to suspend Flux in a shoot that is being deleted: %w", err)
	}
	// Gardener waits up to five minutes for the deletion of a volume that is in use.
	detached, err := shoot.DetachStorage(ctx, delivered.Namespace)
	if err != nil {
		return reconcile.Result{}, fmt.Errorf("failed to prepare the deletion of Flux's volume in a shoot that is being deleted: %w", err)
	}
	if detached {
		logf.FromContext(ctx).Info("Detached the volume of source-controller because of the shoot's deletion")
	}
	if suspended == 0 {
		return reconcile.Result{RequeueAfter: r.Period}, nil
	}
	logf.FromContext(ctx).Info("Suspended Flux because the shoot is being deleted", "objects", suspended)
	return reconcile.Result{RequeueAfter: r.Settle}, nil
}

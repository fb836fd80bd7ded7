// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package shootdeletion

import (
	"context"
	"fmt"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/connection"
)

// Reconciler suspends Flux in a shoot that is being deleted. Gardener deletes the objects in the shoot while the nodes are still there,
// long before it deletes the Extension, and Flux would apply them again (gardener/docs/usage/advanced/shoot_cleanup.md). A volume of source-controller is
// among these objects, and can be deleted only when no pod has it.
type Reconciler struct {
	// Seed reads Clusters and Extensions.
	Seed client.Client
	// Deliverer keeps gardener-resource-manager from resuming.
	Deliverer *managedresource.Deliverer
	// Shoots connects to the shoots.
	Shoots connection.Connector
	// Settle is the time after which it is checked whether everything is still suspended, or whether an operation that began before has
	// delivered something.
	Settle time.Duration
	// Period is the time between two checks after that. An apply of kustomize-controller that was running when its Kustomization was
	// suspended continues, and may create other Kustomizations minutes later.
	Period time.Duration
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile suspends Flux in the shoot of one Cluster, if the shoot is being deleted and has Flux from the extension.
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
	// In Gardener's order, the nodes are gone once the Extension is being deleted. They are not if the Extension was removed from the Shoot
	// before the Shoot was deleted, and its deletion is still running.
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
	suspended, err := shoot.Suspend(ctx, extensionstatus.Named(delivered.Root))
	if err != nil {
		return reconcile.Result{}, fmt.Errorf("failed to suspend Flux in a shoot that is being deleted: %w", err)
	}
	// Gardener deletes volumes, and would wait five minutes for this one.
	detached, err := shoot.DetachStorage(ctx, delivered.Namespace)
	if err != nil {
		return reconcile.Result{}, fmt.Errorf("failed to prepare the deletion of Flux's volume in a shoot that is being deleted: %w", err)
	}
	if detached {
		logf.FromContext(ctx).Info("Took its volume off source-controller because the shoot is being deleted")
	}
	if suspended == 0 {
		return reconcile.Result{RequeueAfter: r.Period}, nil
	}
	logf.FromContext(ctx).Info("Suspended Flux because the shoot is being deleted", "objects", suspended)
	return reconcile.Result{RequeueAfter: r.Settle}, nil
}

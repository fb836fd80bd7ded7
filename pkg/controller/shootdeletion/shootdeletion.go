// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package shootdeletion

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shootclient"
)

// ShootDeletion suspends Flux in a shoot as soon as the shoot is being deleted. Gardener deletes what is in the shoot while
// the nodes are still there, long before it deletes the Extension, and Flux would bring it all back (gardener/docs/usage/
// advanced/shoot_cleanup.md). It needs neither the garden nor an operation of gardenlet.
type ShootDeletion struct {
	// Seed reads Clusters and Extensions.
	Seed client.Client
	// Deliverer keeps gardener-resource-manager from resuming.
	Deliverer *managedresource.Deliverer
	// Shoots connects to the shoots.
	Shoots shootclient.Connector
	// Settle is the time after which it is looked whether everything has stayed suspended, or whether an operation that began before
	// has delivered something.
	Settle time.Duration
	// Period is the time between two looks after that. An apply of kustomize-controller that was under way when its Kustomization
	// was suspended goes on, and may bring others minutes later.
	Period time.Duration
}

var _ reconcile.Reconciler = &ShootDeletion{}

// Reconcile suspends Flux in the shoot of one Cluster, if the shoot is being deleted and has Flux from the extension.
func (r *ShootDeletion) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
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
	// In Gardener's order, the nodes are gone once the Extension is being deleted. It is not so if the Extension was removed
	// from the living shoot, and that has not ended yet.
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
	if suspended == 0 {
		return reconcile.Result{RequeueAfter: r.Period}, nil
	}
	logf.FromContext(ctx).Info("Suspended Flux because the shoot is being deleted", "objects", suspended)
	return reconcile.Result{RequeueAfter: r.Settle}, nil
}

// ShootDeletionBegins lets pass a Cluster whose Shoot is being deleted, and an update only if that is new.
func ShootDeletionBegins() predicate.Predicate {
	return predicate.Funcs{
		CreateFunc:  func(e event.CreateEvent) bool { return shootIsDying(e.Object) },
		UpdateFunc:  func(e event.UpdateEvent) bool { return shootIsDying(e.ObjectNew) && !shootIsDying(e.ObjectOld) },
		DeleteFunc:  func(event.DeleteEvent) bool { return false },
		GenericFunc: func(event.GenericEvent) bool { return false },
	}
}

// shootIsDying reads no more of the Shoot than it needs.
func shootIsDying(object client.Object) bool {
	cluster, ok := object.(*extensionsv1alpha1.Cluster)
	if !ok {
		return false
	}
	shoot := &metav1.PartialObjectMetadata{}
	return json.Unmarshal(cluster.Spec.Shoot.Raw, shoot) == nil && shoot.DeletionTimestamp != nil
}

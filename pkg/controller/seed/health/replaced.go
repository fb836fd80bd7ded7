// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/operation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// isReplaced returns whether the source or the root Kustomization in the shoot belongs to another delivery than the
// recorded one, although gardener-resource-manager has applied the ManagedResource. It sends one request to the seed if
// they differ.
//
// An operation records a delivery before it delivers anything. If the cache does not have that record yet, the shoot
// may already have the objects of the new delivery, and the next health check decides. While the Shoot moves to another
// seed, both may deliver.
func (r *Reconciler) isReplaced(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster, resource *resourcesv1alpha1.ManagedResource, observed health.Observation) (bool, error) {
	differs := observed.Sync != nil && observed.Sync.Delivery != "" && observed.ShootError == nil && observed.Shoot.IsOfAnother(observed.Sync.Delivery)
	if !differs || !isApplied(ex, resource) || cluster.Shoot == nil || operation.IsMoving(cluster.Shoot) {
		return false, nil
	}
	return r.isCurrent(ctx, ex)
}

// repair requests that gardener-resource-manager applies the ManagedResources again. Otherwise, it would do so within
// an hour. repair also requests that Flux reconciles the source and the root Kustomization. If Flux has handled the
// same generation before the restore, the repaired object triggers no reconciliation until its interval.
//
// A client in the shoot that sets the annotation, such as the repository, replaces the objects again after each repair.
// Therefore, the time between repairs increases.
func (r *Reconciler) repair(ctx context.Context, namespace string, sync observe.Sync, resources ...*resourcesv1alpha1.ManagedResource) error {
	if !r.mayRepair(namespace) {
		return nil
	}
	logf.FromContext(ctx).Info("The shoot does not have the delivered source and root Kustomization. Requesting that they are applied again", "root", sync.Root)
	err := r.Shoots.Change(ctx, namespace, func(ctx context.Context, shoot client.Client) error {
		return toolkit.New(namespace, shoot, nil).RequestSync(ctx, sync.SourceKind, sync.Source, sync.Root, r.Clock.Now())
	})
	if err != nil {
		logf.FromContext(ctx).Info("Failed to request a reconciliation of Flux; Flux still reconciles at its interval", "reason", err.Error())
	}
	for _, resource := range resources {
		if resource == nil {
			continue
		}
		if err := r.Deliverer.RequestApply(ctx, resource); err != nil {
			return err
		}
	}
	return nil
}

// forgetRepairs is the age of the last repair from which the backoff restarts.
const forgetRepairs = time.Hour

// mayRepair returns whether a repair is due, and schedules the next one.
func (r *Reconciler) mayRepair(namespace string) (due bool) {
	now := r.Clock.Now()
	r.memory.Update(namespace, func(remembered shootMemory, found bool) (shootMemory, bool) {
		if due = !remembered.repairs.Next.After(now); !due {
			return remembered, found
		}
		if now.Sub(remembered.repairs.Next) > forgetRepairs {
			remembered.repairs = kube.Backoff{}
		}
		remembered.repairs.Failed(now, 0, func(time.Duration) time.Duration { return 0 })
		return remembered, true
	})
	return due
}

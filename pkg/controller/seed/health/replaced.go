// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// isReplaced returns whether the source or the root Kustomization in the shoot is not the one of the recorded delivery,
// although gardener-resource-manager has applied the ManagedResource. It sends one request to the seed if they differ.
//
// An operation records a delivery before it delivers anything. If the cache does not have that record yet, the shoot
// may already have the objects of the new delivery, and the next health check decides.
func (r *Reconciler) isReplaced(ctx context.Context, ex *extensionsv1alpha1.Extension, resource *resourcesv1alpha1.ManagedResource, observed health.Observation) (bool, error) {
	differs := observed.Sync != nil && observed.Sync.Delivery != "" && observed.ShootError == nil && !observed.Shoot.IsFrom(observed.Sync.Delivery)
	if !differs || !isApplied(ex, resource) {
		return false, nil
	}
	return r.isCurrent(ctx, ex)
}

// applyAgain requests that gardener-resource-manager applies the ManagedResources again. Otherwise, it would compare
// them with the shoot within an hour.
func (r *Reconciler) applyAgain(ctx context.Context, resources ...*resourcesv1alpha1.ManagedResource) error {
	for _, resource := range resources {
		if resource == nil {
			continue
		}
		logf.FromContext(ctx).Info("The shoot does not have the delivered objects. Requesting that they are applied again", "managedResource", resource.Name)
		if err := r.Deliverer.RequestApply(ctx, resource); err != nil {
			return err
		}
	}
	return nil
}

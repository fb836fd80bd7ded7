// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
)

// delivered is the record of a delivery, with its ManagedResources.
type delivered struct {
	recorded  extensionstatus.State
	resources managedresource.State
}

// deliveryUpdater changes the delivery to a shoot after an observation.
type deliveryUpdater struct {
	// live reads Extensions without a cache.
	live       client.Reader
	deliverer  *managedresource.Deliverer
	conditions *statuswriter.Writer
}

// update has the delivery follow the observation, and returns the state that is recorded then.
func (u deliveryUpdater) update(ctx context.Context, ex *extensionsv1alpha1.Extension, d delivered, observed health.Observation) (extensionstatus.State, error) {
	recorded, err := u.followSuspension(ctx, ex, d.recorded, d.resources.Config, observed)
	if err != nil {
		return recorded, err
	}
	return u.finishBootstrap(ctx, ex, recorded, d.resources, observed)
}

// isCurrent reports whether nothing was delivered since the Extension was read, which may be from a cache: an
// operation writes the Extension before all else.
func (u deliveryUpdater) isCurrent(ctx context.Context, ex *extensionsv1alpha1.Extension) (bool, error) {
	current := &extensionsv1alpha1.Extension{}
	if err := u.live.Get(ctx, client.ObjectKeyFromObject(ex), current); err != nil {
		return false, client.IgnoreNotFound(err)
	}
	return current.ResourceVersion == ex.ResourceVersion, nil
}

// isObserved reports whether both objects were found in the shoot.
func isObserved(o health.Observation) bool {
	return o.Sync != nil && o.ShootError == nil && o.Shoot.Source != nil && o.Shoot.Kustomization != nil
}

// isApplied reports whether the content of the ManagedResource is applied and no operation is under way, so
// that an object in the shoot can differ from it only because it was changed there.
func isApplied(ex *extensionsv1alpha1.Extension, resource *resourcesv1alpha1.ManagedResource) bool {
	if resource == nil || resource.DeletionTimestamp != nil || health.IsPaused(resource) {
		return false
	}
	applied := v1beta1helper.GetCondition(resource.Status.Conditions, resourcesv1alpha1.ResourcesApplied)
	operation := ex.Status.LastOperation
	return applied != nil && applied.Status == gardencorev1beta1.ConditionTrue && resource.Status.ObservedGeneration == resource.Generation &&
		operation != nil && operation.State == gardencorev1beta1.LastOperationStateSucceeded
}

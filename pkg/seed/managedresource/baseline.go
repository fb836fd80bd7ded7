// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource

import (
	"context"
	"errors"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// Baseline returns the ManagedResource with the operator's baseline, from the watch if it can be trusted; nil if there
// is none.
func (d *Deliverer) Baseline(ctx context.Context, namespace string) (*resourcesv1alpha1.ManagedResource, error) {
	return d.knownOrLive(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.ManagedResourceBaseline})
}

// RemoveBaseline takes the next step of the removal of the operator's baseline. It returns what the removal waits for,
// or an empty string if the ManagedResource does not exist. The Kustomization goes before its ServiceAccount, because
// Flux deletes the applied objects with it.
func (d *Deliverer) RemoveBaseline(ctx context.Context, namespace string, prune bool) (waiting string, err error) {
	const name = fluxv1alpha1.ManagedResourceBaseline
	resource, err := d.live(ctx, client.ObjectKey{Namespace: namespace, Name: name})
	if err != nil || resource == nil {
		return "", err
	}
	waiting = "gardener-resource-manager of the shoot to apply the next step of the removal in ManagedResource " + name
	if resource.DeletionTimestamp != nil {
		return "gardener-resource-manager of the shoot to delete the objects of ManagedResource " + name, nil
	}
	condition := v1beta1helper.GetCondition(resource.Status.Conditions, resourcesv1alpha1.ResourcesApplied)
	applied := health.Is(condition, gardencorev1beta1.ConditionTrue) && resource.Status.ObservedGeneration == resource.Generation && !health.IsPaused(resource)
	if condition != nil && !health.Is(condition, gardencorev1beta1.ConditionTrue) {
		waiting += " (" + condition.Message + ")"
	}
	last := false
	err = d.Edit(ctx, namespace, name, func(yaml []byte) ([]byte, error) {
		edited, isLast, err := flux.RemoveBaseline(yaml, prune, applied)
		last = isLast
		return edited, err
	})
	if still := (*StillDeletingError)(nil); apierrors.IsConflict(err) || errors.As(err, &still) {
		return waiting, nil // The next step starts from the present content.
	}
	if err != nil || !last {
		return waiting, err
	}
	return waiting, d.Delete(ctx, namespace, name)
}

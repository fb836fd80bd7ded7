// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource

import (
	"context"
	"fmt"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Baseline returns the ManagedResource with the operator's baseline, from the watch if it can be trusted. It returns
// nil if the ManagedResource does not exist.
func (d *Deliverer) Baseline(ctx context.Context, namespace string) (*resourcesv1alpha1.ManagedResource, error) {
	return d.knownOrLive(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.ManagedResourceBaseline})
}

// PauseBaseline pauses the ManagedResource with the operator's baseline, so that its removal can begin. It returns nil
// if the ManagedResource does not exist.
func (d *Deliverer) PauseBaseline(ctx context.Context, namespace string) (*resourcesv1alpha1.ManagedResource, error) {
	resource, err := d.live(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.ManagedResourceBaseline})
	if err != nil || resource == nil {
		return nil, err
	}
	return resource, d.pause(ctx, resource)
}

// RequestBaseline requests that gardener-resource-manager applies the operator's baseline again, which it otherwise
// does once an hour. It removes the annotation when it begins. RequestBaseline writes nothing if an operation is
// already requested.
func (d *Deliverer) RequestBaseline(ctx context.Context, resource *resourcesv1alpha1.ManagedResource) error {
	if resource.Annotations[v1beta1constants.GardenerOperation] != "" {
		return nil
	}
	requested := resource.DeepCopy()
	metav1.SetMetaDataAnnotation(&requested.ObjectMeta, v1beta1constants.GardenerOperation, v1beta1constants.GardenerOperationReconcile)
	if err := d.seed.Patch(ctx, requested, client.MergeFrom(resource)); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to annotate ManagedResource %s: %w", client.ObjectKeyFromObject(resource), err)
	}
	return nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource

import (
	"context"
	"fmt"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/utils/managedresources"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// Pause makes gardener-resource-manager apply nothing of the ManagedResources any more, until the next Deploy: what is changed in the shoot
// stays changed. They can still be deleted (gardener/docs/concepts/resource-manager.md). What an operator has paused already stays so beyond
// that: nothing records it as the extension's own.
func (d *Deliverer) Pause(ctx context.Context, namespace string) error {
	state, err := d.State(ctx, namespace)
	if err != nil {
		return err
	}
	for _, resource := range []*resourcesv1alpha1.ManagedResource{state.Config, state.Controllers, state.CRDs} {
		if resource == nil || health.IsPaused(resource) {
			continue
		}
		patch := client.MergeFrom(resource.DeepCopy())
		metav1.SetMetaDataAnnotation(&resource.ObjectMeta, resourcesv1alpha1.Ignore, "true")
		metav1.SetMetaDataAnnotation(&resource.ObjectMeta, fluxv1alpha1.AnnotationPaused, "true")
		if err := d.seed.Patch(ctx, resource, patch); client.IgnoreNotFound(err) != nil {
			return fmt.Errorf("failed to pause ManagedResource %s: %w", client.ObjectKeyFromObject(resource), err)
		}
	}
	return nil
}

// resume ends a pause of the extension's own, and leaves one of an operator.
func resume(resource *resourcesv1alpha1.ManagedResource) {
	if health.IsPausedByExtension(resource) {
		delete(resource.Annotations, resourcesv1alpha1.Ignore)
		delete(resource.Annotations, fluxv1alpha1.AnnotationPaused)
	}
}

// Delete deletes ManagedResources together with those of their objects that are not marked to be kept. It does not wait for
// gardener-resource-manager.
func (d *Deliverer) Delete(ctx context.Context, namespace string, names ...string) error {
	for _, name := range names {
		if err := managedresources.DeleteForShoot(ctx, d.seed, namespace, name); err != nil {
			return fmt.Errorf("failed to delete ManagedResource %s/%s: %w", namespace, name, err)
		}
	}
	return nil
}

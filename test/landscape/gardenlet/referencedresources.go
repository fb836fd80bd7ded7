// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"
	"errors"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	resourcemanagerconfigv1alpha1 "github.com/gardener/gardener/pkg/apis/config/resourcemanager/v1alpha1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/resourcemanager/controller/managedresource"
	resourcemanagerpredicate "github.com/gardener/gardener/pkg/resourcemanager/predicate"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	"github.com/gardener/gardener/pkg/utils/managedresources"
	"github.com/gardener/gardener/pkg/utils/retry"
)

// referencedResourcesName is the ManagedResource in a Shoot's namespace with copies of the resources in the Shoot's
// spec.resources.
const referencedResourcesName = "referenced-resources"

// seedResourceManager returns the only required controller of the seed's gardener-resource-manager. It applies the
// ManagedResources that gardenlet creates for the seed.
func (g *Gardenlet) seedResourceManager() *managedresource.Reconciler {
	return &managedresource.Reconciler{
		ClassFilter: resourcemanagerpredicate.NewClassFilter(v1beta1constants.SeedResourceManagerClass),
		ClusterID:   g.options.SeedName,
		Config: resourcemanagerconfigv1alpha1.ManagedResourceControllerConfig{
			ConcurrentSyncs:     ptr.To(5),
			SyncPeriod:          &metav1.Duration{Duration: time.Hour},
			AlwaysUpdate:        ptr.To(false),
			ManagedByLabelValue: ptr.To(resourcesv1alpha1.GardenerManager),
		},
		RequeueAfterOnDeletionPending: &g.options.Timing.Interval,
	}
}

// deployReferencedResources copies the Secrets and ConfigMaps in the Shoot's spec.resources. gardenlet does not wait
// for the copies, because infrastructure, etcd and kube-apiserver, which it deploys before the Extensions, take longer.
func (g *Gardenlet) deployReferencedResources(ctx context.Context, o *operation) error {
	resources, err := gardenerutils.PrepareReferencedResourcesForSeedCopy(ctx, g.garden, o.shoot.Spec.Resources, o.shoot.Namespace, o.namespace)
	if err != nil {
		return fmt.Errorf("failed to prepare referenced resources for seed copy: %w", err)
	}
	err = managedresources.CreateFromUnstructured(ctx, g.seed, o.namespace, referencedResourcesName, false,
		v1beta1constants.SeedResourceManagerClass, resources, false, nil)
	if err != nil {
		return fmt.Errorf("failed to create managed resource for referenced resources: %w", err)
	}
	return g.waitForReferencedResources(ctx, o)
}

func (g *Gardenlet) waitForReferencedResources(ctx context.Context, o *operation) error {
	return retry.UntilTimeout(ctx, g.options.Timing.Interval/5, g.options.Timing.Timeout, func(ctx context.Context) (bool, error) {
		managedResource := &resourcesv1alpha1.ManagedResource{}
		if err := g.seed.Get(ctx, client.ObjectKey{Namespace: o.namespace, Name: referencedResourcesName}, managedResource); err != nil {
			return retry.SevereError(err)
		}
		applied := v1beta1helper.GetCondition(managedResource.Status.Conditions, resourcesv1alpha1.ResourcesApplied)
		if managedResource.Status.ObservedGeneration != managedResource.Generation || applied == nil {
			return retry.MinorError(errors.New("referenced resources have not been copied yet"))
		}
		if applied.Status != gardencorev1beta1.ConditionTrue {
			return retry.MinorError(fmt.Errorf("referenced resources have not been copied yet: %s", applied.Message))
		}
		return retry.Ok()
	})
}

// destroyReferencedResources removes the copies.
func (g *Gardenlet) destroyReferencedResources(ctx context.Context, o *operation) error {
	return client.IgnoreNotFound(managedresources.Delete(ctx, g.seed, o.namespace, referencedResourcesName, false))
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	gardenerextensions "github.com/gardener/gardener/pkg/extensions"
	"github.com/gardener/gardener/pkg/utils/flow"
	"github.com/gardener/gardener/pkg/utils/gardener/shootstate"
	kubernetesutils "github.com/gardener/gardener/pkg/utils/kubernetes"
	utilclient "github.com/gardener/gardener/pkg/utils/kubernetes/client"
	"github.com/gardener/gardener/pkg/utils/managedresources"
	"github.com/gardener/gardener/pkg/utils/retry"
)

// deployExtensions returns a task that deploys Extensions or, in a restoration, restores them from the ShootState.
func (g *Gardenlet) deployExtensions(o *operation, deploy func(context.Context) error, restore func(context.Context, *gardencorev1beta1.ShootState) error) flow.TaskFn {
	return func(ctx context.Context) error {
		if o.kind == gardencorev1beta1.LastOperationTypeRestore {
			state := &gardencorev1beta1.ShootState{}
			if err := g.garden.Get(ctx, client.ObjectKeyFromObject(o.shoot), state); err != nil {
				return fmt.Errorf("failed to read the ShootState: %w", err)
			}
			return restore(ctx, state)
		}
		if err := g.awaitNextSecond(ctx, o); err != nil {
			return err
		}
		return deploy(ctx)
	}
}

// awaitNextSecond waits until the second of the last reconciliation of an Extension is over. The status contains whole
// seconds, so gardenlet's health check could otherwise mistake an earlier success for the new one.
func (g *Gardenlet) awaitNextSecond(ctx context.Context, o *operation) error {
	list := &extensionsv1alpha1.ExtensionList{}
	if err := g.seed.List(ctx, list, client.InNamespace(o.namespace)); err != nil {
		return fmt.Errorf("failed to list Extensions: %w", err)
	}
	var earliest time.Time
	for _, e := range list.Items {
		if last := e.Status.LastOperation; last != nil && last.LastUpdateTime.Add(time.Second).After(earliest) {
			earliest = last.LastUpdateTime.Add(time.Second)
		}
	}
	select {
	case <-time.After(time.Until(earliest)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (g *Gardenlet) persistShootState(ctx context.Context, o *operation) error {
	return shootstate.Deploy(ctx, clock.RealClock{}, g.garden, g.seed, o.shoot, o.namespace, false)
}

func (g *Gardenlet) deleteShootState(ctx context.Context, o *operation) error {
	return shootstate.Delete(ctx, g.garden, o.shoot)
}

func (g *Gardenlet) stopNodes(ctx context.Context, o *operation) error {
	return g.options.Shoots.StopNodes(ctx, o.shoot)
}

func (g *Gardenlet) destroyControlPlane(ctx context.Context, o *operation) error {
	return g.options.Shoots.Destroy(ctx, o.shoot)
}

// waitForShootManagedResources waits until all ManagedResources of the shoot are gone. Migration and deletion require
// this, so a remaining ManagedResource of the shoot blocks them.
func (g *Gardenlet) waitForShootManagedResources(ctx context.Context, o *operation) error {
	return retry.UntilTimeout(ctx, g.options.Timing.Interval, g.options.Timing.Timeout, func(ctx context.Context) (bool, error) {
		list := &resourcesv1alpha1.ManagedResourceList{}
		if err := g.seed.List(ctx, list, client.InNamespace(o.namespace)); err != nil {
			return retry.SevereError(err)
		}
		var left []error
		for _, managedResource := range shootManagedResources(list) {
			left = append(left, fmt.Errorf("shoot managed resource %s still exists", client.ObjectKeyFromObject(managedResource)))
		}
		if len(left) > 0 {
			return retry.MinorError(errors.Join(left...))
		}
		return retry.Ok()
	})
}

func shootManagedResources(list *resourcesv1alpha1.ManagedResourceList) []*resourcesv1alpha1.ManagedResource {
	var result []*resourcesv1alpha1.ManagedResource
	for i := range list.Items {
		if class := list.Items[i].Spec.Class; class == nil || *class == "" {
			result = append(result, &list.Items[i])
		}
	}
	return result
}

func (g *Gardenlet) deleteAllExtensions(ctx context.Context, o *operation) error {
	return gardenerextensions.DeleteExtensionObjects(ctx, g.seed, &extensionsv1alpha1.ExtensionList{}, o.namespace, nil)
}

func (g *Gardenlet) waitForAllExtensions(ctx context.Context, o *operation) error {
	return gardenerextensions.WaitUntilExtensionObjectsDeleted(ctx, g.seed, o.log, &extensionsv1alpha1.ExtensionList{},
		extensionsv1alpha1.ExtensionResource, o.namespace, g.options.Timing.Interval, g.options.Timing.Timeout, nil)
}

func (g *Gardenlet) releaseManagedResources(ctx context.Context, o *operation) error {
	list := &resourcesv1alpha1.ManagedResourceList{}
	if err := g.seed.List(ctx, list, client.InNamespace(o.namespace)); err != nil {
		return err
	}
	for _, managedResource := range list.Items {
		if err := managedresources.SetKeepObjects(ctx, g.seed, managedResource.Namespace, managedResource.Name, false); err != nil {
			return err
		}
	}
	return nil
}

// abandonManagedResources deletes the ManagedResources and removes their finalizers, so that gardener-resource-manager
// is not needed.
func (g *Gardenlet) abandonManagedResources(ctx context.Context, o *operation) error {
	if err := g.seed.DeleteAllOf(ctx, &resourcesv1alpha1.ManagedResource{}, client.InNamespace(o.namespace)); err != nil {
		return err
	}
	list := &resourcesv1alpha1.ManagedResourceList{}
	if err := g.seed.List(ctx, list, client.InNamespace(o.namespace)); err != nil {
		return err
	}
	for _, managedResource := range shootManagedResources(list) {
		patch := client.MergeFrom(managedResource.DeepCopy())
		managedResource.Finalizers = nil
		if err := g.seed.Patch(ctx, managedResource, patch); client.IgnoreNotFound(err) != nil {
			return err
		}
	}
	waitCtx, cancel := context.WithTimeout(ctx, g.options.Timing.Timeout)
	defer cancel()
	return kubernetesutils.WaitUntilResourcesDeleted(waitCtx, g.seed, &resourcesv1alpha1.ManagedResourceList{}, g.options.Timing.Interval, client.InNamespace(o.namespace))
}

func (g *Gardenlet) deleteKubernetesResources(ctx context.Context, o *operation) error {
	for _, list := range []client.ObjectList{&corev1.ConfigMapList{}, &corev1.SecretList{}} {
		if err := utilclient.ForceDeleteObjects(g.seed, o.namespace, list)(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (g *Gardenlet) deleteNamespace(ctx context.Context, o *operation) error {
	namespace := &corev1.Namespace{}
	namespace.Name = o.namespace
	return retry.UntilTimeout(ctx, g.options.Timing.Interval, g.options.Timing.Timeout, func(ctx context.Context) (bool, error) {
		err := g.seed.Delete(ctx, namespace)
		if apierrors.IsNotFound(err) {
			return retry.Ok()
		}
		if err != nil && !apierrors.IsConflict(err) {
			return retry.SevereError(err)
		}
		return retry.MinorError(fmt.Errorf("namespace %q is not yet cleaned up", o.namespace))
	})
}

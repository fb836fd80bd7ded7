// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource

import (
	"context"
	"errors"
	"fmt"
	"time"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
)

// Orphan deletes the ManagedResources and keeps all their objects in the shoot. It sets keepObjects first.
// gardener-resource-manager then sends no requests to the shoot.
func (d *Deliverer) Orphan(ctx context.Context, namespace string) error {
	return d.OrphanNamed(ctx, namespace, deletionOrder()...)
}

// OrphanNamed orphans the named ManagedResources, which may belong to other extensions. It ignores names that do not
// exist.
func (d *Deliverer) OrphanNamed(ctx context.Context, namespace string, names ...string) error {
	return d.OrphanWhile(ctx, namespace, func(context.Context) (bool, error) { return true, nil }, names...)
}

// OrphanKnown orphans the named ManagedResources, but ignores those that do not exist according to the watch. Use it
// only if a later check detects a ManagedResource that the watch has missed, or if they are known not to exist.
func (d *Deliverer) OrphanKnown(ctx context.Context, namespace string, names ...string) error {
	var known []string
	for _, name := range names {
		resource, certain := d.known(ctx, namespace, name)
		if resource != nil || !certain {
			known = append(known, name)
		}
	}
	return d.OrphanNamed(ctx, namespace, known...)
}

// OrphanWhile orphans the named ManagedResources while wanted returns true. It calls wanted after each read of a
// ManagedResource. It does not delete a ManagedResource that was written after this read, so that it does not undo a
// concurrent operation or delete the objects of that operation.
func (d *Deliverer) OrphanWhile(ctx context.Context, namespace string, wanted func(context.Context) (bool, error), names ...string) error {
	for _, step := range []func(context.Context, *resourcesv1alpha1.ManagedResource) error{d.keepObjects, d.delete} {
		for _, name := range names {
			// gardener-resource-manager may write the status between the read and the write.
			err := kube.RetryOnConflict(ctx, func() error {
				resource, err := d.live(ctx, namespace, name)
				if err != nil || resource == nil {
					return err
				}
				if still, err := wanted(ctx); err != nil || !still {
					return err
				}
				return client.IgnoreNotFound(step(ctx, resource))
			})
			if err != nil {
				return fmt.Errorf("failed to orphan ManagedResource %s/%s: %w", namespace, name, err)
			}
		}
	}
	return nil
}

func (d *Deliverer) keepObjects(ctx context.Context, resource *resourcesv1alpha1.ManagedResource) error {
	if ptr.Deref(resource.Spec.KeepObjects, false) {
		return nil
	}
	patch := client.MergeFromWithOptions(resource.DeepCopy(), client.MergeFromWithOptimisticLock{})
	resource.Spec.KeepObjects = ptr.To(true)
	return d.seed.Patch(ctx, resource, patch)
}

// delete deletes a ManagedResource and its Secrets, unless they have changed since they were read. It sets keepObjects
// first.
func (d *Deliverer) delete(ctx context.Context, resource *resourcesv1alpha1.ManagedResource) error {
	if err := d.keepObjects(ctx, resource); err != nil {
		return err
	}
	var secrets []*corev1.Secret
	for _, ref := range resource.Spec.SecretRefs {
		secret := &corev1.Secret{}
		err := d.seed.Get(ctx, client.ObjectKey{Namespace: resource.Namespace, Name: ref.Name}, secret)
		if err == nil {
			secrets = append(secrets, secret)
		} else if !apierrors.IsNotFound(err) {
			return err
		}
	}
	if resource.DeletionTimestamp == nil {
		if err := d.seed.Delete(ctx, resource, asRead(resource)); err != nil {
			return err
		}
	}
	for _, secret := range secrets {
		// A changed Secret belongs to a later write or to Gardener's garbage collection.
		if err := d.seed.Delete(ctx, secret, asRead(secret)); client.IgnoreNotFound(err) != nil && !apierrors.IsConflict(err) {
			return err
		}
	}
	return nil
}

func asRead(object client.Object) client.Preconditions {
	return client.Preconditions{ResourceVersion: ptr.To(object.GetResourceVersion())}
}

// CheckNotDeleting returns a *StillDeletingError if one of the ManagedResources is being deleted. A write during the
// deletion could reset keepObjects, and gardener-resource-manager would delete objects that must remain. If watched is
// true, CheckNotDeleting uses the watch. It may then miss a recent deletion, which is detected by the following write
// or, without such a write, by the next operation.
func (d *Deliverer) CheckNotDeleting(ctx context.Context, namespace string, manifests []content.Manifests, watched bool) error {
	read := d.live
	if watched {
		read = d.KnownNamed
	}
	for _, m := range manifests {
		resource, err := read(ctx, namespace, m.Name)
		if err == nil {
			err = refuseDeleting(resource)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func refuseDeleting(resource *resourcesv1alpha1.ManagedResource) error {
	if resource == nil || resource.DeletionTimestamp == nil {
		return nil
	}
	return &StillDeletingError{Namespace: resource.Namespace, Name: resource.Name}
}

// StillDeletingError is the error for a ManagedResource whose deletion gardener-resource-manager has not finished.
type StillDeletingError struct {
	// Namespace and Name identify the ManagedResource.
	Namespace, Name string
}

// Error names the ManagedResource and the responsible controller.
func (e *StillDeletingError) Error() string {
	return fmt.Sprintf("ManagedResource %s/%s is being deleted: gardener-resource-manager of the shoot has not finished yet", e.Namespace, e.Name)
}

// RequeueIfDeleting converts a StillDeletingError into a RequeueAfterError, and returns other errors unchanged. Callers
// must not wrap the RequeueAfterError, because the extension library uses a type assertion.
func RequeueIfDeleting(err error, retry time.Duration) error {
	if _, is := errors.AsType[*StillDeletingError](err); is {
		return &reconcilerutils.RequeueAfterError{Cause: err, RequeueAfter: retry}
	}
	return err
}

// deletionInterval is the time between two polls of a ManagedResource that is being deleted.
const deletionInterval = 250 * time.Millisecond

// WaitDeleted waits until the ManagedResources are deleted. It polls at least once, and returns a *StillDeletingError
// if one of them still exists after the timeout.
func (d *Deliverer) WaitDeleted(ctx context.Context, namespace string, timeout time.Duration) error {
	var left *StillDeletingError
	// A poll uses the context of the operation and not the context with the timeout: if the timeout is zero, the only poll
	// would fail.
	err := wait.PollUntilContextTimeout(ctx, deletionInterval, timeout, true, func(context.Context) (bool, error) {
		left = nil
		for _, name := range deletionOrder() {
			resource, err := d.live(ctx, namespace, name)
			if err != nil {
				return false, err
			}
			if resource != nil {
				left = &StillDeletingError{Namespace: namespace, Name: name}
				return false, nil
			}
		}
		return true, nil
	})
	if wait.Interrupted(err) && left != nil && ctx.Err() == nil {
		return left
	}
	return err
}

func deletionOrder() []string {
	return []string{fluxv1alpha1.ManagedResourceBaseline, fluxv1alpha1.ManagedResourceConfig, fluxv1alpha1.ManagedResourceControllers, fluxv1alpha1.ManagedResourceCRDs}
}

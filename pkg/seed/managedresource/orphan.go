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

// Orphan deletes the ManagedResources and leaves all objects in the shoot unchanged: with keepObjects,
// gardener-resource-manager makes no request to the shoot.
func (d *Deliverer) Orphan(ctx context.Context, namespace string) error {
	return d.OrphanNamed(ctx, namespace, deletionOrder()...)
}

// OrphanNamed does the same for the named ManagedResources, including those of other extensions. They need not
// exist.
func (d *Deliverer) OrphanNamed(ctx context.Context, namespace string, names ...string) error {
	return d.OrphanWhile(ctx, namespace, func(context.Context) (bool, error) { return true, nil }, names...)
}

// OrphanKnown does the same for ManagedResources in the watch, and ignores all others. Use it if a later check
// follows, or if the others are known to be missing.
func (d *Deliverer) OrphanKnown(ctx context.Context, namespace string, names ...string) error {
	var known []string
	for _, name := range names {
		resource, certain := d.known(ctx, client.ObjectKey{Namespace: namespace, Name: name})
		if resource != nil || !certain {
			known = append(known, name)
		}
	}
	return d.OrphanNamed(ctx, namespace, known...)
}

// OrphanWhile does the same while wanted returns true. It calls wanted after the read of each ManagedResource. It
// does not delete later writes, so it neither undoes another operation nor deletes its objects.
func (d *Deliverer) OrphanWhile(ctx context.Context, namespace string, wanted func(context.Context) (bool, error), names ...string) error {
	for _, step := range []func(context.Context, *resourcesv1alpha1.ManagedResource) error{d.keepObjects, d.delete} {
		for _, name := range names {
			// gardener-resource-manager may write the status between the read and the write.
			err := kube.RetryOnConflict(ctx, func() error {
				resource, err := d.live(ctx, client.ObjectKey{Namespace: namespace, Name: name})
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

// delete deletes a ManagedResource with its Secrets, unless they have changed since the read.
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

// CheckNotDeleting returns a *StillDeletingError if one of the ManagedResources is being deleted. A write could
// reset keepObjects, and gardener-resource-manager would delete objects that must stay. If watched is true,
// CheckNotDeleting trusts the watch: a write detects a more recent deletion, and without a write, the next
// operation does.
func (d *Deliverer) CheckNotDeleting(ctx context.Context, namespace string, manifests []content.Manifests, watched bool) error {
	read := d.live
	if watched {
		read = d.knownOrLive
	}
	for _, m := range manifests {
		resource, err := read(ctx, client.ObjectKey{Namespace: namespace, Name: m.Name})
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

// StillDeletingError reports that gardener-resource-manager has not finished the deletion of a ManagedResource.
type StillDeletingError struct {
	// Namespace and Name identify the ManagedResource.
	Namespace, Name string
}

// Error names the ManagedResource and the responsible controller.
func (e *StillDeletingError) Error() string {
	return fmt.Sprintf("ManagedResource %s/%s is being deleted: gardener-resource-manager of the shoot has not finished yet", e.Namespace, e.Name)
}

// RequeueIfDeleting turns a StillDeletingError into a requeue. The requeue has to be the outermost error, because the
// extension library uses a type assertion.
func RequeueIfDeleting(err error, retry time.Duration) error {
	if still := (*StillDeletingError)(nil); errors.As(err, &still) {
		return &reconcilerutils.RequeueAfterError{Cause: err, RequeueAfter: retry}
	}
	return err
}

// deletionInterval is the time between two polls of a ManagedResource that is being deleted.
const deletionInterval = 250 * time.Millisecond

// WaitDeleted waits until the ManagedResources are deleted or the timeout ends, and polls at least once. It returns
// a *StillDeletingError if one of them still exists.
func (d *Deliverer) WaitDeleted(ctx context.Context, namespace string, timeout time.Duration) error {
	var left *StillDeletingError
	// The context of the operation bounds a poll: with a timeout of zero, the only poll would fail.
	err := wait.PollUntilContextTimeout(ctx, deletionInterval, timeout, true, func(context.Context) (bool, error) {
		left = nil
		for _, name := range deletionOrder() {
			resource, err := d.live(ctx, client.ObjectKey{Namespace: namespace, Name: name})
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
	return []string{fluxv1alpha1.ManagedResourceConfig, fluxv1alpha1.ManagedResourceControllers, fluxv1alpha1.ManagedResourceCRDs}
}

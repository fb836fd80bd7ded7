// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package managedresource delivers rendered manifests to a shoot, and orphans or deletes them. It is the only package
// that writes ManagedResources. It must not depend on the content of the manifests, and must not send requests to the
// shoot.
//
// Secrets and ManagedResources have the same structure as those from Gardener's library. The package uses the library
// only for deletion and for functions that send no requests. For other writes, the library reads both objects first,
// and does not allow the caller to check the current object.
package managedresource

import (
	"context"
	"fmt"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/utils/managedresources"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
)

// Deliverer writes the extension's ManagedResources in the control plane namespace of a shoot.
type Deliverer struct {
	seed client.Client
	// expected contains the versions that the watch must report before it is trusted.
	expected *expectations
	// watched reads ManagedResources from the watch. It is nil if there is no watch.
	watched client.Reader
	// createSecret creates the Secret of a first delivery.
	createSecret func(context.Context, *corev1.Secret) error
	compressor   *content.Compressor
}

// NewDeliverer returns a Deliverer that reads and writes with the client. The client must not cache ManagedResources
// and Secrets, because an object that is missing in a cache may exist.
func NewDeliverer(seed client.Client) *Deliverer {
	expected := newExpectations()
	return &Deliverer{
		seed: trackedClient{Client: seed, expected: expected}, expected: expected, compressor: content.NewCompressor(),
		createSecret: func(ctx context.Context, secret *corev1.Secret) error { return seed.Create(ctx, secret) },
	}
}

// CreatingSecrets returns a copy of the Deliverer that creates the Secrets of a first delivery with the given function.
func (d *Deliverer) CreatingSecrets(create func(context.Context, *corev1.Secret) error) *Deliverer {
	creating := *d
	creating.createSecret = create
	return &creating
}

// CompressingWith returns a copy of the Deliverer that compresses with the given Compressor, which others may use too.
func (d *Deliverer) CompressingWith(compressor *content.Compressor) *Deliverer {
	compressing := *d
	compressing.compressor = compressor
	return &compressing
}

// Deploy creates or updates the ManagedResources in the given order. It resumes ManagedResources that Pause has paused,
// but not those that an operator has paused. It writes only changes, and does not wait for gardener-resource-manager.
// It returns a *StillDeletingError if one of the ManagedResources is being deleted, and does not write to it. If the
// watch already reports the deletion, Deploy does not write to any ManagedResource.
func (d *Deliverer) Deploy(ctx context.Context, namespace string, manifests []content.Manifests) error {
	if err := d.CheckNotDeleting(ctx, namespace, manifests, true); err != nil {
		return err
	}
	for _, m := range manifests {
		if err := d.deploy(ctx, namespace, m); err != nil {
			return err
		}
	}
	return nil
}

// State contains the extension's ManagedResources for a shoot. A ManagedResource that does not exist is nil.
type State struct {
	// CRDs contains the namespaces, Flux's CustomResourceDefinitions, and the claims for volumes.
	CRDs *resourcesv1alpha1.ManagedResource
	// Controllers contains Flux's controllers.
	Controllers *resourcesv1alpha1.ManagedResource
	// Config contains the shoot info variables, the copies, the sources and the root Kustomization.
	Config *resourcesv1alpha1.ManagedResource
}

// Delivered reports whether Flux was delivered to the shoot.
func (s State) Delivered() bool { return s.CRDs != nil || s.Controllers != nil || s.Config != nil }

// State reads the ManagedResources from the seed.
func (d *Deliverer) State(ctx context.Context, namespace string) (State, error) {
	return d.read(ctx, namespace, d.live)
}

// Pause makes gardener-resource-manager ignore the ManagedResources until the next Deploy, so that it does not revert
// changes in the shoot. Paused ManagedResources can still be deleted (gardener/docs/concepts/resource-manager.md).
// Pause skips ManagedResources that an operator has paused, so that Deploy does not resume them.
func (d *Deliverer) Pause(ctx context.Context, namespace string) error {
	return d.PauseNamed(ctx, namespace, deletionOrder()...)
}

// PauseNamed pauses the named ManagedResources.
func (d *Deliverer) PauseNamed(ctx context.Context, namespace string, names ...string) error {
	for _, name := range names {
		resource, err := d.live(ctx, namespace, name)
		if err == nil {
			err = d.pause(ctx, resource)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *Deliverer) pause(ctx context.Context, resource *resourcesv1alpha1.ManagedResource) error {
	if resource == nil || health.IsPaused(resource) {
		return nil
	}
	patch := client.MergeFrom(resource.DeepCopy())
	metav1.SetMetaDataAnnotation(&resource.ObjectMeta, resourcesv1alpha1.Ignore, "true")
	metav1.SetMetaDataAnnotation(&resource.ObjectMeta, fluxv1alpha1.AnnotationPaused, "true")
	if err := d.seed.Patch(ctx, resource, patch); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to pause ManagedResource %s: %w", client.ObjectKeyFromObject(resource), err)
	}
	return nil
}

// RequestApply requests that gardener-resource-manager applies the ManagedResource again, which it otherwise does once
// an hour. It removes the annotation when it begins. RequestApply writes nothing if an operation is already requested.
func (d *Deliverer) RequestApply(ctx context.Context, resource *resourcesv1alpha1.ManagedResource) error {
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

// resume resumes a ManagedResource that the extension has paused. It does not resume a ManagedResource that an operator
// has paused.
func resume(resource *resourcesv1alpha1.ManagedResource) {
	if health.IsPausedByExtension(resource) {
		delete(resource.Annotations, resourcesv1alpha1.Ignore)
		delete(resource.Annotations, fluxv1alpha1.AnnotationPaused)
	}
}

// Delete deletes the ManagedResources. gardener-resource-manager then deletes their objects, except those with the
// annotation to keep them. Delete does not wait for it.
func (d *Deliverer) Delete(ctx context.Context, namespace string, names ...string) error {
	for _, name := range names {
		if err := managedresources.DeleteForShoot(ctx, d.seed, namespace, name); err != nil {
			return fmt.Errorf("failed to delete ManagedResource %s/%s: %w", namespace, name, err)
		}
	}
	return nil
}

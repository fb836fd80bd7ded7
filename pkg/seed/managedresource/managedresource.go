// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package managedresource is the only writer of ManagedResources: it delivers rendered manifests to a shoot, and
// orphans or deletes them. It does not know the content of the manifests, and makes no request to the shoot.
//
// Secrets and ManagedResources have the form that Gardener's library gives them. The package uses the library only
// for functions without requests and for deletion, because the library reads both objects before each write and
// does not support a decision on the overwritten object.
package managedresource

import (
	"context"
	"fmt"

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
	// expected has the versions that the watch must report before it is trusted again.
	expected *expectations
	// watched reads ManagedResources from the watch; nil without a watch.
	watched client.Reader
	// createSecret creates the Secret of a first delivery.
	createSecret func(context.Context, *corev1.Secret) error
	compressor   *content.Compressor
}

// NewDeliverer returns a Deliverer that reads and writes with the client. The client must not cache
// ManagedResources and Secrets, because absence from a cache must never lead to a decision.
func NewDeliverer(seed client.Client) *Deliverer {
	expected := newExpectations()
	return &Deliverer{
		seed: trackedClient{Client: seed, expected: expected}, expected: expected, compressor: content.NewCompressor(),
		createSecret: func(ctx context.Context, secret *corev1.Secret) error { return seed.Create(ctx, secret) },
	}
}

// CreatingSecrets returns a copy that creates the Secrets of a first delivery with the function.
func (d *Deliverer) CreatingSecrets(create func(context.Context, *corev1.Secret) error) *Deliverer {
	creating := *d
	creating.createSecret = create
	return &creating
}

// Deploy creates or updates the ManagedResources in the given order. It ends a pause by Pause, but not a pause by
// an operator. It writes nothing without changes, and does not wait for gardener-resource-manager. It returns a
// *StillDeletingError if one of the ManagedResources is being deleted. It does not write to such a ManagedResource,
// and writes to none if the watch reports the deletion.
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

// State has the extension's ManagedResources in the seed; a missing ManagedResource is nil.
type State struct {
	// CRDs holds Flux's namespace and CustomResourceDefinitions.
	CRDs *resourcesv1alpha1.ManagedResource
	// Controllers holds Flux's controllers.
	Controllers *resourcesv1alpha1.ManagedResource
	// Config holds the shoot info variables, copies, the source and the root Kustomization.
	Config *resourcesv1alpha1.ManagedResource
}

// Delivered reports whether Flux was delivered to the shoot.
func (s State) Delivered() bool { return s.CRDs != nil || s.Controllers != nil || s.Config != nil }

// State reads the ManagedResources.
func (d *Deliverer) State(ctx context.Context, namespace string) (State, error) {
	return d.read(ctx, namespace, d.live)
}

// Pause lets gardener-resource-manager ignore the ManagedResources until the next Deploy, so that it does not
// revert changes in the shoot. Paused ManagedResources can still be deleted
// (gardener/docs/concepts/resource-manager.md). Pause does not take over a pause by an operator, which Deploy
// therefore does not end.
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

// resume ends a pause by the extension, but not a pause by an operator.
func resume(resource *resourcesv1alpha1.ManagedResource) {
	if health.IsPausedByExtension(resource) {
		delete(resource.Annotations, resourcesv1alpha1.Ignore)
		delete(resource.Annotations, fluxv1alpha1.AnnotationPaused)
	}
}

// Delete deletes ManagedResources with their objects, except objects with the keep annotation. It does not wait for
// gardener-resource-manager.
func (d *Deliverer) Delete(ctx context.Context, namespace string, names ...string) error {
	for _, name := range names {
		if err := managedresources.DeleteForShoot(ctx, d.seed, namespace, name); err != nil {
			return fmt.Errorf("failed to delete ManagedResource %s/%s: %w", namespace, name, err)
		}
	}
	return nil
}

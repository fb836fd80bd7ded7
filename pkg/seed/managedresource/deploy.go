// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource

import (
	"context"
	"errors"
	"fmt"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
)

// deploy creates or updates one ManagedResource and its Secret. It sends no request if, according to the watch, the
// ManagedResource has the desired content and was applied. If the ManagedResource does not exist according to the
// watch, deploy creates it without a read. If the creation fails because the ManagedResource or the Secret exists,
// deploy reads and updates both.
func (d *Deliverer) deploy(ctx context.Context, namespace string, m content.Manifests) error {
	known, certain := d.known(ctx, namespace, m.Name)
	wanted, err := d.build(namespace, m)
	if err != nil {
		return err
	}
	if certain && known != nil && wanted.isAppliedIn(known) {
		return nil
	}
	if certain && known == nil {
		if err := d.create(ctx, wanted); !apierrors.IsAlreadyExists(err) {
			return wrapDeploy(namespace, m.Name, err)
		}
		if wanted, err = d.build(namespace, m); err != nil { // The client has decoded responses into it.
			return err
		}
	}
	return wrapDeploy(namespace, m.Name, d.write(ctx, wanted))
}

func wrapDeploy(namespace, name string, err error) error {
	if err != nil {
		return fmt.Errorf("failed to deploy ManagedResource %s/%s: %w", namespace, name, err)
	}
	return nil
}

// create creates the Secret and the ManagedResource. It returns an AlreadyExists error if one of them exists.
func (d *Deliverer) create(ctx context.Context, wanted *desired) error {
	if err := d.createSecret(ctx, wanted.secret); err != nil {
		return err
	}
	return d.seed.Create(ctx, wanted.resource)
}

// write creates or updates the Secret and the ManagedResource, and resumes a ManagedResource that the extension has
// paused.
func (d *Deliverer) write(ctx context.Context, wanted *desired) error {
	if err := d.writeSecret(ctx, wanted); err != nil {
		return err
	}
	resource, err := d.live(ctx, wanted.resource.Namespace, wanted.resource.Name)
	if err != nil {
		return err
	}
	if resource == nil {
		return d.seed.Create(ctx, wanted.resource)
	}
	return d.update(ctx, resource, wanted, resume)
}

func (d *Deliverer) writeSecret(ctx context.Context, wanted *desired) error {
	secret := &corev1.Secret{}
	err := d.seed.Get(ctx, client.ObjectKeyFromObject(wanted.secret), secret)
	switch {
	case apierrors.IsNotFound(err):
		return d.seed.Create(ctx, wanted.secret)
	case err != nil || !wanted.setOnSecret(secret):
		return err
	}
	return d.seed.Update(ctx, secret)
}

// update updates the ManagedResource with an optimistic lock. It returns a *StillDeletingError if the ManagedResource
// is being deleted. mutate can change the ManagedResource after the desired state is set.
func (d *Deliverer) update(ctx context.Context, read *resourcesv1alpha1.ManagedResource, wanted *desired, mutate func(*resourcesv1alpha1.ManagedResource)) error {
	if err := refuseDeleting(read); err != nil {
		return err
	}
	updated := read.DeepCopy()
	if err := wanted.setOn(updated); err != nil {
		return err
	}
	mutate(updated)
	if apiequality.Semantic.DeepEqual(read, updated) {
		return nil
	}
	return d.seed.Update(ctx, updated)
}

// Edit changes the manifests of a ManagedResource, if it exists. edit gets the manifests as YAML documents and returns
// the new manifests. A paused ManagedResource stays paused. Edit returns a *StillDeletingError if the ManagedResource
// is being deleted, and a conflict if it was changed or deleted in the meantime.
func (d *Deliverer) Edit(ctx context.Context, namespace, name string, edit func(yaml []byte) ([]byte, error)) error {
	resource, err := d.live(ctx, namespace, name)
	if err == nil {
		err = refuseDeleting(resource)
	}
	if err != nil || resource == nil || len(resource.Spec.SecretRefs) != 1 {
		return err
	}
	secret := &corev1.Secret{}
	if err := d.seed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: resource.Spec.SecretRefs[0].Name}, secret); err != nil {
		return fmt.Errorf("failed to read the content of ManagedResource %s/%s: %w", namespace, name, err)
	}
	yaml, err := content.Decompress(secret.Data[resourcesv1alpha1.CompressedDataKey])
	if err != nil {
		return fmt.Errorf("failed to decompress the content of ManagedResource %s/%s: %w", namespace, name, err)
	}
	edited, err := edit(yaml)
	if err != nil {
		return fmt.Errorf("failed to change the content of ManagedResource %s/%s: %w", namespace, name, err)
	}
	wanted, err := d.build(namespace, content.Manifests{Name: name, YAML: edited})
	if err != nil {
		return err
	}
	if err := d.writeSecret(ctx, wanted); err != nil {
		return wrapDeploy(namespace, name, err)
	}
	err = d.update(ctx, resource, wanted, func(*resourcesv1alpha1.ManagedResource) {})
	if apierrors.IsNotFound(err) {
		err = apierrors.NewConflict(resourcesv1alpha1.Resource("managedresources"), name, errors.New("it was deleted in the meantime"))
	}
	return wrapDeploy(namespace, name, err)
}

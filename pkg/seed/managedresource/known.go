// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource

import (
	"context"
	"errors"
	"fmt"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Watching returns a copy that also reads ManagedResources from a watch on the names of this extension and its
// predecessor. The reader may drop managed fields and the list of objects. The copy shares the expectations.
func (d *Deliverer) Watching(watched client.Reader) *Deliverer {
	watching := *d
	watching.watched = watched
	return &watching
}

// Through returns a copy with another client for the seed. The copy shares watch and expectations.
func (d *Deliverer) Through(seed client.Client) *Deliverer {
	through := *d
	through.seed = trackedClient{Client: seed, expected: d.expected}
	return &through
}

// Forget drops the expectations for a shoot without the extension after the watch has reported its
// ManagedResources. It reports whether all expectations were dropped. Otherwise, a late event of the watch would be
// trusted if the shoot got the extension again.
func (d *Deliverer) Forget(ctx context.Context, namespace string) (bool, error) {
	if d.watched == nil {
		return true, nil // Nothing relies on the memory.
	}
	for _, key := range d.expected.in(namespace) {
		if _, err := d.knownOrLive(ctx, key); err != nil {
			return false, err
		}
	}
	return len(d.expected.in(namespace)) == 0, nil
}

// Known returns the ManagedResources in the watch, and reads a ManagedResource from the seed if the watch has not
// reported its latest version yet. A returned ManagedResource exists or existed a moment ago. A missing one may
// exist; State reads it.
func (d *Deliverer) Known(ctx context.Context, namespace string) (State, error) {
	return d.read(ctx, namespace, d.knownOrLive)
}

func (d *Deliverer) knownOrLive(ctx context.Context, key client.ObjectKey) (*resourcesv1alpha1.ManagedResource, error) {
	if resource, certain := d.known(ctx, key); certain {
		return resource, nil
	}
	return d.live(ctx, key)
}

// known returns a ManagedResource from the watch; nil without one. certain is false without a readable watch, or if
// the watch has not reported the last read or write of this process.
func (d *Deliverer) known(ctx context.Context, key client.ObjectKey) (resource *resourcesv1alpha1.ManagedResource, certain bool) {
	if d.watched == nil {
		return nil, false
	}
	resource = &resourcesv1alpha1.ManagedResource{}
	switch err := d.watched.Get(ctx, key, resource); {
	case err == nil:
		return resource, d.expected.isMetBy(key, resource.ResourceVersion)
	case apierrors.IsNotFound(err):
		return nil, d.expected.isMetByAbsence(key)
	default:
		logf.FromContext(ctx).Info("Reading a ManagedResource from the seed, because the watch cannot be read", "managedResource", key, "reason", err.Error())
		return nil, false
	}
}

// live reads a ManagedResource; nil if it does not exist.
func (d *Deliverer) live(ctx context.Context, key client.ObjectKey) (*resourcesv1alpha1.ManagedResource, error) {
	resource := &resourcesv1alpha1.ManagedResource{}
	if err := d.seed.Get(ctx, key, resource); apierrors.IsNotFound(err) {
		return nil, nil //nolint:nilnil // none is no error
	} else if err != nil {
		return nil, fmt.Errorf("failed to read ManagedResource %s: %w", key, err)
	}
	return resource, nil
}

func (d *Deliverer) read(ctx context.Context, namespace string, read func(context.Context, client.ObjectKey) (*resourcesv1alpha1.ManagedResource, error)) (State, error) {
	var failed error
	get := func(name string) *resourcesv1alpha1.ManagedResource {
		resource, err := read(ctx, client.ObjectKey{Namespace: namespace, Name: name})
		failed = errors.Join(failed, err)
		return resource
	}
	state := State{
		CRDs:        get(fluxv1alpha1.ManagedResourceCRDs),
		Controllers: get(fluxv1alpha1.ManagedResourceControllers),
		Config:      get(fluxv1alpha1.ManagedResourceConfig),
	}
	return state, failed
}

// Expected reads the ManagedResources of a shoot for a caller that knows whether anything was delivered, and
// whether only the configuration is managed. The watch suffices if it has all delivered ManagedResources, or if
// neither the watch nor the caller knows of a delivery. Otherwise, Expected reads from the seed.
func (d *Deliverer) Expected(ctx context.Context, namespace string, delivered, configOnly bool) (State, error) {
	resources, err := d.Known(ctx, namespace)
	if err != nil {
		return State{}, err
	}
	complete := resources.Config != nil && (configOnly || resources.CRDs != nil && resources.Controllers != nil)
	if complete || !delivered && !resources.Delivered() {
		return resources, nil
	}
	return d.State(ctx, namespace)
}

// Installation returns the ManagedResources with Flux itself.
func Installation() []string {
	return []string{fluxv1alpha1.ManagedResourceControllers, fluxv1alpha1.ManagedResourceCRDs}
}

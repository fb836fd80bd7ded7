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

// Watching returns a copy of the Deliverer that also reads ManagedResources from a watch, for the names of this
// extension and its predecessor. The ManagedResources from the watch need neither managed fields nor the list of
// objects. The copy shares the expectations.
func (d *Deliverer) Watching(watched client.Reader) *Deliverer {
	watching := *d
	watching.watched = watched
	return &watching
}

// Through returns a copy of the Deliverer with a different client for the seed. The copy shares the watch and the
// expectations.
func (d *Deliverer) Through(seed client.Client) *Deliverer {
	through := *d
	through.seed = trackedClient{Client: seed, expected: d.expected}
	return &through
}

// Forget removes the expectations for a shoot without the extension, as far as the watch meets them. It reports whether
// all expectations were removed. Expectations that are not met must remain: if the shoot got the extension again, an
// outdated watch would be trusted without them.
func (d *Deliverer) Forget(ctx context.Context, namespace string) (bool, error) {
	if d.watched == nil {
		return true, nil // Expectations are not used without a watch.
	}
	for _, key := range d.expected.in(namespace) {
		if _, err := d.KnownNamed(ctx, key.Namespace, key.Name); err != nil {
			return false, err
		}
	}
	return len(d.expected.in(namespace)) == 0, nil
}

// Known returns the ManagedResources from the watch. It reads a ManagedResource from the seed if the watch cannot be
// read or has not reported the expected version yet. A returned ManagedResource may have been deleted a moment ago, and
// a missing one may exist; use State to be certain.
func (d *Deliverer) Known(ctx context.Context, namespace string) (State, error) {
	return d.read(ctx, namespace, d.KnownNamed)
}

// KnownNamed returns the named ManagedResource like Known; nil if it does not exist.
func (d *Deliverer) KnownNamed(ctx context.Context, namespace, name string) (*resourcesv1alpha1.ManagedResource, error) {
	if resource, certain := d.known(ctx, namespace, name); certain {
		return resource, nil
	}
	return d.live(ctx, namespace, name)
}

// known returns a ManagedResource from the watch, or nil if the watch does not have it. certain is false if the watch
// cannot be read, or has not reported the version from the last read or write of this process.
func (d *Deliverer) known(ctx context.Context, namespace, name string) (resource *resourcesv1alpha1.ManagedResource, certain bool) {
	if d.watched == nil {
		return nil, false
	}
	key := client.ObjectKey{Namespace: namespace, Name: name}
	resource = &resourcesv1alpha1.ManagedResource{}
	switch err := d.watched.Get(ctx, key, resource); {
	case err == nil:
		return resource, d.expected.isMetBy(key, resource.ResourceVersion)
	case apierrors.IsNotFound(err):
		return nil, d.expected.isMetByAbsence(key)
	default:
		logf.FromContext(ctx).Info("Failed to read a ManagedResource from the cache, reading it from the seed", "managedResource", key, "reason", err.Error())
		return nil, false
	}
}

// live reads a ManagedResource from the seed. It returns nil if the ManagedResource does not exist.
func (d *Deliverer) live(ctx context.Context, namespace, name string) (*resourcesv1alpha1.ManagedResource, error) {
	resource := &resourcesv1alpha1.ManagedResource{}
	if err := d.seed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, resource); apierrors.IsNotFound(err) {
		return nil, nil //nolint:nilnil // none is no error
	} else if err != nil {
		return nil, fmt.Errorf("failed to read ManagedResource %s/%s: %w", namespace, name, err)
	}
	return resource, nil
}

func (d *Deliverer) read(ctx context.Context, namespace string, read func(ctx context.Context, namespace, name string) (*resourcesv1alpha1.ManagedResource, error)) (State, error) {
	var failed error
	get := func(name string) *resourcesv1alpha1.ManagedResource {
		resource, err := read(ctx, namespace, name)
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

// Expected returns the ManagedResources of a shoot. delivered is true if Flux was delivered, and configOnly is true if
// only the configuration is managed. The watch is sufficient if it has all delivered ManagedResources, or if nothing
// was delivered and the watch has no ManagedResource. Otherwise, Expected reads from the seed.
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

// Installation returns the names of the ManagedResources with Flux itself.
func Installation() []string {
	return []string{fluxv1alpha1.ManagedResourceControllers, fluxv1alpha1.ManagedResourceCRDs}
}

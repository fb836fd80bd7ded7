// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package managedresource is the only writer towards the shoot through Gardener: it delivers rendered manifests as ManagedResources, and
// releases or deletes these. It knows nothing about the content of the manifests, and makes no request to the shoot itself.
//
// The Secrets and ManagedResources are those that Gardener's library makes. The library itself is used for what needs no request, and for
// deletion: it reads both before each write, and does not let the caller decide on what is written over.
package managedresource

import (
	"context"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
)

// Deliverer writes the ManagedResources of the extension in a shoot's technical namespace of the seed.
type Deliverer struct {
	seed client.Client
	// expected is what the watch has to report before it is trusted again.
	expected *expectations
	// watched reads ManagedResources from the watch; nil without a watch.
	watched client.Reader
	// secrets creates the Secrets of a first delivery.
	secrets    SecretCreator
	compressor *content.Compressor
}

// SecretCreator creates Secrets.
type SecretCreator interface {
	// Create creates a Secret. The error is that of the API server.
	Create(ctx context.Context, secret *corev1.Secret) error
}

// clientCreator creates Secrets with a client.
type clientCreator struct{ client.Writer }

// Create creates a Secret.
func (c clientCreator) Create(ctx context.Context, secret *corev1.Secret) error {
	return c.Writer.Create(ctx, secret)
}

// NewDeliverer returns a deliverer that uses the given client for the seed, and reads everything with it. The client must not read
// ManagedResources and Secrets from a cache: that an object is absent from a cache must never decide anything here.
func NewDeliverer(seed client.Client) *Deliverer {
	expected := newExpectations()
	return &Deliverer{
		seed: trackedClient{Client: seed, expected: expected}, expected: expected, secrets: clientCreator{seed}, compressor: content.NewCompressor(),
	}
}

// CreatingSecrets returns another deliverer, which creates the Secrets of a first delivery with this creator instead of the client.
func (d *Deliverer) CreatingSecrets(secrets SecretCreator) *Deliverer {
	creating := *d
	creating.secrets = secrets
	return &creating
}

// Deploy creates or updates one ManagedResource per element, in the given order, and has gardener-resource-manager apply it
// even if Pause has paused it before; what an operator has paused stays so. It writes nothing where nothing changed, and does not wait for
// gardener-resource-manager. The error is a *StillThereError if one of them is being deleted. Nothing is written then to that one, nor to any if
// the watch reports it.
func (d *Deliverer) Deploy(ctx context.Context, namespace string, manifests []content.Manifests) error {
	if err := d.AreKnownReleased(ctx, namespace, manifests); err != nil {
		return err
	}
	for _, m := range manifests {
		if err := d.deploy(ctx, namespace, m); err != nil {
			return err
		}
	}
	return nil
}

// State are the extension's ManagedResources in the seed; a nil entry does not exist.
type State struct {
	// CRDs holds Flux's namespace and CustomResourceDefinitions.
	CRDs *resourcesv1alpha1.ManagedResource
	// Controllers holds Flux's controllers.
	Controllers *resourcesv1alpha1.ManagedResource
	// Config holds the shoot info variables, copies, the source and the root Kustomization.
	Config *resourcesv1alpha1.ManagedResource
}

// Delivered reports whether Flux has been delivered to the shoot before.
func (s State) Delivered() bool { return s.CRDs != nil || s.Controllers != nil || s.Config != nil }

// State reads the ManagedResources.
func (d *Deliverer) State(ctx context.Context, namespace string) (State, error) {
	return d.read(ctx, namespace, d.live)
}

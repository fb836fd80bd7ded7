// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package managedresource is the only writer towards the shoot: it hands rendered manifests to Gardener as
// ManagedResources and takes them back. It knows nothing about what the manifests contain, and never talks to the
// shoot itself.
package managedresource

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"sync"
	"unsafe"
	"weak"

	"github.com/andybalholm/brotli"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/utils/managedresources"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/lru"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// packedManifests is how many compressed manifests are kept in memory: those of each Flux version and way to install it,
// about 30 KiB each.
const packedManifests = 128

// Deliverer writes the ManagedResources of the extension in a shoot's technical namespace of the seed.
type Deliverer struct {
	seed client.Client
	// expected is what the watch has to tell before it is believed.
	expected *expectations
	// watched is what the watch tells of ManagedResources; nil without a watch.
	watched client.Reader
	shared  *sharedManifests
}

// sharedManifests are those that many shoots have, compressed.
type sharedManifests struct {
	mutex sync.Mutex
	// packed are the compressed manifests by the digest of what they were.
	packed *lru.Cache
	// digests are those of the same bytes at the same place: most of a megabyte is not read again for each shoot.
	digests *lru.Cache
}

// place is where bytes lie, as long as they do.
type place struct {
	first  weak.Pointer[byte]
	length int
}

// NewDeliverer returns a deliverer that uses the given client for the seed, and asks that for everything. The client must not read
// ManagedResources and Secrets from a cache: that an object is absent from a cache must never decide anything here.
func NewDeliverer(seed client.Client) *Deliverer {
	expected := newExpectations()
	return &Deliverer{seed: trackedClient{Client: seed, expected: expected}, expected: expected, shared: &sharedManifests{
		packed: lru.New(packedManifests), digests: lru.New(packedManifests),
	}}
}

// Manifests is what one ManagedResource holds.
type Manifests struct {
	// Name is the name of the ManagedResource.
	Name string
	// YAML are the objects for the shoot as YAML documents.
	YAML []byte
	// Shared says that many shoots have the same, so that it is compressed once and kept in memory. Its bytes must not be changed.
	Shared bool
}

// Deploy creates or updates one ManagedResource per element, in the given order, and has gardener-resource-manager apply it
// even if it was paused before. It writes nothing where nothing changed, and does not wait for gardener-resource-manager. The error is a
// *StillThereError if one of them is on its way out. Nothing is written then to that one, nor to any if the watch tells of it.
func (d *Deliverer) Deploy(ctx context.Context, namespace string, manifests []Manifests) error {
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

func write(ctx context.Context, seed client.Client, namespace, name string, data map[string][]byte) error {
	if err := managedresources.CreateForShoot(ctx, seed, namespace, name, fluxv1alpha1.ManagedResourceOrigin, false, data); err != nil {
		return fmt.Errorf("failed to deploy ManagedResource %s/%s: %w", namespace, name, err)
	}
	return nil
}

// packed compresses what is shared once: hundreds of shoots have the bytes of one Flux version.
func (d *Deliverer) packed(m Manifests) (map[string][]byte, error) {
	if !m.Shared {
		return pack(m)
	}
	d.shared.mutex.Lock()
	defer d.shared.mutex.Unlock()

	digest := d.shared.digest(m.YAML)
	if data, ok := d.shared.packed.Get(digest); ok {
		return data.(map[string][]byte), nil
	}
	data, err := pack(m)
	if err != nil {
		return nil, err
	}
	d.shared.packed.Add(digest, data)
	return data, nil
}

func (s *sharedManifests) digest(yaml []byte) [sha256.Size]byte {
	at := place{first: weak.Make(unsafe.SliceData(yaml)), length: len(yaml)}
	if digest, ok := s.digests.Get(at); ok {
		return digest.([sha256.Size]byte)
	}
	digest := sha256.Sum256(yaml)
	s.digests.Add(at, digest)
	return digest
}

// Edit changes what a ManagedResource holds, if it is there. The function gets the manifests as YAML documents and returns the new
// ones. If the ManagedResource is paused, it stays so. The error is a *StillThereError if it is on its way out, and a conflict if somebody
// has changed it since the function was called.
func (d *Deliverer) Edit(ctx context.Context, namespace, name string, edit func(yaml []byte) ([]byte, error)) error {
	resource := &resourcesv1alpha1.ManagedResource{}
	if err := d.seed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, resource); err != nil {
		return client.IgnoreNotFound(err)
	}
	if resource.DeletionTimestamp != nil {
		return &StillThereError{Namespace: namespace, Name: name}
	}
	if len(resource.Spec.SecretRefs) != 1 {
		return nil
	}
	secret := &corev1.Secret{}
	if err := d.seed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: resource.Spec.SecretRefs[0].Name}, secret); err != nil {
		return fmt.Errorf("failed to read what ManagedResource %s/%s holds: %w", namespace, name, err)
	}
	yaml, err := io.ReadAll(brotli.NewReader(bytes.NewReader(secret.Data[resourcesv1alpha1.CompressedDataKey])))
	if err != nil {
		return fmt.Errorf("failed to decompress what ManagedResource %s/%s holds: %w", namespace, name, err)
	}
	edited, err := edit(yaml)
	if err != nil {
		return fmt.Errorf("failed to change what ManagedResource %s/%s holds: %w", namespace, name, err)
	}
	data, err := pack(Manifests{Name: name, YAML: edited})
	if err != nil {
		return err
	}
	return write(ctx, guarded{Client: d.seed, version: resource.ResourceVersion}, namespace, name, data)
}

// What many shoots have is compressed once and stored for each of them: a quarter of a second saves three KiB in each. One step more would
// take three times as long, for 500 bytes. What only one shoot has is a few KiB, of which more effort saves six percent. The windows fit what
// is compressed; brotli's default is allocated and cleared whole each time.
const (
	sharedQuality = 10
	sharedWindow  = 18
	ownQuality    = 4
	ownWindow     = 16
)

// pack compresses manifests as gardener-resource-manager reads them (gardener/docs/concepts/resource-manager.md).
func pack(m Manifests) (map[string][]byte, error) {
	effort := brotli.WriterOptions{Quality: ownQuality, LGWin: ownWindow}
	if m.Shared {
		effort = brotli.WriterOptions{Quality: sharedQuality, LGWin: sharedWindow}
	}
	var packed bytes.Buffer
	writer := brotli.NewWriterOptions(&packed, effort)
	if _, err := writer.Write(m.YAML); err != nil {
		return nil, fmt.Errorf("failed to compress the manifests of ManagedResource %s: %w", m.Name, err)
	}
	if err := writer.Close(); err != nil {
		return nil, fmt.Errorf("failed to compress the manifests of ManagedResource %s: %w", m.Name, err)
	}
	return map[string][]byte{resourcesv1alpha1.CompressedDataKey: packed.Bytes()}, nil
}

// State are the extension's ManagedResources as they stand in the seed; a nil entry does not exist.
type State struct {
	// CRDs holds Flux's namespace and CustomResourceDefinitions.
	CRDs *resourcesv1alpha1.ManagedResource
	// Controllers holds Flux's controllers.
	Controllers *resourcesv1alpha1.ManagedResource
	// Config holds the facts about the shoot, copies, the source and the root Kustomization.
	Config *resourcesv1alpha1.ManagedResource
}

// Delivered tells whether Flux has been handed over to the shoot before.
func (s State) Delivered() bool { return s.CRDs != nil || s.Controllers != nil || s.Config != nil }

// State reads the ManagedResources.
func (d *Deliverer) State(ctx context.Context, namespace string) (State, error) {
	return d.read(ctx, namespace, d.live)
}

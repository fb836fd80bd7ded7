// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"sync"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Watching has the deliverer know ManagedResources from a watch, by the names of this extension's and its predecessor's. The reader needs
// to hold neither their managed fields nor the list of their objects. It returns the deliverer.
func (d *Deliverer) Watching(watched client.Reader) *Deliverer {
	d.watched = watched
	return d
}

// Through returns the same deliverer, which knows the same, with another client for the seed.
func (d *Deliverer) Through(seed client.Client) *Deliverer {
	return &Deliverer{seed: noting{Client: seed, notes: d.notes}, notes: d.notes, watched: d.watched, shared: d.shared}
}

// Known returns the ManagedResources as far as the watch tells, and asks the seed only where it does not tell what is certain. One that is
// known is there, or was a moment ago. That one is not known does not say that it does not exist: State tells that.
func (d *Deliverer) Known(ctx context.Context, namespace string) (State, error) {
	return d.read(ctx, namespace, d.knownOrLive)
}

func (d *Deliverer) knownOrLive(ctx context.Context, key client.ObjectKey) (*resourcesv1alpha1.ManagedResource, error) {
	resource, certain, err := d.known(ctx, key)
	if err != nil || certain {
		return resource, err
	}
	return d.live(ctx, key)
}

// known returns what the watch tells of a ManagedResource; nil if it tells of none. It is not certain if there is no watch, or if it has not
// told yet of what was written, or read, by this process.
func (d *Deliverer) known(ctx context.Context, key client.ObjectKey) (resource *resourcesv1alpha1.ManagedResource, certain bool, err error) {
	if d.watched == nil {
		return nil, false, nil
	}
	resource = &resourcesv1alpha1.ManagedResource{}
	if err := d.watched.Get(ctx, key, resource); apierrors.IsNotFound(err) {
		return nil, d.notes.allowAbsence(key), nil
	} else if err != nil {
		return nil, false, fmt.Errorf("failed to read ManagedResource %s: %w", key, err)
	}
	return resource, d.notes.allow(key, versionOf(resource)), nil
}

// live reads a ManagedResource; nil if it does not exist.
func (d *Deliverer) live(ctx context.Context, key client.ObjectKey) (*resourcesv1alpha1.ManagedResource, error) {
	resource := &resourcesv1alpha1.ManagedResource{}
	if err := d.seed.Get(ctx, key, resource); apierrors.IsNotFound(err) {
		return nil, nil //nolint:nilnil // that it does not exist is what was asked
	} else if err != nil {
		return nil, fmt.Errorf("failed to read ManagedResource %s: %w", key, err)
	}
	return resource, nil
}

func (d *Deliverer) read(ctx context.Context, namespace string, read func(context.Context, client.ObjectKey) (*resourcesv1alpha1.ManagedResource, error)) (State, error) {
	var state State
	for name, target := range map[string]**resourcesv1alpha1.ManagedResource{
		fluxv1alpha1.ManagedResourceCRDs:        &state.CRDs,
		fluxv1alpha1.ManagedResourceControllers: &state.Controllers,
		fluxv1alpha1.ManagedResourceConfig:      &state.Config,
	} {
		resource, err := read(ctx, client.ObjectKey{Namespace: namespace, Name: name})
		if err != nil {
			return State{}, err
		}
		*target = resource
	}
	return state, nil
}

// notes are the versions of ManagedResources of which the watch has to tell before it is believed again. There is one for each that was
// written or read and not asked for since. It is safe for concurrent use.
type notes struct {
	mutex    sync.Mutex
	versions map[client.ObjectKey]note
}

type note struct {
	version uint64
	// deleted says that it is as well if the watch tells of none.
	deleted bool
}

// doubtful is what no watch tells of: whether something was written is not known. The next look at the seed itself ends that.
const doubtful = math.MaxUint64

// versionOf compares as the versions of one kind do (https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions).
func versionOf(object client.Object) uint64 {
	version, err := strconv.ParseUint(object.GetResourceVersion(), 10, 64)
	if err != nil {
		return 0
	}
	return version
}

func (n *notes) allow(key client.ObjectKey, version uint64) bool {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if version == 0 || version < n.versions[key].version {
		return false
	}
	delete(n.versions, key)
	return true
}

func (n *notes) allowAbsence(key client.ObjectKey) bool {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if noted, is := n.versions[key]; is && !noted.deleted {
		return false
	}
	delete(n.versions, key)
	return true
}

func (n *notes) wrote(object client.Object, err error) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	key := client.ObjectKeyFromObject(object)
	if err != nil {
		n.versions[key] = note{version: doubtful}
		return
	}
	n.versions[key] = note{version: max(versionOf(object), n.versions[key].version)}
}

func (n *notes) deleted(object client.Object) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	noted := note{version: doubtful, deleted: true}
	if version := versionOf(object); version > 0 {
		noted.version = version + 1
	}
	n.versions[client.ObjectKeyFromObject(object)] = noted
}

func (n *notes) saw(key client.ObjectKey, object client.Object, err error) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	switch {
	case err == nil:
		n.versions[key] = note{version: versionOf(object)}
	case apierrors.IsNotFound(err):
		n.versions[key] = note{version: n.versions[key].version, deleted: true}
	}
}

// noting is the seed. What is written of a ManagedResource, or read, is noted.
type noting struct {
	client.Client
	notes *notes
}

func isManagedResource(object client.Object) bool {
	_, is := object.(*resourcesv1alpha1.ManagedResource)
	return is
}

// Get notes what was read.
func (c noting) Get(ctx context.Context, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
	err := c.Client.Get(ctx, key, object, opts...)
	if isManagedResource(object) {
		c.notes.saw(key, object, err)
	}
	return err
}

// Create notes what was written.
func (c noting) Create(ctx context.Context, object client.Object, opts ...client.CreateOption) error {
	return c.write(object, c.Client.Create(ctx, object, opts...))
}

// Update notes what was written.
func (c noting) Update(ctx context.Context, object client.Object, opts ...client.UpdateOption) error {
	return c.write(object, c.Client.Update(ctx, object, opts...))
}

// Patch notes what was written.
func (c noting) Patch(ctx context.Context, object client.Object, patch client.Patch, opts ...client.PatchOption) error {
	return c.write(object, c.Client.Patch(ctx, object, patch, opts...))
}

// Delete notes what was deleted.
func (c noting) Delete(ctx context.Context, object client.Object, opts ...client.DeleteOption) error {
	err := c.Client.Delete(ctx, object, opts...)
	if isManagedResource(object) {
		c.notes.deleted(object)
	}
	return err
}

func (c noting) write(object client.Object, err error) error {
	if isManagedResource(object) {
		c.notes.wrote(object, err)
	}
	return err
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource

import (
	"context"
	"sync"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/resourceversion"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// expectations has the versions of ManagedResources that the watch must report before it is trusted again, because
// this process has written or read them. There is one expectation for each ManagedResource until a read of the
// watch meets it. It is safe for concurrent use.
//
// No library provides expectations. The client of controller-runtime does not update its cache after writes. The
// expectations of Kubernetes' own controllers (k8s.io/kubernetes/pkg/controller) count creations and deletions but
// not updates, and its consistency store (pkg/controller/util/consistency) waits for whole informers. Neither is a
// library or supports a write of unknown outcome.
type expectations struct {
	mutex sync.Mutex
	byKey map[client.ObjectKey]expectation
	// writes counts the writes: a read that overlaps a write proves nothing about it.
	writes uint64
}

type expectation struct {
	// version is the resourceVersion that the watch must reach, or exceed with absence. unknown takes precedence.
	version string
	// unknown is true after a write of unknown outcome, or after a read without a result. Then no version from the
	// watch suffices; only a read of the ManagedResource from the seed ends this state.
	unknown bool
	// absence is true if a watch without the ManagedResource also meets the expectation.
	absence bool
	// write is the number of the last write.
	write uint64
}

func newExpectations() *expectations {
	return &expectations{byKey: map[client.ObjectKey]expectation{}}
}

// isMetBy compares resource versions
// (https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions). An incomparable version never
// meets an expectation.
func (x expectation) isMetBy(version string) bool {
	order, err := resourceversion.CompareResourceVersion(version, x.version)
	return err == nil && !x.unknown && (order > 0 || order == 0 && !x.absence)
}

// atLeast returns the expectation of the given version, or of the current version if it is later.
func (x expectation) atLeast(version string) expectation {
	if order, err := resourceversion.CompareResourceVersion(x.version, version); err == nil && order > 0 {
		version = x.version
	}
	return expectation{version: version, unknown: x.unknown, write: x.write}
}

func (e *expectations) isMetBy(key client.ObjectKey, version string) bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	expected, is := e.byKey[key]
	if !is {
		expected.version = version // Check only whether the version is comparable.
	}
	if !expected.isMetBy(version) {
		return false
	}
	delete(e.byKey, key)
	return true
}

func (e *expectations) isMetByAbsence(key client.ObjectKey) bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if expected, is := e.byKey[key]; is && !expected.absence {
		return false
	}
	delete(e.byKey, key)
	return true
}

func (e *expectations) in(namespace string) []client.ObjectKey {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	var keys []client.ObjectKey
	for key := range e.byKey {
		if key.Namespace == namespace {
			keys = append(keys, key)
		}
	}
	return keys
}

// wrote expects the written version. It replaces expectations from a deletion or from a read without a result. A
// previous write of unknown outcome still counts.
func (e *expectations) wrote(object client.Object, err error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.writes++
	key := client.ObjectKeyFromObject(object)
	before := e.byKey[key]
	expected := expectation{unknown: true}
	switch {
	case err == nil && before.absence:
		expected = expectation{version: object.GetResourceVersion()}
	case err == nil:
		expected = before.atLeast(object.GetResourceVersion())
	}
	expected.write = e.writes
	e.byKey[key] = expected
}

// deleted expects absence, or a later version with a deletion timestamp.
func (e *expectations) deleted(object client.Object) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.writes++
	version := object.GetResourceVersion()
	e.byKey[client.ObjectKeyFromObject(object)] = expectation{version: version, unknown: version == "", absence: true, write: e.writes}
}

// beginRead returns a marker of the beginning of a read, for saw.
func (e *expectations) beginRead() uint64 {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.writes
}

// saw expects the read version or a later one. After a read without a result, a watch without the ManagedResource
// is trusted. A watch with the ManagedResource is trusted only after another read from the seed, because it may
// still report the deleted object.
func (e *expectations) saw(key client.ObjectKey, object client.Object, err error, began uint64) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	before, is := e.byKey[key]
	outdated := is && before.write > began
	switch {
	case apierrors.IsNotFound(err):
		if !outdated {
			e.byKey[key] = expectation{unknown: true, absence: true, write: before.write}
		}
	case err != nil:
	case !before.absence && !before.unknown:
		e.byKey[key] = before.atLeast(object.GetResourceVersion())
	case !outdated:
		e.byKey[key] = expectation{version: object.GetResourceVersion(), write: before.write}
	}
}

// trackedClient is the client for the seed. It records reads and writes of ManagedResources as expectations.
type trackedClient struct {
	client.Client
	expected *expectations
}

func isManagedResource(object client.Object) bool {
	_, is := object.(*resourcesv1alpha1.ManagedResource)
	return is
}

// Get records the read.
func (c trackedClient) Get(ctx context.Context, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
	began := c.expected.beginRead()
	err := c.Client.Get(ctx, key, object, opts...)
	if isManagedResource(object) {
		c.expected.saw(key, object, err, began)
	}
	return err
}

// Create records the write.
func (c trackedClient) Create(ctx context.Context, object client.Object, opts ...client.CreateOption) error {
	return c.wrote(object, c.Client.Create(ctx, object, opts...))
}

// Update records the write.
func (c trackedClient) Update(ctx context.Context, object client.Object, opts ...client.UpdateOption) error {
	return c.wrote(object, c.Client.Update(ctx, object, opts...))
}

// Patch records the write.
func (c trackedClient) Patch(ctx context.Context, object client.Object, patch client.Patch, opts ...client.PatchOption) error {
	return c.wrote(object, c.Client.Patch(ctx, object, patch, opts...))
}

// Delete records the deletion.
func (c trackedClient) Delete(ctx context.Context, object client.Object, opts ...client.DeleteOption) error {
	err := c.Client.Delete(ctx, object, opts...)
	if isManagedResource(object) {
		c.expected.deleted(object)
	}
	return err
}

func (c trackedClient) wrote(object client.Object, err error) error {
	if isManagedResource(object) {
		c.expected.wrote(object, err)
	}
	return err
}

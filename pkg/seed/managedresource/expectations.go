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

// expectations contains the versions of ManagedResources that the watch must report before it is trusted, because this
// process has written or read these versions. An expectation for a ManagedResource is removed when a read from the
// watch meets it. expectations is safe for concurrent use.
//
// No library provides such expectations. The client of controller-runtime does not update its cache after writes. In
// Kubernetes, the expectations of the controllers (k8s.io/kubernetes/pkg/controller) count creations and deletions but
// not updates, and the consistency store (pkg/controller/util/consistency) waits for complete informers. Neither can be
// imported as a library, and neither supports a write with an unknown outcome.
type expectations struct {
	mutex sync.Mutex
	byKey map[client.ObjectKey]expectation
	// writes counts the writes. The count detects reads that overlap with a write, whose result may be outdated.
	writes uint64
}

type expectation struct {
	// version is the resourceVersion that the watch must reach, or exceed if absence is true. It is not relevant if
	// unknown is true.
	version string
	// unknown is true after a write with an unknown outcome, or after a read that has not found the ManagedResource. No
	// version from the watch is then sufficient; the ManagedResource must first be read from the seed.
	unknown bool
	// absence is true if the expectation is also met when the watch does not have the ManagedResource.
	absence bool
	// write is the number of the last write.
	write uint64
}

func newExpectations() *expectations {
	return &expectations{byKey: map[client.ObjectKey]expectation{}}
}

// isMetBy reports whether a version from the watch meets the expectation
// (https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions). A version that cannot be compared
// never meets an expectation.
func (x expectation) isMetBy(version string) bool {
	order, err := resourceversion.CompareResourceVersion(version, x.version)
	return err == nil && !x.unknown && (order > 0 || order == 0 && !x.absence)
}

// atLeast returns an expectation of the later of the given version and the version in x.
func (x expectation) atLeast(version string) expectation {
	if order, err := resourceversion.CompareResourceVersion(x.version, version); err == nil && order > 0 {
		version = x.version
	}
	return expectation{version: version, unknown: x.unknown, write: x.write}
}

func (e *expectations) isMetBy(key client.ObjectKey, version string) bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	expected, ok := e.byKey[key]
	if !ok {
		expected.version = version // Only check whether the version can be compared.
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
	if expected, ok := e.byKey[key]; ok && !expected.absence {
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

// wrote records a write and expects its version, or an unknown version after an error. It replaces an expectation from
// a deletion or from a read that has not found the ManagedResource. After a previous write with an unknown outcome, the
// version remains unknown.
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

// deleted records a deletion. It expects absence, or a later version, which has a deletion timestamp.
func (e *expectations) deleted(object client.Object) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.writes++
	version := object.GetResourceVersion()
	e.byKey[client.ObjectKeyFromObject(object)] = expectation{version: version, unknown: version == "", absence: true, write: e.writes}
}

// beginRead returns a marker for the beginning of a read. The caller passes it to saw.
func (e *expectations) beginRead() uint64 {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.writes
}

// saw records the result of a read, and expects the read version or a later one. If the read has not found the
// ManagedResource, the watch is trusted if it does not have the ManagedResource either. Otherwise, the watch may still
// report the deleted object, and is only trusted after a further read or a write.
func (e *expectations) saw(key client.ObjectKey, object client.Object, err error, began uint64) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	before, ok := e.byKey[key]
	outdated := ok && before.write > began
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

// trackedClient is a client for the seed that records reads and writes of ManagedResources as expectations.
type trackedClient struct {
	client.Client
	expected *expectations
}

func isManagedResource(object client.Object) bool {
	_, ok := object.(*resourcesv1alpha1.ManagedResource)
	return ok
}

// Get reads the object and records the read.
func (c trackedClient) Get(ctx context.Context, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
	began := c.expected.beginRead()
	err := c.Client.Get(ctx, key, object, opts...)
	if isManagedResource(object) {
		c.expected.saw(key, object, err, began)
	}
	return err
}

// Create creates the object and records the write.
func (c trackedClient) Create(ctx context.Context, object client.Object, opts ...client.CreateOption) error {
	return c.wrote(object, c.Client.Create(ctx, object, opts...))
}

// Update updates the object and records the write.
func (c trackedClient) Update(ctx context.Context, object client.Object, opts ...client.UpdateOption) error {
	return c.wrote(object, c.Client.Update(ctx, object, opts...))
}

// Patch patches the object and records the write.
func (c trackedClient) Patch(ctx context.Context, object client.Object, patch client.Patch, opts ...client.PatchOption) error {
	return c.wrote(object, c.Client.Patch(ctx, object, patch, opts...))
}

// Delete deletes the object and records the deletion.
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

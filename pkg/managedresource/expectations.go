// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource

import (
	"context"
	"math"
	"strconv"
	"sync"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// expectations are the versions of ManagedResources of which the watch has to tell before it is believed again. There is one for each that
// was written or read, until the watch is asked for it and tells of that. It is safe for concurrent use.
type expectations struct {
	mutex sync.Mutex
	byKey map[client.ObjectKey]expectation
	// writes counts what was written: what was read while something was written says nothing of that.
	writes uint64
}

type expectation struct {
	version uint64
	// absence says that it is as well if the watch tells of none.
	absence bool
	// write is the number of the last write.
	write uint64
}

// doubtful is what no watch tells of: whether something was written is not known, or it was gone when it was read. The next look at the seed
// itself ends that, if it finds one.
const doubtful = math.MaxUint64

func newExpectations() *expectations {
	return &expectations{byKey: map[client.ObjectKey]expectation{}}
}

// versionOf compares as the versions of one kind do (https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions).
func versionOf(object client.Object) uint64 {
	version, err := strconv.ParseUint(object.GetResourceVersion(), 10, 64)
	if err != nil {
		return 0
	}
	return version
}

func (e *expectations) isMetBy(key client.ObjectKey, version uint64) bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if version == 0 || version < e.byKey[key].version {
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

func (e *expectations) drop(key client.ObjectKey) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	delete(e.byKey, key)
}

func (e *expectations) wrote(object client.Object, err error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.writes++
	key := client.ObjectKeyFromObject(object)
	expected := expectation{version: doubtful, write: e.writes}
	if before := e.byKey[key]; err == nil {
		expected.version = versionOf(object)
		if !before.absence {
			expected.version = max(expected.version, before.version)
		}
	}
	e.byKey[key] = expected
}

func (e *expectations) deleted(object client.Object) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.writes++
	expected := expectation{version: doubtful, absence: true, write: e.writes}
	if version := versionOf(object); version > 0 {
		expected.version = version + 1
	}
	e.byKey[client.ObjectKeyFromObject(object)] = expected
}

// beginRead returns what saw has to know of the time at which a read began.
func (e *expectations) beginRead() uint64 {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.writes
}

// saw has the watch tell of what was read, or of something newer. That there was none is as good as what the watch tells; that there is one is
// believed only after another look at the seed, because the watch may tell of the one that was there before.
func (e *expectations) saw(key client.ObjectKey, object client.Object, err error, began uint64) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	before, is := e.byKey[key]
	outdated := is && before.write > began
	switch {
	case apierrors.IsNotFound(err):
		if !outdated {
			e.byKey[key] = expectation{version: doubtful, absence: true, write: before.write}
		}
	case err != nil:
	case !before.absence && before.version != doubtful:
		e.byKey[key] = expectation{version: max(versionOf(object), before.version), write: before.write}
	case !outdated:
		e.byKey[key] = expectation{version: versionOf(object), write: before.write}
	}
}

// trackedClient is the seed. What is written of a ManagedResource, or read, is expected of the watch.
type trackedClient struct {
	client.Client
	expected *expectations
}

func isManagedResource(object client.Object) bool {
	_, is := object.(*resourcesv1alpha1.ManagedResource)
	return is
}

// Get has what was read expected.
func (c trackedClient) Get(ctx context.Context, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
	began := c.expected.beginRead()
	err := c.Client.Get(ctx, key, object, opts...)
	if isManagedResource(object) {
		c.expected.saw(key, object, err, began)
	}
	return err
}

// Create has what was written expected.
func (c trackedClient) Create(ctx context.Context, object client.Object, opts ...client.CreateOption) error {
	return c.wrote(object, c.Client.Create(ctx, object, opts...))
}

// Update has what was written expected.
func (c trackedClient) Update(ctx context.Context, object client.Object, opts ...client.UpdateOption) error {
	return c.wrote(object, c.Client.Update(ctx, object, opts...))
}

// Patch has what was written expected.
func (c trackedClient) Patch(ctx context.Context, object client.Object, patch client.Patch, opts ...client.PatchOption) error {
	return c.wrote(object, c.Client.Patch(ctx, object, patch, opts...))
}

// Delete has expected that it is gone, or on its way out.
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

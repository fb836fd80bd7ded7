// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"context"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	utilresourceversion "k8s.io/apimachinery/pkg/util/resourceversion"
	"k8s.io/utils/lru"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// NewReadYourWritesManager returns the manager with a client that reads an Extension at least as new as it has written it, and begins the first
// operation on one with fewer writes: see beginning.go.
//
// The extension library of Gardener removes the operation annotation from an Extension, reads the Extension again, from the cache, and
// sets the finalizer on what it has read, with an optimistic lock. Until the cache has the first write, the second one fails with a
// conflict, and the first reconciliation starts again.
func NewReadYourWritesManager(mgr manager.Manager) manager.Manager {
	return readYourWritesManager{Manager: mgr, client: newReadYourWritesClient(mgr.GetClient())}
}

type readYourWritesManager struct {
	manager.Manager
	client client.Client
}

// GetClient returns the client that reads its own writes.
func (m readYourWritesManager) GetClient() client.Client { return m.client }

// keptExtensions is the number of Extensions that are kept: more than are reconciled at a time.
const keptExtensions = 256

// readYourWritesClient keeps an Extension from the patch to the next read. It is safe for concurrent use, by one reconciliation of each
// Extension at a time.
type readYourWritesClient struct {
	client.Client
	written *lru.Cache
}

func newReadYourWritesClient(seed client.Client) *readYourWritesClient {
	return &readYourWritesClient{Client: seed, written: lru.New(keptExtensions)}
}

// Patch keeps what it has written, unless the Extension is deleted or migrated: it is not read any more after that.
func (c *readYourWritesClient) Patch(ctx context.Context, object client.Object, patch client.Patch, opts ...client.PatchOption) error {
	ex, is := object.(*extensionsv1alpha1.Extension)
	if is {
		var err error
		if patch, err = withFinalizer(ex, patch); err != nil {
			return err
		}
	}
	if err := c.Client.Patch(ctx, object, patch, opts...); err != nil {
		return err
	}
	switch {
	case !is:
	case ex.DeletionTimestamp != nil || HasMigrateOperation(ex):
		c.written.Remove(client.ObjectKeyFromObject(ex))
	default:
		c.written.Add(client.ObjectKeyFromObject(ex), ex.DeepCopy())
	}
	return nil
}

// Get returns what was written, if that is newer than what is read.
func (c *readYourWritesClient) Get(ctx context.Context, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
	ex, is := object.(*extensionsv1alpha1.Extension)
	if !is {
		return c.Client.Get(ctx, key, object, opts...)
	}
	kept, is := c.written.Get(key)
	c.written.Remove(key)
	if err := c.Client.Get(ctx, key, ex, opts...); err != nil || !is {
		return err
	}
	written := kept.(*extensionsv1alpha1.Extension)
	if written.UID != ex.UID {
		return nil
	}
	if order, err := utilresourceversion.CompareResourceVersion(written.ResourceVersion, ex.ResourceVersion); err == nil && order > 0 {
		written.DeepCopyInto(ex)
	}
	return nil
}

// Status returns a writer that leaves the first status to the actuator.
func (c *readYourWritesClient) Status() client.SubResourceWriter {
	return firstStatusWriter{c.Client.Status()}
}

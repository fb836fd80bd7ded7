// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"context"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"k8s.io/utils/lru"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// freshManager is a manager whose client reads of an Extension what it has written.
//
// Gardener's library takes the operation annotation off an Extension, reads it again, from the cache, and sets the finalizer on what it has
// read, with a lock. As long as the cache does not tell of the first write, the second fails, and the first reconciliation begins anew.
type freshManager struct {
	manager.Manager
	client client.Client
}

// GetClient returns that client.
func (m freshManager) GetClient() client.Client { return m.client }

// keptExtensions is how many Extensions are kept: more than are worked on at a time.
const keptExtensions = 256

func NewFreshManager(mgr manager.Manager) manager.Manager {
	return freshManager{Manager: mgr, client: newFreshClient(mgr.GetClient())}
}

// freshClient keeps an Extension from when it was patched to when it is read. It is safe for concurrent use, by one reconciliation of each
// Extension at a time.
type freshClient struct {
	client.Client
	written *lru.Cache
}

func newFreshClient(seed client.Client) *freshClient {
	return &freshClient{Client: seed, written: lru.New(keptExtensions)}
}

// Patch keeps what it has written, unless the Extension goes: nobody reads it after that.
func (c *freshClient) Patch(ctx context.Context, object client.Object, patch client.Patch, opts ...client.PatchOption) error {
	if err := c.Client.Patch(ctx, object, patch, opts...); err != nil {
		return err
	}
	ex, is := object.(*extensionsv1alpha1.Extension)
	switch {
	case !is:
	case ex.DeletionTimestamp != nil || IsMigrating(ex):
		c.written.Remove(client.ObjectKeyFromObject(ex))
	default:
		c.written.Add(client.ObjectKeyFromObject(ex), ex.DeepCopy())
	}
	return nil
}

// Get returns what was written, if that is newer than what is read.
func (c *freshClient) Get(ctx context.Context, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
	ex, is := object.(*extensionsv1alpha1.Extension)
	if !is {
		return c.Client.Get(ctx, key, object, opts...)
	}
	kept, is := c.written.Get(key)
	c.written.Remove(key)
	if err := c.Client.Get(ctx, key, ex, opts...); err != nil || !is {
		return err
	}
	if written := kept.(*extensionsv1alpha1.Extension); written.UID == ex.UID && IsNewer(written.ResourceVersion, ex.ResourceVersion) {
		written.DeepCopyInto(ex)
	}
	return nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package removal

import (
	"context"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
)

// Release lets go of the ManagedResources of a shoot, in which everything stays, and waits for gardener-resource-manager to do so.
func (r *Remover) Release(ctx context.Context, ex *extensionsv1alpha1.Extension) error {
	return r.release(ctx, ex, r.Timeouts.Release)
}

func (r *Remover) release(ctx context.Context, ex *extensionsv1alpha1.Extension, timeout time.Duration) error {
	if err := r.Deliverer.Orphan(ctx, ex.Namespace); err != nil {
		return err
	}
	return managedresource.OrLater(r.Deliverer.WaitDeleted(ctx, ex.Namespace, timeout), r.Timeouts.ReleaseRetry)
}

// SPDX-FileCopyrightText: SAP SE or an SAP affiliate company and Gardener contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"

	"github.com/go-logr/logr"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
)

// Actuator acts upon [extensionsv1alpha1.Extension] resources.
//
// Actuator implementations plug into the generic reconciliation flow for
// functionality that does not belong to the specialized resources such as
// Bastion, ControlPlane, Network, etc.
type Actuator interface {
	// Reconcile reconciles the [extensionsv1alpha1.Extension] resource.
	//
	// Implementations should ensure that any resources
	// (e.g. ManagedResources, Secrets, etc.) are created or updated to
	// reach their desired state.
	Reconcile(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error

	// Delete is invoked when the [extensionsv1alpha1.Extension] resource is
	// deleted.
	//
	// Deletion of the [extensionsv1alpha1.Extension] resource may happen
	// either because the extension has been deactivated for the shoot, or
	// the shoot cluster has been marked for deletion.
	//
	// Implementations should take care of cleaning up any resources
	// (e.g. ManagedResources, Secrets, etc.), which were created by the
	// Extension.
	//
	// Implementations must wait until all resources managed by the
	// extension have been gracefully cleaned up.
	Delete(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error

	// ForceDelete is invoked when the shoot cluster associated with the
	// [extensionsv1alpha1.Extension] resource is being deleted in a
	// forceful manner.
	//
	// Implementations should take care of unblocking the deletion flow by
	// attempting to cleanup any resources created by the extension, remove
	// any finalizers created for custom resources, etc., and also skip
	// waiting for external resources, if they cannot be deleted gracefully.
	//
	// If some resources managed by the extension implementation cannot be
	// deleted gracefully, this method should still succeed, even if some
	// resources are orphaned.
	ForceDelete(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error

	// Restore restores the [extensionsv1alpha1.Extension] from a previously
	// saved state.
	//
	// This method is invoked when the shoot cluster associated with the
	// [extensionsv1alpha1.Extension] resource is being restored on the
	// target seed cluster.
	//
	// Implementations may use the persisted data in the .status.state field
	// for restoring the state, when the shoot is being migrated to a
	// different seed cluster.
	Restore(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error

	// Migrate prepares the [extensionsv1alpha1.Extension] resource for migration.
	//
	// This method is invoked when the shoot cluster associated with the
	// [extensionsv1alpha1.Extension] resource is being migrated to another
	// seed cluster.
	//
	// Implementations should take care of storing any required state in the
	// .status.state field, so that it can later be restored from this
	// state.
	Migrate(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error
}

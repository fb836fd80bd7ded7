// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"slices"

	extensionsv1alpha1helper "github.com/gardener/gardener/pkg/api/extensions/v1alpha1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// IsShootFlux returns whether the Extension has the type shoot-flux and the class shoot, which are those that this extension reconciles.
// The predicates of the controllers check the same, but not for objects that come from channels and lists.
func IsShootFlux(ex *extensionsv1alpha1.Extension) bool {
	return ex.Spec.Type == fluxv1alpha1.ExtensionType && extensionsv1alpha1helper.GetExtensionClassOrDefault(ex.Spec.Class) == extensionsv1alpha1.ExtensionClassShoot
}

// IsBeingDeletedOrMigrated returns whether the Extension is being deleted, or takes part in a control plane migration: the operation Migrate is
// requested, is running or is done, or the operation Restore is requested (also by wait-for-state), or has not succeeded yet. gardenlet
// controls the Extension then, and requests an operation in the end.
func IsBeingDeletedOrMigrated(ex *extensionsv1alpha1.Extension) bool {
	migration := []string{v1beta1constants.GardenerOperationMigrate, v1beta1constants.GardenerOperationRestore, v1beta1constants.GardenerOperationWaitForState}
	if ex.DeletionTimestamp != nil || slices.Contains(migration, ex.Annotations[v1beta1constants.GardenerOperation]) {
		return true
	}
	last := ex.Status.LastOperation
	return last != nil && (last.Type == gardencorev1beta1.LastOperationTypeMigrate ||
		last.Type == gardencorev1beta1.LastOperationTypeRestore && last.State != gardencorev1beta1.LastOperationStateSucceeded)
}

// HasMigrateOperation returns whether a control plane migration takes the shoot away from this seed: the operation Migrate is requested for the
// Extension, or is its last operation, whatever the state of that. The restore on the other seed is not part of it.
func HasMigrateOperation(ex *extensionsv1alpha1.Extension) bool {
	operation := ex.Annotations[v1beta1constants.GardenerOperation]
	migrated := ex.Status.LastOperation != nil && ex.Status.LastOperation.Type == gardencorev1beta1.LastOperationTypeMigrate
	return operation == v1beta1constants.GardenerOperationMigrate || migrated
}

// LastOperationSucceeded returns whether the last operation of the Extension has succeeded. It returns false while an operation is running.
func LastOperationSucceeded(ex *extensionsv1alpha1.Extension) bool {
	operation := ex.Status.LastOperation
	return operation != nil && operation.State == gardencorev1beta1.LastOperationStateSucceeded
}

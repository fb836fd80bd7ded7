// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
)

// isMoving reports whether the Extension leaves the seed, or has not arrived on it yet.
func isMoving(ex *extensionsv1alpha1.Extension) bool {
	switch ex.Annotations[v1beta1constants.GardenerOperation] {
	case v1beta1constants.GardenerOperationMigrate, v1beta1constants.GardenerOperationRestore, v1beta1constants.GardenerOperationWaitForState:
		return true
	}
	return isMovedBy(ex.Status.LastOperation)
}

// isMovedBy returns false for a restoration that has failed: that is to be reported.
func isMovedBy(last *gardencorev1beta1.LastOperation) bool {
	return last != nil && (last.Type == gardencorev1beta1.LastOperationTypeMigrate || isRestoring(last) && !hasFailed(last))
}

// isRestoring reports whether the state from another seed is not restored yet.
func isRestoring(last *gardencorev1beta1.LastOperation) bool {
	return last != nil && last.Type == gardencorev1beta1.LastOperationTypeRestore && last.State != gardencorev1beta1.LastOperationStateSucceeded
}

func hasFailed(last *gardencorev1beta1.LastOperation) bool {
	return last.State == gardencorev1beta1.LastOperationStateError || last.State == gardencorev1beta1.LastOperationStateFailed
}

// isRetried reports whether the last attempt at an operation has failed. The next one leaves the error until it succeeds.
func isRetried(ex *extensionsv1alpha1.Extension) bool {
	last := ex.Status.LastOperation
	return last != nil && (hasFailed(last) || ex.Status.LastError != nil && last.State != gardencorev1beta1.LastOperationStateSucceeded)
}

// isLeaving reports whether the Extension was given up on this seed. If it is deleted then, it lives on elsewhere.
func isLeaving(ex *extensionsv1alpha1.Extension) bool {
	last := ex.Status.LastOperation
	return last != nil && last.Type == gardencorev1beta1.LastOperationTypeMigrate
}

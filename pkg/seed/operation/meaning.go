// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package operation interprets Gardener's operations on Extensions and Shoots, so that all code that has to tell a
// control plane migration from other operations agrees about it.
package operation

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Meaning classifies operations by the seed that manages the shoot.
type Meaning string

const (
	// Managed means that this seed manages the shoot.
	Managed Meaning = "Managed"
	// Leaving means that a control plane migration moves the shoot away from this seed.
	Leaving Meaning = "Leaving"
	// Arriving means that a control plane migration moves the shoot to this seed, and the Restore has not succeeded yet.
	Arriving Meaning = "Arriving"
	// Unknown means that Gardener requests or has executed an operation that this version of the extension does not know,
	// as in a live control plane migration (GEP-39). The shoot must not be changed, because another seed may manage it.
	Unknown Meaning = "Unknown"
)

// longestName limits the name of an operation in bytes.
const longestName = 63

// Of returns the meaning of the operation that is requested for the Extension, or of the last one. A requested Migrate
// or Reconcile counts even if the last operation is unknown, and an unknown one even if the last operation is Migrate.
// The operation annotation wait-for-state announces a Restore. Deletions are not considered.
func Of(ex *extensionsv1alpha1.Extension) Meaning {
	requested, last := ex.Annotations[v1beta1constants.GardenerOperation], ex.Status.LastOperation
	switch {
	case requested == v1beta1constants.GardenerOperationMigrate:
		return Leaving
	case !isKnownRequest(requested):
		return Unknown
	case IsMigrating(last):
		return Leaving
	case requested != v1beta1constants.GardenerOperationReconcile && !isKnown(last):
		return Unknown
	case requested == v1beta1constants.GardenerOperationRestore, requested == v1beta1constants.GardenerOperationWaitForState, IsRestoring(last):
		return Arriving
	}
	return Managed
}

// Name returns the name of the operation that is requested for the Extension, or of the last one, for messages.
func Name(ex *extensionsv1alpha1.Extension) string {
	name := ex.Annotations[v1beta1constants.GardenerOperation]
	if name == "" && ex.Status.LastOperation != nil {
		name = string(ex.Status.LastOperation.Type)
	}
	return text.Clean(name, longestName)
}

func isKnownRequest(requested string) bool {
	switch requested {
	case "", v1beta1constants.GardenerOperationReconcile, v1beta1constants.GardenerOperationMigrate, v1beta1constants.GardenerOperationRestore,
		v1beta1constants.GardenerOperationWaitForState:
		return true
	}
	return false
}

func isKnown(last *gardencorev1beta1.LastOperation) bool {
	return last == nil || last.Type == "" || last.Type == gardencorev1beta1.LastOperationTypeDelete || IsMigrating(last) || KeepsSeed(last.Type)
}

// IsMigrating returns whether the last operation moves the Extension away from its seed, or has done so.
func IsMigrating(last *gardencorev1beta1.LastOperation) bool {
	return last != nil && last.Type == gardencorev1beta1.LastOperationTypeMigrate
}

// IsRestoring returns whether the last operation restores the state from another seed and has not succeeded yet.
func IsRestoring(last *gardencorev1beta1.LastOperation) bool {
	return last != nil && last.Type == gardencorev1beta1.LastOperationTypeRestore && last.State != gardencorev1beta1.LastOperationStateSucceeded
}

// KeepsSeed returns whether an Extension or Shoot is managed by its seed after an operation of the type has succeeded.
// It returns false for types that this version of the extension does not know.
func KeepsSeed(operation gardencorev1beta1.LastOperationType) bool {
	switch operation {
	case gardencorev1beta1.LastOperationTypeCreate, gardencorev1beta1.LastOperationTypeReconcile, gardencorev1beta1.LastOperationTypeRestore:
		return true
	}
	return false
}

// IsMoving returns whether Gardener moves the control plane of the Shoot to another seed. In a live control plane
// migration, both seeds manage the shoot meanwhile.
func IsMoving(shoot *gardencorev1beta1.Shoot) bool {
	before, next, last := shoot.Status.SeedName, shoot.Spec.SeedName, shoot.Status.LastOperation
	return shoot.Status.LiveMigration != nil || before != nil && next != nil && *before != *next || last != nil && !KeepsSeed(last.Type)
}

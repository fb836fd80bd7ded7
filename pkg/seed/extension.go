// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	extensionsv1alpha1helper "github.com/gardener/gardener/pkg/api/extensions/v1alpha1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"slices"
	"strconv"
)

// IsOurs tells whether the controller for Extensions works on the Extension. What it is handed passes its predicates by.
func IsOurs(ex *extensionsv1alpha1.Extension) bool {
	return ex.Spec.Type == fluxv1alpha1.ExtensionType && extensionsv1alpha1helper.GetExtensionClassOrDefault(ex.Spec.Class) == extensionsv1alpha1.ExtensionClassShoot
} // isOnItsWay tells whether the Extension is being deleted or moved to another seed, or has not arrived from one: gardenlet says
// what is done with it then, and has it reconciled in the end.
func IsInTransition(ex *extensionsv1alpha1.Extension) bool {
	moves := []string{v1beta1constants.GardenerOperationMigrate, v1beta1constants.GardenerOperationRestore, v1beta1constants.GardenerOperationWaitForState}
	if ex.DeletionTimestamp != nil || slices.Contains(moves, ex.Annotations[v1beta1constants.GardenerOperation]) {
		return true
	}
	last := ex.Status.LastOperation
	return last != nil && (last.Type == gardencorev1beta1.LastOperationTypeMigrate ||
		last.Type == gardencorev1beta1.LastOperationTypeRestore && last.State != gardencorev1beta1.LastOperationStateSucceeded)
}

func IsMigrating(ex *extensionsv1alpha1.Extension) bool {
	operation := ex.Annotations[v1beta1constants.GardenerOperation]
	migrated := ex.Status.LastOperation != nil && ex.Status.LastOperation.Type == gardencorev1beta1.LastOperationTypeMigrate
	return operation == v1beta1constants.GardenerOperationMigrate || migrated
}

// HasSucceeded tells whether the last operation has ended well: while one is under way, it does what there is to do.
func HasSucceeded(ex *extensionsv1alpha1.Extension) bool {
	operation := ex.Status.LastOperation
	return operation != nil && operation.State == gardencorev1beta1.LastOperationStateSucceeded
}

// IsNewer compares as the versions of one object do (https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions).
func IsNewer(a, b string) bool {
	first, err := strconv.ParseUint(a, 10, 64)
	if err != nil {
		return false
	}
	second, err := strconv.ParseUint(b, 10, 64)
	return err == nil && first > second
}

// Created lets pass what is seen for the first time.
func Created() predicate.Predicate {
	return predicate.Funcs{
		UpdateFunc:  func(event.UpdateEvent) bool { return false },
		DeleteFunc:  func(event.DeleteEvent) bool { return false },
		GenericFunc: func(event.GenericEvent) bool { return false },
	}
}

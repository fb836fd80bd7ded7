// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// UpToDate returns condition FluxUpToDate of a shoot that has the present configuration of its project.
func UpToDate() Verdict {
	return Verdict{
		Type: fluxv1alpha1.ConditionUpToDate, Status: gardencorev1beta1.ConditionTrue,
		Reason: "UpToDate", Message: "the shoot has the present configuration of its project",
	}
}

// NotUpToDate returns condition FluxUpToDate of a shoot that gets the present configuration later. The message says
// when this happens.
func NotUpToDate(reason fluxv1alpha1.PendingReason, message string) Verdict {
	return Verdict{Type: fluxv1alpha1.ConditionUpToDate, Status: gardencorev1beta1.ConditionProgressing, Reason: string(reason), Message: message}
}

// HasFailed returns whether the condition reports that the last attempt to deliver has failed.
func HasFailed(conditions []gardencorev1beta1.Condition, kind gardencorev1beta1.ConditionType) bool {
	condition := v1beta1helper.GetCondition(conditions, kind)
	return condition != nil && condition.Reason == string(fluxv1alpha1.PendingFailed)
}

// Asleep returns condition FluxUpToDate of a hibernated shoot that gets the present configuration when it wakes up.
func Asleep() Verdict {
	return NotUpToDate(fluxv1alpha1.PendingHibernated, "the shoot gets the configuration when it wakes up")
}

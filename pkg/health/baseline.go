// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"slices"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Reasons of condition FluxBaselineReady while the present baseline of the operator cannot be delivered, beside
// fluxv1alpha1.ReasonBaselineInvalid and fluxv1alpha1.PendingFailed.
const (
	ReasonBaselineMissing       = "NotConfigured"
	ReasonBaselineNoCredentials = "CredentialsMissing"
)

// IsBaselineUndelivered returns whether condition FluxBaselineReady says why the present baseline is not delivered. The
// state of the last one in the shoot must not replace it.
func IsBaselineUndelivered(conditions []gardencorev1beta1.Condition) bool {
	condition := v1beta1helper.GetCondition(conditions, fluxv1alpha1.ConditionBaselineReady)
	return condition != nil && slices.Contains([]string{fluxv1alpha1.ReasonBaselineInvalid, ReasonBaselineMissing, ReasonBaselineNoCredentials, string(fluxv1alpha1.PendingFailed)}, condition.Reason)
}

// JudgeBaseline returns condition FluxBaselineReady: the first of ManagedResource, source and Kustomization of the
// operator's baseline that is not ready, or its Kustomization.
func JudgeBaseline(o Observation) Verdict {
	o.ofOperator = true
	verdict, source := judgeDelivery(o), judgeSource(o)
	if verdict.Status == gardencorev1beta1.ConditionTrue {
		verdict = judgeKustomization(o)
		if source.Status != gardencorev1beta1.ConditionTrue || source.Reason == ReasonSuspended && verdict.Status == gardencorev1beta1.ConditionTrue {
			verdict = source
		}
	}
	verdict.Type = fluxv1alpha1.ConditionBaselineReady
	return verdict
}

// fixBaseline is for the operator, so that no message refers to the configuration of a project.
const fixBaseline = "Correct baseline in the operator's configuration, or the content of its source"

// IsBaselineHeld returns whether the source or the Kustomization of the operator's baseline is suspended in the shoot,
// but not in the operator's configuration.
func IsBaselineHeld(o Observation) bool {
	if o.Sync == nil || o.ShootError != nil {
		return false
	}
	source, root := o.Shoot.Source, o.Shoot.Kustomization
	return source != nil && source.Suspended && !o.Sync.SourceSuspension.Suspended || root != nil && root.Spec.Suspend && !o.Sync.RootSuspension.Suspended
}

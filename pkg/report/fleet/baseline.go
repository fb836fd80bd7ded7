// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// baseline returns the state of the operator's baseline, or nil if the Shoot has none. It returns nil for a hibernated,
// migrated or deleted Shoot, because nothing updates the condition there.
func (o observation) baseline() *fluxv1alpha1.BaselineStatus {
	condition := o.condition(fluxv1alpha1.ConditionBaselineReady)
	if condition == nil || o.shoot.Hibernated || o.moving || !o.shoot.Deleted.IsZero() || o.ex.DeletionTimestamp != nil {
		return nil
	}
	status := &fluxv1alpha1.BaselineStatus{State: baselineStateOf(condition)}
	if status.State == fluxv1alpha1.BaselineReady {
		return status
	}
	status.Reason = text.Cut(condition.Reason, longestWord)
	// Errors in the operator's configuration may name other projects.
	if condition.Reason != fluxv1alpha1.ReasonBaselineInvalid {
		status.Message = text.Cut(text.RedactURLs(condition.Message), longestBaseline)
	}
	return status
}

func baselineStateOf(condition *gardencorev1beta1.Condition) fluxv1alpha1.BaselineState {
	switch condition.Status {
	case gardencorev1beta1.ConditionTrue:
		if condition.Reason == suspended {
			return fluxv1alpha1.BaselineSuspended
		}
		return fluxv1alpha1.BaselineReady
	case gardencorev1beta1.ConditionFalse:
		return fluxv1alpha1.BaselineFailed
	case gardencorev1beta1.ConditionUnknown:
		return fluxv1alpha1.BaselineUnreachable
	}
	if condition.Reason == fluxv1alpha1.ReasonBaselineRemoving {
		return fluxv1alpha1.BaselineRemoving
	}
	return fluxv1alpha1.BaselineProgressing
}

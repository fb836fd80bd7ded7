// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Judge comes to what the Shoot's condition is to report, from the conditions of the Extension: at most one verdict, none as long as
// Flux was not observed. The order is that of the state in flux-status (pkg/report/fleet). The configuration is not part of it: an error in it
// changes nothing in the shoots, and would be reported in all Shoots of the project at once.
//
// It is never Unknown, which gardenlet takes for a failure (gardener/pkg/utils/kubernetes/health/checker, CheckExtensionCondition): that a
// shoot is unreachable is reported by its condition APIServerAvailable. A failure of what Flux applies is a user's, and has the code by which
// Gardener's dashboard marks it as one.
func JudgeInShoot(conditions []gardencorev1beta1.Condition) []Verdict {
	find := func(kind gardencorev1beta1.ConditionType) *gardencorev1beta1.Condition {
		return v1beta1helper.GetCondition(conditions, kind)
	}
	installed := find(fluxv1alpha1.ConditionInstalled)
	if installed == nil {
		return nil
	}
	return []Verdict{judgeInShoot(installed, find(fluxv1alpha1.ConditionSourceReady), find(fluxv1alpha1.ConditionKustomizationReady), find(fluxv1alpha1.ConditionObjectsReady))}
}

// judgeInShoot gets the conditions of the Extension; nil for one that it does not have.
func judgeInShoot(installed, source, root, objects *gardencorev1beta1.Condition) Verdict {
	if is(installed, gardencorev1beta1.ConditionFalse) {
		return repeated(gardencorev1beta1.ConditionFalse, installed)
	}
	for _, condition := range []*gardencorev1beta1.Condition{source, root} {
		if is(condition, gardencorev1beta1.ConditionFalse) && condition.Reason != ReasonSuspended {
			return usersFailure(condition)
		}
	}
	for _, condition := range []*gardencorev1beta1.Condition{installed, source, root, objects} {
		if is(condition, gardencorev1beta1.ConditionUnknown) {
			return repeated(gardencorev1beta1.ConditionProgressing, condition)
		}
	}
	for _, condition := range []*gardencorev1beta1.Condition{source, root} {
		if condition != nil && condition.Reason == ReasonSuspended {
			return repeated(gardencorev1beta1.ConditionTrue, condition)
		}
	}
	for _, condition := range []*gardencorev1beta1.Condition{installed, source, root} {
		if condition != nil && condition.Status != gardencorev1beta1.ConditionTrue {
			return repeated(gardencorev1beta1.ConditionProgressing, condition)
		}
	}
	switch {
	case source == nil:
		return Verdict{Type: fluxv1alpha1.ConditionInShoot, Status: gardencorev1beta1.ConditionTrue, Reason: "NoRepository", Message: "Flux runs; no source is configured"}
	case objects == nil:
		return Verdict{Type: fluxv1alpha1.ConditionInShoot, Status: gardencorev1beta1.ConditionProgressing, Reason: "Pending", Message: string(fluxv1alpha1.ConditionObjectsReady) + " was not reported yet"}
	case is(objects, gardencorev1beta1.ConditionFalse):
		return usersFailure(objects)
	case objects.Reason == ReasonSuspended:
		return repeated(gardencorev1beta1.ConditionTrue, objects)
	}
	return repeated(objects.Status, objects)
}

func is(condition *gardencorev1beta1.Condition, status gardencorev1beta1.ConditionStatus) bool {
	return condition != nil && condition.Status == status
}

// repeated repeats a condition, whose type the message names: the Shoot's condition names only the Extension.
func repeated(status gardencorev1beta1.ConditionStatus, condition *gardencorev1beta1.Condition) Verdict {
	return Verdict{Type: fluxv1alpha1.ConditionInShoot, Status: status, Reason: condition.Reason, Message: string(condition.Type) + ": " + condition.Message}
}

func usersFailure(condition *gardencorev1beta1.Condition) Verdict {
	verdict := repeated(gardencorev1beta1.ConditionFalse, condition)
	verdict.Code = gardencorev1beta1.ErrorRetryableConfigurationProblem
	return verdict
}

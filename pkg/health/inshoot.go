// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// JudgeInShoot derives the condition for the Shoot from the conditions of the Extension. It returns at most one
// verdict, and none before the first observation of Flux. The checks follow the order of the states in flux-status
// (pkg/report/fleet). Configuration errors are excluded: they do not change the shoot, and all Shoots of the project
// would report them at once.
//
// The condition is never Unknown, because gardenlet treats Unknown as a failure
// (gardener/pkg/utils/kubernetes/health/checker, CheckExtensionCondition), and condition APIServerAvailable already
// reports an unreachable shoot. Failures of objects that Flux applies have an error code that Gardener's dashboard
// shows as a user error.
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

// judgeInShoot returns the verdict for the conditions of the Extension. A nil argument is a missing condition.
func judgeInShoot(installed, source, root, objects *gardencorev1beta1.Condition) Verdict {
	if Is(installed, gardencorev1beta1.ConditionFalse) {
		return repeated(gardencorev1beta1.ConditionFalse, installed)
	}
	for _, condition := range []*gardencorev1beta1.Condition{source, root} {
		if Is(condition, gardencorev1beta1.ConditionFalse) && condition.Reason != ReasonSuspended {
			return usersFailure(condition)
		}
	}
	for _, condition := range []*gardencorev1beta1.Condition{installed, source, root, objects} {
		if Is(condition, gardencorev1beta1.ConditionUnknown) {
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
		return Verdict{Type: fluxv1alpha1.ConditionInShoot, Status: gardencorev1beta1.ConditionProgressing, Reason: "Pending", Message: string(fluxv1alpha1.ConditionObjectsReady) + " has not been reported yet"}
	case Is(objects, gardencorev1beta1.ConditionFalse):
		return usersFailure(objects)
	case objects.Reason == ReasonSuspended:
		return repeated(gardencorev1beta1.ConditionTrue, objects)
	}
	return repeated(objects.Status, objects)
}

// Is reports whether the condition exists and has the status.
func Is(condition *gardencorev1beta1.Condition, status gardencorev1beta1.ConditionStatus) bool {
	return condition != nil && condition.Status == status
}

// IsTrue reports whether a condition of the type exists and is True.
func IsTrue(conditions []gardencorev1beta1.Condition, kind gardencorev1beta1.ConditionType) bool {
	return Is(v1beta1helper.GetCondition(conditions, kind), gardencorev1beta1.ConditionTrue)
}

// repeated copies a condition and prefixes the message with its type, because the Shoot's condition names only the
// Extension.
func repeated(status gardencorev1beta1.ConditionStatus, condition *gardencorev1beta1.Condition) Verdict {
	return Verdict{Type: fluxv1alpha1.ConditionInShoot, Status: status, Reason: condition.Reason, Message: string(condition.Type) + ": " + condition.Message}
}

func usersFailure(condition *gardencorev1beta1.Condition) Verdict {
	verdict := repeated(gardencorev1beta1.ConditionFalse, condition)
	verdict.Code = gardencorev1beta1.ErrorRetryableConfigurationProblem
	return verdict
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package propagation

import (
	"fmt"
	"slices"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// pendingOf returns the condition FluxUpToDate for a Shoot that gets a change later, or whose change was withdrawn, and
// the time until the next check. It returns nil if nothing has to be reported: the Shoot is up to date, or is
// reconciled at once.
func (r *Reconciler) pendingOf(ex *extensionsv1alpha1.Extension, shoot seed.Shoot, urgency extensionstatus.Urgency) (*health.Verdict, time.Duration) {
	var verdict health.Verdict
	switch urgency {
	case extensionstatus.OnReconcile:
		verdict = health.NotUpToDate(fluxv1alpha1.PendingReconcile, fmt.Sprintf("%s has changed, and the project's propagation is %s: the Shoot gets the change with its next reconciliation, at the latest in its maintenance time window; annotation %s=%s reconciles it now",
			fluxv1alpha1.ConfigMapName, fluxv1alpha1.PropagationOnShootReconcile, v1beta1constants.GardenerOperation, v1beta1constants.GardenerOperationReconcile))
	case extensionstatus.InRing:
		verdict = health.NotUpToDate(fluxv1alpha1.PendingRing, fmt.Sprintf("%s has changed, and the rollout has not reached the Shoot; 'kubectl shoot-flux rollout status' shows what it waits for", fluxv1alpha1.ConfigMapName))
	case extensionstatus.InWindow:
		if isFailing(ex) || !v1beta1helper.ShootConfinesSpecUpdateRollout(shoot.Spec.Maintenance) {
			return nil, 0
		}
		open, opens := garden.MaintenanceWindow(&gardencorev1beta1.Shoot{Spec: gardencorev1beta1.ShootSpec{Maintenance: shoot.Spec.Maintenance}}, r.clock.Now())
		if open {
			return nil, 0
		}
		verdict = health.NotUpToDate(fluxv1alpha1.PendingWindow, fmt.Sprintf("%s has changed, and the Shoot confines changes to its maintenance time window, which begins at %s; annotation %s=%s reconciles it now",
			fluxv1alpha1.ConfigMapName, r.clock.Now().Add(opens).UTC().Format("2006-01-02 15:04 MST"), v1beta1constants.GardenerOperation, v1beta1constants.GardenerOperationReconcile))
		return &verdict, opens + r.pace.Random(r.pace.Longest)
	case extensionstatus.UpToDate:
		if !isReportedPending(ex) || !health.IsTrue(ex.Status.Conditions, fluxv1alpha1.ConditionConfigured) || shoot.Spec.Hibernation.Enabled {
			return nil, 0
		}
		verdict = health.UpToDate()
	case extensionstatus.AtOnce:
		return nil, 0
	}
	return &verdict, 0
}

// isReportedPending returns whether condition FluxUpToDate reports a change that this controller has found.
func isReportedPending(ex *extensionsv1alpha1.Extension) bool {
	return slices.Contains([]fluxv1alpha1.PendingReason{fluxv1alpha1.PendingWindow, fluxv1alpha1.PendingReconcile, fluxv1alpha1.PendingRing}, reasonOf(ex))
}

// reasonOf returns the reason of condition FluxUpToDate, or an empty string if the condition does not exist.
func reasonOf(ex *extensionsv1alpha1.Extension) fluxv1alpha1.PendingReason {
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, fluxv1alpha1.ConditionUpToDate)
	if condition == nil {
		return ""
	}
	return fluxv1alpha1.PendingReason(condition.Reason)
}

// isRetried returns whether condition FluxUpToDate reports a failed delivery, which an operation retries.
func isRetried(ex *extensionsv1alpha1.Extension) bool {
	return reasonOf(ex) == fluxv1alpha1.PendingFailed && !seed.LastOperationSucceeded(ex)
}

// isReported returns whether condition FluxUpToDate already reports the reason that belongs to the urgency, which is
// below InWindow.
func isReported(ex *extensionsv1alpha1.Extension, urgency extensionstatus.Urgency) bool {
	switch reason := reasonOf(ex); urgency {
	case extensionstatus.InRing:
		return reason == fluxv1alpha1.PendingRing
	case extensionstatus.OnReconcile:
		return reason == fluxv1alpha1.PendingReconcile
	default:
		return !isReportedPending(ex)
	}
}

// isFailing returns whether the present configuration fails in the shoot, so that a change may be its correction. The
// correction of a failure does not wait for the maintenance time window, as in Gardener (gardener:
// pkg/gardenlet/controller/shoot/shoot/helper/infos.go).
func isFailing(ex *extensionsv1alpha1.Extension) bool {
	return slices.ContainsFunc([]gardencorev1beta1.ConditionType{
		fluxv1alpha1.ConditionConfigured, fluxv1alpha1.ConditionInstalled, fluxv1alpha1.ConditionSourceReady,
		fluxv1alpha1.ConditionKustomizationReady, fluxv1alpha1.ConditionObjectsReady,
	}, func(kind gardencorev1beta1.ConditionType) bool {
		return health.Is(v1beta1helper.GetCondition(ex.Status.Conditions, kind), gardencorev1beta1.ConditionFalse)
	})
}

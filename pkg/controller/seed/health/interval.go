// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"slices"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

const (
	// backoffDivisor divides the time since a shoot became unready. The quotient is the time until its next health check,
	// and until the next read of its objects.
	backoffDivisor = 6
	// firstStep is the time until the next health check of a shoot after Flux has begun to apply a change. The time
	// doubles until it is SettlePeriod.
	firstStep = 2 * time.Second
)

// interval returns the time until the next health check. ex must have the conditions from before this health check.
func (r *Reconciler) interval(ex *extensionsv1alpha1.Extension, observed health.Observation, verdicts []health.Verdict) time.Duration {
	if observed.ShootError != nil {
		// Each health check waits for the timeout of a request, and hundreds of shoots may be unreachable.
		return max(r.SyncPeriod/2, min(r.Clock.Since(observed.UnreachableSince)/backoffDivisor, 2*r.SyncPeriod))
	}
	next := r.SyncPeriod
	if len(observed.ManagedResources) == 0 {
		// When an operation delivers ManagedResources, its end triggers a health check.
		return next
	}
	verdicts = withUnread(ex, verdicts)
	settle := r.SettlePeriod
	remembered, _ := r.memory.Update(ex.Namespace, func(remembered shootMemory, found bool) (shootMemory, bool) {
		settle = remembered.follow(observed, verdicts, r.SettlePeriod, r.SyncPeriod)
		return remembered, found
	})
	if remembered.objects.isRecordedSoon(r.Threshold, r.Clock.Now()) {
		next = min(next, settle)
	}
	for _, verdict := range verdicts {
		if verdict.Status == gardencorev1beta1.ConditionTrue {
			continue
		}
		lasts := time.Duration(0)
		if condition := v1beta1helper.GetCondition(ex.Status.Conditions, verdict.Type); health.Is(condition, verdict.Status) {
			lasts = r.Clock.Since(condition.LastTransitionTime.Time)
		}
		wait := settle
		if verdict.Status == gardencorev1beta1.ConditionProgressing {
			wait = r.step(settle, lasts)
		}
		next = min(next, max(wait, lasts/backoffDivisor))
	}
	// Until Flux handles the request after a push, a ready shoot still reports the former commit.
	if source := observed.Shoot.Source; source != nil && !source.Suspended && source.Asked.IsPending(r.Clock.Now()) {
		lasts := r.Clock.Since(source.Asked.At)
		next = min(next, max(r.step(settle, lasts), lasts/backoffDivisor))
	}
	return next
}

// step returns the minimum time until the next health check while Flux applies a change. lasts is the time since Flux
// has begun. The result is shorter than settle at first, unless the status of the shoot changes too often.
func (r *Reconciler) step(settle, lasts time.Duration) time.Duration {
	if settle > r.SettlePeriod {
		return settle
	}
	return min(settle, max(firstStep, lasts))
}

// withUnread returns the verdicts with the present condition of Flux's objects if it is not True and this health check
// has not judged it, because the objects are to be read later. Otherwise, the shoot would seem to be ready.
func withUnread(ex *extensionsv1alpha1.Extension, verdicts []health.Verdict) []health.Verdict {
	objects := v1beta1helper.GetCondition(ex.Status.Conditions, fluxv1alpha1.ConditionObjectsReady)
	isJudged := slices.ContainsFunc(verdicts, func(v health.Verdict) bool { return v.Type == fluxv1alpha1.ConditionObjectsReady })
	if objects == nil || objects.Status == gardencorev1beta1.ConditionTrue || isJudged {
		return verdicts
	}
	return append(slices.Clone(verdicts), health.Verdict{Type: objects.Type, Status: objects.Status, Reason: objects.Reason})
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"math"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"sigs.k8s.io/controller-runtime/pkg/event"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

const (
	// longestPause is the most time between two attempts to migrate Flux's objects in a shoot.
	longestPause = 5 * time.Minute
	never        = time.Duration(math.MaxInt64)
)

// retry hands an Extension whose migration has not succeeded to the controller for Extensions when it is time for another attempt, and
// returns the time until then. That follows from the Extension alone, so that it goes on when the process has come back.
func (h *HealthChecker) retry(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster) (time.Duration, error) {
	if cluster.Shoot == nil || cluster.Shoot.DeletionTimestamp != nil {
		return never, nil
	}
	wait := h.untilRetry(ex)
	if wait > 0 {
		return wait, nil
	}
	logf.FromContext(ctx).Info("Reconciling because the migration of Flux's objects in the shoot has not succeeded")
	select {
	case h.Again <- event.GenericEvent{Object: ex}:
	case <-ctx.Done():
		return never, ctx.Err()
	}
	return never, nil
}

// untilRetry returns the time until the next attempt: after one, it is as long as it has not succeeded so far.
func (h *HealthChecker) untilRetry(ex *extensionsv1alpha1.Extension) time.Duration {
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, fluxv1alpha1.ConditionConfigured)
	if condition == nil || condition.Reason != fluxv1alpha1.ReasonMigrating || !seed.LastOperationSucceeded(ex) || seed.IsBeingDeletedOrMigrated(ex) {
		return never
	}
	last := ex.Status.LastOperation.LastUpdateTime.Time
	pause := max(h.SettlePeriod, min(last.Sub(condition.LastTransitionTime.Time), longestPause))
	return last.Add(pause).Sub(h.Clock.Now())
}

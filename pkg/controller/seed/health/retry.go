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
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/event"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

const (
	// maxMigrationBackoff is the longest time between two attempts to migrate Flux's objects in a shoot.
	maxMigrationBackoff = 5 * time.Minute
	never               = time.Duration(math.MaxInt64)
)

// migrationRetry has migrations of Flux's objects in shoots that have not succeeded tried again.
type migrationRetry struct {
	clock clock.PassiveClock
	// minBackoff is the shortest time between two attempts.
	minBackoff time.Duration
	// extensions takes the Extensions for another attempt.
	extensions chan<- event.GenericEvent
}

// retry passes an Extension whose migration has not succeeded to the controller for Extensions when it is time for another attempt, and
// returns the time until then. That time follows from the Extension alone, so that it survives a restart of the process.
func (m migrationRetry) retry(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster) (time.Duration, error) {
	if cluster.Shoot == nil || cluster.Shoot.DeletionTimestamp != nil {
		return never, nil
	}
	wait := m.untilNext(ex)
	if wait > 0 {
		return wait, nil
	}
	logf.FromContext(ctx).Info("Reconciling because the migration of Flux's objects in the shoot has not succeeded")
	select {
	case m.extensions <- event.GenericEvent{Object: ex}:
	case <-ctx.Done():
		return never, ctx.Err()
	}
	return never, nil
}

// untilNext returns the time until the next attempt. The time between two attempts is as long as the migration has not succeeded so far.
func (m migrationRetry) untilNext(ex *extensionsv1alpha1.Extension) time.Duration {
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, fluxv1alpha1.ConditionConfigured)
	if condition == nil || condition.Reason != fluxv1alpha1.ReasonMigrating || !seed.LastOperationSucceeded(ex) || seed.IsBeingDeletedOrMigrated(ex) {
		return never
	}
	last := ex.Status.LastOperation.LastUpdateTime.Time
	backoff := max(m.minBackoff, min(last.Sub(condition.LastTransitionTime.Time), maxMigrationBackoff))
	return last.Add(backoff).Sub(m.clock.Now())
}

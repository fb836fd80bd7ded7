// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"time"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// severity is how severe a state of a Shoot is; 0 if it is no problem.
func severity(state fluxv1alpha1.ShootState) int {
	switch state {
	case fluxv1alpha1.ShootDegraded:
		return 1
	case fluxv1alpha1.ShootUnreachable, fluxv1alpha1.ShootNotReported:
		return 2
	case fluxv1alpha1.ShootFailed:
		return 3
	}
	return 0
}

// leastSeverity is that of the least severe state which a receiver gets.
func leastSeverity(minimum fluxv1alpha1.NotificationState) int {
	return severity(fluxv1alpha1.ShootState(minimum))
}

// Timing are the times of the decisions.
type Timing struct {
	// Settle is the time for which a Shoot has to be in a state before that is reported; Lost is that for states that say nothing about Flux: Unreachable
	// and NotReported. A recovery takes RecoverySettle.
	Settle, Lost, RecoverySettle time.Duration
	// Fold is the time in which further Shoots that do the same are waited for, and FollowUp the shortest time between two messages about the same.
	Fold, FollowUp time.Duration
	// Flapping is the time after a recovery in which another problem of the Shoot counts as the same one coming back. Each time doubles the times for
	// which a state has to last, up to LongestSettle.
	Flapping, LongestSettle time.Duration
	// GiveUp is the time after which a message that could not be sent is given up.
	GiveUp time.Duration
}

// DefaultTiming returns the times of an installation, for a time for which a state has to last.
func DefaultTiming(settle time.Duration) Timing {
	return Timing{
		Settle: settle, Lost: 5 * settle, RecoverySettle: 2 * settle, Fold: settle, FollowUp: 10 * settle,
		Flapping: 3 * time.Hour, LongestSettle: time.Hour, GiveUp: 6 * time.Hour,
	}
}

// settle is the time for which a Shoot has to be in a state, and well again for the empty one, after it has come back so often.
func (t Timing) settle(state fluxv1alpha1.ShootState, returns int) time.Duration {
	settle := t.Settle
	switch state {
	case "":
		settle = t.RecoverySettle
	case fluxv1alpha1.ShootUnreachable, fluxv1alpha1.ShootNotReported:
		settle = t.Lost
	}
	for range min(returns, mostReturns) {
		settle *= 2
	}
	return max(min(settle, t.LongestSettle), min(t.Settle, t.LongestSettle))
}

// mostReturns bounds what is counted of them.
const mostReturns = 10

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"time"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// severity returns the severity of a Shoot's state, or 0 if the state is not a problem.
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

// Timing contains the durations that decisions depend on.
type Timing struct {
	// Settle is how long a problem must last before it is reported. Lost applies instead for the states Unreachable and
	// NotReported, and RecoverySettle for a recovery.
	Settle, Lost, RecoverySettle time.Duration
	// Fold is how long a message waits for more Shoots with the same change. FollowUp is the minimum interval between two
	// messages with the same subject.
	Fold, FollowUp time.Duration
	// Flapping is the time after a recovery within which a new problem of the Shoot counts as a recurrence. Each
	// recurrence doubles the settle times, up to LongestSettle.
	Flapping, LongestSettle time.Duration
	// GiveUp is the maximum age of an unsent message. Older messages are dropped.
	GiveUp time.Duration
}

// DefaultTiming returns the default times for a given settle time.
func DefaultTiming(settle time.Duration) Timing {
	return Timing{
		Settle: settle, Lost: 5 * settle, RecoverySettle: 2 * settle, Fold: settle, FollowUp: 10 * settle,
		Flapping: 3 * time.Hour, LongestSettle: time.Hour, GiveUp: 6 * time.Hour,
	}
}

// settle returns how long a state must last before it is reported, depending on the number of recurrences. The empty
// state means a recovery.
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

// mostReturns is the maximum number of counted recurrences.
const mostReturns = 10

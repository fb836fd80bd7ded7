// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"time"

	"k8s.io/client-go/util/workqueue"
)

const (
	// firstRetry and longestRetry are the minimum and maximum time between two attempts, without jitter.
	firstRetry, longestRetry = 10 * time.Second, 10 * time.Minute
)

// Backoff schedules the attempts of an operation with another system, which must not delay a queue. The zero value
// allows an attempt at once.
type Backoff struct {
	// Next is the time of the next attempt.
	Next time.Time

	failures workqueue.TypedRateLimiter[string]
}

// Failed schedules the next attempt after a failure: exponentially later, with jitter of up to a quarter, but at least
// as late as the other system asked for.
func (b *Backoff) Failed(now time.Time, retryAfter time.Duration, random func(time.Duration) time.Duration) {
	if b.failures == nil {
		b.failures = workqueue.NewTypedItemExponentialFailureRateLimiter[string](firstRetry, longestRetry)
	}
	wait := b.failures.When("")
	b.Next = now.Add(max(wait+random(wait/4), retryAfter))
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"time"

	"k8s.io/utils/clock"
)

// Stopwatch starts a measurement. The returned function returns the measured time, and must be called once by the same
// goroutine.
type Stopwatch func() (stop func() time.Duration)

// ElapsedTime returns a Stopwatch that measures the elapsed time, including the time spent waiting.
func ElapsedTime(now clock.PassiveClock) Stopwatch {
	return func() func() time.Duration {
		began := now.Now()
		return func() time.Duration { return now.Since(began) }
	}
}

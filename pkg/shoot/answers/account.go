// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package answers

import (
	"sync"
	"time"

	"k8s.io/utils/clock"
)

const (
	// usual is the time of a request that is not counted.
	usual = 200 * time.Millisecond
	// freeTime is how much more requests to a shoot may take before it counts as slow, and regained how much of it comes back in each second.
	freeTime = 30 * time.Second
	regained = 0.1
	// fine is what an answer costs that exceeds a limit: as much as one that does not come.
	fine = 10 * time.Second
	// mostSpent bounds what is counted, so that a shoot that is fast again is no longer slow after a while.
	mostSpent = 2 * freeTime
)

// account is the time that requests to one shoot have taken of late, beyond the usual.
type account struct {
	clock clock.PassiveClock
	mutex sync.Mutex
	spent time.Duration
	at    time.Time
}

func (a *account) add(spent time.Duration) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.spent = min(a.current()+max(0, spent-usual), mostSpent)
	a.at = a.clock.Now()
}

// isSlow reports whether the shoot has taken more time than is free.
func (a *account) isSlow() bool {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return a.current() > freeTime
}

func (a *account) current() time.Duration {
	return max(0, a.spent-time.Duration(regained*float64(a.clock.Since(a.at))))
}

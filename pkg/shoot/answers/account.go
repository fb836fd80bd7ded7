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
	// usual is the time of a request that does not count.
	usual = 200 * time.Millisecond
	// freeTime is the additional time for requests to a shoot before it counts as slow, and regained the part
	// that is returned in each second.
	freeTime = 30 * time.Second
	regained = 0.1
	// fine is the cost of an answer that exceeds a limit, as high as for a missing answer.
	fine = 10 * time.Second
	// mostSpent bounds the account, so that a shoot that is fast again soon stops counting as slow.
	mostSpent = 2 * freeTime
)

// account records the recent time of requests to one shoot, beyond the usual time.
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

// isSlow reports whether the shoot has used up its free time.
func (a *account) isSlow() bool {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return a.current() > freeTime
}

func (a *account) current() time.Duration {
	return max(0, a.spent-time.Duration(regained*float64(a.clock.Since(a.at))))
}

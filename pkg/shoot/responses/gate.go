// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package responses

import (
	"context"
	"fmt"
	"sync"
	"time"

	"k8s.io/utils/clock"
)

const (
	// LargeResponses limits how many large responses of all shoots are read and decoded concurrently. largeOfSlow is the
	// limit for slow shoots, whose responses may use the whole timeout of a request. Responses up to smallBytes and
	// smallElements are not limited.
	LargeResponses = 4
	largeOfSlow    = 1
	smallBytes     = 128 << 10
	smallElements  = 8_000

	// SlowRequests limits concurrent requests to all slow shoots, and slowOfOne concurrent requests to one slow shoot.
	SlowRequests = 8
	slowOfOne    = 2
	// slowPatience is the time that a request waits for requests to other slow shoots before it fails.
	slowPatience = 2 * time.Second
)

// Gate limits concurrent requests to slow shoots and concurrent large responses. It is safe for concurrent use.
type Gate struct {
	large, largeOfSlow, slow chan struct{}
}

// NewGate returns a Gate. A process needs only one.
func NewGate() *Gate {
	return &Gate{large: make(chan struct{}, LargeResponses), largeOfSlow: make(chan struct{}, largeOfSlow), slow: make(chan struct{}, SlowRequests)}
}

// enter waits for a slot for a large response, and returns a function that frees it.
func (g *Gate) enter(ctx context.Context, slow bool) (func(), error) {
	room := g.large
	if slow {
		room = g.largeOfSlow
	}
	select {
	case room <- struct{}{}:
		return func() { <-room }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("waited for %d other large responses of shoots to be read: %w", cap(room), ctx.Err())
	}
}

// enterSlow waits for a slot for a request to a slow shoot. It waits briefly for requests to other shoots, but until
// the deadline for requests to the same shoot.
func (g *Gate) enterSlow(ctx context.Context, ofOne chan struct{}) error {
	select {
	case ofOne <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("waited for %d other requests to the same slow shoot: %w", slowOfOne, ctx.Err())
	}
	patience := time.NewTimer(slowPatience)
	defer patience.Stop()
	var err error
	select {
	case g.slow <- struct{}{}:
		return nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-patience.C:
	}
	<-ofOne
	if err != nil {
		return fmt.Errorf("waited for %d requests to other slow shoots: %w", SlowRequests, err)
	}
	return errNotAsked
}

const (
	// usual is the duration of a normal request. Only the time beyond it counts.
	usual = 200 * time.Millisecond
	// freeTime limits the total time beyond the usual duration. A shoot that exceeds it counts as slow. regained is the
	// fraction of a second that is deducted from this total each second.
	freeTime = 30 * time.Second
	regained = 0.1
	// fine is the cost of a response that exceeds a limit. It equals the cost of a timeout.
	fine = 10 * time.Second
	// mostSpent limits the recorded time, so that a shoot soon stops counting as slow after it responds in time again.
	mostSpent = 2 * freeTime
)

// account records the recent duration of requests to one shoot beyond the usual duration.
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

type holdKey struct{}

// hold keeps the slot of a large response until the decoded objects are no longer needed.
type hold struct {
	mutex sync.Mutex
	leave func()
}

// Hold returns a context for sequential requests with decoded responses, and a function to call when the decoded
// objects are no longer needed. A large response occupies its slot until this call or the next request. Because a shoot
// can delay a request, callers may keep only small parts of a decoded response across requests. Without Hold, a
// response occupies its slot only until its last byte is read.
func Hold(ctx context.Context) (context.Context, func()) {
	h := &hold{}
	return context.WithValue(ctx, holdKey{}, h), h.release
}

// enter acquires a slot for a large response, at most once per response.
func (h *hold) enter(ctx context.Context, gate *Gate, slow bool) error {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.leave != nil {
		return nil
	}
	var err error
	h.leave, err = gate.enter(ctx, slow)
	return err
}

func (h *hold) release() {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.leave != nil {
		h.leave()
		h.leave = nil
	}
}

// holdOf returns the hold of a request, and whether the hold outlives the response.
func holdOf(ctx context.Context) (*hold, bool) {
	if h, ok := ctx.Value(holdKey{}).(*hold); ok {
		return h, true
	}
	return &hold{}, false
}

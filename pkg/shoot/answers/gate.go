// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package answers

import (
	"context"
	"fmt"
	"time"
)

const (
	// LargeAnswers bounds the answers beyond these sizes that are read and decoded at the same time, for all
	// shoots. largeOfSlow bounds the answers of slow shoots, which may take the whole timeout of a request.
	LargeAnswers  = 4
	largeOfSlow   = 1
	smallBytes    = 128 << 10
	smallElements = 8_000

	// SlowRequests bounds concurrent requests to slow shoots, slowOfOne those to one of them.
	SlowRequests = 8
	slowOfOne    = 2
	// slowPatience bounds the wait of a request to a slow shoot before it fails.
	slowPatience = 2 * time.Second
)

// Gate is shared by the requests to all shoots. It is safe for concurrent use.
type Gate struct {
	large, largeOfSlow, slow chan struct{}
}

// NewGate returns a Gate for one process.
func NewGate() *Gate {
	return &Gate{large: make(chan struct{}, LargeAnswers), largeOfSlow: make(chan struct{}, largeOfSlow), slow: make(chan struct{}, SlowRequests)}
}

// enter waits for a slot for a large answer, and returns a function that frees it.
func (g *Gate) enter(ctx context.Context, slow bool) (func(), error) {
	room := g.large
	if slow {
		room = g.largeOfSlow
	}
	select {
	case room <- struct{}{}:
		return func() { <-room }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("waited for %d other large answers of shoots to be read: %w", cap(room), ctx.Err())
	}
}

// enterSlow waits for a slot for a request to a slow shoot: briefly for other shoots, longer for the same
// one.
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

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
	// LargeAnswers is how many answers beyond these sizes are read and decoded at a time, of all shoots, and largeOfSlow how many more of those
	// that count as slow: they may take all the time of a request to end.
	LargeAnswers  = 4
	largeOfSlow   = 1
	smallBytes    = 128 << 10
	smallElements = 8_000

	// SlowRequests is how many requests to shoots that count as slow are under way at a time, slowOfOne how many to one of them.
	SlowRequests = 8
	slowOfOne    = 2
	// slowPatience is how long a request to a slow shoot waits for others to end before it fails.
	slowPatience = 2 * time.Second
)

// Gate is what the requests to all shoots share. It is safe for concurrent use.
type Gate struct {
	large, largeOfSlow, slow chan struct{}
}

// NewGate returns a Gate for one process.
func NewGate() *Gate {
	return &Gate{large: make(chan struct{}, LargeAnswers), largeOfSlow: make(chan struct{}, largeOfSlow), slow: make(chan struct{}, SlowRequests)}
}

// enter waits until there is room among the large answers, and returns how to leave it.
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

// enterSlow waits a little until there is room among the requests to slow shoots, and longer for the others to the same shoot.
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package runner

import (
	"context"
	"sync"
	"time"
)

// sideBySide is how many cases run at a time: more would only wait for the two processors.
const sideBySide = 4

// Result is how a run ended.
type Result struct {
	Run *Run
	// Err is nil if everything was seen.
	Err error
	// Seconds is how long its steps took.
	Seconds float64
}

// Together brings the beginnings of runs into Git and does them, those that disturb others after all others and one by one. Each result is
// handed over as it comes, from one goroutine at a time.
func (s *Shoot) Together(ctx context.Context, runs []*Run, done func(Result)) error {
	if err := s.Begin(ctx, runs...); err != nil {
		return err
	}
	var handing sync.Mutex
	do := func(r *Run) {
		started := time.Now()
		err := r.Do(ctx)
		handing.Lock()
		defer handing.Unlock()
		done(Result{Run: r, Err: err, Seconds: time.Since(started).Seconds()})
	}
	waiting := make(chan *Run)
	var group sync.WaitGroup
	for range sideBySide {
		group.Go(func() {
			for r := range waiting {
				do(r)
			}
		})
	}
	for _, r := range runs {
		if !r.Case.Serial {
			waiting <- r
		}
	}
	close(waiting)
	group.Wait()
	for _, r := range runs {
		if r.Case.Serial {
			do(r)
		}
	}
	return nil
}

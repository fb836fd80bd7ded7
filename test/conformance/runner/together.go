// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package runner

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Result is the result of a run.
type Result struct {
	Run *Run
	// Err is nil if all output was as expected.
	Err error
	// Seconds is the duration of its steps.
	Seconds float64
}

// batch is the number of cases that begin together. In larger batches, the first cases wait until Flux has applied
// the objects of all.
const batch = 40

// Together commits the initial files of the runs and runs their steps; serial cases run one by one, after all others. Each result is reported
// when the run ends, from one goroutine at a time.
func (s *Shoot) Together(ctx context.Context, runs []*Run, done func(Result)) error {
	var together, alone []*Run
	for _, r := range runs {
		if r.Case.Serial {
			alone = append(alone, r)
		} else {
			together = append(together, r)
		}
	}
	var handing sync.Mutex
	do := func(r *Run) {
		started := time.Now()
		err := r.Do(ctx)
		handing.Lock()
		defer handing.Unlock()
		done(Result{Run: r, Err: err, Seconds: time.Since(started).Seconds()})
	}
	for begun := range slices.Chunk(together, batch) {
		if err := s.Begin(ctx, begun...); err != nil {
			return err
		}
		sideBySide(begun, do)
	}
	if err := s.Begin(ctx, alone...); err != nil {
		return err
	}
	for _, r := range alone {
		do(r)
	}
	return nil
}

// atATime is the number of concurrent cases. More would wait for the two processors.
const atATime = 4

func sideBySide(runs []*Run, do func(*Run)) {
	waiting := make(chan *Run)
	var group sync.WaitGroup
	for range atATime {
		group.Go(func() {
			for r := range waiting {
				do(r)
			}
		})
	}
	for _, r := range runs {
		waiting <- r
	}
	close(waiting)
	group.Wait()
}

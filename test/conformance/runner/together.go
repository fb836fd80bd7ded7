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
	// Seconds is the duration of the steps.
	Seconds float64
}

// batch is the number of cases that start together. In larger batches, the first cases wait too long until Flux has
// applied the objects of all cases.
const batch = 40

// Together commits the initial files of all runs and then runs their steps. Serial cases run one by one after all other
// cases. done is called when a run ends, and never concurrently.
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

// atATime is the number of concurrent cases. With two CPUs, more cases would only wait for each other.
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"context"
	"fmt"
	"sync"
	"time"

	"k8s.io/utils/clock"
)

// stepTimeout limits the time between two completed steps of a start. On an idle machine, the longest step takes about
// twenty seconds.
const stepTimeout = 5 * time.Minute

// steps reports completed steps, and ends what waits for a step that does not complete. A busy machine makes all steps
// slower, so that the number of steps does not limit the time of a start.
type steps struct {
	clock  clock.WithDelayedExecution
	report func(step string)

	mutex sync.Mutex
	last  string
	waits map[*wait]struct{}
}

// wait is the time limit of one start.
type wait struct {
	timer  clock.Timer
	cancel context.CancelCauseFunc
}

// newSteps returns steps that are reported to a function, which may be nil.
func newSteps(now clock.WithDelayedExecution, report func(step string)) *steps {
	return &steps{clock: now, report: report, last: "the start", waits: map[*wait]struct{}{}}
}

// completed reports a step.
func (s *steps) completed(step string) {
	if s.report != nil {
		s.report(step)
	}
	s.moved(step)
}

// moved restarts the time limits without a report, because a part of a long step is completed.
func (s *steps) moved(step string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.last = step
	for w := range s.waits {
		w.timer.Reset(stepTimeout)
	}
}

// limit returns a context that ends when no step completes for stepTimeout. end releases it.
func (s *steps) limit(ctx context.Context) (limited context.Context, end func()) {
	limited, cancel := context.WithCancelCause(ctx)
	w := &wait{cancel: cancel}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	w.timer = s.clock.AfterFunc(stepTimeout, func() {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		cancel(fmt.Errorf("no step of the landscape has completed for %s; the last one: %s", stepTimeout, s.last))
	})
	s.waits[w] = struct{}{}
	return limited, func() {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		w.timer.Stop()
		delete(s.waits, w)
		cancel(nil)
	}
}

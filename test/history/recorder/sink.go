// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// mostBytes limits a history. A story of six minutes with nine Shoots has less than a tenth of it.
const mostBytes = 200 << 20

// sink writes the observations of all observers in the order of their times.
type sink struct {
	now   func() time.Time
	lock  sync.Mutex
	to    *history.Writer
	bytes *countingWriter
	// failed is the first error. A history with a gap that is not known proves nothing, so the recording ends with it.
	failed error
}

func newSink(to io.Writer, now func() time.Time) *sink {
	counting := &countingWriter{to: to}
	return &sink{now: now, to: history.NewWriter(counting), bytes: counting}
}

// write sets the time of an observation, if it has none that has passed, and writes it. It returns the time.
func (s *sink) write(observation history.Observation) time.Time {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.failed != nil {
		return time.Time{}
	}
	if now := s.now(); observation.At.IsZero() || observation.At.After(now) {
		observation.At = now
	}
	if err := s.to.Write(observation); err != nil {
		s.failed = fmt.Errorf("failed to write an observation of %s: %w", observation.Observer, err)
	}
	return observation.At
}

// fail ends the recording.
func (s *sink) fail(err error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.failed == nil {
		s.failed = err
	}
}

func (s *sink) err() error {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.failed
}

// countingWriter refuses to write more than mostBytes.
type countingWriter struct {
	to    io.Writer
	count int
}

func (w *countingWriter) Write(content []byte) (int, error) {
	if w.count+len(content) > mostBytes {
		return 0, fmt.Errorf("the history has more than %d bytes: record fewer projects", mostBytes)
	}
	written, err := w.to.Write(content)
	w.count += written
	return written, err
}

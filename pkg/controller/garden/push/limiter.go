// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"io"
	"sync"

	"golang.org/x/time/rate"
)

const (
	// mostOfProject is the number of requests of one project that are read at a time.
	mostOfProject = 8
	// mostOfStrangers is that of all requests to paths that no project has.
	mostOfStrangers = 32
	// copyBuffer is the part of a body that is in memory.
	copyBuffer = 32 << 10
	// bytesPerSecond bounds the processor time for the bodies of one project, whose members know the path without the token, and of all strangers together.
	bytesPerSecond = 16 << 20
)

// limiter bounds the requests that are read at a time, and the rate of their bodies.
type limiter struct {
	mutex sync.Mutex
	// reading are the requests of each project that are being read, and of strangers under the empty name.
	reading map[string]*reading
}

// reading are the requests of a project that are being read.
type reading struct {
	requests int
	bytes    *rate.Limiter
}

func newLimiter() *limiter { return &limiter{reading: map[string]*reading{}} }

// begin returns the rate of the bodies that one more request shares, and false if it may not be read. If it may, end has to be called.
func (l *limiter) begin(namespace string) (*rate.Limiter, bool) {
	most := mostOfProject
	if namespace == "" {
		most = mostOfStrangers
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	r := l.reading[namespace]
	if r == nil {
		r = &reading{bytes: rate.NewLimiter(bytesPerSecond, copyBuffer)}
		l.reading[namespace] = r
	}
	if r.requests >= most {
		return nil, false
	}
	r.requests++
	return r.bytes, true
}

func (l *limiter) end(namespace string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.reading[namespace].requests--; l.reading[namespace].requests == 0 {
		delete(l.reading, namespace)
	}
}

// slowed reads a body at the rate that is left for all of its project, or of strangers.
type slowed struct {
	io.Reader
	ctx   context.Context //nolint:containedctx // of the request, which ends the wait
	bytes *rate.Limiter
}

// Read waits for what it has read.
func (s slowed) Read(part []byte) (int, error) {
	read, err := s.Reader.Read(part[:min(len(part), copyBuffer)])
	if waitErr := s.bytes.WaitN(s.ctx, read); waitErr != nil {
		return read, waitErr
	}
	return read, err
}

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
	// strangersBytesPerSecond bounds the processor time for the bodies of those.
	strangersBytesPerSecond = 16 << 20
)

// limiter bounds the requests that are read at a time.
type limiter struct {
	bytes *rate.Limiter

	mutex sync.Mutex
	// reading are the requests of each project that are being read, and of strangers under the empty name.
	reading map[string]int
}

func newLimiter() *limiter {
	return &limiter{bytes: rate.NewLimiter(strangersBytesPerSecond, copyBuffer), reading: map[string]int{}}
}

// begin returns whether one more request may be read. Then end has to be called.
func (l *limiter) begin(namespace string) bool {
	most := mostOfProject
	if namespace == "" {
		most = mostOfStrangers
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.reading[namespace] >= most {
		return false
	}
	l.reading[namespace]++
	return true
}

func (l *limiter) end(namespace string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.reading[namespace]--; l.reading[namespace] == 0 {
		delete(l.reading, namespace)
	}
}

// slowed reads a stranger's body at the rate that is left for all of them.
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"io"
	"sync"
	"time"

	"golang.org/x/time/rate"
	"k8s.io/utils/clock"
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
	// mostSignatures and signatureAge bound what is remembered of a project's requests.
	mostSignatures = 64
	signatureAge   = 10 * time.Minute
)

// limiter bounds the requests that are read at a time, and remembers those that were signed.
type limiter struct {
	clock clock.PassiveClock
	bytes *rate.Limiter

	mutex sync.Mutex
	// reading are the requests of each project that are being read, and of strangers under the empty name.
	reading map[string]int
	// known are the signed requests of each project, the oldest first.
	known map[string][]signedRequest
}

type signedRequest struct {
	signature string
	at        time.Time
}

func newLimiter(now clock.PassiveClock) *limiter {
	return &limiter{
		clock: now, bytes: rate.NewLimiter(strangersBytesPerSecond, copyBuffer),
		reading: map[string]int{}, known: map[string][]signedRequest{},
	}
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

// isNew returns whether a signed request was not there before, and remembers it. One without signature is always new.
func (l *limiter) isNew(namespace, signature string) bool {
	if signature == "" {
		return true
	}
	now := l.clock.Now()
	l.mutex.Lock()
	defer l.mutex.Unlock()
	var kept []signedRequest
	for _, request := range l.known[namespace] {
		if now.Sub(request.at) >= signatureAge {
			continue
		}
		if request.signature == signature {
			return false
		}
		kept = append(kept, request)
	}
	kept = append(kept, signedRequest{signature, now})
	l.known[namespace] = kept[max(0, len(kept)-mostSignatures):]
	return true
}

// forget has a signed request be new again, because it could not be handed on.
func (l *limiter) forget(namespace, signature string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	requests := l.known[namespace]
	for i, request := range requests {
		if request.signature == signature {
			l.known[namespace] = append(requests[:i:i], requests[i+1:]...)
			return
		}
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

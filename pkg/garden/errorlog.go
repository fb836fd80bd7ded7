// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/go-logr/logr"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"
)

// errorLogInterval is the minimum interval between two log entries about failed requests to the garden.
const errorLogInterval = 10 * time.Minute

// errorLog logs failed requests to the garden with a rate limit: while the garden is unreachable, all of them fail
// and are retried.
type errorLog struct {
	log     logr.Logger
	clock   clock.PassiveClock
	message string

	mutex sync.Mutex
	last  time.Time
}

func newWatchErrorLog(log logr.Logger, now clock.PassiveClock) *errorLog {
	return &errorLog{log: log, clock: now, message: "Failed to watch the projects in the garden, retrying: changes are not propagated at once until then"}
}

// handleWatch logs a failed watch.
func (t *errorLog) handleWatch(_ context.Context, _ *toolscache.Reflector, err error) {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || apierrors.IsResourceExpired(err) || apierrors.IsGone(err) {
		return // Watches end from time to time.
	}
	t.handle(err)
}

func (t *errorLog) handle(err error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if now := t.clock.Now(); t.last.IsZero() || now.Sub(t.last) >= errorLogInterval {
		t.last = now
		t.log.Error(err, t.message)
	}
}

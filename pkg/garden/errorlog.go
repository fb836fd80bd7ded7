// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/go-logr/logr"
	"golang.org/x/time/rate"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"
)

// errorLogInterval is the minimum interval between two log entries about failed requests to the garden.
const errorLogInterval = 10 * time.Minute

// errorLog logs failed requests to the garden with a rate limit, because all requests fail and are retried while the
// garden is unreachable.
type errorLog struct {
	log     logr.Logger
	clock   clock.PassiveClock
	message string
	limit   *rate.Limiter
}

func newErrorLog(log logr.Logger, now clock.PassiveClock, message string) *errorLog {
	return &errorLog{log, now, message, rate.NewLimiter(rate.Every(errorLogInterval), 1)}
}

func newWatchErrorLog(log logr.Logger, now clock.PassiveClock) *errorLog {
	return newErrorLog(log, now, "Failed to watch the projects in the garden, retrying: changes are not propagated at once until then")
}

// handleWatch logs an error of a watch. It ignores errors that only end the watch.
func (t *errorLog) handleWatch(_ context.Context, _ *toolscache.Reflector, err error) {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || apierrors.IsResourceExpired(err) || apierrors.IsGone(err) {
		return // Watches end regularly.
	}
	t.handle(err)
}

func (t *errorLog) handle(err error) {
	if t.limit.AllowN(t.clock.Now(), 1) {
		t.log.Error(err, t.message)
	}
}

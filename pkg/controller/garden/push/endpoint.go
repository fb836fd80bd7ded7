// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/time/rate"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
)

// largestBody limits the body of a request: GitHub sends at most 25 MB
// (docs.github.com/en/webhooks/webhook-events-and-payloads#payload-cap). The body is not kept in memory.
const largestBody = 25 << 20

// Endpoint handles the requests of Git hosts.
type Endpoint struct {
	hooks    *Hooks
	record   func(ctx context.Context, namespace string) error
	requests *prometheus.CounterVec
	limits   *limiter
	// unknown is the webhook for requests to unknown paths. It has a random token.
	unknown *Hook
}

// NewEndpoint returns an Endpoint. record stores a push. token must be random, so that no client knows it; it is the
// token for unknown paths.
func NewEndpoint(hooks *Hooks, record func(ctx context.Context, namespace string) error, requests *prometheus.CounterVec, token string) *Endpoint {
	return &Endpoint{hooks: hooks, record: record, requests: requests, limits: newLimiter(), unknown: &Hook{Type: stranger, token: token}}
}

// ServeHTTP handles a request. The response contains only the status.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	hook := e.hooks.At(request.URL.Path)
	if hook == nil || isPing(request) {
		hook = e.unknown
	}
	spare(request, hook != e.unknown)
	defer spare(request, false)
	outcome := e.serve(w, request, hook)
	e.requests.WithLabelValues(string(hook.Type), string(outcome)).Inc()
	if outcome == refused || outcome == limited || hook == e.unknown {
		w.Header().Set("Connection", "close") // This limits the rate of wrong requests by the number of connections.
	}
	status := outcome.status()
	http.Error(w, http.StatusText(status), status)
}

func (e *Endpoint) serve(w http.ResponseWriter, request *http.Request, hook *Hook) outcome {
	if request.Method != http.MethodPost {
		return refused
	}
	if read := e.read(w, request, hook); read != accepted {
		return read
	}
	return e.accept(request, hook)
}

// read reads a request, and returns accepted if the request proves the token. A ping is not signed, and gets the same
// response on each path.
func (e *Endpoint) read(w http.ResponseWriter, request *http.Request, hook *Hook) outcome {
	bodies, may := e.limits.begin(hook.Namespace)
	if !may {
		return limited
	}
	defer e.limits.end(hook.Namespace)
	known := newCheck(hook.Type, hook.token, request.Header)
	body := slowed{http.MaxBytesReader(w, request.Body, largestBody), request.Context(), bodies}
	_, err := io.CopyBuffer(struct{ io.Writer }{known}, body, make([]byte, copyBuffer))
	if _, is := errors.AsType[*http.MaxBytesError](err); is {
		return limited
	}
	switch passed := known.passed(); {
	case err == nil && isPing(request):
		return ignored
	case err != nil || !passed || hook == e.unknown:
		return refused
	}
	return accepted
}

// accept stores the push of an authenticated request.
func (e *Endpoint) accept(request *http.Request, hook *Hook) outcome {
	if !isPush(hook.Type, request.Header) {
		return ignored
	}
	switch err := e.record(request.Context(), hook.Namespace); {
	case errors.Is(err, errDeferred):
		return deferred
	case err != nil:
		return failed
	}
	return accepted
}

const (
	// mostOfProject is the maximum number of requests of a project that are read at a time.
	mostOfProject = 8
	// mostOfStrangers is the maximum number of requests to unknown paths that are read at a time.
	mostOfStrangers = 32
	// copyBuffer is the size in bytes of the part of a body that is in memory.
	copyBuffer = 32 << 10
	// bytesPerSecond limits the CPU time for the bodies of one project, because its members know the path even if they do
	// not know the token, and for the bodies of all unknown paths together.
	bytesPerSecond = 16 << 20
)

// limiter limits the number of concurrent requests and the rate of their bodies.
type limiter struct {
	mutex sync.Mutex
	// reading contains the state of each project. The empty name is for unknown paths.
	reading map[string]*reading
}

// reading contains the number of a project's requests that are being read, and the rate limit of their bodies.
type reading struct {
	requests int
	bytes    *rate.Limiter
}

func newLimiter() *limiter { return &limiter{reading: map[string]*reading{}} }

// begin returns the shared rate limit for bodies, and false if the request must not be read. If it returns true, the
// caller must call end.
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

// slowed reads a body at the rate that remains for its project, or for unknown paths.
type slowed struct {
	io.Reader
	ctx   context.Context //nolint:containedctx // of the request, which ends the wait
	bytes *rate.Limiter
}

// Read reads a part of the body, and waits for the rate limit.
func (s slowed) Read(part []byte) (int, error) {
	read, err := s.Reader.Read(part[:min(len(part), copyBuffer)])
	if waitErr := s.bytes.WaitN(s.ctx, read); waitErr != nil {
		return read, waitErr
	}
	return read, err
}

// outcome is the outcome of a request.
type outcome string

const (
	// accepted is the outcome of a stored push.
	accepted outcome = "accepted"
	// ignored is the outcome of an authenticated request that is not a push, and of a ping.
	ignored outcome = "ignored"
	// deferred is the outcome of a push that exceeds the rate of its project and is stored later.
	deferred outcome = "deferred"
	// refused is the outcome of a request without the token, or to an unknown path.
	refused outcome = "refused"
	// limited is the outcome of a request that exceeds a limit.
	limited outcome = "limited"
	// failed is the outcome of a push that could not be stored.
	failed outcome = "failed"
)

// status returns the HTTP status of the outcome. A wrong token and an unknown path get the same status.
func (o outcome) status() int {
	switch o {
	case refused:
		return http.StatusNotFound
	case limited:
		return http.StatusTooManyRequests
	case failed:
		return http.StatusServiceUnavailable
	}
	return http.StatusOK
}

// stranger is the type of requests to unknown paths.
const stranger = fluxv1alpha1.PushType("unknown")

// NewRequestCounter registers the counter of requests by type and outcome.
func NewRequestCounter(registry prometheus.Registerer) *prometheus.CounterVec {
	return metrics.NewCounter(registry, "pushes_total", "Requests to the endpoint for webhooks of projects, by type of the webhook (unknown: no project has the path) and outcome.",
		metrics.Values("type", append(fluxv1alpha1.PushTypes(), stranger)...), metrics.Values("outcome", accepted, ignored, deferred, refused, limited, failed))
}

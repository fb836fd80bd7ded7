// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"errors"
	"io"
	"net/http"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// largestBody is that of a request, in bytes: GitHub sends at most 25 MB (docs.github.com/en/webhooks/webhook-events-and-payloads#payload-cap). It is not
// kept in memory.
const largestBody = 25 << 20

// Endpoint answers the requests of Git hosts.
type Endpoint struct {
	hooks    *Hooks
	record   func(ctx context.Context, namespace string) error
	outcomes *Outcomes
	limits   *limiter
	// unknown is the webhook of requests to paths that no project has. Its token is made up.
	unknown *Hook
}

// NewEndpoint returns an Endpoint. Record stores a push; the token is one that no client knows.
func NewEndpoint(hooks *Hooks, record func(ctx context.Context, namespace string) error, outcomes *Outcomes, token string) *Endpoint {
	return &Endpoint{hooks: hooks, record: record, outcomes: outcomes, limits: newLimiter(), unknown: &Hook{Type: stranger, token: token}}
}

var _ http.Handler = &Endpoint{}

// answers are those to outcomes. That of a wrong token is that of a path which does not exist.
func answerTo(o outcome) int {
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

// ServeHTTP answers one request. The answer has no more than its status.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	hook := e.hooks.At(request.URL.Path)
	if hook == nil || isPing(request) {
		hook = e.unknown
	}
	spare(request, hook != e.unknown)
	defer spare(request, false)
	outcome := e.serve(w, request, hook)
	e.outcomes.count(hook.Type, outcome)
	if outcome == refused || outcome == limited || hook == e.unknown {
		w.Header().Set("Connection", "close") // So that wrong requests are bounded by the number of connections.
	}
	status := answerTo(outcome)
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

// read reads a request, and returns accepted if it knows the token. A ping, which is not signed, is answered alike whatever its path is.
func (e *Endpoint) read(w http.ResponseWriter, request *http.Request, hook *Hook) outcome {
	rate, may := e.limits.begin(hook.Namespace)
	if !may {
		return limited
	}
	defer e.limits.end(hook.Namespace)
	known := newCheck(hook.Type, hook.token, request.Header)
	body := slowed{http.MaxBytesReader(w, request.Body, largestBody), request.Context(), rate}
	_, err := io.CopyBuffer(struct{ io.Writer }{known}, body, make([]byte, copyBuffer))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
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

// accept has a request that knows the token handed on if it is about a push.
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

// newHook returns the webhook of a project.
func newHook(namespace string, kind fluxv1alpha1.PushType, token string) *Hook {
	return &Hook{Namespace: namespace, Type: kind, token: token}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package responses limits the cost of responses from shoots' API servers. An administrator of a shoot can register an
// APIService for almost any API group, and its server may send arbitrary bytes at any speed. The caller decides what to
// do if a response exceeds a limit.
package responses

import (
	"context"
	"errors"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"k8s.io/utils/clock"
)

// Shoot limits the requests to one shoot. It is safe for concurrent use.
type Shoot struct {
	gate    *Gate
	account account
	slow    chan struct{}
}

// NewShoot returns the limits for one shoot.
func (g *Gate) NewShoot(now clock.PassiveClock) *Shoot {
	return &Shoot{gate: g, account: account{clock: now}, slow: make(chan struct{}, slowOfOne)}
}

const (
	mediaTypeJSON = "application/json"
	// longestRetry is the maximum delay before client-go retries a request, whatever delay the API server requests.
	longestRetry = time.Second
)

// Wrap limits the requests of a transport. It is used as WrapTransport of a rest.Config. It changes the transport,
// which must not be shared.
func (s *Shoot) Wrap(transport http.RoundTripper) http.RoundTripper {
	if own, ok := transport.(*http.Transport); ok {
		own.DisableCompression, own.MaxResponseHeaderBytes = true, MostHeaderBytes
	}
	return &bounded{RoundTripper: transport, shoot: s}
}

// WithBudget returns a transport that limits the total size of the responses of one operation.
func WithBudget(transport http.RoundTripper, total int64) http.RoundTripper {
	return &budgeted{RoundTripper: transport, budget: &budget{total: total}}
}

type budgeted struct {
	http.RoundTripper
	budget *budget
}

// RoundTrip sends the request.
func (b *budgeted) RoundTrip(request *http.Request) (*http.Response, error) {
	return b.RoundTripper.RoundTrip(request.WithContext(context.WithValue(request.Context(), budgetKey{}, b.budget)))
}

type bounded struct {
	http.RoundTripper
	shoot *Shoot
}

// WrappedRoundTripper returns the wrapped transport, so that its idle connections can be closed.
func (b *bounded) WrappedRoundTripper() http.RoundTripper { return b.RoundTripper }

// RoundTrip sends the request and limits the body of the response.
func (b *bounded) RoundTrip(request *http.Request) (*http.Response, error) {
	held, outlive := holdOf(request.Context())
	held.release()
	done := func() {}
	slow := b.shoot.account.isSlow()
	if slow {
		if err := b.shoot.gate.enterSlow(request.Context(), b.shoot.slow); err != nil {
			return nil, err
		}
		done = func() { <-b.shoot.gate.slow; <-b.shoot.slow }
	}
	begin := b.shoot.account.clock.Now()
	end := func(failure error) {
		done()
		if !outlive {
			held.release()
		}
		spent := b.shoot.account.clock.Since(begin)
		if _, is := errors.AsType[*ExceededError](failure); is {
			spent = max(spent, fine)
		}
		b.shoot.account.add(spent)
	}
	response, err := b.RoundTripper.RoundTrip(onlyJSON(request))
	if err != nil {
		end(err)
		return nil, err
	}
	if refused := refuse(request, response); refused != nil {
		_ = response.Body.Close() // Nothing reads the body.
		end(refused)
		return nil, refused
	}
	if limitRetry(response) {
		b.shoot.account.add(longestRetry)
	}
	limited := &body{
		ReadCloser: response.Body, request: request, most: MostBytes, end: end,
		enter: func() error { return held.enter(request.Context(), b.shoot.gate, slow) }, //nolint:contextcheck // the context of the request
	}
	limited.budget, _ = request.Context().Value(budgetKey{}).(*budget)
	if response.StatusCode >= http.StatusBadRequest {
		limited.most = MostErrorBytes
	}
	response.Body = limited
	return response, nil
}

// onlyJSON restricts the accepted media types to JSON, because the elements of JSON can be counted before decoding.
func onlyJSON(request *http.Request) *http.Request {
	var accepted []string
	for accept := range strings.SplitSeq(request.Header.Get("Accept"), ",") {
		if strings.HasPrefix(strings.TrimSpace(accept), mediaTypeJSON) {
			accepted = append(accepted, accept)
		}
	}
	if len(accepted) == 0 {
		accepted = []string{mediaTypeJSON}
	}
	request = request.Clone(request.Context())
	request.Header.Set("Accept", strings.Join(accepted, ","))
	return request
}

// refuse returns an error if the response must not be read.
func refuse(request *http.Request, response *http.Response) error {
	mediaType, _, err := mime.ParseMediaType(response.Header.Get("Content-Type"))
	isText := response.StatusCode >= http.StatusBadRequest && strings.HasPrefix(mediaType, "text/")
	switch {
	case response.StatusCode == http.StatusSwitchingProtocols:
		return exceeded(request, false, "the response switches to another protocol")
	case response.StatusCode >= http.StatusMultipleChoices && response.StatusCode < http.StatusBadRequest:
		return exceeded(request, false, "the response redirects to another address (%d), which is not followed", response.StatusCode)
	case response.Header.Get("Content-Encoding") != "" || response.Uncompressed:
		return exceeded(request, false, "the response is compressed, which was not accepted")
	case response.Header.Get("Content-Type") != "" && (err != nil || mediaType != mediaTypeJSON) && !isText:
		return exceeded(request, false, "the response is not in JSON")
	}
	return nil
}

// limitRetry limits the delay before client-go retries a request, and reports whether client-go will retry it.
func limitRetry(response *http.Response) bool {
	after := response.Header.Get("Retry-After")
	if after == "" {
		return false
	}
	if seconds, err := strconv.Atoi(after); err != nil || seconds > int(longestRetry/time.Second) {
		response.Header.Set("Retry-After", strconv.Itoa(int(longestRetry/time.Second)))
	}
	return true
}

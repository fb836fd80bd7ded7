// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"k8s.io/utils/clock"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

const (
	// largestAnswer bounds what is read of an answer, and largestHeader its headers.
	largestAnswer, largestHeader = 4 << 10, 16 << 10
	// sendTimeout bounds the time of a message, from the name to the last byte of the answer.
	sendTimeout = 10 * time.Second
)

// Sender sends messages to the hosts that the operator allows.
type Sender struct {
	hosts   *Hosts
	clock   clock.PassiveClock
	timeout time.Duration
	// proxy is that of the environment, which the operator configures: it needs no entry.
	proxy func(*http.Request) (*url.URL, error)
}

// NewSender returns a Sender.
func NewSender(hosts *Hosts, now clock.PassiveClock) *Sender {
	return &Sender{hosts: hosts, clock: now, timeout: sendTimeout, proxy: http.ProxyFromEnvironment}
}

// Check returns why nothing can be sent to the target, as far as that can be known without a connection; nil if nothing is known.
func (s *Sender) Check(target Target) *Failure {
	if !s.hosts.allows(target.url.Hostname(), target.port()) {
		return notAllowed(target.url.Hostname(), target.port())
	}
	return nil
}

// Send sends a message with one request, over a connection of its own. It follows no redirect.
func (s *Sender) Send(ctx context.Context, target Target, payload notification.Payload) *Failure {
	if failure := s.Check(target); failure != nil {
		return failure
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, target.url.String(), bytes.NewReader(payload.Body))
	if err != nil {
		return misconfigured("%s: no request can be made with the address: correct it in the Secret", target.host())
	}
	request.Header.Set("User-Agent", "gardener-extension-shoot-flux")
	for name, value := range payload.Header {
		request.Header.Set(name, value)
	}
	transport, failure := s.transport(request, target)
	if failure != nil {
		return failure
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return requestFailure(target.host(), err)
	}
	defer response.Body.Close()
	if response.StatusCode >= http.StatusOK && response.StatusCode < http.StatusMultipleChoices {
		return nil // What else is in the answer does not matter.
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, largestAnswer))
	if err != nil {
		body = nil
	}
	return responseFailure(target.host(), response, body, s.clock.Now())
}

func (s *Sender) transport(request *http.Request, target Target) (*http.Transport, *Failure) {
	proxy, err := s.proxy(request)
	if err != nil {
		return nil, misconfigured("the proxy of the garden controller's environment is not valid: the operator has to correct it")
	}
	dial := s.hosts.dial
	if proxy != nil {
		dial = (&net.Dialer{Timeout: dialTimeout}).DialContext
	}
	return &http.Transport{
		Proxy:                  func(*http.Request) (*url.URL, error) { return proxy, nil },
		DialContext:            dial,
		TLSClientConfig:        &tls.Config{RootCAs: target.roots, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    dialTimeout,
		MaxResponseHeaderBytes: largestHeader,
		DisableKeepAlives:      true,
		DisableCompression:     true,
	}, nil
}

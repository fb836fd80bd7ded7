// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/fluxcd/go-git-providers/github"
	"k8s.io/utils/clock"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

const (
	// maxAnswerSize bounds a response: a page of deploy keys has some ten kilobytes.
	maxAnswerSize = 4 << 20
	// maxAnswers bounds all responses of a call, which the library keeps: a thousand deploy keys have half a
	// megabyte.
	maxAnswers = 16 << 20
	// maxAnswerElements bounds the objects, lists and entries of a response: a page of a hundred deploy keys
	// with their projects has some thousands.
	maxAnswerElements = 50_000
	// maxHeaderSize bounds the headers of a response.
	maxHeaderSize = 64 << 10
	// maxRequests bounds the pages of a list.
	maxRequests = 200
	// answerTimeout bounds the time until a host begins its response.
	answerTimeout = 15 * time.Second
)

// transport sends the requests of the library to one host only. It records errors, because the library may drop
// them: it returns an empty list if the list of Gitea's keys could not be read, and repeats raw responses in
// its errors. It sets the context of the caller in requests that the library sends without one.
type transport struct {
	ctx      context.Context
	base     http.RoundTripper
	location location
	token    string
	clock    clock.PassiveClock

	requests, read int
	failure        *Error
}

// errFailed replaces the recorded error for the library, which repeats requests depending on types and texts of
// errors.
var errFailed = errors.New("the request has failed")

// RoundTrip returns a successful response whose body is read, or errFailed.
func (t *transport) RoundTrip(request *http.Request) (*http.Response, error) {
	response, failure := t.roundTrip(request)
	if failure != nil {
		t.failure = failure
		return nil, errFailed
	}
	return response, nil
}

func (t *transport) roundTrip(request *http.Request) (*http.Response, *Error) {
	if request.URL.Scheme != "https" || request.URL.Host != t.location.apiHost() {
		return nil, t.failed(ReasonRedirected, "it redirects to %s, and the extension does not send the token there: set host in the configuration to the host of the API", t.excerpt(request.URL.Host))
	}
	if t.requests++; t.requests > maxRequests {
		return nil, t.failed(ReasonInvalid, "its list of deploy keys does not end")
	}
	response, err := t.base.RoundTrip(request.WithContext(t.ctx))
	if err != nil {
		return nil, t.requestError(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswerSize+1))
	t.read += len(body)
	switch moved := response.StatusCode >= http.StatusMultipleChoices && response.StatusCode < http.StatusBadRequest; {
	case err != nil:
		return nil, t.requestError(err)
	case len(body) > maxAnswerSize, t.read > maxAnswers:
		return nil, t.failed(ReasonInvalid, "its response is too large for the API of %s", t.location.provider)
	case moved && request.Method != http.MethodGet:
		// A client would follow the redirect with another method, and return the response to that.
		return nil, t.failed(ReasonRedirected, "the repository %s/%s has moved: correct its URL", t.location.owner, t.location.name)
	case request.Method == http.MethodDelete && response.StatusCode == http.StatusNotFound:
		// Another client deleted the object.
		response.StatusCode, body = http.StatusNoContent, nil
	case response.StatusCode >= http.StatusBadRequest:
		return nil, t.responseError(response, body)
	case moved:
		// The library decodes the body if the redirect has no target.
		body = nil
	case !isExpected(request, response, body):
		return nil, t.failed(ReasonInvalid, "its response does not belong to the API of %s: check provider and host in the configuration", t.location.provider)
	case (boundedjson.Limits{Bytes: maxAnswerSize, Elements: maxAnswerElements}).Check(body) != nil:
		return nil, t.failed(ReasonInvalid, "its response is too large for the API of %s", t.location.provider)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	t.addLinkHeader(response)
	return response, nil
}

// isExpected returns whether a response is JSON, and a list if the request is for one.
func isExpected(request *http.Request, response *http.Response, body []byte) bool {
	if response.StatusCode == http.StatusNoContent || request.Method == http.MethodDelete {
		return true
	}
	list := request.Method == http.MethodGet && strings.HasSuffix(request.URL.Path, "keys")
	return json.Valid(body) && (!list || bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")))
}

// addLinkHeader makes the library request further pages of Gitea's list. The library expects a header that
// Gitea does not send with this list, and stops at an empty page.
func (t *transport) addLinkHeader(response *http.Response) {
	if t.location.provider == fluxv1alpha1.GitProviderGitea && response.Header.Get("Link") == "" && response.Header.Get("X-Total-Count") != "" {
		response.Header.Set("Link", "<>")
	}
}

// newTransport returns the transport to the host of a repository.
func (r *Registrar) newTransport(ctx context.Context, repository Repository, l location) (*transport, error) {
	t := &transport{ctx: ctx, location: l, token: repository.Token, clock: r.clock}
	if !r.hosts.Allows(l.address.host, l.address.port) {
		return nil, t.requestError(&NotAllowedError{Host: l.address.host, Port: l.address.port})
	}
	roots, err := x509.SystemCertPool()
	if err != nil {
		roots = x509.NewCertPool()
	}
	if len(repository.CACert) > 0 && !roots.AppendCertsFromPEM(repository.CACert) {
		return nil, t.failed(ReasonInvalid, "the key %s of the Secret with the token contains no certificate", fluxv1alpha1.SecretKeyCACert)
	}
	proxy, dial, err := r.proxyAndDialer(repository, l)
	if err != nil {
		return nil, err
	}
	t.base = &http.Transport{
		Proxy:                  func(*http.Request) (*url.URL, error) { return proxy, nil },
		DialContext:            dial,
		TLSClientConfig:        &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    dialTimeout,
		ResponseHeaderTimeout:  r.answerTimeout,
		MaxResponseHeaderBytes: maxHeaderSize,
		ForceAttemptHTTP2:      true,
		IdleConnTimeout:        answerTimeout,
	}
	return t, nil
}

// dial connects to the host of the API, which for github.com differs from the configured host.
func (r *Registrar) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if address == net.JoinHostPort(githosts.GitHubAPI, strconv.Itoa(githosts.HTTPSPort)) && r.hosts.Allows(github.DefaultDomain, githosts.HTTPSPort) {
		direct := &net.Dialer{Timeout: dialTimeout, ControlContext: r.hosts.ControlContext(githosts.GitHubAPI, githosts.HTTPSPort)}
		return direct.DialContext(ctx, network, address)
	}
	return r.hosts.DialContext(ctx, network, address)
}

type dialer func(ctx context.Context, network, address string) (net.Conn, error)

// proxyAndDialer returns the proxy or nil, and the function that opens connections. The operator must allow a
// proxy of the project like a host. The proxy of the environment needs no entry, because the operator
// configures it.
func (r *Registrar) proxyAndDialer(repository Repository, l location) (*url.URL, dialer, error) {
	if repository.ProxyURL == "" {
		proxy, err := r.proxy(&http.Request{URL: &url.URL{Scheme: "https", Host: l.apiHost()}})
		if err != nil {
			return nil, nil, invalid("the proxy of the extension's environment is not valid")
		}
		if proxy != nil {
			return proxy, (&net.Dialer{Timeout: dialTimeout}).DialContext, nil
		}
		return nil, r.dial, nil
	}
	proxy, err := url.Parse(repository.ProxyURL)
	if err != nil || proxy.Hostname() == "" || proxy.Scheme != "http" && proxy.Scheme != "https" || proxy.User != nil {
		return nil, nil, invalid("proxyURL is not an http or https URL without credentials")
	}
	if port := githosts.Port(proxy); !r.hosts.Allows(proxy.Hostname(), port) {
		return nil, nil, &Error{Reason: ReasonNotAllowed, Text: (&NotAllowedError{Host: proxy.Hostname(), Port: port}).Error()}
	}
	return proxy, r.hosts.DialContext, nil
}

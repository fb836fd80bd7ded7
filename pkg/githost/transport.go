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
	// maxAnswerSize is the maximum size of a response in bytes. A page of deploy keys has tens of kilobytes.
	maxAnswerSize = 4 << 20
	// maxAnswers is the maximum total size of the responses to one call, which the library keeps in memory. A thousand
	// deploy keys have half a megabyte.
	maxAnswers = 16 << 20
	// maxAnswerElements is the maximum number of objects, lists and entries in a response. A page of a hundred deploy keys
	// with their projects has several thousand.
	maxAnswerElements = 50_000
	// maxHeaderSize is the maximum size of the response headers in bytes.
	maxHeaderSize = 64 << 10
	// maxRequests is the maximum number of requests per call, which limits the pages of a list.
	maxRequests = 200
	// answerTimeout is the timeout until a host begins its response.
	answerTimeout = 15 * time.Second
)

// transport sends the requests of the library, and only to one host. It records the error of a failed request, because
// the library may drop it (for Gitea, a list of keys that cannot be read becomes an empty list) or quote the raw
// response in its own error. It also sets the context of the caller on requests that the library sends without a
// context.
type transport struct {
	ctx      context.Context
	base     http.RoundTripper
	location location
	token    string
	clock    clock.PassiveClock
	access   access

	requests, read int
	// status is the status code of the last response.
	status  int
	failure *Error
}

// errFailed is returned to the library in place of the recorded error, because the library repeats requests for certain
// error types and messages.
var errFailed = errors.New("the request has failed")

// RoundTrip returns a successful response with a buffered and checked body. If the request fails, it records the error
// and returns errFailed.
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
		return nil, t.failed(ReasonRedirected, "it redirects to %s, and the extension does not send the token there; set host in the configuration to the host of the API", t.excerpt(request.URL.Host))
	}
	if t.requests++; t.requests > maxRequests {
		return nil, t.failed(ReasonInvalid, "its list of deploy keys does not end")
	}
	response, err := t.base.RoundTrip(request.WithContext(t.ctx))
	if t.status = 0; err != nil {
		return nil, t.requestError(err)
	}
	defer response.Body.Close()
	// The context does not end the body of a connection that has switched protocols.
	if t.status = response.StatusCode; t.status < http.StatusOK {
		return nil, t.responseError(response, nil)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswerSize+1))
	t.read += len(body)
	switch moved := response.StatusCode >= http.StatusMultipleChoices && response.StatusCode < http.StatusBadRequest; {
	case err != nil:
		return nil, t.requestError(err)
	case len(body) > maxAnswerSize, t.read > maxAnswers:
		return nil, t.failed(ReasonInvalid, "its response is too large for the API of %s", t.location.provider)
	case moved && request.Method != http.MethodGet:
		// The HTTP client may follow the redirect with a different method, and the result would belong to that request.
		return nil, t.failed(ReasonRedirected, "the repository %s/%s has moved; correct its URL", t.location.owner, t.location.name)
	case request.Method == http.MethodDelete && response.StatusCode == http.StatusNotFound:
		// The key was already deleted.
		response.StatusCode, body = http.StatusNoContent, nil
	case response.StatusCode >= http.StatusBadRequest:
		return nil, t.responseError(response, body)
	case moved:
		// If the redirect has no location, the library would decode the body.
		body = nil
	case !isExpected(request, response, body):
		return nil, t.failed(ReasonInvalid, "its response does not belong to the API of %s; check provider and host in the configuration", t.location.provider)
	case (boundedjson.Limits{Bytes: maxAnswerSize, Elements: maxAnswerElements}).Check(body) != nil:
		return nil, t.failed(ReasonInvalid, "its response is too large for the API of %s", t.location.provider)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	t.addLinkHeader(response)
	return response, nil
}

// isExpected returns whether the body of a response is valid JSON, and a JSON array if the request lists keys.
// Responses without content and responses to DELETE are always expected.
func isExpected(request *http.Request, response *http.Response, body []byte) bool {
	if response.StatusCode == http.StatusNoContent || request.Method == http.MethodDelete {
		return true
	}
	list := request.Method == http.MethodGet && strings.HasSuffix(request.URL.Path, "keys")
	return json.Valid(body) && (!list || bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")))
}

// addLinkHeader makes the library request all pages of Gitea's key list. The library continues only if there is a Link
// header, which Gitea does not send with this list, and stops at an empty page.
func (t *transport) addLinkHeader(response *http.Response) {
	if t.location.provider == fluxv1alpha1.GitProviderGitea && response.Header.Get("Link") == "" && response.Header.Get("X-Total-Count") != "" {
		response.Header.Set("Link", "<>")
	}
}

// connector connects to the APIs of Git hosts.
type connector struct {
	hosts *Hosts
	clock clock.PassiveClock
	// proxy returns the proxy that the environment variables configure, or nil.
	proxy func(*http.Request) (*url.URL, error)
	// answerTimeout is the timeout until a host begins its response, and timeout the timeout of a whole call.
	answerTimeout, timeout time.Duration
}

func newConnector(hosts *Hosts, now clock.PassiveClock) connector {
	return connector{hosts: hosts, clock: now, proxy: http.ProxyFromEnvironment, answerTimeout: answerTimeout, timeout: time.Minute}
}

// newTransport returns a transport to the API host of a repository. It returns an error if the operator does not allow
// the host.
func (r *connector) newTransport(ctx context.Context, repository Repository, l location, needed access) (*transport, error) {
	t := &transport{ctx: ctx, location: l, token: repository.Token, clock: r.clock, access: needed}
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

// close closes idle connections.
func (t *transport) close() {
	if base, ok := t.base.(*http.Transport); ok {
		base.CloseIdleConnections()
	}
}

// dial connects to the host of the API. An operator who allows github.com also allows its API host.
func (r *connector) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if address == net.JoinHostPort(githosts.GitHubAPI, strconv.Itoa(githosts.HTTPSPort)) && r.hosts.Allows(github.DefaultDomain, githosts.HTTPSPort) {
		direct := &net.Dialer{Timeout: dialTimeout, ControlContext: r.hosts.ControlContext(githosts.GitHubAPI, githosts.HTTPSPort)}
		return direct.DialContext(ctx, network, address)
	}
	return r.hosts.DialContext(ctx, network, address)
}

type dialer func(ctx context.Context, network, address string) (net.Conn, error)

// proxyAndDialer returns the proxy, or nil, and the function that opens connections. The operator must allow a proxy
// that the project configures in the same way as a Git host. The proxy of the environment needs no entry in gitHosts,
// because the operator configures it.
func (r *connector) proxyAndDialer(repository Repository, l location) (*url.URL, dialer, error) {
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

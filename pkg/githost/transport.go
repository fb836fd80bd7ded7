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
)

const (
	// longestAnswer bounds an answer: a page of deploy keys has some ten kilobytes.
	longestAnswer = 4 << 20
	// mostRequests bounds the pages of a list that never ends.
	mostRequests = 200
	// answerTimeout is how long a host may take to begin with its answer.
	answerTimeout = 15 * time.Second
)

// transport takes the library's requests to one host, and nowhere else. It remembers why a request has failed, because the library
// forgets it in part: it takes a list of Gitea's keys that could not be read for an empty one, and repeats raw answers in its errors.
// It lends the caller's context to requests that the library makes without one.
type transport struct {
	ctx   context.Context
	base  http.RoundTripper
	place place
	token string
	clock clock.PassiveClock

	requests int
	failure  *Error
}

// errFailed stands for the failure that the transport remembers. The library must not learn more: it repeats requests for the sake
// of what errors are, and of the words in them.
var errFailed = errors.New("the request has failed")

// RoundTrip returns a successful answer, read to its end, or an error that says nothing.
func (t *transport) RoundTrip(request *http.Request) (*http.Response, error) {
	response, failure := t.answer(request)
	if failure != nil {
		t.failure = failure
		return nil, errFailed
	}
	return response, nil
}

func (t *transport) answer(request *http.Request) (*http.Response, *Error) {
	if request.URL.Scheme != "https" || request.URL.Host != t.place.apiHost() {
		return nil, t.failed(ReasonRedirected, "it sends the extension to %s, where it does not go with the token: set the host in the configuration to where the API is", t.excerpt(request.URL.Host))
	}
	if t.requests++; t.requests > mostRequests {
		return nil, t.failed(ReasonInvalid, "its list of deploy keys does not end")
	}
	response, err := t.base.RoundTrip(request.WithContext(t.ctx))
	if err != nil {
		return nil, t.unanswered(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, longestAnswer+1))
	switch moved := response.StatusCode >= http.StatusMultipleChoices && response.StatusCode < http.StatusBadRequest; {
	case err != nil:
		return nil, t.unanswered(err)
	case len(body) > longestAnswer:
		return nil, t.failed(ReasonInvalid, "its answer is longer than what the API of %s answers", t.place.provider)
	case moved && request.Method != http.MethodGet:
		// A client would ask for the new place with another method, and take the answer for that to this request.
		return nil, t.failed(ReasonRedirected, "the repository %s/%s has moved: correct its URL", t.place.owner, t.place.name)
	case request.Method == http.MethodDelete && response.StatusCode == http.StatusNotFound:
		// What was to be deleted has just been deleted by somebody else.
		response.StatusCode, body = http.StatusNoContent, nil
	case response.StatusCode >= http.StatusBadRequest:
		return nil, t.refused(response, body)
	case !moved && !makesSense(request, response, body):
		return nil, t.failed(ReasonInvalid, "its answer is not one of the API of %s: check provider and host in the configuration", t.place.provider)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	t.announceNextPage(response)
	return response, nil
}

// makesSense tells whether an answer is JSON, and a list if one was asked for.
func makesSense(request *http.Request, response *http.Response, body []byte) bool {
	if response.StatusCode == http.StatusNoContent || request.Method == http.MethodDelete {
		return true
	}
	list := request.Method == http.MethodGet && strings.HasSuffix(request.URL.Path, "keys")
	return json.Valid(body) && (!list || bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")))
}

// announceNextPage has the library ask for further pages of Gitea's list. It looks for a header that Gitea does not send with this
// list, and stops at an empty page.
func (t *transport) announceNextPage(response *http.Response) {
	if t.place.provider == fluxv1alpha1.GitProviderGitea && response.Header.Get("Link") == "" && response.Header.Get("X-Total-Count") != "" {
		response.Header.Set("Link", "<>")
	}
}

// newTransport returns the transport to a repository's host.
func (r *Registrar) newTransport(ctx context.Context, repository Repository, p place) (*transport, error) {
	t := &transport{ctx: ctx, place: p, token: repository.Token, clock: r.clock}
	if !r.hosts.Allows(p.address.host, p.address.port) {
		return nil, &Error{Reason: ReasonNotAllowed, Text: (&NotAllowedError{Host: p.address.host, Port: p.address.port}).Error()}
	}
	roots, err := x509.SystemCertPool()
	if err != nil {
		roots = x509.NewCertPool()
	}
	if len(repository.CACert) > 0 && !roots.AppendCertsFromPEM(repository.CACert) {
		return nil, t.failed(ReasonInvalid, "the key %s of the Secret with the token holds no certificate", fluxv1alpha1.SecretKeyCACert)
	}
	proxy, dial, err := r.way(repository, p)
	if err != nil {
		return nil, err
	}
	t.base = &http.Transport{
		Proxy:                 func(*http.Request) (*url.URL, error) { return proxy, nil },
		DialContext:           dial,
		TLSClientConfig:       &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:   dialTimeout,
		ResponseHeaderTimeout: r.answerTimeout,
		ForceAttemptHTTP2:     true,
		IdleConnTimeout:       answerTimeout,
	}
	return t, nil
}

// dial connects to the host of the API, which for github.com is another one than the operator and the project know.
func (r *Registrar) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if address == net.JoinHostPort(githosts.GitHubAPI, strconv.Itoa(githosts.HTTPSPort)) && r.hosts.Allows(github.DefaultDomain, githosts.HTTPSPort) {
		direct := &net.Dialer{Timeout: dialTimeout, ControlContext: r.hosts.ControlContext(githosts.GitHubAPI, githosts.HTTPSPort)}
		return direct.DialContext(ctx, network, address)
	}
	return r.hosts.DialContext(ctx, network, address)
}

type dialer func(ctx context.Context, network, address string) (net.Conn, error)

// way returns the proxy, if there is one, and how connections are made. A proxy that the project names is connected to only if it is
// allowed like a host; that of the environment is the operator's own, and may stand anywhere.
func (r *Registrar) way(repository Repository, p place) (*url.URL, dialer, error) {
	if repository.ProxyURL == "" {
		proxy, err := r.proxy(&http.Request{URL: &url.URL{Scheme: "https", Host: p.apiHost()}})
		if err != nil {
			return nil, nil, &Error{Reason: ReasonInvalid, Text: "the proxy of the extension's environment is not valid"}
		}
		if proxy != nil {
			return proxy, (&net.Dialer{Timeout: dialTimeout}).DialContext, nil
		}
		return nil, r.dial, nil
	}
	proxy, err := url.Parse(repository.ProxyURL)
	if err != nil || proxy.Hostname() == "" || proxy.Scheme != "http" && proxy.Scheme != "https" || proxy.User != nil {
		return nil, nil, &Error{Reason: ReasonInvalid, Text: "proxyURL is not an http or https URL without credentials"}
	}
	port := 80
	if proxy.Scheme == "https" {
		port = githosts.HTTPSPort
	}
	if proxy.Port() != "" {
		if port, err = strconv.Atoi(proxy.Port()); err != nil {
			return nil, nil, &Error{Reason: ReasonInvalid, Text: "proxyURL has a port that is none"}
		}
	}
	if !r.hosts.Allows(proxy.Hostname(), port) {
		return nil, nil, &Error{Reason: ReasonNotAllowed, Text: (&NotAllowedError{Host: proxy.Hostname(), Port: port}).Error()}
	}
	return proxy, r.hosts.DialContext, nil
}

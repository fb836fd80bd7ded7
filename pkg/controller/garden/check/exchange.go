// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/checks"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// largestHeader limits the headers of a response in bytes.
	largestHeader = 16 << 10
	// handshakeTimeout limits the time for TLS.
	handshakeTimeout = 5 * time.Second
)

// exchange is a request with its response.
type exchange struct {
	// host is the host that was asked, as the operator lists it.
	host       string
	credential credential
	status     int
	body       []byte
}

// fetch sends a GET request over a new connection. It sends a credential only if the Secret names this host and port
// for it, and follows no redirect. The note is the reason why there is no response that can be read.
func (a *Asker) fetch(ctx context.Context, namespace string, address *url.URL) (exchange, string) {
	port := githosts.Port(address)
	got := exchange{host: githosts.WebEntry(address.Hostname(), port)}
	if !a.hosts.Allows(address.Hostname(), port) {
		return got, notAllowed(address.Hostname(), port)
	}
	var problem string
	if got.credential, problem = a.credentialFor(ctx, namespace, address.Hostname(), port); problem != "" {
		return got, problem
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return got, got.failed("the url is not valid; correct it")
	}
	request.Header.Set("User-Agent", "gardener-extension-shoot-flux")
	request.Header.Set("Accept", "application/json")
	if got.credential.isSent() {
		request.Header.Set("Authorization", got.credential.authorization)
	}
	response, err := a.sender(got.credential.authorities).RoundTrip(request)
	if err != nil {
		return got, got.unanswered(err)
	}
	defer response.Body.Close()
	got.status = response.StatusCode
	// The context does not end the body of a connection that has switched protocols.
	if got.status < http.StatusOK {
		return got, got.refused()
	}
	if status := got.status; status >= http.StatusMultipleChoices && status < http.StatusBadRequest {
		return got, got.failed("it redirects the request, and redirects are not followed; set url to the new address")
	}
	// A compressed response was not requested. It is not decompressed, because it may be very large then.
	if encoding := response.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		return got, got.failed("its answer is compressed although that was not requested; have it answer without compression")
	}
	got.body, err = io.ReadAll(io.LimitReader(response.Body, checks.LargestAnswer+1))
	switch {
	case err != nil:
		return got, got.unanswered(err)
	case len(got.body) > checks.LargestAnswer:
		return got, got.failed(fmt.Sprintf("its answer has more than %d bytes; ask for less", checks.LargestAnswer))
	}
	return got, ""
}

// sender returns the RoundTripper for one request.
func (a *Asker) sender(authorities []byte) http.RoundTripper {
	if a.through != nil {
		return a.through
	}
	return a.transport(authorities)
}

// transport returns a transport for one request. It does not use the proxy of the environment: the operator's list and
// the check of addresses would not apply to what the proxy connects to.
func (a *Asker) transport(authorities []byte) *http.Transport {
	roots := a.roots.Clone()
	roots.AppendCertsFromPEM(authorities)
	return &http.Transport{
		DialContext:            a.hosts.DialContext,
		TLSClientConfig:        &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    handshakeTimeout,
		MaxResponseHeaderBytes: largestHeader,
		DisableKeepAlives:      true,
		DisableCompression:     true,
	}
}

func (e *exchange) failed(note string) string { return e.host + ": " + note }

// unanswered returns the note for a request without a complete response.
func (e *exchange) unanswered(err error) string {
	var refused *githost.NotAllowedError
	if errors.As(err, &refused) && refused.Address == "" {
		return notAllowed(refused.Host, refused.Port)
	}
	return e.failed(githost.WebProblem(err, "add caCert to the key for this host of Secret "+fluxv1alpha1.ChecksSecretName))
}

func notAllowed(host string, port int) string {
	return "the operator does not allow checks to ask " + githosts.WebEntry(host, port) + "; ask for this entry in checks.hosts"
}

// refused returns the note for a response with another status than 200.
func (e *exchange) refused() string {
	status := strings.TrimSpace(strconv.Itoa(e.status) + " " + http.StatusText(e.status))
	isDenied := e.status == http.StatusUnauthorized || e.status == http.StatusForbidden
	switch {
	case isDenied && e.credential.isSent():
		return e.failed(fmt.Sprintf("it responds with status %s to the credential in key %s of Secret %s; store a valid one", status, text.Cut(e.credential.key, longestKey), fluxv1alpha1.ChecksSecretName))
	case isDenied && e.credential.key != "":
		return e.failed(fmt.Sprintf("it responds with status %s, and key %s of Secret %s has neither token nor username", status, text.Cut(e.credential.key, longestKey), fluxv1alpha1.ChecksSecretName))
	case isDenied:
		return e.failed("it responds with status " + status + ": " + e.credential.problem)
	}
	return e.failed("it responds with status " + status)
}

// describe returns the note for a query that Prometheus does not evaluate. The words of Prometheus may contain values,
// so that they are shown only to those whose credential it has accepted.
func (e *exchange) describe(invalid *checks.QueryError) string {
	if !e.credential.isSent() || invalid.Message == "" {
		return invalid.Error()
	}
	message := invalid.Message
	for _, word := range e.credential.words {
		message = strings.ReplaceAll(message, word, "…")
	}
	return invalid.Error() + ": " + text.Excerpt(message, longestNote)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

const (
	// largestResponse limits the body of a response in bytes, and largestHeader limits its headers.
	largestResponse, largestHeader = 4 << 10, 16 << 10
	// sendTimeout limits the delivery of a message, from name resolution to the last byte of the response.
	sendTimeout = 10 * time.Second
)

// Sender sends messages to the hosts that the operator allows.
type Sender struct {
	hosts   *githost.WebHosts
	clock   clock.PassiveClock
	timeout time.Duration
	// proxy returns the proxy from the environment. hosts does not have to list the proxy, because the operator configures
	// both.
	proxy func(*http.Request) (*url.URL, error)
}

// NewSender returns a Sender.
func NewSender(hosts *githost.WebHosts, now clock.PassiveClock) *Sender {
	return &Sender{hosts: hosts, clock: now, timeout: sendTimeout, proxy: http.ProxyFromEnvironment}
}

// Check returns a failure if the operator does not allow the host.
func (s *Sender) Check(target Target) *Failure {
	if !s.hosts.Allows(target.url.Hostname(), target.port()) {
		return notAllowed(target.url.Hostname(), target.port())
	}
	return nil
}

// Send sends a message with one request over a new connection. It does not follow redirects.
func (s *Sender) Send(ctx context.Context, target Target, payload notification.Payload) *Failure {
	if failure := s.Check(target); failure != nil {
		return failure
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, target.url.String(), bytes.NewReader(payload.Body))
	if err != nil {
		return misconfigured("%s: the address is invalid; correct it in the Secret", target.host())
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
		return nil
	}
	var body []byte
	// The context does not end the body of a connection that has switched protocols.
	if response.StatusCode >= http.StatusOK {
		if body, err = io.ReadAll(io.LimitReader(response.Body, largestResponse)); err != nil {
			body = nil
		}
	}
	return responseFailure(target.host(), response, body, s.clock.Now())
}

func (s *Sender) transport(request *http.Request, target Target) (*http.Transport, *Failure) {
	proxy, err := s.proxy(request)
	if err != nil {
		return nil, misconfigured("the proxy in the environment of the garden controller is invalid: the operator has to correct it")
	}
	dial := s.hosts.DialContext
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

// dialTimeout limits the time to connect to the proxy, and for TLS.
const dialTimeout = 5 * time.Second

const (
	// shortestToken is the minimum length of a token.
	shortestToken = 16
	// longestAddress limits a URL.
	longestAddress = 4096
)

// Target is the destination of messages. The whole Target is confidential, because the URL may contain a secret.
type Target struct {
	url   *url.URL
	token string
	roots *x509.CertPool
}

// String returns only the host, so that logs and errors do not contain the other fields.
func (t Target) String() string { return t.host() }

// GoString returns the same as String.
func (t Target) GoString() string { return t.String() }

// host returns the host of the receiver, with the port unless it is 443.
func (t Target) host() string {
	return strings.TrimSuffix(t.url.Host, ":"+strconv.Itoa(githosts.HTTPSPort))
}

func (t Target) port() int {
	if port, err := strconv.Atoi(t.url.Port()); err == nil {
		return port
	}
	return githosts.HTTPSPort
}

// readTarget reads the Secret of a receiver. It returns a Failure if the project or the operator can fix the problem.
func readTarget(ctx context.Context, reader client.Reader, namespace string, receiver fluxv1alpha1.Notification) (Target, *Failure, error) {
	secret, problem, err := garden.ReadCredentials(ctx, reader, client.ObjectKey{Namespace: namespace, Name: *receiver.SecretName},
		fluxv1alpha1.SecretKeyAddress+", the URL of the receiver", "notificationSecretNames")
	if err != nil || problem != "" {
		return Target{}, misconfigured("%s", problem), err
	}
	target, failure := targetIn(secret, receiver.Type)
	return target, failure, nil
}

// targetIn returns the target in the Secret. It trims line breaks, which editors add.
func targetIn(secret *corev1.Secret, kind fluxv1alpha1.NotificationType) (Target, *Failure) {
	value := func(key string) string { return strings.TrimSpace(string(secret.Data[key])) }
	address := value(fluxv1alpha1.SecretKeyAddress)
	const form = "store the URL of the receiver there, such as https://hooks.example.com/…"
	if address == "" {
		return Target{}, misconfigured("Secret %s has no key %s, or an empty one: %s", secret.Name, fluxv1alpha1.SecretKeyAddress, form)
	}
	// The failure must not contain the error of the parser, because that error contains the URL.
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "https" || parsed.Hostname() == "" || parsed.User != nil || parsed.Fragment != "" || len(address) > longestAddress {
		return Target{}, misconfigured("key %s of Secret %s must be an https URL without user and fragment: %s", fluxv1alpha1.SecretKeyAddress, secret.Name, form)
	}
	target := Target{url: parsed, token: value(fluxv1alpha1.SecretKeyToken)}
	if kind == fluxv1alpha1.NotificationTypeWebhook && len(target.token) < shortestToken {
		return Target{}, misconfigured("key %s of Secret %s has no token of at least %d characters for the signature; store one, such as the output of 'openssl rand -hex 20', and set the same token in the receiver",
			fluxv1alpha1.SecretKeyToken, secret.Name, shortestToken)
	}
	if authority := secret.Data[fluxv1alpha1.SecretKeyCACert]; len(authority) > 0 {
		if target.roots, err = x509.SystemCertPool(); err != nil {
			target.roots = x509.NewCertPool()
		}
		if !target.roots.AppendCertsFromPEM(authority) {
			return Target{}, misconfigured("key %s of Secret %s contains no certificate; store one in PEM format, or remove the key", fluxv1alpha1.SecretKeyCACert, secret.Name)
		}
	}
	return target, nil
}

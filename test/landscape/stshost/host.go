// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package stshost is the token service of a cloud in the landscape. It simulates AssumeRoleWithWebIdentity of AWS STS:
// a token of a trusted ServiceAccount can assume a role. The host verifies the token with the keys that its issuer
// publishes.
//
// Clients use the fixed address sts.<region>.amazonaws.com, and reach the host through its proxy, which has no other
// destination. The host must not simulate more of a cloud: no policies, no other actions.
package stshost

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"regexp"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
)

// Region is the region of the token service. The certificate of the host is for this region.
const Region = "eu-central-1"

// Audience is the audience that tokens must have.
const Audience = "sts.amazonaws.com"

// lifetime is the lifetime of credentials. It is the minimum in AWS.
const lifetime = 15 * time.Minute

// Credentials are temporary credentials.
type Credentials struct {
	// AccessKey, SecretKey and SessionToken sign requests.
	AccessKey, SecretKey, SessionToken string
	// Expires is the time when the credentials expire.
	Expires time.Time
}

// Trust determines the tokens that may assume a role.
type Trust struct {
	// Issuer is the issuer of the tokens, and Keys the URL of the issuer's keys.
	Issuer, Keys string
	// Client fetches the keys.
	Client *http.Client
	// Subject is the subject of the tokens, for example system:serviceaccount:flux-system:reader.
	Subject string
	// Grant gives the issued credentials access to the resources of the role.
	Grant func(Credentials)
}

// Host issues credentials until Stop is called.
type Host struct {
	ca            *pki.CA
	service       *http.Server
	proxy         *http.Server
	listener      net.Listener
	proxyListener net.Listener
	serving       sync.WaitGroup

	lock  sync.RWMutex
	roles map[string]Trust
	// refused are the reasons for refused requests, oldest first.
	refused []string
}

// Start starts the token service and its proxy on free ports of the address. They serve until Stop is called. The
// context limits only the start.
func Start(ctx context.Context, address string) (_ *Host, err error) {
	h := &Host{roles: map[string]Trust{}}
	if h.ca, err = pki.NewCA("token service"); err != nil {
		return nil, err
	}
	pair, err := h.ca.Server("token service", []string{"sts." + Region + ".amazonaws.com"}, nil)
	if err != nil {
		return nil, err
	}
	certificate, err := tls.X509KeyPair(pair.Cert, pair.Key)
	if err != nil {
		return nil, fmt.Errorf("using the certificate of the token service: %w", err)
	}
	var listenConfig net.ListenConfig
	if h.listener, err = listenConfig.Listen(ctx, "tcp", net.JoinHostPort(address, "0")); err != nil {
		return nil, fmt.Errorf("listening for the token service: %w", err)
	}
	if h.proxyListener, err = listenConfig.Listen(ctx, "tcp", net.JoinHostPort(address, "0")); err != nil {
		return nil, errors.Join(fmt.Errorf("listening for the proxy: %w", err), h.listener.Close())
	}
	// Clients that do not trust the host report the error themselves.
	quiet := log.New(io.Discard, "", 0)
	h.service = &http.Server{Handler: http.HandlerFunc(h.serve), ReadHeaderTimeout: 10 * time.Second, ErrorLog: quiet}
	h.proxy = &http.Server{Handler: http.HandlerFunc(h.connect), ReadHeaderTimeout: 10 * time.Second, ErrorLog: quiet}
	encrypted := tls.NewListener(h.listener, &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12})
	h.serving.Go(func() { _ = h.service.Serve(encrypted) })
	h.serving.Go(func() { _ = h.proxy.Serve(h.proxyListener) })
	return h, nil
}

// Stop closes the listeners, and returns when the servers have stopped.
func (h *Host) Stop() {
	// Close returns an error only if the listener is already closed.
	_ = h.service.Close()
	_ = h.proxy.Close()
	h.serving.Wait()
}

// CA returns the PEM-encoded certificate of the host's authority.
func (h *Host) CA() []byte { return h.ca.Cert }

// ProxyURL returns the URL of the host's proxy.
func (h *Host) ProxyURL() string { return "http://" + h.proxyListener.Addr().String() }

// SetRole creates a role, or replaces its trust.
func (h *Host) SetRole(arn string, trust Trust) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.roles[arn] = trust
}

// Refused returns the reasons for refused requests, oldest first.
func (h *Host) Refused() []string {
	h.lock.RLock()
	defer h.lock.RUnlock()
	return append([]string{}, h.refused...)
}

// serve issues credentials for a role to a request with a trusted token.
func (h *Host) serve(w http.ResponseWriter, r *http.Request) {
	credentials, refusal := h.assume(r)
	w.Header().Set("Content-Type", "text/xml")
	if refusal != nil {
		h.lock.Lock()
		h.refused = append(h.refused, refusal.reason)
		h.lock.Unlock()
		w.WriteHeader(refusal.status)
		// The client may have disconnected.
		_, _ = fmt.Fprintf(w, "<ErrorResponse><Error><Type>Sender</Type><Code>%s</Code><Message>%s</Message></Error><RequestId>%s</RequestId></ErrorResponse>",
			refusal.code, refusal.message, rand.Text())
		return
	}
	_, _ = fmt.Fprintf(w, `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult><Credentials>`+
		`<AccessKeyId>%s</AccessKeyId><SecretAccessKey>%s</SecretAccessKey><SessionToken>%s</SessionToken><Expiration>%s</Expiration>`+
		`</Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
		credentials.AccessKey, credentials.SecretKey, credentials.SessionToken, credentials.Expires.UTC().Format(time.RFC3339))
}

// refusal contains the response for the client, and the reason for users of the landscape.
type refusal struct {
	status                int
	code, message, reason string
}

func (h *Host) assume(r *http.Request) (Credentials, *refusal) {
	if r.ParseForm() != nil || r.PostForm.Get("Action") != "AssumeRoleWithWebIdentity" {
		return Credentials{}, &refusal{http.StatusBadRequest, "InvalidAction", "Could not find operation.", "another action"}
	}
	h.lock.RLock()
	trust, known := h.roles[r.PostForm.Get("RoleArn")]
	h.lock.RUnlock()
	if !known {
		return Credentials{}, denied("there is no role " + r.PostForm.Get("RoleArn"))
	}
	ctx := oidc.ClientContext(r.Context(), trust.Client)
	config := &oidc.Config{ClientID: Audience, SupportedSigningAlgs: []string{oidc.RS256, oidc.ES256}}
	token, err := oidc.NewVerifier(trust.Issuer, oidc.NewRemoteKeySet(ctx, trust.Keys), config).Verify(ctx, r.PostForm.Get("WebIdentityToken"))
	if err != nil {
		return Credentials{}, &refusal{http.StatusBadRequest, "InvalidIdentityToken", "The token cannot be verified.", err.Error()}
	}
	if token.Subject != trust.Subject {
		return Credentials{}, denied("the role trusts " + trust.Subject + ", and not " + token.Subject)
	}
	credentials := Credentials{AccessKey: "ASIA" + rand.Text()[:16], SecretKey: rand.Text(), SessionToken: rand.Text(), Expires: time.Now().Add(lifetime)}
	trust.Grant(credentials)
	return credentials, nil
}

func denied(reason string) *refusal {
	return &refusal{http.StatusForbidden, "AccessDenied", "Not authorized to perform sts:AssumeRoleWithWebIdentity", reason}
}

// endpoint matches the only destination that the proxy allows.
var endpoint = regexp.MustCompile(`^sts\.[a-z0-9-]+\.amazonaws\.com:443$`)

// connect connects a client to the token service.
func (h *Host) connect(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodConnect || !endpoint.MatchString(r.Host) {
		http.Error(w, "this proxy connects only to the token service", http.StatusForbidden)
		return
	}
	var dialer net.Dialer
	service, err := dialer.DialContext(r.Context(), "tcp", h.listener.Addr().String())
	if err != nil {
		http.Error(w, "the token service is unreachable", http.StatusBadGateway)
		return
	}
	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		_ = service.Close()
		return
	}
	h.serving.Go(func() {
		_, _ = io.WriteString(client, "HTTP/1.1 200 Connection established\r\n\r\n")
		var half sync.WaitGroup
		half.Go(func() {
			_, _ = io.Copy(service, buffered)
			_ = service.Close()
		})
		_, _ = io.Copy(client, service)
		_ = client.Close()
		half.Wait()
	})
}

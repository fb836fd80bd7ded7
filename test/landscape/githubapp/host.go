// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package githubapp simulates GitHub's API for a GitHub App: the App authenticates with a token that it signs with its
// private key, and gets an installation token for reading repositories over HTTPS. It listens only on loopback, and
// must not simulate more of GitHub: no repositories, no users, no permissions.
package githubapp

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
)

const (
	// Username is the user name for basic authentication with an installation token.
	Username = "x-access-token"
	// AppID is the ID of the only App.
	AppID = "1234"
	// InstallationID is the ID of the App's only installation.
	InstallationID = "5678"

	lifetime = time.Hour
	keyBits  = 2048
)

// Host serves the API until Stop is called.
type Host struct {
	ca       *pki.CA
	key      *rsa.PrivateKey
	grant    func(token string) error
	listener net.Listener
	server   *http.Server
	serving  sync.WaitGroup
}

// Start starts the API on a free loopback port. The API calls grant with each token before it issues the token, and
// serves until Stop is called. The context limits only the start.
func Start(ctx context.Context, grant func(token string) error) (_ *Host, err error) {
	h := &Host{grant: grant}
	if h.key, err = rsa.GenerateKey(rand.Reader, keyBits); err != nil {
		return nil, fmt.Errorf("generating the key of the App: %w", err)
	}
	if h.ca, err = pki.NewCA("GitHub"); err != nil {
		return nil, err
	}
	pair, err := h.ca.Server("GitHub", nil, []net.IP{net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return nil, err
	}
	certificate, err := tls.X509KeyPair(pair.Cert, pair.Key)
	if err != nil {
		return nil, fmt.Errorf("using the certificate of the API: %w", err)
	}
	var listenConfig net.ListenConfig
	listener, err := listenConfig.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for the API: %w", err)
	}
	h.listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12})
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/v3/app/installations/{id}/access_tokens", h.newToken)
	h.server = &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, ErrorLog: log.New(io.Discard, "", 0)}
	h.serving.Go(func() { _ = h.server.Serve(h.listener) })
	return h, nil
}

// Stop closes all connections, and returns when the server has stopped.
func (h *Host) Stop() {
	// An error means that it is already closed.
	_ = h.server.Close()
	h.serving.Wait()
}

// BaseURL returns the URL of the API.
func (h *Host) BaseURL() string { return "https://" + h.listener.Addr().String() + "/api/v3" }

// CA returns the PEM-encoded certificate of the host's authority.
func (h *Host) CA() []byte { return h.ca.Cert }

// PrivateKey returns the PEM-encoded private key of the App, in the format of GitHub's download.
func (h *Host) PrivateKey() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(h.key)})
}

// newToken issues an installation token for a request with a token that the App's key has signed.
func (h *Host) newToken(w http.ResponseWriter, r *http.Request) {
	signed, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	_, err := jwt.Parse(signed, func(*jwt.Token) (any, error) { return &h.key.PublicKey, nil },
		jwt.WithValidMethods([]string{jwt.SigningMethodRS256.Name}), jwt.WithIssuer(AppID), jwt.WithExpirationRequired(), jwt.WithIssuedAt())
	switch {
	case err != nil:
		answer(w, http.StatusUnauthorized, map[string]any{"message": "A JSON web token could not be decoded"})
		return
	case r.PathValue("id") != InstallationID:
		answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
		return
	}
	token := "ghs_" + rand.Text()
	if err := h.grant(token); err != nil {
		answer(w, http.StatusInternalServerError, map[string]any{"message": err.Error()})
		return
	}
	answer(w, http.StatusCreated, map[string]any{"token": token, "expires_at": time.Now().Add(lifetime).UTC().Format(time.RFC3339)})
}

// answer writes a JSON response. It ignores errors, because the client may have disconnected.
func answer(w http.ResponseWriter, status int, body map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

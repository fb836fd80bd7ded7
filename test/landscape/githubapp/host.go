// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package githubapp is the API of GitHub of the landscape, as far as a GitHub App needs it: the App shows who it is with a token that it has
// signed with its private key, and gets a token of its installation, with which repositories are read over HTTPS.
// It listens on loopback only, and it must not grow into GitHub: no repositories, no users, no permissions.
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
	// Username is the user name that goes with the token of an installation.
	Username = "x-access-token"
	// AppID is that of the only App.
	AppID = "1234"
	// InstallationID is that of its only installation.
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

// Start brings up the API on a free loopback port. Each token that is given is made known with grant first. It serves until Stop is called; the
// context bounds the start only.
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

// Stop closes all connections and returns when nothing is served any more.
func (h *Host) Stop() {
	// What cannot be closed is closed already.
	_ = h.server.Close()
	h.serving.Wait()
}

// BaseURL is the URL of the API.
func (h *Host) BaseURL() string { return "https://" + h.listener.Addr().String() + "/api/v3" }

// CA returns the PEM-encoded certificate of the authority that vouches for the host.
func (h *Host) CA() []byte { return h.ca.Cert }

// PrivateKey returns the PEM-encoded private key of the App, as GitHub has it downloaded.
func (h *Host) PrivateKey() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(h.key)})
}

// newToken gives a token of the installation to who has signed with the key of the App.
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

// answer ignores errors: a client that is gone needs no answer.
func answer(w http.ResponseWriter, status int, body map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

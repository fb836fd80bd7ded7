// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package webhookhost is the receiver of webhooks in the landscape. It stores POST requests in memory by name, and
// returns them to all clients. It listens only on loopback or the address of StartTLS, does not validate content, and
// must limit the stored bytes.
package webhookhost

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	// SignatureHeader is the header in which notification-controller sends the signature of a body.
	SignatureHeader = "X-Signature"

	// maxBody limits the size of a body, maxDeliveries the number of deliveries of a name, and maxSize the total size of
	// all deliveries.
	maxBody, maxDeliveries, maxSize = 256 << 10, 100, 64 << 20
)

// delivery is one POST request.
type delivery struct {
	Signature string          `json:"X-Signature,omitempty"`
	Body      json.RawMessage `json:"body"`
}

func (d delivery) size() int {
	return len(d.Signature) + len(d.Body)
}

// Host receives webhooks until Stop is called.
type Host struct {
	scheme   string
	listener net.Listener
	server   *http.Server
	serving  sync.WaitGroup

	lock       sync.Mutex
	deliveries map[string][]delivery
	// size is the total size of all deliveries.
	size int
	// follower is called with each delivery; nil without one.
	follower func(name string, body []byte)
}

// Start starts a receiver on a free loopback port. It serves until Stop is called. The context limits only the start.
func Start(ctx context.Context) (*Host, error) {
	var listenConfig net.ListenConfig
	listener, err := listenConfig.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for webhooks: %w", err)
	}
	return serve("http", listener), nil
}

// StartTLS starts a receiver that serves HTTPS with the certificate at an address.
func StartTLS(ctx context.Context, address string, certificate tls.Certificate) (*Host, error) {
	var listenConfig net.ListenConfig
	listener, err := listenConfig.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listening for webhooks: %w", err)
	}
	return serve("https", tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12})), nil
}

func serve(scheme string, listener net.Listener) *Host {
	h := &Host{scheme: scheme, listener: listener, deliveries: map[string][]delivery{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /{name}", h.take)
	mux.HandleFunc("GET /{name}", h.show)
	mux.HandleFunc("DELETE /{name}", h.forget)
	h.server = &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second}
	h.serving.Go(func() { _ = h.server.Serve(listener) })
	return h
}

// Stop closes all connections, and returns when the server has stopped.
func (h *Host) Stop() {
	// An error means that it is already closed.
	_ = h.server.Close()
	h.serving.Wait()
}

// Follow has follower called with each later delivery, one at a time, before the sender gets its answer.
func (h *Host) Follow(follower func(name string, body []byte)) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.follower = follower
}

// URL returns the URL for POST, GET and DELETE requests of a name. A GET request returns one line for each POST
// request, in order: a JSON object with the body (unchanged if it is JSON, otherwise as a string) and the signature.
func (h *Host) URL(name string) string {
	return fmt.Sprintf("%s://%s/%s", h.scheme, h.listener.Addr(), name)
}

func (h *Host) take(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	case err != nil:
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if !json.Valid(body) {
		// A string can always be encoded.
		body, _ = json.Marshal(string(body))
	}

	name, posted := r.PathValue("name"), delivery{Signature: r.Header.Get(SignatureHeader), Body: body}
	h.lock.Lock()
	defer h.lock.Unlock()
	if h.size+posted.size() > maxSize {
		http.Error(w, "no space left", http.StatusInsufficientStorage)
		return
	}
	h.size += posted.size()
	kept := append(h.deliveries[name], posted)
	if len(kept) > maxDeliveries {
		h.size -= kept[0].size()
		kept = kept[1:]
	}
	h.deliveries[name] = kept
	if h.follower != nil {
		h.follower(name, body)
	}
}

func (h *Host) show(w http.ResponseWriter, r *http.Request) {
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	// The signature is valid only for the received bytes, so they must not be escaped.
	encoder.SetEscapeHTML(false)
	h.lock.Lock()
	for _, d := range h.deliveries[r.PathValue("name")] {
		// The stored deliveries are JSON, which can always be encoded.
		_ = encoder.Encode(d)
	}
	h.lock.Unlock()
	w.Header().Set("Content-Type", "application/x-ndjson")
	// The client may have disconnected.
	_, _ = w.Write(lines.Bytes())
}

func (h *Host) forget(_ http.ResponseWriter, r *http.Request) {
	h.lock.Lock()
	defer h.lock.Unlock()
	name := r.PathValue("name")
	for _, d := range h.deliveries[name] {
		h.size -= d.size()
	}
	delete(h.deliveries, name)
}

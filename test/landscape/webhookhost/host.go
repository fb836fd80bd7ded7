// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package webhookhost is the receiver of webhooks in the landscape: it takes whatever is posted, by name, keeps it in memory and
// shows it to everybody.
// It listens on loopback only, does not check what comes, and keeps a bounded amount of it.
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
	// SignatureHeader is the header in which notification-controller puts the signature of a body.
	SignatureHeader = "X-Signature"

	// maxBody is the size that a body may have, maxDeliveries how many are kept for a name, and maxSize the size of all together.
	maxBody, maxDeliveries, maxSize = 256 << 10, 100, 64 << 20
)

// delivery is what was posted once.
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
	// size is that of all deliveries.
	size int
}

// Start brings up a receiver on a free loopback port. It serves until Stop is called; the context bounds the start only.
func Start(ctx context.Context) (*Host, error) {
	var listenConfig net.ListenConfig
	listener, err := listenConfig.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for webhooks: %w", err)
	}
	return serve("http", listener), nil
}

// StartTLS brings up a receiver at an address, with a certificate.
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

// Stop closes all connections and returns when nothing is served any more.
func (h *Host) Stop() {
	// What cannot be closed is closed already.
	_ = h.server.Close()
	h.serving.Wait()
}

// URL returns where to post to under a name, to get all that was posted there, and to have it forgotten: a GET answers with one
// line for each POST, in their order, a JSON object of the body (as it came if it is JSON, or else as a string) and of the
// signature that came with it.
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
}

func (h *Host) show(w http.ResponseWriter, r *http.Request) {
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	// A signature is over the bytes that came: they are not to be written in another way.
	encoder.SetEscapeHTML(false)
	h.lock.Lock()
	for _, d := range h.deliveries[r.PathValue("name")] {
		// What is kept is JSON, which can always be encoded.
		_ = encoder.Encode(d)
	}
	h.lock.Unlock()
	w.Header().Set("Content-Type", "application/x-ndjson")
	// A client that is gone needs no answer.
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package prometheus runs Prometheus, which reads the metrics of one target every second. It listens only on loopback,
// with a certificate of a private authority, and answers only a user with a password.
package prometheus

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/crypto/bcrypt"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

const (
	// Username is the name of the user.
	Username = "shop"
	// Password is the password of the user.
	Password = "password-of-the-shop"
)

// Options configure a Host.
type Options struct {
	// Dir is the directory for the data of Prometheus. It must not exist.
	Dir string
	// Program is the path of Prometheus.
	Program string
	// Address is the loopback address on which Prometheus listens.
	Address string
}

// Host is a running Prometheus with its target.
type Host struct {
	options   Options
	ca        *pki.CA
	client    *http.Client
	processes *process.Group

	target  *http.Server
	serving sync.WaitGroup
	lock    sync.Mutex
	// metrics is what the target exposes.
	metrics string
}

// Start starts Prometheus and its target, which exposes no metrics yet. After an error, no process is left.
func Start(ctx context.Context, options Options) (_ *Host, err error) {
	h := &Host{options: options, processes: process.NewGroup(filepath.Join(options.Dir, "logs"))}
	defer func() {
		if err != nil {
			h.Stop()
		}
	}()
	target, err := h.startTarget(ctx)
	if err != nil {
		return nil, err
	}
	config, web, err := h.configure(target)
	if err != nil {
		return nil, err
	}
	server, err := h.processes.Start(process.Spec{
		Name: "prometheus", Path: options.Program, Dir: options.Dir, Env: []string{"HOME=" + options.Dir, "TMPDIR=" + options.Dir},
		Args: []string{
			"--config.file=" + config, "--web.config.file=" + web, "--web.listen-address=" + options.Address,
			"--storage.tsdb.path=" + filepath.Join(options.Dir, "data"),
		},
	})
	if err != nil {
		return nil, err
	}
	return h, server.Until(ctx, "prometheus", 100*time.Millisecond, h.isReady)
}

// startTarget starts the target on a free loopback port, and returns its address.
func (h *Host) startTarget(ctx context.Context) (string, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("listening for the target of Prometheus: %w", err)
	}
	h.target = &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h.lock.Lock()
		defer h.lock.Unlock()
		w.Header().Set("Content-Type", "text/plain; version=0.0.4")
		_, _ = io.WriteString(w, h.metrics) // Prometheus may have disconnected.
	})}
	h.serving.Go(func() { _ = h.target.Serve(listener) })
	return listener.Addr().String(), nil
}

// configure writes the configuration of Prometheus and of its server, and returns their paths.
func (h *Host) configure(target string) (config, web string, err error) {
	if err := os.MkdirAll(h.options.Dir, 0o750); err != nil {
		return "", "", fmt.Errorf("creating the directory of Prometheus: %w", err)
	}
	if h.ca, err = pki.NewCA("prometheus"); err != nil {
		return "", "", err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(h.ca.Cert)
	h.client = &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}}}
	pair, err := h.ca.Server("prometheus", nil, []net.IP{net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return "", "", err
	}
	certFile, keyFile, err := pair.Write(h.options.Dir, "tls")
	if err != nil {
		return "", "", err
	}
	hash, err := bcrypt.GenerateFromPassword([]byte(Password), bcrypt.MinCost)
	if err != nil {
		return "", "", fmt.Errorf("hashing the password: %w", err)
	}
	config, web = filepath.Join(h.options.Dir, "prometheus.json"), filepath.Join(h.options.Dir, "web.json")
	// Prometheus reads YAML, which JSON is, too.
	for path, content := range map[string]any{
		config: map[string]any{
			"global":         map[string]any{"scrape_interval": "1s", "scrape_timeout": "1s"},
			"scrape_configs": []any{map[string]any{"job_name": "target", "static_configs": []any{map[string]any{"targets": []string{target}}}}},
		},
		web: map[string]any{
			"tls_server_config": map[string]any{"cert_file": certFile, "key_file": keyFile},
			"basic_auth_users":  map[string]any{Username: string(hash)},
		},
	} {
		text, err := json.Marshal(content)
		if err != nil {
			return "", "", err
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			return "", "", fmt.Errorf("writing the configuration of Prometheus: %w", err)
		}
	}
	return config, web, nil
}

// isReady returns an error unless Prometheus answers the user that it is ready.
func (h *Host) isReady(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, h.URL()+"/-/ready", http.NoBody)
	if err != nil {
		return err
	}
	request.SetBasicAuth(Username, Password)
	response, err := h.client.Do(request)
	if err != nil {
		return err
	}
	if err := response.Body.Close(); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("prometheus responds with %s", response.Status)
	}
	return nil
}

// Expose sets the metrics that the target exposes, in the text format of Prometheus. Series that are no longer exposed
// have no data after the next second.
func (h *Host) Expose(metrics string) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.metrics = metrics
}

// URL returns the URL of Prometheus.
func (h *Host) URL() string { return "https://" + h.options.Address }

// CA returns the PEM-encoded certificate of the authority of Prometheus.
func (h *Host) CA() []byte { return h.ca.Cert }

// Stop stops Prometheus and its target.
func (h *Host) Stop() {
	h.processes.StopAll(5 * time.Second)
	if h.target != nil {
		_ = h.target.Close() // An error means that it is already closed.
	}
	h.serving.Wait()
}

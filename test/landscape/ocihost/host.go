// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package ocihost is the OCI registry of the landscape. It serves artifacts in the format of 'flux push artifact' and
// charts from memory over HTTP or HTTPS: to all clients, or with a password if the repository is protected. It listens
// only on loopback, and must not serve container images, because the landscape's nodes do not pull images.
package ocihost

import (
	"context"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/fluxcd/pkg/oci"
	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/crane"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
)

// apiPrefix is the prefix of all paths of the registry API.
const apiPrefix = "/v2/"

// Credentials are a user name and password for a repository.
type Credentials struct {
	Username, Password string
}

// Host serves OCI artifacts until Stop is called.
type Host struct {
	listener net.Listener
	server   *http.Server
	serving  sync.WaitGroup

	// roots is nil if the host serves HTTP.
	roots *x509.CertPool

	lock      sync.RWMutex
	protected map[string]Credentials
}

// loopback is the address on which the registry listens.
const loopback = "127.0.0.1"

// Start starts a registry on a free loopback port. It serves until Stop is called. The context limits only the start.
func Start(ctx context.Context) (*Host, error) {
	h, err := listen(ctx)
	if err != nil {
		return nil, err
	}
	h.serving.Go(func() { _ = h.server.Serve(h.listener) })
	return h, nil
}

// StartTLS is like Start, but serves HTTPS with a certificate of the authority. Only PushArchive and PushChart push to
// such a registry.
func StartTLS(ctx context.Context, authority *pki.CA) (*Host, error) {
	issued, err := authority.Server("registry", nil, []net.IP{net.ParseIP(loopback)})
	if err != nil {
		return nil, err
	}
	certificate, err := tls.X509KeyPair(issued.Cert, issued.Key)
	if err != nil {
		return nil, fmt.Errorf("reading the certificate of the OCI registry: %w", err)
	}
	h, err := listen(ctx)
	if err != nil {
		return nil, err
	}
	h.roots = x509.NewCertPool()
	h.roots.AppendCertsFromPEM(authority.Cert)
	h.server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	// Clients with another authority fail by intention.
	h.server.ErrorLog = log.New(io.Discard, "", 0)
	h.serving.Go(func() { _ = h.server.ServeTLS(h.listener, "", "") })
	return h, nil
}

// listen returns a host that listens, and does not serve yet.
func listen(ctx context.Context) (*Host, error) {
	var listenConfig net.ListenConfig
	listener, err := listenConfig.Listen(ctx, "tcp", net.JoinHostPort(loopback, "0"))
	if err != nil {
		return nil, fmt.Errorf("listening for the OCI registry: %w", err)
	}
	h := &Host{listener: listener, protected: map[string]Credentials{}}
	artifacts := registry.New(registry.Logger(log.New(io.Discard, "", 0)))
	h.server = &http.Server{Handler: h.authenticate(artifacts), ReadHeaderTimeout: 10 * time.Second}
	return h, nil
}

// Stop closes all connections, and returns when the server has stopped.
func (h *Host) Stop() {
	// An error means that it is already closed.
	_ = h.server.Close()
	h.serving.Wait()
}

// URL returns the URL of a repository for an OCIRepository, which also needs 'insecure: true' if the host serves HTTP.
func (h *Host) URL(repository string) string {
	return "oci://" + h.reference(repository)
}

func (h *Host) reference(repository string) string {
	return h.listener.Addr().String() + "/" + repository
}

// Protect sets the credentials that a repository requires. The repository need not exist yet.
func (h *Host) Protect(repository string, credentials Credentials) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.protected[repository] = credentials
}

// DockerConfigJSON returns the content of .dockerconfigjson in a Secret with the credentials for this host.
func (h *Host) DockerConfigJSON(credentials Credentials) ([]byte, error) {
	return json.Marshal(map[string]any{"auths": map[string]any{h.listener.Addr().String(): map[string]string{
		"username": credentials.Username,
		"password": credentials.Password,
		"auth":     base64.StdEncoding.EncodeToString([]byte(credentials.Username + ":" + credentials.Password)),
	}}})
}

// Push pushes files (content by path) as one artifact with Flux's library, moves the tag to it, and returns its
// digest.
func (h *Host) Push(ctx context.Context, repository, tag string, files map[string]string) (string, error) {
	dir, err := os.MkdirTemp("", "artifact-")
	if err != nil {
		return "", fmt.Errorf("staging an artifact: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := write(dir, files); err != nil {
		return "", err
	}
	h.lock.RLock()
	credentials := h.protected[repository]
	h.lock.RUnlock()
	client := oci.NewClient([]crane.Option{crane.WithAuth(&authn.Basic{Username: credentials.Username, Password: credentials.Password})})
	pushed, err := client.Push(ctx, h.reference(repository)+":"+tag, dir, oci.WithPushMetadata(oci.Metadata{
		Source: "landscape", Revision: tag,
	}))
	if err != nil {
		return "", fmt.Errorf("pushing to repository %s: %w", repository, err)
	}
	digest, err := name.NewDigest(pushed)
	if err != nil {
		return "", fmt.Errorf("reading the digest of the artifact: %w", err)
	}
	return digest.DigestStr(), nil
}

func write(dir string, files map[string]string) error {
	if len(files) == 0 {
		return errors.New("an artifact without files cannot be pushed")
	}
	for path, content := range files {
		if !filepath.IsLocal(path) {
			return fmt.Errorf("path %q is outside of the artifact", path)
		}
		file := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			return fmt.Errorf("staging an artifact: %w", err)
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			return fmt.Errorf("staging an artifact: %w", err)
		}
	}
	return nil
}

// authenticate returns a handler that requires the credentials of protected repositories. Clients first request the
// root of the API to learn how to authenticate, and may continue without credentials.
func (h *Host) authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		username, password, given := r.BasicAuth()
		allowed := given
		if r.URL.Path != apiPrefix {
			allowed = h.allows(strings.TrimPrefix(r.URL.Path, apiPrefix), Credentials{Username: username, Password: password})
		}
		if !allowed {
			w.Header().Set("WWW-Authenticate", `Basic realm="landscape"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// allows returns whether the credentials give access to the repository in a path below the root of the API.
func (h *Host) allows(path string, given Credentials) bool {
	h.lock.RLock()
	defer h.lock.RUnlock()
	for repository, expected := range h.protected {
		if strings.HasPrefix(path, repository+"/") &&
			subtle.ConstantTimeCompare([]byte(given.Username+":"+given.Password), []byte(expected.Username+":"+expected.Password)) != 1 {
			return false
		}
	}
	return true
}

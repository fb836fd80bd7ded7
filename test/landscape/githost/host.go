// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package githost is the Git host of the landscape. It serves bare repositories with git's own programs: over SSH with
// a deploy key of the repository, over HTTP if they are public, over HTTPS also with a token of the repository, and
// over mutual TLS with a certificate for the repository. It listens only on loopback or Options.Address, and must not
// become a forge: no users, no API over the network, no web pages.
package githost

import (
	"cmp"
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"github.com/gliderlabs/ssh"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
)

// User is the only SSH user that the host accepts.
const User = "git"

// Options configure a Host.
type Options struct {
	// Dir is the directory of the bare repositories. It is created if it does not exist.
	Dir string
	// Address is the address on which the host listens. Empty means loopback.
	Address string
}

// Host serves Git repositories until Stop is called.
type Host struct {
	dir     string
	address string
	git     string

	sshListener  net.Listener
	sshServer    *ssh.Server
	hostKeys     []gossh.PublicKey
	httpListener net.Listener
	httpServer   *http.Server

	ca            *pki.CA
	httpsListener net.Listener
	httpsServer   *http.Server

	clientCA          *pki.CA
	mutualTLSListener net.Listener
	mutualTLSServer   *http.Server

	// sessions counts running git programs and serving goroutines. Stop waits for them.
	sessions sync.WaitGroup

	lock         sync.RWMutex
	stopped      bool
	repositories map[string]*repository
}

// Start starts a Git host on four free ports. It serves until Stop is called. The context limits only the start.
func Start(ctx context.Context, options Options) (*Host, error) {
	git, err := exec.LookPath("git")
	if err != nil {
		return nil, fmt.Errorf("the git host needs git: %w", err)
	}
	dir, err := filepath.Abs(options.Dir)
	if err != nil {
		return nil, fmt.Errorf("failed to resolve the repository directory: %w", err)
	}
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("failed to create the repository directory: %w", err)
	}

	h := &Host{dir: dir, address: cmp.Or(options.Address, "127.0.0.1"), git: git, repositories: map[string]*repository{}}
	if err := h.listen(ctx); err != nil {
		return nil, err
	}
	h.sessions.Go(func() { _ = h.sshServer.Serve(h.sshListener) })
	h.sessions.Go(func() { _ = h.httpServer.Serve(h.httpListener) })
	h.sessions.Go(func() { _ = h.httpsServer.Serve(h.httpsListener) })
	h.sessions.Go(func() { _ = h.mutualTLSServer.Serve(h.mutualTLSListener) })
	return h, nil
}

func (h *Host) listen(ctx context.Context) error {
	signers, err := newHostKeys()
	if err != nil {
		return err
	}
	for _, signer := range signers {
		h.hostKeys = append(h.hostKeys, signer.PublicKey())
	}

	if err := h.openListeners(ctx); err != nil {
		return err
	}
	h.sshServer = h.newSSHServer(signers)
	h.httpServer = h.newHTTPServer(h.allowPublic)
	h.httpsServer = h.newHTTPServer(h.allowToken)
	h.mutualTLSServer = h.newHTTPServer(h.allowCertificate)
	return nil
}

// openListeners opens all listeners or none.
func (h *Host) openListeners(ctx context.Context) (err error) {
	server, client, err := h.tlsConfigs()
	if err != nil {
		return err
	}
	var opened []net.Listener
	defer func() {
		if err != nil {
			for _, listener := range opened {
				err = errors.Join(err, listener.Close())
			}
		}
	}()
	for _, l := range []struct {
		protocol string
		listener *net.Listener
		tls      *tls.Config
	}{
		{"SSH", &h.sshListener, nil}, {"HTTP", &h.httpListener, nil}, {"HTTPS", &h.httpsListener, server}, {"mutual TLS", &h.mutualTLSListener, client},
	} {
		var listenConfig net.ListenConfig
		listener, err := listenConfig.Listen(ctx, "tcp", net.JoinHostPort(h.address, "0"))
		if err != nil {
			return fmt.Errorf("failed to listen for %s: %w", l.protocol, err)
		}
		if l.tls != nil {
			listener = tls.NewListener(listener, l.tls)
		}
		*l.listener, opened = listener, append(opened, listener)
	}
	return nil
}

func newHostKeys() ([]gossh.Signer, error) {
	_, ed25519Key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("failed to generate the ed25519 host key: %w", err)
	}
	ecdsaKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("failed to generate the ecdsa host key: %w", err)
	}

	var signers []gossh.Signer
	for _, key := range []any{ed25519Key, ecdsaKey} {
		signer, err := gossh.NewSignerFromKey(key)
		if err != nil {
			return nil, fmt.Errorf("failed to use a host key: %w", err)
		}
		signers = append(signers, signer)
	}
	return signers, nil
}

// Stop closes all connections, stops all git programs, and returns when they have ended.
func (h *Host) Stop() {
	h.lock.Lock()
	h.stopped = true
	h.lock.Unlock()
	// An error means that it is already closed.
	_ = h.sshServer.Close()
	_ = h.httpServer.Close()
	_ = h.httpsServer.Close()
	_ = h.mutualTLSServer.Close()
	h.sessions.Wait()
}

// SSHURL returns the URL of a repository over SSH.
func (h *Host) SSHURL(repository string) string {
	return fmt.Sprintf("ssh://%s@%s/%s.git", User, h.sshListener.Addr(), canonicalName(repository))
}

// HTTPURL returns the URL of a repository over HTTP, for public repositories.
func (h *Host) HTTPURL(repository string) string {
	return fmt.Sprintf("http://%s/%s.git", h.httpListener.Addr(), canonicalName(repository))
}

// HTTPSURL returns the URL of a repository over HTTPS, for public repositories and repositories with a token. Clients
// send the token as a password or bearer token.
func (h *Host) HTTPSURL(repository string) string {
	return fmt.Sprintf("https://%s/%s.git", h.httpsListener.Addr(), canonicalName(repository))
}

// CA returns the PEM-encoded certificate of the host's authority for HTTPS and mutual TLS.
func (h *Host) CA() []byte {
	return h.ca.Cert
}

// KnownHosts returns the host's keys as lines of a known_hosts file.
func (h *Host) KnownHosts() string {
	var lines string
	for _, key := range h.hostKeys {
		lines += knownhosts.Line([]string{h.sshListener.Addr().String()}, key) + "\n"
	}
	return lines
}

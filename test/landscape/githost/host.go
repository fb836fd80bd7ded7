// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package githost is the Git host of the landscape: bare repositories served by git's own programs, over SSH to those who
// hold a deploy key of exactly that repository, over HTTP to everybody for repositories that are public, over HTTPS also to
// those who know the repository's token, and over mutual TLS to those who have a certificate for it.
// It listens on loopback or Options.Address only, and it must not grow into a forge: no users, no API over the network, no web pages.
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

// User is the only SSH user the host accepts.
const User = "git"

// Options says where a Host keeps its data.
type Options struct {
	// Dir is the directory that holds the bare repositories. It is created if it does not exist.
	Dir string
	// Address is the address on which it listens. Empty means loopback.
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

	// sessions counts the running git programs and the serving goroutines, so that Stop leaves nothing behind.
	sessions sync.WaitGroup

	lock         sync.RWMutex
	stopped      bool
	repositories map[string]*repository
}

// Start brings up a Git host on four free ports. It serves until Stop is called; the context bounds the start only.
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

// Stop closes all connections, ends every running git program and returns when nothing of the host is left.
func (h *Host) Stop() {
	h.lock.Lock()
	h.stopped = true
	h.lock.Unlock()
	// What cannot be closed is closed already.
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

// HTTPURL returns the URL of a repository over HTTP, where only public repositories are served.
func (h *Host) HTTPURL(repository string) string {
	return fmt.Sprintf("http://%s/%s.git", h.httpListener.Addr(), canonicalName(repository))
}

// HTTPSURL returns the URL of a repository over HTTPS, where public repositories and those with a token are served. The token is
// taken as a password, or alone as a bearer token.
func (h *Host) HTTPSURL(repository string) string {
	return fmt.Sprintf("https://%s/%s.git", h.httpsListener.Addr(), canonicalName(repository))
}

// CA returns the PEM-encoded certificate of the authority that vouches for the host over HTTPS and mutual TLS.
func (h *Host) CA() []byte {
	return h.ca.Cert
}

// KnownHosts returns the host's keys as lines of a known_hosts file, one for each key.
func (h *Host) KnownHosts() string {
	var lines string
	for _, key := range h.hostKeys {
		lines += knownhosts.Line([]string{h.sshListener.Addr().String()}, key) + "\n"
	}
	return lines
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	certutil "k8s.io/client-go/util/cert"
	"sigs.k8s.io/controller-runtime/pkg/certwatcher"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

const (
	// mostConnections are open at a time.
	mostConnections = 1024
	// connectionsPerSecond are taken; others wait for that in the queue of the kernel. Each costs about half a millisecond of a processor.
	connectionsPerSecond = 300
	// A request's headers, the whole request, and the answer to it have to be there after so long. Git hosts wait for ten seconds.
	headerTimeout, readTimeout, writeTimeout = 5 * time.Second, 10 * time.Second, 15 * time.Second
	idleTimeout                              = time.Minute
	largestHeader                            = 16 << 10
	shutdownTimeout                          = 5 * time.Second
)

// Server serves an Endpoint over TLS, in each replica.
type Server struct {
	// Address is where it listens.
	Address string
	// CertificateDir is the directory with tls.crt and tls.key, which are read again when they change. Empty for a certificate that is made up, behind
	// something that has its own towards Git hosts.
	CertificateDir string
	// Host is the name in that certificate.
	Host string
	// Endpoint answers.
	Endpoint http.Handler
	// Log is the log. What clients do wrong is counted, and not logged.
	Log logr.Logger
}

var (
	_ manager.Runnable               = &Server{}
	_ manager.LeaderElectionRunnable = &Server{}
)

// NeedLeaderElection returns false: each replica serves.
func (s *Server) NeedLeaderElection() bool { return false }

// Start serves until the context ends.
func (s *Server) Start(ctx context.Context) error {
	certificate, err := s.certificate(ctx)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.Address)
	if err != nil {
		return fmt.Errorf("failed to listen for webhooks: %w", err)
	}
	s.Log.Info("Serving webhooks of projects", "address", listener.Addr().String(), "host", s.Host)
	server := &http.Server{
		Handler:           s.Endpoint,
		ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: largestHeader,
		ConnContext:  withConnection,
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){}, // HTTP/1.1 is what Git hosts use, and bounds the requests of a connection to one.
		ErrorLog:     log.New(io.Discard, "", 0),
	}
	ended := make(chan error, 1)
	go func() {
		secured := tls.NewListener(newBoundedListener(ctx, listener, mostConnections, connectionsPerSecond), &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: certificate})
		ended <- server.Serve(secured)
	}()
	select {
	case err := <-ended:
		return fmt.Errorf("failed to serve webhooks: %w", err)
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("failed to end the server for webhooks: %w", err)
	}
	return nil
}

// certificate returns what has the certificate for a connection.
func (s *Server) certificate(ctx context.Context) (func(*tls.ClientHelloInfo) (*tls.Certificate, error), error) {
	if s.CertificateDir != "" {
		watcher, err := certwatcher.New(filepath.Join(s.CertificateDir, corev1.TLSCertKey), filepath.Join(s.CertificateDir, corev1.TLSPrivateKeyKey))
		if err != nil {
			return nil, fmt.Errorf("failed to read the certificate for webhooks: %w", err)
		}
		go func() {
			if err := watcher.Start(ctx); err != nil {
				s.Log.Error(err, "Failed to watch the certificate for webhooks")
			}
		}()
		return watcher.GetCertificate, nil
	}
	// RSA would cost each connection about a millisecond.
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("failed to make a key for webhooks: %w", err)
	}
	made, err := certutil.NewSelfSignedCACert(certutil.Config{CommonName: s.Host, AltNames: certutil.AltNames{DNSNames: []string{s.Host}}}, key)
	if err != nil {
		return nil, fmt.Errorf("failed to make a certificate for webhooks: %w", err)
	}
	pair := &tls.Certificate{Certificate: [][]byte{made.Raw}, PrivateKey: key}
	return func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return pair, nil }, nil
}

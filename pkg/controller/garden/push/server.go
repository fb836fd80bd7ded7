// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"container/list"
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
	"sync"
	"time"

	"github.com/go-logr/logr"
	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	certutil "k8s.io/client-go/util/cert"
	"sigs.k8s.io/controller-runtime/pkg/certwatcher"
)

const (
	// mostConnections is the maximum number of open connections.
	mostConnections = 1024
	// connectionsPerSecond limits the rate of accepted connections. Further connections wait in the queue of the kernel. A
	// TLS handshake needs about half a millisecond of CPU time.
	connectionsPerSecond = 300
	// Git hosts wait up to ten seconds for a response.
	headerTimeout, readTimeout, writeTimeout = 5 * time.Second, 10 * time.Second, 15 * time.Second
	idleTimeout                              = time.Minute
	largestHeader                            = 16 << 10
	// When the process ends, the pod has already spent five seconds of its 30 in a preStop hook.
	shutdownTimeout, flushTimeout = 5 * time.Second, 10 * time.Second
)

// Server serves an Endpoint over TLS, in each replica.
type Server struct {
	// Address is the address to listen on.
	Address string
	// CertificateDir contains tls.crt and tls.key, which are reloaded when they change. If it is empty, the server
	// generates a certificate. This is for a server behind a proxy with its own certificate.
	CertificateDir string
	// Host is the name in the generated certificate.
	Host string
	// Endpoint handles the requests.
	Endpoint http.Handler
	// Flush stores the pushes whose requests have been answered before. The server calls it after the last request.
	Flush func(ctx context.Context)
	// Log is the log. Errors of clients are counted, but not logged.
	Log logr.Logger
}

// NeedLeaderElection returns false, because each replica serves webhooks.
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
		ConnContext: withConnection,
		// Git hosts use HTTP/1.1, which limits a connection to one request at a time.
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){},
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
	return s.end(context.WithoutCancel(ctx), server)
}

// end waits for the current requests, and then stores the pushes that wait.
func (s *Server) end(ctx context.Context, server *http.Server) error {
	serving, cancel := context.WithTimeout(ctx, shutdownTimeout)
	defer cancel()
	err := server.Shutdown(serving)
	flushing, cancel := context.WithTimeout(ctx, flushTimeout)
	defer cancel()
	s.Flush(flushing)
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("failed to shut down the server for webhooks: %w", err)
	}
	return nil
}

// certificate returns the function that provides the certificate of a connection.
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
	// With an RSA key, each connection would need about a millisecond of CPU time.
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("failed to generate a key for webhooks: %w", err)
	}
	made, err := certutil.NewSelfSignedCACert(certutil.Config{CommonName: s.Host, AltNames: certutil.AltNames{DNSNames: []string{s.Host}}}, key)
	if err != nil {
		return nil, fmt.Errorf("failed to generate a certificate for webhooks: %w", err)
	}
	pair := &tls.Certificate{Certificate: [][]byte{made.Raw}, PrivateKey: key}
	return func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return pair, nil }, nil
}

// boundedListener limits the number of open connections. If there are too many, it closes the oldest connection that is
// not serving a request to a known path, so that slow clients cannot block others.
type boundedListener struct {
	net.Listener
	ctx     context.Context //nolint:containedctx // of the server, which ends the wait
	most    int
	accepts *rate.Limiter

	mutex sync.Mutex
	open  *list.List
}

func newBoundedListener(ctx context.Context, listener net.Listener, most, perSecond int) *boundedListener {
	return &boundedListener{Listener: listener, ctx: ctx, most: most, accepts: rate.NewLimiter(rate.Limit(perSecond), perSecond), open: list.New()}
}

// boundedConnection is a connection of a boundedListener.
type boundedConnection struct {
	net.Conn
	listener *boundedListener
	element  *list.Element
	// spared is true while the server handles a request to a known path.
	spared bool
}

// Accept returns the next connection. If there are too many connections, it closes an old one.
func (l *boundedListener) Accept() (net.Conn, error) {
	if err := l.accepts.Wait(l.ctx); err != nil {
		return nil, err
	}
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	connection := &boundedConnection{Conn: accepted, listener: l}
	l.mutex.Lock()
	connection.element = l.open.PushBack(connection)
	var oldest *boundedConnection
	for element := l.open.Front(); element != nil && l.open.Len() > l.most && oldest == nil; element = element.Next() {
		if candidate, ok := element.Value.(*boundedConnection); ok && (!candidate.spared || element == l.open.Back()) {
			oldest = candidate
		}
	}
	l.mutex.Unlock()
	if oldest != nil {
		_ = oldest.Close()
	}
	return connection, nil
}

func (c *boundedConnection) Close() error {
	c.listener.mutex.Lock()
	if c.element != nil {
		c.listener.open.Remove(c.element)
		c.element = nil
	}
	c.listener.mutex.Unlock()
	return c.Conn.Close()
}

// connectionKey is the key of the connection in the context of a request.
type connectionKey struct{}

// withConnection adds the connection to the context of its requests.
func withConnection(ctx context.Context, connection net.Conn) context.Context {
	if secured, ok := connection.(*tls.Conn); ok {
		connection = secured.NetConn()
	}
	return context.WithValue(ctx, connectionKey{}, connection)
}

// spare sets whether the listener must keep the connection of a request open.
func spare(request *http.Request, spared bool) {
	if connection, ok := request.Context().Value(connectionKey{}).(*boundedConnection); ok {
		connection.listener.mutex.Lock()
		defer connection.listener.mutex.Unlock()
		connection.spared = spared
	}
}

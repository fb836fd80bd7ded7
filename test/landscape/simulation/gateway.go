// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"time"

	"k8s.io/client-go/rest"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// Gateway is a proxy between the controllers and an API server that counts requests. All controllers have the same
// identity.
type Gateway struct {
	*Counter

	url         string
	ca          *pki.CA
	token       string
	address     string
	certificate tls.Certificate
	proxy       http.Handler
	server      *http.Server
	observers   observers
}

// startGateway starts a gateway to an API server. A client authenticates with the token, followed by the name of its
// process.
func startGateway(upstream *rest.Config, token string, named ...string) (*Gateway, error) {
	port, err := process.FreePort()
	if err != nil {
		return nil, err
	}
	g := &Gateway{Counter: newCounter(named...), token: token, address: net.JoinHostPort(cluster.Loopback, strconv.Itoa(port))}
	g.url = "https://" + g.address
	if g.ca, err = pki.NewCA("gateway"); err != nil {
		return nil, err
	}
	if g.certificate, err = servingCertificate(g.ca, cluster.Loopback); err != nil {
		return nil, err
	}
	if g.proxy, err = newProxy(upstream); err != nil {
		return nil, err
	}
	return g, g.Open()
}

func servingCertificate(ca *pki.CA, address string) (tls.Certificate, error) {
	pair, err := ca.Server("kube-apiserver", nil, []net.IP{net.ParseIP(address)})
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.X509KeyPair(pair.Cert, pair.Key)
}

func newProxy(upstream *rest.Config) (http.Handler, error) {
	transport, err := rest.TransportFor(upstream)
	if err != nil {
		return nil, fmt.Errorf("making the transport of a gateway: %w", err)
	}
	target, err := url.Parse(upstream.Host)
	if err != nil {
		return nil, err
	}
	return &httputil.ReverseProxy{
		Transport: transport,
		// Forward events of a watch immediately.
		FlushInterval: -1,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Header.Del("Authorization")
		},
		// Ignore errors, because controllers and API servers may end during requests.
		ErrorLog: log.New(io.Discard, "", 0),
	}, nil
}

// Open starts listening. The address is the same each time.
func (g *Gateway) Open() error {
	var err error
	g.server, err = serve(g.address, g.certificate, g, g.countHandshake)
	return err
}

// Close closes all connections and refuses new ones.
func (g *Gateway) Close() {
	// An error means that the server is already closed.
	_ = g.server.Close()
}

// ServeHTTP forwards a request and counts it.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	controller, known := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "+g.tokenOf(""))
	if !known {
		http.Error(w, "who are you?", http.StatusUnauthorized)
		return
	}
	kind, object := g.describe(r)
	requests := g.count(kind, object)
	r.Body = g.body(r.Body, &requests.Sent)
	counted := &countedWriter{ResponseWriter: w, status: http.StatusOK, add: func(n int) {
		g.mutex.Lock()
		defer g.mutex.Unlock()
		requests.Received += int64(n)
	}}
	began := time.Now()
	defer func() { g.observe(controller, r, began, counted.status) }()
	g.proxy.ServeHTTP(counted, r)
	if counted.status >= http.StatusBadRequest {
		g.countFailure(kind, counted.status)
	}
}

// countedWriter records the status and counts the bytes of a response.
type countedWriter struct {
	http.ResponseWriter

	status int
	add    func(n int)
}

// WriteHeader records the status.
func (w *countedWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes.
func (w *countedWriter) Write(p []byte) (int, error) {
	n, err := w.ResponseWriter.Write(p)
	w.add(n)
	return n, err
}

// Unwrap returns the wrapped writer, so that http.ResponseController can flush it.
func (w *countedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// serve serves HTTP/2 and HTTP/1.1 with TLS. It calls handshake for each TLS handshake.
func serve(address string, certificate tls.Certificate, handler http.Handler, handshake func()) (*http.Server, error) {
	server := &http.Server{
		Addr: address, Handler: handler, ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0),
		TLSConfig: &tls.Config{
			MinVersion:   tls.VersionTLS12,
			Certificates: []tls.Certificate{certificate},
			GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
				handshake()
				return nil, nil //nolint:nilnil // nil selects the original configuration
			},
		},
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listening: %w", err)
	}
	go func() {
		if err := server.ServeTLS(listener, "", ""); !errors.Is(err, http.ErrServerClosed) {
			panic(err) // Later measurements would be wrong.
		}
	}()
	return server, nil
}

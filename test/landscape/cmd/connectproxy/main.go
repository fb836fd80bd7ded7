// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command connectproxy replaces envoy in the pod vpn-seed-server. A shoot's kube-apiserver connects to the shoot's
// nodes through this proxy, by HTTP CONNECT with mutual TLS.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"
)

// secrets is the mount path of envoy's certificates in the pod.
const secrets = "/srv/secrets/envoy-proxy/"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

func run() error {
	authorities, err := os.ReadFile(secrets + "ca.crt")
	if err != nil {
		return err
	}
	clients := x509.NewCertPool()
	if !clients.AppendCertsFromPEM(authorities) {
		return errors.New("ca.crt contains no certificate")
	}
	server := &http.Server{
		Addr: ":9443", Handler: http.HandlerFunc(connect), ReadHeaderTimeout: 10 * time.Second,
		TLSConfig: &tls.Config{ClientCAs: clients, ClientAuth: tls.RequireAndVerifyClientCert, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}},
	}
	return server.ListenAndServeTLS(secrets+"tls.crt", secrets+"tls.key")
}

func connect(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodConnect {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	out, err := (&net.Dialer{}).DialContext(r.Context(), "tcp", r.Host)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer func() { _ = out.Close() }()
	in, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		return
	}
	defer func() { _ = in.Close() }()
	if _, err := io.WriteString(in, "HTTP/1.1 200 OK\r\n\r\n"); err != nil {
		return
	}
	go func() {
		_, _ = io.Copy(out, in) // the end of one direction ends the other, even after an error
		_ = out.(*net.TCPConn).CloseWrite()
	}()
	_, _ = io.Copy(in, out)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
)

// tlsConfigs returns a TLS configuration with a server certificate of a private authority, and the same configuration
// that also requires client certificates of a second authority.
func (h *Host) tlsConfigs() (server, mutual *tls.Config, err error) {
	if h.ca, err = pki.NewCA("git host"); err != nil {
		return nil, nil, err
	}
	if h.clientCA, err = pki.NewCA("git host clients"); err != nil {
		return nil, nil, err
	}
	pair, err := h.ca.Server("git host", nil, []net.IP{net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return nil, nil, err
	}
	certificate, err := tls.X509KeyPair(pair.Cert, pair.Key)
	if err != nil {
		return nil, nil, fmt.Errorf("failed to use the host's certificate: %w", err)
	}
	clients := x509.NewCertPool()
	if !clients.AppendCertsFromPEM(h.clientCA.Cert) {
		return nil, nil, errors.New("failed to trust the clients' authority")
	}
	server = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	mutual = server.Clone()
	mutual.ClientAuth, mutual.ClientCAs = tls.RequireAndVerifyClientCert, clients
	return server, mutual, nil
}

// MutualTLSURL returns the URL of a repository over mutual TLS. The host refuses connections without a client
// certificate. Every certificate gives read access to public repositories. Other repositories need the certificate that
// ClientCertificate issues for them.
func (h *Host) MutualTLSURL(repository string) string {
	return fmt.Sprintf("https://%s/%s.git", h.mutualTLSListener.Addr(), canonicalName(repository))
}

// ClientCertificate issues a client certificate with read access to a repository over mutual TLS.
func (h *Host) ClientCertificate(repository string) (pki.Pair, error) {
	if _, err := h.repository(repository); err != nil {
		return pki.Pair{}, err
	}
	return h.clientCA.Client(canonicalName(repository), nil)
}

func (h *Host) allowCertificate(w http.ResponseWriter, r *http.Request) bool {
	// The listener requires a certificate.
	if r.TLS == nil || !h.opens(r.URL.Path, func(name string, _ *repository) bool { return r.TLS.PeerCertificates[0].Subject.CommonName == name }) {
		http.Error(w, "access denied", http.StatusForbidden)
		return false
	}
	return true
}

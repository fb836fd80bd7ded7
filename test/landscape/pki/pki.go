// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package pki creates certificate authorities, certificates, keys and kubeconfigs for the landscape's clusters.
//
// They must not protect anything outside of a landscape: private keys are stored unencrypted, and certificates cannot
// be revoked.
package pki

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	"k8s.io/client-go/util/cert"
	"k8s.io/client-go/util/keyutil"
)

const (
	validity = 365 * 24 * time.Hour
	// clockSkew is subtracted from the creation time of a certificate for the start of its validity.
	clockSkew = time.Hour
	// serialBits is the length of serial numbers that certificate policies require.
	serialBits = 128
)

// Pair is a certificate with its private key, both PEM-encoded.
type Pair struct {
	Cert, Key []byte
}

// Write writes the pair to <dir>/<name>.crt and <dir>/<name>.key, and returns the two paths.
func (p Pair) Write(dir, name string) (certFile, keyFile string, err error) {
	certFile, keyFile = filepath.Join(dir, name+".crt"), filepath.Join(dir, name+".key")
	if err := writeAll(map[string][]byte{certFile: p.Cert, keyFile: p.Key}); err != nil {
		return "", "", err
	}
	return certFile, keyFile, nil
}

// CA is a self-signed certificate authority.
type CA struct {
	Pair

	certificate *x509.Certificate
	key         crypto.Signer
}

// NewCA creates a certificate authority with the given common name.
func NewCA(commonName string) (*CA, error) {
	key, keyPEM, err := newKey()
	if err != nil {
		return nil, err
	}
	certificate, err := cert.NewSelfSignedCACert(cert.Config{CommonName: commonName, NotBefore: time.Now().Add(-clockSkew)}, key)
	if err != nil {
		return nil, fmt.Errorf("creating certificate authority %s: %w", commonName, err)
	}
	return &CA{Pair: Pair{Cert: encodeCertificate(certificate.Raw), Key: keyPEM}, certificate: certificate, key: key}, nil
}

// Server issues a serving certificate for the given DNS names and addresses.
func (ca *CA) Server(commonName string, dnsNames []string, addresses []net.IP) (Pair, error) {
	return ca.issue(&x509.Certificate{
		Subject:     pkix.Name{CommonName: commonName},
		DNSNames:    dnsNames,
		IPAddresses: addresses,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	})
}

// Client issues a client certificate for a Kubernetes user with the given name and groups.
func (ca *CA) Client(user string, groups []string) (Pair, error) {
	return ca.issue(&x509.Certificate{
		Subject:     pkix.Name{CommonName: user, Organization: groups},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	})
}

func (ca *CA) issue(template *x509.Certificate) (Pair, error) {
	key, keyPEM, err := newKey()
	if err != nil {
		return Pair{}, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), serialBits))
	if err != nil {
		return Pair{}, fmt.Errorf("choosing a serial number: %w", err)
	}
	now := time.Now()
	template.SerialNumber = serial
	template.NotBefore, template.NotAfter = now.Add(-clockSkew), now.Add(validity)
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.BasicConstraintsValid = true
	der, err := x509.CreateCertificate(rand.Reader, template, ca.certificate, key.Public(), ca.key)
	if err != nil {
		return Pair{}, fmt.Errorf("issuing certificate %s: %w", template.Subject.CommonName, err)
	}
	return Pair{Cert: encodeCertificate(der), Key: keyPEM}, nil
}

// NewSigningKey creates a key that signs ServiceAccount tokens, and writes it to <dir>/<name>.key and its public key to
// <dir>/<name>.pub.
func NewSigningKey(dir, name string) (privateFile, publicFile string, err error) {
	key, keyPEM, err := newKey()
	if err != nil {
		return "", "", err
	}
	der, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		return "", "", fmt.Errorf("encoding public key %s: %w", name, err)
	}
	privateFile, publicFile = filepath.Join(dir, name+".key"), filepath.Join(dir, name+".pub")
	publicPEM := pem.EncodeToMemory(&pem.Block{Type: keyutil.PublicKeyBlockType, Bytes: der})
	if err := writeAll(map[string][]byte{privateFile: keyPEM, publicFile: publicPEM}); err != nil {
		return "", "", err
	}
	return privateFile, publicFile, nil
}

func newKey() (crypto.Signer, []byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, fmt.Errorf("generating a private key: %w", err)
	}
	keyPEM, err := keyutil.MarshalPrivateKeyToPEM(key)
	if err != nil {
		return nil, nil, fmt.Errorf("encoding a private key: %w", err)
	}
	return key, keyPEM, nil
}

func encodeCertificate(der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: cert.CertificateBlockType, Bytes: der})
}

func writeAll(files map[string][]byte) error {
	for path, content := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			return fmt.Errorf("creating directory of %s: %w", path, err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return fmt.Errorf("writing %s: %w", path, err)
		}
	}
	return nil
}

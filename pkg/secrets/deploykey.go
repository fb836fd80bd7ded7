// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package secrets

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"

	"golang.org/x/crypto/ssh"
)

// Keys of a Secret that Flux's source-controller reads for a GitRepository with an ssh:// URL
// (https://fluxcd.io/flux/components/source/gitrepositories/#ssh-authentication).
const (
	// KeyIdentity holds the private key.
	KeyIdentity = "identity"
	// KeyPublicKey holds the public key; Flux does not read it.
	KeyPublicKey = "identity.pub"
	// KeyKnownHosts holds the host keys.
	KeyKnownHosts = "known_hosts"
	// KeyPassphrase holds the passphrase of an encrypted private key.
	KeyPassphrase = "password"
)

// DeployKey is an SSH key pair with which Flux reads a repository.
type DeployKey struct {
	// Identity is the private key as PEM.
	Identity []byte
	// PublicKey is the public key as a line of an authorized_keys file, without line break.
	PublicKey string
	// Fingerprint is the SHA256 fingerprint of the public key as ssh-keygen prints it.
	Fingerprint string
	// Passphrase decrypts Identity; empty for an unencrypted key.
	Passphrase []byte
	// KnownHosts are the known_hosts lines stored beside the key; may be empty.
	KnownHosts []byte
}

// GenerateDeployKey makes a new ed25519 key from the given source of randomness. The private key is PKCS#8 PEM, the
// form that Flux's own tooling writes.
func GenerateDeployKey(random io.Reader) (DeployKey, error) {
	_, private, err := ed25519.GenerateKey(random)
	if err != nil {
		return DeployKey{}, fmt.Errorf("failed to generate an ed25519 key: %w", err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return DeployKey{}, fmt.Errorf("failed to encode the private key: %w", err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		return DeployKey{}, fmt.Errorf("failed to derive the public key: %w", err)
	}
	return DeployKey{
		Identity:    pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}),
		PublicKey:   authorizedKey(signer.PublicKey()),
		Fingerprint: ssh.FingerprintSHA256(signer.PublicKey()),
	}, nil
}

// ParseDeployKey reads the data of a deploy key Secret, whoever wrote it. An error names the key of the Secret and what
// is wrong with it, and never repeats its content.
func ParseDeployKey(data map[string][]byte) (DeployKey, error) {
	identity := data[KeyIdentity]
	if len(bytes.TrimSpace(identity)) == 0 {
		return DeployKey{}, fmt.Errorf("key %q is missing or empty", KeyIdentity)
	}
	signer, err := parseIdentity(identity, data[KeyPassphrase])
	if err != nil {
		return DeployKey{}, err
	}
	if stored := data[KeyPublicKey]; len(bytes.TrimSpace(stored)) > 0 {
		public, _, _, _, err := ssh.ParseAuthorizedKey(stored)
		if err != nil {
			return DeployKey{}, fmt.Errorf("key %q is not a public key in authorized_keys format", KeyPublicKey)
		}
		if !bytes.Equal(public.Marshal(), signer.PublicKey().Marshal()) {
			return DeployKey{}, fmt.Errorf("key %q (%s) does not belong to the private key in %q (%s)",
				KeyPublicKey, ssh.FingerprintSHA256(public), KeyIdentity, ssh.FingerprintSHA256(signer.PublicKey()))
		}
	}
	return DeployKey{
		Identity:    identity,
		PublicKey:   authorizedKey(signer.PublicKey()),
		Fingerprint: ssh.FingerprintSHA256(signer.PublicKey()),
		Passphrase:  data[KeyPassphrase],
		KnownHosts:  data[KeyKnownHosts],
	}, nil
}

func parseIdentity(identity, passphrase []byte) (ssh.Signer, error) {
	if len(passphrase) > 0 {
		signer, err := ssh.ParsePrivateKeyWithPassphrase(identity, passphrase)
		if err != nil {
			return nil, fmt.Errorf("key %q is not a private key that the passphrase in %q decrypts", KeyIdentity, KeyPassphrase)
		}
		return signer, nil
	}
	signer, err := ssh.ParsePrivateKey(identity)
	if missing := (&ssh.PassphraseMissingError{}); errors.As(err, &missing) {
		return nil, fmt.Errorf("key %q is an encrypted private key, but its passphrase is missing in key %q", KeyIdentity, KeyPassphrase)
	}
	if err != nil {
		// The parser's own error could repeat parts of what it could not parse.
		return nil, fmt.Errorf("key %q is not a private key in PEM format", KeyIdentity)
	}
	return signer, nil
}

func authorizedKey(key ssh.PublicKey) string {
	return string(bytes.TrimSpace(ssh.MarshalAuthorizedKey(key)))
}

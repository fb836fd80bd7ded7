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

	fluxknownhosts "github.com/fluxcd/pkg/ssh/knownhosts"
	"golang.org/x/crypto/ssh"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
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
	// Version is that of the Secret in the garden, which changes with everything in it; empty if the key comes from elsewhere.
	Version string
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
	identity := data[fluxv1alpha1.SecretKeyIdentity]
	if len(bytes.TrimSpace(identity)) == 0 {
		return DeployKey{}, fmt.Errorf("key %q is missing or empty", fluxv1alpha1.SecretKeyIdentity)
	}
	signer, err := parseIdentity(identity, data[fluxv1alpha1.SecretKeyPassphrase])
	if err != nil {
		return DeployKey{}, err
	}
	if stored := data[fluxv1alpha1.SecretKeyPublicKey]; len(bytes.TrimSpace(stored)) > 0 {
		public, _, _, _, err := ssh.ParseAuthorizedKey(stored)
		if err != nil {
			return DeployKey{}, fmt.Errorf("key %q is not a public key in authorized_keys format", fluxv1alpha1.SecretKeyPublicKey)
		}
		if !bytes.Equal(public.Marshal(), signer.PublicKey().Marshal()) {
			return DeployKey{}, fmt.Errorf("key %q (%s) does not belong to the private key in %q (%s)",
				fluxv1alpha1.SecretKeyPublicKey, ssh.FingerprintSHA256(public), fluxv1alpha1.SecretKeyIdentity, ssh.FingerprintSHA256(signer.PublicKey()))
		}
	}
	if _, _, err := fluxknownhosts.New(data[fluxv1alpha1.SecretKeyKnownHosts]); err != nil {
		// As below: what is no known_hosts line may be a private key in the wrong place.
		return DeployKey{}, fmt.Errorf("key %q has a line that is not one of a known_hosts file", fluxv1alpha1.SecretKeyKnownHosts)
	}
	return DeployKey{
		Identity:    identity,
		PublicKey:   authorizedKey(signer.PublicKey()),
		Fingerprint: ssh.FingerprintSHA256(signer.PublicKey()),
		Passphrase:  data[fluxv1alpha1.SecretKeyPassphrase],
		KnownHosts:  data[fluxv1alpha1.SecretKeyKnownHosts],
	}, nil
}

// parseIdentity tries without the passphrase first, as Flux does: a passphrase beside a plain key does no harm.
func parseIdentity(identity, passphrase []byte) (ssh.Signer, error) {
	signer, err := ssh.ParsePrivateKey(identity)
	if err == nil {
		return signer, nil
	}
	if missing := (&ssh.PassphraseMissingError{}); !errors.As(err, &missing) {
		// The parser's own error could repeat parts of what it could not parse.
		return nil, fmt.Errorf("key %q is not a private key in PEM format", fluxv1alpha1.SecretKeyIdentity)
	}
	if len(passphrase) == 0 {
		return nil, fmt.Errorf("key %q is an encrypted private key, but its passphrase is missing in key %q", fluxv1alpha1.SecretKeyIdentity, fluxv1alpha1.SecretKeyPassphrase)
	}
	if signer, err = ssh.ParsePrivateKeyWithPassphrase(identity, passphrase); err != nil {
		return nil, fmt.Errorf("key %q is not a private key that the passphrase in %q decrypts", fluxv1alpha1.SecretKeyIdentity, fluxv1alpha1.SecretKeyPassphrase)
	}
	return signer, nil
}

func authorizedKey(key ssh.PublicKey) string {
	return string(bytes.TrimSpace(ssh.MarshalAuthorizedKey(key)))
}

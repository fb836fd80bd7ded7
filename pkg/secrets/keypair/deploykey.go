// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package keypair generates and parses the key pairs of deploy keys, and chooses their known_hosts lines. Apart from
// the randomness of new keys, it is pure.
//
// A private key must be written only to the data of a Secret, never to an error, a log line or an Event.
package keypair

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/pem"
	"fmt"
	"io"

	"golang.org/x/crypto/ssh"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// DeployKey is an SSH key pair that Flux uses to read a repository.
type DeployKey struct {
	// Identity is the private key in PEM format.
	Identity []byte
	// PublicKey is the public key in authorized_keys format, without a trailing newline.
	PublicKey string
	// Fingerprint is the SHA256 fingerprint of the public key in the format of ssh-keygen.
	Fingerprint string
	// Algorithm is the algorithm of the key, including the key length. A key that a user created may have an algorithm
	// that the extension does not generate, such as rsa-2048.
	Algorithm fluxv1alpha1.KeyAlgorithm
	// Passphrase decrypts Identity; empty if the Secret has none.
	Passphrase []byte
	// KnownHosts contains the known_hosts lines that are stored with the key; may be empty.
	KnownHosts []byte
	// Version is the resourceVersion of the Secret in the garden; empty if the key was not read from a Secret.
	Version string
	// RotatedAt is the time of the last rotation according to [deploykey.RotationOf]; empty if the key was never rotated.
	RotatedAt string
	// HostKeyScanError is the reason why the scan of the repository's host failed; empty if it succeeded or was
	// not requested.
	HostKeyScanError string
}

// GenerateDeployKey generates a key. The private key is encoded in OpenSSH's format, because ssh-keygen before OpenSSH
// 9.6 does not read ed25519 keys as PKCS#8. random is used only for ed25519 keys: for other algorithms, Go always uses
// the system's random source.
func GenerateDeployKey(random io.Reader, algorithm fluxv1alpha1.KeyAlgorithm) (DeployKey, error) {
	private, err := generate(random, algorithm)
	if err != nil {
		return DeployKey{}, fmt.Errorf("failed to generate a key of algorithm %q: %w", algorithm, err)
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		return DeployKey{}, fmt.Errorf("failed to encode the private key: %w", err)
	}
	public, err := ssh.NewPublicKey(private.Public())
	if err != nil {
		return DeployKey{}, fmt.Errorf("failed to derive the public key: %w", err)
	}
	return DeployKey{
		Identity:    pem.EncodeToMemory(block),
		PublicKey:   authorizedKey(public),
		Fingerprint: ssh.FingerprintSHA256(public),
		Algorithm:   algorithm,
	}, nil
}

func generate(random io.Reader, algorithm fluxv1alpha1.KeyAlgorithm) (crypto.Signer, error) {
	switch algorithm {
	case fluxv1alpha1.KeyAlgorithmEd25519:
		_, private, err := ed25519.GenerateKey(random)
		return private, err
	case fluxv1alpha1.KeyAlgorithmECDSAP256:
		return ecdsa.GenerateKey(elliptic.P256(), random)
	case fluxv1alpha1.KeyAlgorithmECDSAP384:
		return ecdsa.GenerateKey(elliptic.P384(), random)
	case fluxv1alpha1.KeyAlgorithmECDSAP521:
		return ecdsa.GenerateKey(elliptic.P521(), random)
	case fluxv1alpha1.KeyAlgorithmRSA3072:
		return rsa.GenerateKey(random, 3072)
	case fluxv1alpha1.KeyAlgorithmRSA4096:
		return rsa.GenerateKey(random, 4096)
	}
	return nil, fmt.Errorf("unknown algorithm")
}

func authorizedKey(key ssh.PublicKey) string {
	return string(bytes.TrimSpace(ssh.MarshalAuthorizedKey(key)))
}

// DamagedKeyError is returned if a deploy key Secret exists but its key cannot be used. The extension never overwrites
// such a key, because only its owner knows the correct content.
type DamagedKeyError struct {
	// Namespace is the project namespace.
	Namespace string
	// Source is the name of the additional source; empty for the project's first key.
	Source string
	// Reason describes the problem. It contains no part of the key.
	Reason error
	// Version is the resourceVersion of the Secret.
	Version string
}

// Error returns a message with the Secret, the problem and a fix.
func (e *DamagedKeyError) Error() string {
	if e.Source != "" {
		return fmt.Sprintf("Secret %s/%s, deploy key of source %s: %v (each name in the Secret begins with %s.); correct it, or remove %s from the Secret to have a new deploy key generated",
			e.Namespace, fluxv1alpha1.SourceKeysSecretName, e.Source, e.Reason, e.Source, deploykey.SourceKeyName(e.Source, fluxv1alpha1.SecretKeyIdentity))
	}
	return fmt.Sprintf("Secret %s/%s: %v; correct it, or delete the Secret to have a new deploy key generated",
		e.Namespace, fluxv1alpha1.DeployKeySecretName, e.Reason)
}

// Unwrap returns Reason.
func (e *DamagedKeyError) Unwrap() error { return e.Reason }

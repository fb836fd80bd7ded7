// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package ocihost

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/sigstore/cosign/v3/pkg/oci/mutate"
	ociremote "github.com/sigstore/cosign/v3/pkg/oci/remote"
	"github.com/sigstore/cosign/v3/pkg/oci/static"
	"github.com/sigstore/sigstore/pkg/cryptoutils"
	"github.com/sigstore/sigstore/pkg/signature/payload"
)

// SigningKey signs artifacts like 'cosign sign --key'.
type SigningKey struct {
	private *ecdsa.PrivateKey
	public  []byte
}

// NewSigningKey creates a key like 'cosign generate-key-pair'.
func NewSigningKey() (*SigningKey, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("generating a signing key: %w", err)
	}
	public, err := cryptoutils.MarshalPublicKeyToPEM(private.Public())
	if err != nil {
		return nil, fmt.Errorf("encoding a public key: %w", err)
	}
	return &SigningKey{private: private, public: public}, nil
}

// PublicKey returns the PEM-encoded public key, which is the content of cosign.pub in a Secret for verification.
func (k *SigningKey) PublicKey() []byte {
	return bytes.Clone(k.public)
}

// Sign signs the artifact with the digest in the format that all versions of cosign and source-controller support: a
// payload with its signature, at a tag derived from the digest, without an entry in a transparency log.
func (h *Host) Sign(ctx context.Context, repository, digest string, key *SigningKey) error {
	artifact, err := name.NewDigest(h.reference(repository)+"@"+digest, name.Insecure)
	if err != nil {
		return fmt.Errorf("reading a digest: %w", err)
	}
	h.lock.RLock()
	credentials := h.protected[repository]
	h.lock.RUnlock()
	registry := ociremote.WithRemoteOptions(remote.WithContext(ctx), remote.WithAuth(&authn.Basic{Username: credentials.Username, Password: credentials.Password}))

	content, err := payload.Cosign{Image: artifact}.MarshalJSON()
	if err != nil {
		return fmt.Errorf("creating the signed payload: %w", err)
	}
	hash := sha256.Sum256(content)
	signed, err := ecdsa.SignASN1(rand.Reader, key.private, hash[:])
	if err != nil {
		return fmt.Errorf("signing an artifact: %w", err)
	}
	signature, err := static.NewSignature(content, base64.StdEncoding.EncodeToString(signed))
	if err != nil {
		return fmt.Errorf("creating the signature: %w", err)
	}
	entity, err := ociremote.SignedEntity(artifact, registry)
	if err != nil {
		return fmt.Errorf("finding the artifact to sign: %w", err)
	}
	if entity, err = mutate.AttachSignatureToEntity(entity, signature); err != nil {
		return fmt.Errorf("attaching a signature: %w", err)
	}
	if err := ociremote.WriteSignatures(artifact.Context(), entity, registry); err != nil {
		return fmt.Errorf("pushing a signature to repository %s: %w", repository, err)
	}
	return nil
}

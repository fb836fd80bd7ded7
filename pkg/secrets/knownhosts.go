// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package secrets

import (
	"bytes"
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

// ErrImmutable is returned if host keys cannot be pinned because the Secret of the deploy key is immutable.
var ErrImmutable = errors.New("the Secret of the deploy key is immutable, so no host keys can be pinned in it; replace it with a mutable one")

// ErrRevoked is returned if the known_hosts lines that are stored with the deploy key revoke all host keys to pin.
var ErrRevoked = errors.New("known_hosts beside the deploy key revokes the keys that the host presents; correct its @revoked lines, or ask the operator of the host for other keys")

// LacksHostKeys returns whether host keys of the repository's host can be pinned: the Secret of the deploy key contains
// none for this host, and is not being deleted. It returns a *keypair.DamagedKeyError if the Secret is damaged,
// ErrImmutable if the Secret lacks host keys but is immutable, and otherwise the error of the request, such as
// NotFound.
func (s *Store) LacksHostKeys(ctx context.Context, namespace, repositoryURL string) (bool, error) {
	secret, err := s.read(ctx, namespace)
	if err != nil {
		return false, err
	}
	return s.lacksHostKeys(secret, repositoryURL)
}

// PinHostKeys adds known_hosts lines to the Secret of the deploy key, unless the Secret already contains a host key of
// the repository's host. It returns whether it added the lines. The write is conditional on the resourceVersion of the
// Secret. PinHostKeys returns ErrRevoked if all keys in the lines are revoked.
func (s *Store) PinHostKeys(ctx context.Context, namespace, repositoryURL string, lines []byte) (bool, error) {
	return s.update(ctx, namespace, "pin host keys in", func(secret *corev1.Secret) (*secretPatch, error) {
		lacks, err := s.lacksHostKeys(secret, repositoryURL)
		if err != nil || !lacks {
			return nil, err
		}
		present := secret.Data[fluxv1alpha1.SecretKeyKnownHosts]
		if len(present) > 0 && !bytes.HasSuffix(present, []byte("\n")) {
			present = append(bytes.Clone(present), '\n')
		}
		all := append(bytes.Clone(present), lines...)
		if !githosts.Covers(repositoryURL, all) {
			return nil, ErrRevoked
		}
		return &secretPatch{data: map[string][]byte{fluxv1alpha1.SecretKeyKnownHosts: all}}, nil
	})
}

func (s *Store) lacksHostKeys(secret *corev1.Secret, repositoryURL string) (bool, error) {
	key, err := keypair.InSecret(secret, s.source)
	if err != nil {
		return false, err
	}
	lacks := !githosts.Covers(repositoryURL, key.KnownHosts)
	if lacks && ptr.Deref(secret.Immutable, false) {
		return false, ErrImmutable
	}
	return lacks && secret.DeletionTimestamp == nil, nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package secrets

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Store keeps one deploy key per project in the garden, and one for each additional source that wants one, see OfSource.
type Store struct {
	garden client.Client
	random io.Reader
	clock  clock.PassiveClock
	// source is the name of the additional source whose key it is; empty for the first one.
	source string
}

// NewStore returns a store that uses the given client for the garden, source of randomness and clock. The client must not read
// from a cache, so that the store sees a key that another seed has just created.
func NewStore(garden client.Client, random io.Reader, clock clock.PassiveClock) *Store {
	return &Store{garden: garden, random: random, clock: clock}
}

// Get returns the deploy key of the project. The error is a *keypair.DamagedKeyError if the stored Secret cannot be used; any other error is the
// garden's, NotFound if the project has none.
func (s *Store) Get(ctx context.Context, namespace string) (keypair.DeployKey, error) {
	secret, err := s.read(ctx, namespace)
	if err != nil {
		return keypair.DeployKey{}, fmt.Errorf("failed to read the deploy key Secret %s/%s in the garden: %w", namespace, s.secretName(), err)
	}
	return s.parse(secret)
}

// In returns the deploy key in a Secret that was read before, as Get does. It sends no request.
func (s *Store) In(secret *corev1.Secret) (keypair.DeployKey, error) {
	own := *secret
	viewed, err := s.viewed(&own)
	if err != nil {
		return keypair.DeployKey{}, err
	}
	return s.parse(viewed)
}

func (s *Store) parse(secret *corev1.Secret) (keypair.DeployKey, error) {
	key, err := keypair.ParseDeployKey(secret.Data)
	if err != nil {
		return keypair.DeployKey{}, s.damaged(secret, err)
	}
	key.Version, key.RotatedAt = secret.ResourceVersion, secret.Annotations[fluxv1alpha1.AnnotationRotatedAt]
	key.HostKeyScanError = text.Cut(secret.Annotations[fluxv1alpha1.AnnotationHostKeyScanError], keypair.MostScanError)
	return key, nil
}

func (s *Store) damaged(secret *corev1.Secret, reason error) *keypair.DamagedKeyError {
	return &keypair.DamagedKeyError{Namespace: secret.Namespace, Source: s.source, Reason: reason, Version: secret.ResourceVersion}
}

// Generate generates a key of the algorithm, and stores nothing.
func (s *Store) Generate(algorithm fluxv1alpha1.KeyAlgorithm) (keypair.DeployKey, error) {
	return keypair.GenerateDeployKey(s.random, algorithm)
}

// Create stores a generated key for a project that has none, and returns the key that is stored then, and whether it is that one. Of any
// number of concurrent callers, also on other seeds, all get the same key: a server-side apply without force, under a field manager that
// only this attempt uses, creates the Secret or conflicts with the first attempt, and what is stored then is what counts. An existing
// Secret is never written.
//
// The errors are those of Get.
func (s *Store) Create(ctx context.Context, namespace string, generated keypair.DeployKey) (key keypair.DeployKey, created bool, err error) {
	if err := s.create(ctx, namespace, generated); err != nil && !apierrors.IsConflict(err) {
		return keypair.DeployKey{}, false, fmt.Errorf("failed to create the deploy key Secret %s/%s in the garden: %w", namespace, fluxv1alpha1.DeployKeySecretName, err)
	}
	key, err = s.Get(ctx, namespace)
	return key, err == nil && key.Fingerprint == generated.Fingerprint, err
}

func (s *Store) create(ctx context.Context, namespace string, key keypair.DeployKey) error {
	attempt := make([]byte, 16)
	if _, err := io.ReadFull(s.random, attempt); err != nil {
		return fmt.Errorf("failed to name the attempt: %w", err)
	}
	secret := corev1ac.Secret(s.secretName(), namespace).
		WithAnnotations(named(s.source, s.annotationsOf(key))).
		WithType(corev1.SecretTypeOpaque).
		WithData(named(s.source, dataOf(key)))
	return s.garden.Apply(ctx, secret, client.FieldOwner("shoot-flux-create-"+hex.EncodeToString(attempt)))
}

func (s *Store) annotationsOf(key keypair.DeployKey) map[string]string {
	return map[string]string{
		fluxv1alpha1.AnnotationPublicKey:   key.PublicKey,
		fluxv1alpha1.AnnotationFingerprint: key.Fingerprint,
		fluxv1alpha1.AnnotationGeneratedAt: s.clock.Now().UTC().Format(time.RFC3339),
	}
}

func dataOf(key keypair.DeployKey) map[string][]byte {
	return map[string][]byte{
		fluxv1alpha1.SecretKeyIdentity:  key.Identity,
		fluxv1alpha1.SecretKeyPublicKey: []byte(key.PublicKey + "\n"),
	}
}

// named returns the values under the names that they have in the Secret.
func named[V any](source string, values map[string]V) map[string]V {
	result := make(map[string]V, len(values))
	for name, value := range values {
		result[deploykey.Named(source, name)] = value
	}
	return result
}

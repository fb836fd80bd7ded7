// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package secrets stores, generates and rotates deploy keys in the garden, and pins host keys beside them.
// Package keypair parses the keys.
//
// A private key must leave this package only in the data of a Secret, never in an error, a log line or an
// Event.
package secrets

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

// Store stores deploy keys in the garden: one per project, and one for each additional source that has its own
// key (see OfSource).
type Store struct {
	garden client.Client
	random io.Reader
	clock  clock.PassiveClock
	// source is the name of the additional source; empty for the first key.
	source string
}

// NewStore returns a Store. The client for the garden must not read from a cache, so that the store sees a key
// that another seed has just created.
func NewStore(garden client.Client, random io.Reader, now clock.PassiveClock) *Store {
	return &Store{garden: garden, random: random, clock: now}
}

// Get returns the deploy key of the project. The error is a *keypair.DamagedKeyError if the Secret is damaged.
// Other errors come from the garden: NotFound if the project has no key.
func (s *Store) Get(ctx context.Context, namespace string) (keypair.DeployKey, error) {
	secret, err := s.read(ctx, namespace)
	if err != nil {
		return keypair.DeployKey{}, fmt.Errorf("failed to read the deploy key Secret %s/%s in the garden: %w", namespace, s.secretName(), err)
	}
	return keypair.InSecret(secret, s.source)
}

// In returns the deploy key in a Secret that the caller has read. The errors are the errors of Get.
func (s *Store) In(secret *corev1.Secret) (keypair.DeployKey, error) {
	own, err := s.ownKey(secret)
	if err != nil {
		return keypair.DeployKey{}, err
	}
	return keypair.InSecret(own, s.source)
}

// Generate generates a key and stores nothing.
func (s *Store) Generate(algorithm fluxv1alpha1.KeyAlgorithm) (keypair.DeployKey, error) {
	return keypair.GenerateDeployKey(s.random, algorithm)
}

// Create stores a generated key for a project without a key. It returns the stored key, and whether it is the
// generated key. All concurrent callers, also on other seeds, get the same key: a server-side apply without
// force, under a field manager that only this attempt uses, creates the Secret or conflicts with the first
// attempt. The stored key wins. Create never writes an existing Secret.
//
// It returns the errors of Get.
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

// named returns the values under their names in the Secret.
func named[V any](source string, values map[string]V) map[string]V {
	result := make(map[string]V, len(values))
	for name, value := range values {
		result[deploykey.SourceKeyName(source, name)] = value
	}
	return result
}

// ErrTooManyKeys is returned if the Secret has no room for the deploy key of another additional source.
var ErrTooManyKeys = fmt.Errorf("Secret %s already holds %d deploy keys; remove the keys of sources that are no longer listed",
	fluxv1alpha1.SourceKeysSecretName, deploykey.MaxSourceKeys)

// ErrKeysImmutable is returned if no key can be added because the Secret is immutable.
var ErrKeysImmutable = errors.New("the Secret is immutable; replace it with a mutable one with the same data and annotations")

// OfSource returns a Store for the deploy key of an additional source. One Secret contains the keys of all
// additional sources, under names with the source as a prefix. No method reads or writes the key of another
// source. Otherwise, the Store behaves as for the first deploy key.
func (s *Store) OfSource(name string) *Store {
	own := *s
	own.source = name
	return &own
}

// secretName returns the name of the Secret with the key.
func (s *Store) secretName() string {
	if s.source == "" {
		return fluxv1alpha1.DeployKeySecretName
	}
	return fluxv1alpha1.SourceKeysSecretName
}

// read reads the Secret with the key. For an additional source, data and annotations have the names of the
// first deploy key, and a Secret without a key of the source is NotFound.
func (s *Store) read(ctx context.Context, namespace string) (*corev1.Secret, error) {
	secret := &corev1.Secret{}
	if err := s.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: s.secretName()}, secret); err != nil {
		return secret, err
	}
	return s.ownKey(secret)
}

// ownKey returns the Secret with only the key of the source, under the names of the first deploy key.
func (s *Store) ownKey(secret *corev1.Secret) (*corev1.Secret, error) {
	own := keypair.OfSource(secret, s.source)
	if s.source != "" && len(own.Data[fluxv1alpha1.SecretKeyIdentity]) == 0 {
		return nil, apierrors.NewNotFound(corev1.Resource("secrets"), s.secretName()+"/"+s.source)
	}
	return own, nil
}

// Add stores a generated key for an additional source without a key, and returns whether it did. It keeps
// existing keys, and creates a missing Secret. It writes once, on condition that the Secret is unchanged since
// it was read.
func (s *Store) Add(ctx context.Context, namespace string, generated keypair.DeployKey) (bool, error) {
	var added bool
	err := kube.RetryOnConflict(ctx, func() error {
		added = false
		secret := &corev1.Secret{}
		err := s.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: s.secretName()}, secret)
		if apierrors.IsNotFound(err) {
			err = s.create(ctx, namespace, generated)
			added = err == nil
			return err
		}
		if err != nil {
			return err
		}
		switch {
		case len(keypair.OfSource(secret, s.source).Data[fluxv1alpha1.SecretKeyIdentity]) > 0 || secret.DeletionTimestamp != nil:
			return nil
		case ptr.Deref(secret.Immutable, false):
			return ErrKeysImmutable
		case deploykey.CountPrivateKeys(secret.Data) >= deploykey.MaxSourceKeys:
			return ErrTooManyKeys
		}
		err = s.patch(ctx, secret, secretPatch{data: dataOf(generated), annotations: s.annotationsOf(generated)})
		added = err == nil
		return err
	})
	if err != nil {
		return false, fmt.Errorf("failed to store the deploy key of source %s in Secret %s/%s in the garden: %w", s.source, namespace, s.secretName(), err)
	}
	return added, nil
}

// OfSources returns the deploy keys of the named additional sources with one request. The result has no entry
// for a source without a key. The error is a *keypair.DamagedKeyError if a key is damaged. Other errors come
// from the garden.
func (s *Store) OfSources(ctx context.Context, namespace string, names []string) (map[string]keypair.DeployKey, error) {
	if len(names) == 0 {
		return map[string]keypair.DeployKey{}, nil
	}
	secret := &corev1.Secret{}
	err := s.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.SourceKeysSecretName}, secret)
	if apierrors.IsNotFound(err) {
		return map[string]keypair.DeployKey{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("failed to read Secret %s/%s in the garden: %w", namespace, fluxv1alpha1.SourceKeysSecretName, err)
	}
	return keypair.SourceKeysIn(secret, names)
}

// update reads the Secret, and writes the patch that decide returns, if any. After a conflict, it starts again.
// It returns whether it wrote. purpose describes the change in an error.
func (s *Store) update(ctx context.Context, namespace, purpose string, decide func(*corev1.Secret) (*secretPatch, error)) (bool, error) {
	var written bool
	err := kube.RetryOnConflict(ctx, func() error {
		written = false
		secret, err := s.read(ctx, namespace)
		if err != nil {
			return err
		}
		patch, err := decide(secret)
		if err != nil || patch == nil {
			return err
		}
		err = s.patch(ctx, secret, *patch)
		written = err == nil
		return err
	})
	if err != nil {
		return false, fmt.Errorf("failed to %s Secret %s/%s in the garden: %w", purpose, namespace, s.secretName(), err)
	}
	return written, nil
}

// patch writes the Secret on condition that it is unchanged.
func (s *Store) patch(ctx context.Context, read *corev1.Secret, patch secretPatch) error {
	metadata := map[string]any{"uid": read.UID, "resourceVersion": read.ResourceVersion}
	content := kube.MergePatch{"metadata": metadata}
	// A null would remove all annotations.
	if len(patch.annotations) > 0 {
		annotations := map[string]any{}
		for name, value := range named(s.source, patch.annotations) {
			if annotations[name] = value; value == "" {
				annotations[name] = nil
			}
		}
		metadata["annotations"] = annotations
	}
	if len(patch.data) > 0 {
		content["data"] = named(s.source, patch.data)
	}
	written := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: read.Namespace, Name: read.Name}}
	return s.garden.Patch(ctx, written, content)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package secrets generates, stores and rotates deploy keys in the garden, and pins host keys in the same Secrets. It
// must not parse keys itself: package keypair does.
//
// A private key must be written only to the data of a Secret, never to an error, a log line or an Event.
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

// Store manages deploy keys in the garden: the first deploy key of each project, or, for a Store that OfSource
// returned, the keys of one additional source.
type Store struct {
	garden client.Client
	random io.Reader
	clock  clock.PassiveClock
	// source is the name of the additional source; empty for the first deploy key.
	source string
}

// NewStore returns a Store for the first deploy keys of projects. The garden client must not read from a cache, so that
// the Store sees a key that another seed has just created.
func NewStore(garden client.Client, random io.Reader, now clock.PassiveClock) *Store {
	return &Store{garden: garden, random: random, clock: now}
}

// Get returns the deploy key of the project. It returns a *keypair.DamagedKeyError if the Secret is damaged, and
// otherwise wraps the error of the request: NotFound if the project has no key.
func (s *Store) Get(ctx context.Context, namespace string) (keypair.DeployKey, error) {
	secret, err := s.read(ctx, namespace)
	if err != nil {
		return keypair.DeployKey{}, fmt.Errorf("failed to read the deploy key Secret %s/%s in the garden: %w", namespace, s.secretName(), err)
	}
	return keypair.InSecret(secret, s.source)
}

// In is like Get for a Secret that the caller has already read.
func (s *Store) In(secret *corev1.Secret) (keypair.DeployKey, error) {
	own, err := s.ownKey(secret)
	if err != nil {
		return keypair.DeployKey{}, err
	}
	return keypair.InSecret(own, s.source)
}

// Generate generates a key without storing it.
func (s *Store) Generate(algorithm fluxv1alpha1.KeyAlgorithm) (keypair.DeployKey, error) {
	return keypair.GenerateDeployKey(s.random, algorithm)
}

// Create stores a generated key unless the project already has a key. It returns the stored key, and whether that is
// the generated key. All concurrent callers, including those on other seeds, get the same key, because Create never
// changes an existing Secret: it uses a server-side apply without force, under a field manager that is unique to the
// attempt, which either creates the Secret or conflicts with the existing one.
//
// It returns the same errors as Get.
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

// named returns the values with each name replaced by the name for the source's key in the Secret.
func named[V any](source string, values map[string]V) map[string]V {
	result := make(map[string]V, len(values))
	for name, value := range values {
		result[deploykey.SourceKeyName(source, name)] = value
	}
	return result
}

// ErrTooManyKeys is returned if the Secret already contains the maximum number of deploy keys of additional sources.
var ErrTooManyKeys = fmt.Errorf("Secret %s already holds %d deploy keys; remove the keys of sources that are no longer listed",
	fluxv1alpha1.SourceKeysSecretName, deploykey.MaxSourceKeys)

// ErrKeysImmutable is returned if no key can be added because the Secret is immutable.
var ErrKeysImmutable = errors.New("the Secret is immutable; replace it with a mutable one with the same data and annotations")

// OfSource returns a Store for the deploy keys of an additional source. In each project, one Secret contains the keys
// of all additional sources, under names that are prefixed with the source. The methods of the Store access only the
// key of this source.
func (s *Store) OfSource(name string) *Store {
	own := *s
	own.source = name
	return &own
}

// secretName returns the name of the Secret that contains the key.
func (s *Store) secretName() string { return deploykey.SecretName(s.source) }

// read reads the Secret that contains the key, and returns it in the form of ownKey.
func (s *Store) read(ctx context.Context, namespace string) (*corev1.Secret, error) {
	secret := &corev1.Secret{}
	if err := s.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: s.secretName()}, secret); err != nil {
		return secret, err
	}
	return s.ownKey(secret)
}

// ownKey returns the Secret reduced to the key of the source, renamed like a first deploy key. It returns a NotFound
// error if the Secret contains no key of an additional source.
func (s *Store) ownKey(secret *corev1.Secret) (*corev1.Secret, error) {
	own := keypair.OfSource(secret, s.source)
	if s.source != "" && len(own.Data[fluxv1alpha1.SecretKeyIdentity]) == 0 {
		return nil, apierrors.NewNotFound(corev1.Resource("secrets"), s.secretName()+"/"+s.source)
	}
	return own, nil
}

// Add stores a generated key for an additional source that has no key yet, and returns whether it did. It never changes
// existing keys. It creates the Secret if it does not exist, and otherwise patches it on the condition that its
// resourceVersion is unchanged.
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

// OfSources returns the deploy keys of the named additional sources with a single request. The result has no entry for
// a source without a key. OfSources returns a *keypair.DamagedKeyError if a key is damaged, and otherwise wraps the
// error of the request.
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

// update reads the Secret and applies the patch that decide returns, unless it is nil. After a conflict, it starts
// again. It returns whether it applied a patch. purpose describes the change in error messages.
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

// patch applies a patch to the Secret, on the condition that its UID and resourceVersion are unchanged.
func (s *Store) patch(ctx context.Context, read *corev1.Secret, patch secretPatch) error {
	metadata := map[string]any{"uid": read.UID, "resourceVersion": read.ResourceVersion}
	content := kube.MergePatch{"metadata": metadata}
	// In a merge patch, null would remove all annotations.
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package secrets keeps the deploy keys in the garden: it stores a generated one, rotates it, and pins host keys beside it. The keys themselves are of
// package keypair. A private key leaves this package in the Secret data alone, never in an error, a log line or an event.
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
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
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

// ErrTooManyKeys is returned if there is no room for the deploy key of a further additional source.
var ErrTooManyKeys = fmt.Errorf("Secret %s holds %d deploy keys already; remove from it what belongs to sources that are not listed any more",
	fluxv1alpha1.SourceKeysSecretName, deploykey.Most)

// ErrKeysImmutable is returned if no key can be added because the Secret is immutable.
var ErrKeysImmutable = errors.New("the Secret is immutable; replace it by one that is not, with the same data and annotations")

// OfSource returns a store of the deploy key of the additional source of that name, which has a name of its own in one Secret for all of them. All
// but the keys of other sources is as with the first deploy key; no method reads or writes those.
func (s *Store) OfSource(name string) *Store {
	own := *s
	own.source = name
	return &own
}

// secretName is the name of the Secret with the key.
func (s *Store) secretName() string {
	if s.source == "" {
		return fluxv1alpha1.DeployKeySecretName
	}
	return fluxv1alpha1.SourceKeysSecretName
}

// read reads the Secret with the key. Of a source's, it has data and annotations as the Secret of the first deploy key has them; it is not found if it
// has no key of the source.
func (s *Store) read(ctx context.Context, namespace string) (*corev1.Secret, error) {
	secret := &corev1.Secret{}
	if err := s.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: s.secretName()}, secret); err != nil {
		return secret, err
	}
	return s.viewed(secret)
}

// viewed returns the Secret with data and annotations of the key only, under the names that those of the first deploy key have.
func (s *Store) viewed(secret *corev1.Secret) (*corev1.Secret, error) {
	if s.source == "" {
		return secret, nil
	}
	s.view(secret)
	if len(secret.Data[fluxv1alpha1.SecretKeyIdentity]) == 0 {
		return nil, apierrors.NewNotFound(corev1.Resource("secrets"), s.secretName()+"/"+s.source)
	}
	return secret, nil
}

func (s *Store) view(secret *corev1.Secret) {
	secret.Data, secret.Annotations = deploykey.Data(secret.Data, s.source), deploykey.Annotations(secret.Annotations, s.source)
}

// Add stores a generated key for an additional source that has none, and returns whether it did. Keys that are there are not written, and the Secret
// is created where there is none. It writes once, and only if the Secret has not been changed since it was read.
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
		count := deploykey.Count(secret.Data)
		s.view(secret)
		switch {
		case len(secret.Data[fluxv1alpha1.SecretKeyIdentity]) > 0 || secret.DeletionTimestamp != nil:
			return nil
		case secret.Immutable != nil && *secret.Immutable:
			return ErrKeysImmutable
		case count >= deploykey.Most:
			return ErrTooManyKeys
		}
		patch := secretPatch{data: dataOf(generated), annotations: map[string]*string{}}
		for name, value := range s.annotationsOf(generated) {
			patch.annotations[name] = &value
		}
		err = s.patch(ctx, secret, patch)
		added = err == nil
		return err
	})
	if err != nil {
		return false, fmt.Errorf("failed to store the deploy key of source %s in Secret %s/%s in the garden: %w", s.source, namespace, s.secretName(), err)
	}
	return added, nil
}

// OfSources returns the deploy keys of the additional sources of these names, with one request; of a source that has none, there is none. The error is a
// *keypair.DamagedKeyError if one cannot be used; any other error is the garden's.
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

// update reads the Secret, and writes the patch that decide returns, if any. After a conflict, it starts again. It
// returns whether it wrote.
func (s *Store) update(ctx context.Context, namespace string, decide func(*corev1.Secret) (*secretPatch, error)) (bool, error) {
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
	return written, err
}

// patch writes the Secret as it was read, and on nothing else.
func (s *Store) patch(ctx context.Context, read *corev1.Secret, patch secretPatch) error {
	metadata := map[string]any{"uid": read.UID, "resourceVersion": read.ResourceVersion}
	content := kube.MergePatch{"metadata": metadata}
	// A null would take away all annotations.
	if len(patch.annotations) > 0 {
		metadata["annotations"] = named(s.source, patch.annotations)
	}
	if len(patch.data) > 0 {
		content["data"] = named(s.source, patch.data)
	}
	written := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: read.Namespace, Name: read.Name}}
	return s.garden.Patch(ctx, written, content)
}

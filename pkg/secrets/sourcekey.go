// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package secrets

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

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

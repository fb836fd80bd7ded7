// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"cmp"
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

// sourceKeySecret is the Secret with the keys of additional sources of a project, which is read at most once in a reconciliation, whatever the number of
// names in it. What is written meanwhile is not part of it.
type sourceKeySecret struct {
	garden    client.Client
	namespace string

	read   bool
	secret *corev1.Secret
}

// get returns the Secret, or an empty one if it does not exist.
func (s *sourceKeySecret) get(ctx context.Context) (*corev1.Secret, error) {
	if s.read {
		return s.secret, nil
	}
	secret := &corev1.Secret{}
	err := s.garden.Get(ctx, client.ObjectKey{Namespace: s.namespace, Name: fluxv1alpha1.SourceKeysSecretName}, secret)
	if apierrors.IsNotFound(err) {
		secret = &corev1.Secret{}
	} else if err != nil {
		return nil, fmt.Errorf("failed to read Secret %s/%s in the garden: %w", s.namespace, fluxv1alpha1.SourceKeysSecretName, err)
	}
	s.read, s.secret = true, secret
	return secret, nil
}

// unlisted returns the keys in the Secret whose sources are not listed, as many as it may hold, and the names that are annotated and have no key there.
// Whoever can write the Secret can annotate any number of them.
func (s *sourceKeySecret) unlisted(ctx context.Context, listed []projectKey) (keys []projectKey, stale []string, err error) {
	first, known := listed[0], map[string]bool{}
	for _, key := range listed[1:] {
		known[key.name] = true
	}
	for _, name := range deploykey.Names(first.state.SourceKeys.Annotations) {
		if known[name] {
			continue
		}
		secret, err := s.get(ctx)
		if err != nil {
			return nil, nil, err
		}
		switch has := len(secret.Data[deploykey.Named(name, fluxv1alpha1.SecretKeyIdentity)]) > 0; {
		case !has:
			stale = append(stale, name)
		case len(keys) < deploykey.Most:
			keys = append(keys, first.ofSource(name))
		}
	}
	return keys, stale, nil
}

// forget removes all annotations of the names with one request, and returns the version of the Secret.
func (s *sourceKeySecret) forget(ctx context.Context, known garden.KeySecret, names []string) (string, error) {
	if len(names) == 0 {
		return known.Version, nil
	}
	annotations := map[string]*string{}
	for _, name := range names {
		for annotation := range deploykey.Annotations(known.Annotations, name) {
			annotations[deploykey.Named(name, annotation)] = nil
		}
	}
	secret := projectKey{namespace: s.namespace, name: names[0]}.secret()
	version, err := patchSecret(ctx, s.garden, secret, known.Version, annotations)
	return cmp.Or(version, known.Version), err
}

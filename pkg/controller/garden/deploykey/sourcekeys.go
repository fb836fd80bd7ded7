// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

// addSourceKey generates the deploy key of a listed additional source if it has none, and corrects the annotations of
// an existing key. It does not remove keys: it marks a key as unused if its source is not listed any more, because the
// source may be listed again. The seeds generate the first key of a project.
func (s steps) addSourceKey(ctx context.Context, key projectKey) (time.Duration, error) {
	if key.name == "" || len(key.configurationErrors) > 0 {
		return 0, nil
	}
	secret, err := s.keys()
	if err != nil {
		return 0, err
	}
	present, err := s.store.In(secret)
	damaged := &keypair.DamagedKeyError{}
	switch {
	case errors.As(err, &damaged):
		// The reconciliation of the Shoots reports the damaged key.
		return 0, nil
	case apierrors.IsNotFound(err) && key.source != nil:
		return 0, s.generate(ctx, key)
	case err != nil:
		return 0, client.IgnoreNotFound(err)
	}
	return 0, s.describe(ctx, key, present)
}

// describe sets the annotation for unused keys if the source is not listed, and removes it otherwise. It corrects the
// public key and the fingerprint in the annotations if a user replaced the key: Shoots that have another key than the
// annotated one are always due.
func (s steps) describe(ctx context.Context, key projectKey, present keypair.DeployKey) error {
	annotations := map[string]string{fluxv1alpha1.AnnotationUnused: ""}
	if key.source == nil {
		annotations[fluxv1alpha1.AnnotationUnused] = "true"
	}
	if annotated := key.state.KeyAnnotations[fluxv1alpha1.AnnotationFingerprint]; annotated != "" && annotated != present.Fingerprint {
		annotations[fluxv1alpha1.AnnotationPublicKey], annotations[fluxv1alpha1.AnnotationFingerprint] = present.PublicKey, present.Fingerprint
	}
	_, err := s.annotate(ctx, key, annotations)
	return err
}

func (s steps) generate(ctx context.Context, key projectKey) error {
	generated, err := s.store.Generate(githosts.Algorithm(key.settings.Algorithm, key.source.GitRepository.Spec.URL))
	if err != nil {
		return err
	}
	added, err := s.store.Add(ctx, key.namespace, generated)
	if errors.Is(err, secrets.ErrTooManyKeys) || errors.Is(err, secrets.ErrKeysImmutable) {
		key.recordEvent(s.Events, corev1.EventTypeWarning, "DeployKeyNotGenerated", actionGenerate, err.Error())
		return nil
	}
	if err != nil || !added {
		return err
	}
	todo := "Register it as a read-only deploy key of the repository"
	if key.isRegistered() {
		todo = "The extension registers it, as configured by the project"
	}
	key.recordEvent(s.Events, corev1.EventTypeNormal, "DeployKeyGenerated", actionGenerate, fmt.Sprintf(
		"its new deploy key is %s: %s. %s: %s", generated.Fingerprint, generated.PublicKey, todo, key.source.GitRepository.Spec.URL))
	return nil
}

const actionGenerate = "GenerateDeployKey"

// sourceKeySecret returns a function that returns the Secret with the keys of a project's additional sources, or an
// empty Secret if it does not exist. The function reads the Secret once, so the result lacks later writes.
func (r *Reconciler) sourceKeySecret(ctx context.Context, namespace string) func() (*corev1.Secret, error) {
	return sync.OnceValues(func() (*corev1.Secret, error) {
		secret := &corev1.Secret{}
		err := r.Garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.SourceKeysSecretName}, secret)
		if client.IgnoreNotFound(err) != nil {
			return nil, fmt.Errorf("failed to read Secret %s/%s in the garden: %w", namespace, fluxv1alpha1.SourceKeysSecretName, err)
		}
		return secret, nil
	})
}

// unlisted returns the keys in the Secret whose sources are not listed, up to the allowed number, and the names in
// annotations that have no key. Users can annotate any number of names.
func unlisted(read func() (*corev1.Secret, error), listed []projectKey) (keys []projectKey, stale []string, err error) {
	first := listed[0]
	for _, name := range deploykey.SourceNames(first.state.SourceKeys.Annotations) {
		if slices.ContainsFunc(listed[1:], func(key projectKey) bool { return key.name == name }) {
			continue
		}
		secret, err := read()
		if err != nil {
			return nil, nil, err
		}
		switch has := len(secret.Data[deploykey.SourceKeyName(name, fluxv1alpha1.SecretKeyIdentity)]) > 0; {
		case !has:
			stale = append(stale, name)
		case len(keys) < deploykey.MaxSourceKeys:
			keys = append(keys, first.ofSource(name))
		}
	}
	return keys, stale, nil
}

// forgetSources removes all annotations for the names in one request, and returns the new version of the Secret.
func (r *Reconciler) forgetSources(ctx context.Context, namespace string, known garden.KeySecret, names []string) (string, error) {
	annotations := map[string]string{}
	for _, name := range names {
		for annotation := range deploykey.SourceAnnotations(known.Annotations, name) {
			annotations[deploykey.SourceKeyName(name, annotation)] = ""
		}
	}
	secret := garden.MetadataOf("Secret", client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.SourceKeysSecretName})
	secret.ResourceVersion = known.Version
	_, err := patchSecret(ctx, r.Garden, secret, known.Annotations, annotations)
	return secret.ResourceVersion, err
}

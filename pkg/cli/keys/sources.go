// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
)

// secretNameOf is the name of the Secret with the key of an additional source, or with the first key.
func secretNameOf(source string) string {
	if source == "" {
		return fluxv1alpha1.DeployKeySecretName
	}
	return fluxv1alpha1.SourceKeysSecretName
}

// sourceKeys returns the Secrets with the deploy keys of additional sources in a namespace, or in all.
func (r *keyReader) sourceKeys(ctx context.Context, namespace string) ([]metav1.PartialObjectMetadata, error) {
	list := &metav1.PartialObjectMetadataList{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: secretKind + "List"}}
	if namespace == metav1.NamespaceAll {
		if err := r.garden.List(ctx, metav1.NamespaceAll, list, garden.Named(fluxv1alpha1.SourceKeysSecretName)); err != nil {
			return nil, explain(err, namespace)
		}
		return list.Items, nil
	}
	secret := metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: secretKind}}
	err := r.garden.Get(ctx, types.NamespacedName{Namespace: namespace, Name: fluxv1alpha1.SourceKeysSecretName}, &secret)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, explain(err, namespace)
	}
	return []metav1.PartialObjectMetadata{secret}, nil
}

// ofSources shows the keys of additional sources in these Secrets.
func (r *keyReader) ofSources(ctx context.Context, secrets []metav1.PartialObjectMetadata, statuses func(namespace string) map[string]string, shootsUnknown bool) ([]*Key, error) {
	var keys []*Key
	for i := range secrets {
		for _, source := range deploykey.Names(secrets[i].Annotations) {
			key, err := r.show(ctx, &secrets[i], source, statuses(secrets[i].Namespace), shootsUnknown)
			if err != nil {
				return nil, err
			}
			keys = append(keys, key)
		}
	}
	return keys, nil
}

// inNamespace reads all deploy keys of one project.
func (r *keyReader) inNamespace(ctx context.Context, namespace string) ([]*Key, error) {
	secrets, err := r.sourceKeys(ctx, namespace)
	if err != nil {
		return nil, err
	}
	first, err := r.project(ctx, namespace)
	if err != nil {
		if len(secrets) == 0 || !isNoKey(err) {
			return nil, err
		}
	}
	statuses, unknown, err := r.statuses(ctx, namespace)
	if err != nil {
		return nil, err
	}
	keys, err := r.ofSources(ctx, secrets, func(string) map[string]string { return statuses }, unknown)
	if first != nil {
		keys = append([]*Key{first}, keys...)
	}
	return keys, err
}

// statuses reads what Shoots of a project have reported, and whether that may not be read.
func (r *keyReader) statuses(ctx context.Context, namespace string) (map[string]string, bool, error) {
	statuses := &corev1.ConfigMap{}
	err := r.garden.Get(ctx, types.NamespacedName{Namespace: namespace, Name: fluxv1alpha1.StatusConfigMapName}, statuses)
	if err != nil && !apierrors.IsNotFound(err) && !apierrors.IsForbidden(err) {
		return nil, false, fmt.Errorf("failed to read ConfigMap %s/%s: %w", namespace, fluxv1alpha1.StatusConfigMapName, err)
	}
	return statuses.Data, apierrors.IsForbidden(err), nil
}

// noKeyError says that there is no such key.
type noKeyError struct{ text string }

// Error says what is missing.
func (e *noKeyError) Error() string { return e.text }

func isNoKey(err error) bool {
	missing := (*noKeyError)(nil)
	return errors.As(err, &missing)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Intervals as 'flux bootstrap' sets them.
const (
	sourceInterval        = time.Minute
	kustomizationInterval = 10 * time.Minute
)

// renderSync renders the source, its Secret if it needs one, and the root Kustomization. There is no targetNamespace:
// it would move the namespaced objects of any repository (fluxcd/flux2#4570).
func renderSync(sync Sync) ([]byte, error) {
	var objects []*unstructured.Unstructured
	add := func(object runtime.Object, keep bool) error {
		content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(object)
		if err != nil {
			return fmt.Errorf("failed to convert %T: %w", object, err)
		}
		delete(content, "status")
		u := &unstructured.Unstructured{Object: content}
		if keep {
			setKeepObject(u)
		}
		objects = append(objects, u)
		return nil
	}

	source := gitRepository(sync)
	if sync.Credentials.Identity != "" {
		source.Spec.SecretRef = &meta.LocalObjectReference{Name: fluxv1alpha1.SyncName}
		if err := add(sourceSecret(sync.Credentials), false); err != nil {
			return nil, err
		}
	}
	if err := add(source, true); err != nil {
		return nil, err
	}
	if err := add(rootKustomization(), true); err != nil {
		return nil, err
	}
	return marshal(objects)
}

func syncMeta() metav1.ObjectMeta {
	return metav1.ObjectMeta{Name: fluxv1alpha1.SyncName, Namespace: fluxv1alpha1.FluxNamespace}
}

func sourceSecret(credentials Credentials) *corev1.Secret {
	secret := &corev1.Secret{
		TypeMeta:   metav1.TypeMeta{APIVersion: corev1.SchemeGroupVersion.String(), Kind: "Secret"},
		ObjectMeta: syncMeta(),
		Type:       corev1.SecretTypeOpaque,
		Data: map[string][]byte{
			fluxv1alpha1.SecretKeyIdentity:   []byte(credentials.Identity),
			fluxv1alpha1.SecretKeyPublicKey:  []byte(credentials.PublicKey),
			fluxv1alpha1.SecretKeyKnownHosts: []byte(credentials.KnownHosts),
		},
	}
	if credentials.Passphrase != "" {
		secret.Data[fluxv1alpha1.SecretKeyPassphrase] = []byte(credentials.Passphrase)
	}
	return secret
}

func gitRepository(sync Sync) *sourcev1.GitRepository {
	return &sourcev1.GitRepository{
		TypeMeta:   metav1.TypeMeta{APIVersion: sourcev1.GroupVersion.String(), Kind: sourcev1.GitRepositoryKind},
		ObjectMeta: syncMeta(),
		Spec: sourcev1.GitRepositorySpec{
			URL:       sync.URL,
			Interval:  metav1.Duration{Duration: sourceInterval},
			Reference: &sourcev1.GitRepositoryRef{Branch: sync.Branch},
		},
	}
}

func rootKustomization() *kustomizev1.Kustomization {
	return &kustomizev1.Kustomization{
		TypeMeta:   metav1.TypeMeta{APIVersion: kustomizev1.GroupVersion.String(), Kind: kustomizev1.KustomizationKind},
		ObjectMeta: syncMeta(),
		Spec: kustomizev1.KustomizationSpec{
			Interval: metav1.Duration{Duration: kustomizationInterval},
			Path:     "./",
			Prune:    true,
			SourceRef: kustomizev1.CrossNamespaceSourceReference{
				Kind: sourcev1.GitRepositoryKind,
				Name: fluxv1alpha1.SyncName,
			},
		},
	}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"fmt"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// ShootClientOptions are the options for a client that ObserveShoot can use. The kinds are mapped statically, so that
// making such a client asks nothing of the shoot's API server.
func ShootClientOptions() (client.Options, error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, sourcev1.AddToScheme, kustomizev1.AddToScheme} {
		if err := add(scheme); err != nil {
			return client.Options{}, fmt.Errorf("failed to build the scheme for shoots: %w", err)
		}
	}
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Secret"), meta.RESTScopeNamespace)
	mapper.Add(sourcev1.GroupVersion.WithKind(sourcev1.GitRepositoryKind), meta.RESTScopeNamespace)
	mapper.Add(kustomizev1.GroupVersion.WithKind(kustomizev1.KustomizationKind), meta.RESTScopeNamespace)
	return client.Options{Scheme: scheme, Mapper: mapper}, nil
}

// ObserveShoot reads the source, the root Kustomization and the public key of the source's Secret.
func ObserveShoot(ctx context.Context, shoot client.Reader) (ShootObservation, error) {
	var (
		key           = client.ObjectKey{Namespace: fluxv1alpha1.FluxNamespace, Name: fluxv1alpha1.SyncName}
		source        = &sourcev1.GitRepository{}
		kustomization = &kustomizev1.Kustomization{}
		secret        = &corev1.Secret{}
		observation   ShootObservation
	)

	if found, err := get(ctx, shoot, key, source); err != nil {
		return ShootObservation{}, err
	} else if found {
		observation.Source = source
	}
	if found, err := get(ctx, shoot, key, kustomization); err != nil {
		return ShootObservation{}, err
	} else if found {
		observation.Kustomization = kustomization
	}
	if observation.Source != nil && observation.Source.Spec.SecretRef != nil {
		key.Name = observation.Source.Spec.SecretRef.Name
		if found, err := get(ctx, shoot, key, secret); err != nil {
			return ShootObservation{}, err
		} else if found {
			observation.PublicKey = strings.TrimSpace(string(secret.Data[fluxv1alpha1.SecretKeyPublicKey]))
		}
	}
	return observation, nil
}

// get tells whether the object exists; where its CustomResourceDefinition is missing, it does not.
func get(ctx context.Context, shoot client.Reader, key client.ObjectKey, object client.Object) (bool, error) {
	err := shoot.Get(ctx, key, object)
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	return err == nil, err
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"fmt"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	fluxmeta "github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"golang.org/x/crypto/ssh"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
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
	for _, kind := range []string{sourcev1.GitRepositoryKind, sourcev1.OCIRepositoryKind, sourcev1.BucketKind} {
		mapper.Add(sourcev1.GroupVersion.WithKind(kind), meta.RESTScopeNamespace)
	}
	mapper.Add(kustomizev1.GroupVersion.WithKind(kustomizev1.KustomizationKind), meta.RESTScopeNamespace)
	return client.Options{Scheme: scheme, Mapper: mapper}, nil
}

// ObserveShoot reads the source, the root Kustomization and, if the source is read with the project's deploy key, what is public of
// its Secret: the public key, and the fingerprints of the host's keys.
func ObserveShoot(ctx context.Context, shoot client.Reader, sync Sync) (ShootObservation, error) {
	var (
		kustomization = &kustomizev1.Kustomization{}
		secret        = &corev1.Secret{}
		observation   ShootObservation
		err           error
	)
	if observation.Source, err = observeSource(ctx, shoot, sync); err != nil {
		return ShootObservation{}, err
	}
	if found, err := get(ctx, shoot, sync.Root, kustomization); err != nil {
		return ShootObservation{}, err
	} else if found {
		observation.Kustomization = kustomization
	}
	if observation.Source != nil && observation.Source.SecretName != "" && sync.DeployKey {
		key := client.ObjectKey{Namespace: sync.Source.Namespace, Name: observation.Source.SecretName}
		if found, err := get(ctx, shoot, key, secret); err != nil {
			return ShootObservation{}, err
		} else if found {
			observation.PublicKey = publicKey(secret.Data[fluxv1alpha1.SecretKeyPublicKey])
			observation.HostKeys = knownhosts.Fingerprints(observation.Source.URL, secret.Data[fluxv1alpha1.SecretKeyKnownHosts])
		}
	}
	return observation, nil
}

// publicKey returns the key of an authorized_keys line, and nothing if it is none: whatever else stands there is not for a
// condition.
func publicKey(line []byte) string {
	key, _, _, _, err := ssh.ParseAuthorizedKey(line)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key)))
}

// observeSource returns nil if the source does not exist.
func observeSource(ctx context.Context, shoot client.Reader, sync Sync) (*Source, error) {
	var (
		git    = &sourcev1.GitRepository{}
		oci    = &sourcev1.OCIRepository{}
		bucket = &sourcev1.Bucket{}
		object client.Object
	)
	switch sync.SourceKind {
	case sourcev1.OCIRepositoryKind:
		object = oci
	case sourcev1.BucketKind:
		object = bucket
	default:
		object = git
	}
	found, err := get(ctx, shoot, sync.Source, object)
	if err != nil || !found {
		return nil, err
	}
	source := &Source{Generation: object.GetGeneration()}
	var secretRef *fluxmeta.LocalObjectReference
	switch object {
	case client.Object(oci):
		source.URL, source.Suspended, source.Conditions, secretRef = oci.Spec.URL, oci.Spec.Suspend, oci.Status.Conditions, oci.Spec.SecretRef
	case client.Object(bucket):
		source.URL, source.Suspended, source.Conditions, secretRef = bucket.Spec.Endpoint, bucket.Spec.Suspend, bucket.Status.Conditions, bucket.Spec.SecretRef
	default:
		source.URL, source.Suspended, source.Conditions, secretRef = git.Spec.URL, git.Spec.Suspend, git.Status.Conditions, git.Spec.SecretRef
	}
	if secretRef != nil {
		source.SecretName = secretRef.Name
	}
	return source, nil
}

// get tells whether the object exists; where its CustomResourceDefinition is missing, it does not.
func get(ctx context.Context, shoot client.Reader, key client.ObjectKey, object client.Object) (bool, error) {
	err := shoot.Get(ctx, key, object)
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	return err == nil, err
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package observe

import (
	"context"
	"fmt"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	fluxmeta "github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"golang.org/x/crypto/ssh"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// ShootClientOptions returns the options for clients of this package. Static mappings avoid requests to the
// shoot's API server when a client is created.
func ShootClientOptions() (client.Options, error) {
	scheme := runtime.NewScheme()
	kinds := runtime.NewSchemeBuilder(corev1.AddToScheme, appsv1.AddToScheme, sourcev1.AddToScheme, kustomizev1.AddToScheme)
	if err := kinds.AddToScheme(scheme); err != nil {
		return client.Options{}, fmt.Errorf("failed to build the scheme for shoots: %w", err)
	}
	mapper := meta.NewDefaultRESTMapper(nil)
	for version, names := range map[schema.GroupVersion][]string{
		corev1.SchemeGroupVersion: {"Secret", "Pod"}, appsv1.SchemeGroupVersion: {"Deployment", "StatefulSet", "DaemonSet"}, batchv1.SchemeGroupVersion: {"Job"},
	} {
		for _, name := range names {
			mapper.Add(version.WithKind(name), meta.RESTScopeNamespace)
		}
	}
	return client.Options{Scheme: scheme, Mapper: fluxMapper{mapper}}, nil
}

// fluxMapper also maps Flux's kinds, in any version: all are namespaced, with regular plurals.
type fluxMapper struct{ meta.RESTMapper }

// RESTMapping returns the mapping of a kind.
func (m fluxMapper) RESTMapping(kind schema.GroupKind, versions ...string) (*meta.RESTMapping, error) {
	mapping, err := m.RESTMapper.RESTMapping(kind, versions...)
	if err == nil || len(versions) == 0 || !strings.HasSuffix(kind.Group, ".fluxcd.io") {
		return mapping, err
	}
	plural, _ := meta.UnsafeGuessKindToResource(kind.WithVersion(versions[0]))
	return &meta.RESTMapping{Resource: plural, GroupVersionKind: kind.WithVersion(versions[0]), Scope: meta.RESTScopeNamespace}, nil
}

// ReadShoot reads the source and the root Kustomization, with one request each.
func ReadShoot(ctx context.Context, shoot client.Reader, sync Sync) (Shoot, error) {
	source, err := observeSource(ctx, shoot, sync)
	if err != nil {
		return Shoot{}, err
	}
	observed, root := Shoot{Source: source}, &kustomizev1.Kustomization{}
	found, err := get(ctx, shoot, sync.Root, root)
	if err != nil {
		return Shoot{}, err
	}
	if found {
		observed.Kustomization = boundedKustomization(root)
	}
	return observed, nil
}

// ReadKey reads the Secret with the project's deploy key with one request.
func ReadKey(ctx context.Context, shoot client.Reader, sync Sync, source *Source) (Key, error) {
	name := sync.KeySecret
	if source != nil && name.Name == "" {
		name = client.ObjectKey{Namespace: sync.Source.Namespace, Name: source.SecretName}
	}
	if name.Name == "" {
		return Key{}, nil
	}
	secret := &corev1.Secret{}
	found, err := get(ctx, shoot, name, secret)
	if err != nil || !found {
		return Key{}, err
	}
	observation := Key{PublicKey: publicKey(secret.Data[fluxv1alpha1.SecretKeyPublicKey])}
	if source != nil {
		lines := secret.Data[fluxv1alpha1.SecretKeyKnownHosts]
		keys, foreign := knownhosts.Fingerprints(source.URL, lines), knownhosts.ForeignTypes(source.URL, lines)
		observation.HostKeys, observation.ForeignTypes = keys[:min(len(keys), mostHostKeys)], foreign[:min(len(foreign), mostHostKeys)]
	}
	return observation, nil
}

// ReadSourceKeys returns the public keys of additional sources, with one request for each Secret.
func ReadSourceKeys(ctx context.Context, shoot client.Reader, sync Sync) (map[string]string, error) {
	keys := map[string]string{}
	for _, name := range sync.SourceKeys {
		secret := &corev1.Secret{}
		if _, err := get(ctx, shoot, name, secret); err != nil {
			return nil, err
		}
		keys[name.Name] = publicKey(secret.Data[fluxv1alpha1.SecretKeyPublicKey])
	}
	return keys, nil
}

// publicKey parses an authorized_keys line. It returns nothing for other content, which must not get into a
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
	object := client.Object(&sourcev1.GitRepository{})
	switch sync.SourceKind {
	case sourcev1.OCIRepositoryKind:
		object = &sourcev1.OCIRepository{}
	case sourcev1.BucketKind:
		object = &sourcev1.Bucket{}
	}
	if found, err := get(ctx, shoot, sync.Source, object); err != nil || !found {
		return nil, err
	}
	source := &Source{Generation: object.GetGeneration(), Kept: IsKept(object)}
	var (
		secretRef *fluxmeta.LocalObjectReference
		timeout   *metav1.Duration
		handled   string
		artifact  *fluxmeta.Artifact
	)
	switch o := object.(type) {
	case *sourcev1.GitRepository:
		source.URL, source.Suspended, source.Conditions, source.ObservedGeneration = o.Spec.URL, o.Spec.Suspend, o.Status.Conditions, o.Status.ObservedGeneration
		secretRef, timeout, handled, artifact = o.Spec.SecretRef, o.Spec.Timeout, o.Status.LastHandledReconcileAt, o.Status.Artifact
	case *sourcev1.OCIRepository:
		source.URL, source.Suspended, source.Conditions, source.ObservedGeneration = o.Spec.URL, o.Spec.Suspend, o.Status.Conditions, o.Status.ObservedGeneration
		secretRef, timeout, handled, artifact = o.Spec.SecretRef, o.Spec.Timeout, o.Status.LastHandledReconcileAt, o.Status.Artifact
	case *sourcev1.Bucket:
		source.URL, source.Suspended, source.Conditions, source.ObservedGeneration = o.Spec.Endpoint, o.Spec.Suspend, o.Status.Conditions, o.Status.ObservedGeneration
		secretRef, timeout, handled, artifact = o.Spec.SecretRef, o.Spec.Timeout, o.Status.LastHandledReconcileAt, o.Status.Artifact
	}
	if timeout != nil {
		source.Timeout = timeout.Duration
	}
	if secretRef != nil {
		source.SecretName = secretRef.Name
	}
	if artifact != nil {
		source.Artifact, source.ArtifactAt = cutRevision(artifact.Revision), artifact.LastUpdateTime.Time
		source.Asked = AskedOf(object.GetAnnotations(), handled, source.Artifact, source.ArtifactAt)
	}
	source.URL, source.SecretName = text.Cut(source.URL, longestURL), text.Cut(source.SecretName, longestName)
	source.Conditions = boundedConditions(source.Conditions)
	return source, nil
}

// IsKept reports whether gardener-resource-manager keeps the object in the shoot when it is no longer
// delivered.
func IsKept(object client.Object) bool {
	return object.GetAnnotations()[resourcesv1alpha1.KeepObject] == "true"
}

// get reports whether the object exists. Without its CustomResourceDefinition it does not.
func get(ctx context.Context, shoot client.Reader, key client.ObjectKey, object client.Object) (bool, error) {
	err := shoot.Get(ctx, key, object)
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	return err == nil, err
}

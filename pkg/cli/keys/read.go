// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/crypto/ssh"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

const secretKind = "Secret"

// keyReader reads the public parts of deploy keys, of the project or of an additional source.
type keyReader struct {
	garden garden.Client
	source string
}

// Read reads the public part of a project's deploy key.
func Read(ctx context.Context, from garden.Client, namespace string) (*Key, error) {
	return (&keyReader{garden: from}).project(ctx, namespace)
}

// project reads the deploy key of one project.
func (r *keyReader) project(ctx context.Context, namespace string) (*Key, error) {
	secret := &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: secretKind}}
	err := r.garden.Get(ctx, types.NamespacedName{Namespace: namespace, Name: secretNameOf(r.source)}, secret)
	switch {
	case apierrors.IsNotFound(err) && r.source == "":
		return nil, &noKeyError{fmt.Sprintf("there is no deploy key in namespace %s: Secret %s does not exist. The extension creates it with the first Shoot of the project "+
			"whose repository is read over ssh; you may also create it yourself, with a private key of your own", namespace, fluxv1alpha1.DeployKeySecretName)}
	case apierrors.IsNotFound(err), err == nil && r.source != "" && !slices.Contains(deploykey.SourceNames(secret.Annotations), r.source):
		return nil, &noKeyError{fmt.Sprintf("there is no deploy key of an additional source %s in namespace %s. The garden controller generates it when ConfigMap %s lists the source with deployKey: true, "+
			"and the project has a Shoot with the extension; to see those that there are: %s list -n %s", r.source, namespace, fluxv1alpha1.ConfigMapName, keysCommandName, namespace)}
	case err != nil:
		return nil, explain(err, namespace)
	}
	statuses, unknown, err := r.statuses(ctx, namespace)
	if err != nil {
		return nil, err
	}
	return r.show(ctx, secret, r.source, statuses, unknown)
}

// all reads the deploy keys of all projects.
func (r *keyReader) all(ctx context.Context) ([]*Key, error) {
	secrets := &metav1.PartialObjectMetadataList{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: secretKind + "List"}}
	if err := r.garden.List(ctx, metav1.NamespaceAll, secrets, garden.Named(fluxv1alpha1.DeployKeySecretName)); err != nil {
		return nil, explain(err, metav1.NamespaceAll)
	}
	configMaps := &corev1.ConfigMapList{}
	err := r.garden.List(ctx, metav1.NamespaceAll, configMaps, garden.Named(fluxv1alpha1.StatusConfigMapName))
	if err != nil && !apierrors.IsForbidden(err) {
		return nil, fmt.Errorf("failed to read the ConfigMaps %s: %w", fluxv1alpha1.StatusConfigMapName, err)
	}
	shootsUnknown := apierrors.IsForbidden(err)
	statuses := map[string]map[string]string{}
	for _, configMap := range configMaps.Items {
		statuses[configMap.Namespace] = configMap.Data
	}
	keys := make([]*Key, 0, len(secrets.Items))
	for i := range secrets.Items {
		key, err := r.show(ctx, &secrets.Items[i], "", statuses[secrets.Items[i].Namespace], shootsUnknown)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	ofSources, err := r.sourceKeys(ctx, metav1.NamespaceAll)
	if err != nil {
		return nil, err
	}
	further, err := r.ofSources(ctx, ofSources, func(namespace string) map[string]string { return statuses[namespace] }, shootsUnknown)
	if err != nil {
		return nil, err
	}
	keys = append(keys, further...)
	slices.SortStableFunc(keys, func(a, b *Key) int { return strings.Compare(a.Namespace, b.Namespace) })
	return keys, nil
}

// explain adds a suggested fix to an error for missing permission to read Secrets.
func explain(err error, namespace string) error {
	switch {
	case !apierrors.IsForbidden(err):
		return fmt.Errorf("failed to read the deploy keys: %w", err)
	case namespace == metav1.NamespaceAll:
		return fmt.Errorf("you may not list the Secrets of all projects; select one with -n: %w", err)
	}
	return fmt.Errorf("you may not read Secrets in namespace %s, which is also required for the public key. "+
		"Members and admins of the project may, viewers may not; ConfigMap %s has the reported keys of Shoots: %w", namespace, fluxv1alpha1.StatusConfigMapName, err)
}

func (r *keyReader) show(ctx context.Context, secret *metav1.PartialObjectMetadata, source string, statuses map[string]string, shootsUnknown bool) (*Key, error) {
	a := secret.Annotations
	if source != "" {
		a = deploykey.SourceAnnotations(a, source)
	}
	key := &Key{
		Namespace: secret.Namespace, Source: source, Unused: a[fluxv1alpha1.AnnotationUnused] != "", Phase: keyInUse, CreatedAt: secret.CreationTimestamp,
		GeneratedAt: timeIn(a, fluxv1alpha1.AnnotationGeneratedAt), RotatedAt: timeIn(a, fluxv1alpha1.AnnotationRotatedAt),
		PendingOperation: printer.OneLine(a[fluxv1alpha1.AnnotationOperation]), OperationError: printer.OneLine(a[fluxv1alpha1.AnnotationOperationError]),
		Shoots: []shootWithKey{}, shootsUnknown: shootsUnknown, resourceVersion: secret.ResourceVersion,
	}
	public, known := parsePublicKey([]byte(a[fluxv1alpha1.AnnotationPublicKey]))
	if !known {
		var err error
		if public, known, err = r.storedPublicKey(ctx, secret.Namespace, source); err != nil {
			return nil, err
		}
	}
	if known {
		key.PublicKey, key.Fingerprint, key.Algorithm = authorized(public), ssh.FingerprintSHA256(public), algorithmOf(public)
	} else {
		key.Phase = keyUnknown
	}
	record, _ := deploykey.RegistrationOf(a)
	key.Registration = registrationOf(record, key.Fingerprint)
	if key.Previous = otherKeyIn(a, fluxv1alpha1.AnnotationPreviousPublicKey, fluxv1alpha1.AnnotationPreviousFingerprint, "", record); key.Previous != nil {
		key.Phase = keyCompleting
	}
	key.Next = otherKeyIn(a, fluxv1alpha1.AnnotationNextPublicKey, fluxv1alpha1.AnnotationNextFingerprint, fluxv1alpha1.AnnotationNextGeneratedAt, record)
	if key.Next != nil {
		key.Phase = keyPrepared
	}
	key.addShoots(statuses, a[fluxv1alpha1.AnnotationRotatedAt])
	return key, nil
}

// storedPublicKey reads the public key of a Secret without the annotation. It uses no other key of the Secret.
func (r *keyReader) storedPublicKey(ctx context.Context, namespace, source string) (ssh.PublicKey, bool, error) {
	secret := &corev1.Secret{}
	err := r.garden.Get(ctx, types.NamespacedName{Namespace: namespace, Name: secretNameOf(source)}, secret)
	if err != nil {
		return nil, false, explain(err, namespace)
	}
	public, known := parsePublicKey(secret.Data[deploykey.SourceKeyName(source, fluxv1alpha1.SecretKeyPublicKey)])
	return public, known, nil
}

// secretNameOf returns the name of the Secret with the deploy key.
func secretNameOf(source string) string {
	if source == "" {
		return fluxv1alpha1.DeployKeySecretName
	}
	return fluxv1alpha1.SourceKeysSecretName
}

// sourceKeys returns the Secrets with deploy keys of additional sources, in a namespace or all namespaces.
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

// ofSources returns the keys of additional sources in the Secrets.
func (r *keyReader) ofSources(ctx context.Context, secrets []metav1.PartialObjectMetadata, statuses func(namespace string) map[string]string, shootsUnknown bool) ([]*Key, error) {
	var keys []*Key
	for i := range secrets {
		for _, source := range deploykey.SourceNames(secrets[i].Annotations) {
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

// statuses reads the reported statuses of a project's Shoots, and returns whether the user may not read them.
func (r *keyReader) statuses(ctx context.Context, namespace string) (map[string]string, bool, error) {
	statuses := &corev1.ConfigMap{}
	err := r.garden.Get(ctx, types.NamespacedName{Namespace: namespace, Name: fluxv1alpha1.StatusConfigMapName}, statuses)
	if err != nil && !apierrors.IsNotFound(err) && !apierrors.IsForbidden(err) {
		return nil, false, fmt.Errorf("failed to read ConfigMap %s/%s: %w", namespace, fluxv1alpha1.StatusConfigMapName, err)
	}
	return statuses.Data, apierrors.IsForbidden(err), nil
}

// noKeyError reports that the key does not exist.
type noKeyError struct{ text string }

// Error implements error.
func (e *noKeyError) Error() string { return e.text }

func isNoKey(err error) bool {
	missing := (*noKeyError)(nil)
	return errors.As(err, &missing)
}

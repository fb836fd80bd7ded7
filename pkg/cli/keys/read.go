// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"context"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const secretKind = "Secret"

// Read reads the public part of a project's deploy key, or of the deploy key of an additional source.
func Read(ctx context.Context, from garden.Client, namespace, source string) (*Key, error) {
	found, err := secrets(ctx, from, namespace, deploykey.SecretName(source))
	if err != nil {
		return nil, err
	}
	if len(found) == 0 || source != "" && !slices.Contains(deploykey.SourceNames(found[0].Annotations), source) {
		return nil, missingKey(namespace, source)
	}
	statuses, err := readStatuses(ctx, from, namespace)
	if err != nil {
		return nil, err
	}
	return newKey(ctx, from, &found[0], source, statuses)
}

func missingKey(namespace, source string) error {
	if source == "" {
		return fmt.Errorf("there is no deploy key in namespace %s: Secret %s does not exist. The extension creates it with the first Shoot of the project "+
			"whose repository is read over ssh; you may also create it yourself, with a private key of your own", namespace, fluxv1alpha1.DeployKeySecretName)
	}
	return fmt.Errorf("there is no deploy key of an additional source %s in namespace %s. The garden controller generates it when ConfigMap %s lists the source with deployKey: true, "+
		"and the project has a Shoot with the extension; to list the existing keys: %s list -n %s", source, namespace, fluxv1alpha1.ConfigMapName, keysCommandName, namespace)
}

// list reads the deploy keys of one project or of all projects.
func list(ctx context.Context, from garden.Client, namespace string) ([]*Key, error) {
	statuses, err := readStatuses(ctx, from, namespace)
	if err != nil {
		return nil, err
	}
	keys := []*Key{}
	for _, name := range []string{fluxv1alpha1.DeployKeySecretName, fluxv1alpha1.SourceKeysSecretName} {
		found, err := secrets(ctx, from, namespace, name)
		if err != nil {
			return nil, err
		}
		for i := range found {
			sources := []string{""}
			if name == fluxv1alpha1.SourceKeysSecretName {
				sources = deploykey.SourceNames(found[i].Annotations)
			}
			for _, source := range sources {
				key, err := newKey(ctx, from, &found[i], source, statuses)
				if err != nil {
					return nil, err
				}
				keys = append(keys, key)
			}
		}
	}
	if len(keys) == 0 && namespace != metav1.NamespaceAll {
		return nil, missingKey(namespace, "")
	}
	slices.SortStableFunc(keys, func(a, b *Key) int { return strings.Compare(a.Namespace, b.Namespace) })
	return keys, nil
}

// secrets reads the metadata of the Secrets with the given name. For one project, it requires only the permission to
// get the Secret.
func secrets(ctx context.Context, from garden.Client, namespace, name string) ([]metav1.PartialObjectMetadata, error) {
	found := metav1.PartialObjectMetadataList{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: secretKind + "List"}}
	if namespace == metav1.NamespaceAll {
		err := from.List(ctx, namespace, &found, garden.Named(name))
		return found.Items, explain(err, namespace)
	}
	secret := metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: secretKind}}
	err := from.Get(ctx, types.NamespacedName{Namespace: namespace, Name: name}, &secret)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	return []metav1.PartialObjectMetadata{secret}, explain(err, namespace)
}

// readStatuses reads the reported statuses of Shoots. It returns nil if the user has no permission to read them.
func readStatuses(ctx context.Context, from garden.Client, namespace string) (garden.Data, error) {
	statuses, err := garden.StatusSource(from, namespace).Read(ctx)
	if apierrors.IsForbidden(err) {
		return nil, nil //nolint:nilnil // without the statuses, the keys are shown alone
	}
	return statuses.Data, err
}

// explain adds a suggested fix to an error about a missing permission to read Secrets.
func explain(err error, namespace string) error {
	switch {
	case err == nil:
		return nil
	case !apierrors.IsForbidden(err):
		return fmt.Errorf("failed to read the deploy keys: %w", err)
	case namespace == metav1.NamespaceAll:
		return fmt.Errorf("you may not list the Secrets of all projects; select one with -n: %w", err)
	}
	return fmt.Errorf("you may not read Secrets in namespace %s, which is also required for the public key. "+
		"Members and admins of the project may, viewers may not; ConfigMap %s has the reported keys of Shoots: %w", namespace, fluxv1alpha1.StatusConfigMapName, err)
}

// newKey returns the key of a source in a Secret. It reads the data of the Secret only if the annotations contain no
// valid public key, and uses only the public key from it.
func newKey(ctx context.Context, from garden.Client, secret *metav1.PartialObjectMetadata, source string, statuses garden.Data) (*Key, error) {
	a := secret.Annotations
	if source != "" {
		a = deploykey.SourceAnnotations(a, source)
	}
	record, _ := deploykey.RegistrationOf(a)
	key := &Key{
		Namespace: secret.Namespace, Source: source, Unused: a[fluxv1alpha1.AnnotationUnused] != "", Phase: keyInUse, CreatedAt: secret.CreationTimestamp,
		publicKey:        publicKeyFrom(a[fluxv1alpha1.AnnotationPublicKey], "", timeIn(a, fluxv1alpha1.AnnotationGeneratedAt), record),
		RotatedAt:        timeIn(a, fluxv1alpha1.AnnotationRotatedAt),
		PendingOperation: text.OneLine(a[fluxv1alpha1.AnnotationOperation]), OperationError: text.OneLine(a[fluxv1alpha1.AnnotationOperationError]),
		Shoots: []shootWithKey{}, shootsUnknown: statuses == nil, resourceVersion: secret.ResourceVersion,
	}
	if key.PublicKey == "" {
		stored := &corev1.Secret{}
		if err := from.Get(ctx, types.NamespacedName{Namespace: secret.Namespace, Name: secret.Name}, stored); err != nil {
			return nil, explain(err, secret.Namespace)
		}
		key.publicKey = publicKeyFrom(string(stored.Data[deploykey.SourceKeyName(source, fluxv1alpha1.SecretKeyPublicKey)]), "", key.GeneratedAt, record)
	}
	if key.PublicKey == "" {
		key.Phase = keyUnknown
	}
	if previous := publicKeyFrom(a[fluxv1alpha1.AnnotationPreviousPublicKey], a[fluxv1alpha1.AnnotationPreviousFingerprint], nil, record); previous.Fingerprint != "" {
		key.Previous, key.Phase = &previous, keyCompleting
	}
	next := publicKeyFrom(a[fluxv1alpha1.AnnotationNextPublicKey], a[fluxv1alpha1.AnnotationNextFingerprint], timeIn(a, fluxv1alpha1.AnnotationNextGeneratedAt), record)
	if next.Fingerprint != "" {
		key.Next, key.Phase = &next, keyPrepared
	}
	key.addShoots(statuses[secret.Namespace], deploykey.RotationOf(a))
	return key, nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// isSecretCurrent returns whether the deploy key's Secret in the garden still has the version of the state, which comes from a watch.
func isSecretCurrent(ctx context.Context, garden client.Reader, key projectKey) (bool, error) {
	secret := key.secret()
	if err := garden.Get(ctx, client.ObjectKeyFromObject(secret), secret); err != nil {
		return false, client.IgnoreNotFound(err)
	}
	return secret.ResourceVersion == key.state.KeyVersion, nil
}

// annotateSecret writes annotations on the version of the deploy key's Secret in the state, and returns whether it could: if the Secret has
// changed since, the annotations may not be true any more. A nil value removes an annotation. Nothing is written if nothing changes.
func annotateSecret(ctx context.Context, garden client.Writer, key projectKey, annotations map[string]*string) (bool, error) {
	for name, value := range annotations {
		if present, has := key.state.KeyAnnotations[name]; has == (value != nil) && present == ptr.Deref(value, "") {
			delete(annotations, name)
		}
	}
	if len(annotations) == 0 {
		return true, nil
	}
	named := make(map[string]*string, len(annotations))
	for name, value := range annotations {
		named[key.annotation(name)] = value
	}
	version, err := patchSecret(ctx, garden, key.secret(), key.state.KeyVersion, named)
	if version != "" && key.written != nil {
		*key.written = version
	}
	return version != "", err
}

// patchSecret writes annotations under the names that they have in a Secret, and returns its new version: none if it has not the given one any more.
func patchSecret(ctx context.Context, garden client.Writer, secret *metav1.PartialObjectMetadata, version string, named map[string]*string) (string, error) {
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{"resourceVersion": version, "annotations": named}})
	if err != nil {
		return "", fmt.Errorf("failed to encode annotations: %w", err)
	}
	err = garden.Patch(ctx, secret, client.RawPatch(types.MergePatchType, patch))
	switch {
	case apierrors.IsConflict(err), apierrors.IsNotFound(err):
		return "", nil
	case err != nil:
		return "", fmt.Errorf("failed to annotate Secret %s in the garden: %w", client.ObjectKeyFromObject(secret), err)
	}
	return secret.ResourceVersion, nil
}

// secret returns an object for the metadata of the Secret.
func (k projectKey) secret() *metav1.PartialObjectMetadata {
	secret := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: k.namespace, Name: k.secretName()}}
	secret.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Secret"))
	return secret
}

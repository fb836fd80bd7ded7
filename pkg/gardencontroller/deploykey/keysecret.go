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
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{"resourceVersion": key.state.KeyVersion, "annotations": named}})
	if err != nil {
		return false, fmt.Errorf("failed to encode annotations: %w", err)
	}
	secret := key.secret()
	err = garden.Patch(ctx, secret, client.RawPatch(types.MergePatchType, patch))
	switch {
	case apierrors.IsConflict(err), apierrors.IsNotFound(err):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("failed to annotate Secret %s/%s in the garden: %w", key.namespace, key.secretName(), err)
	}
	if key.written != nil {
		*key.written = secret.ResourceVersion
	}
	return true, nil
}

// secret returns an object for the metadata of the Secret.
func (k projectKey) secret() *metav1.PartialObjectMetadata {
	secret := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: k.namespace, Name: k.secretName()}}
	secret.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Secret"))
	return secret
}

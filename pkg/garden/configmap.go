// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// ReadConfigMap returns a ConfigMap of the project; nil if the API server answers that there is none. An answer of a proxy is no such answer.
func ReadConfigMap(ctx context.Context, garden client.Reader, namespace, name string) (*corev1.ConfigMap, error) {
	configMap := &corev1.ConfigMap{}
	has, err := exists(ctx, garden, "ConfigMap", client.ObjectKey{Namespace: namespace, Name: name}, configMap)
	if err != nil || !has {
		return nil, err
	}
	return configMap, nil
}

// exists reads an object of a kind, and returns whether there is one. Only an answer of the garden itself counts as that there is none.
func exists(ctx context.Context, garden client.Reader, kind string, key client.ObjectKey, object client.Object) (bool, error) {
	err := garden.Get(ctx, key, object)
	if apierrors.IsNotFound(err) && !apierrors.IsUnexpectedServerError(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("failed to read %s %s in the garden: %w", kind, key, err)
	}
	return true, nil
}

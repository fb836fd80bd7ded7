// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package project

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
	err := garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, configMap)
	if apierrors.IsNotFound(err) && !apierrors.IsUnexpectedServerError(err) {
		return nil, nil //nolint:nilnil // no ConfigMap is no error
	}
	if err != nil {
		return nil, fmt.Errorf("failed to read ConfigMap %s/%s: %w", namespace, name, err)
	}
	return configMap, nil
}

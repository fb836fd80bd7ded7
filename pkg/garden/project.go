// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package garden reads and writes the extension's objects in the namespaces of projects: it reads the ConfigMaps flux-config and flux-rollout,
// watches them together with the deploy key's Secret, and writes the status of Shoots into the ConfigMap flux-status. It interprets nothing of the
// configuration but whether there is a rollout.
package garden

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// Reader reads the configuration of projects.
type Reader struct {
	garden client.Reader
}

// NewReader returns a Reader with the given client for the garden. The client must not read from a cache.
func NewReader(garden client.Reader) *Reader {
	return &Reader{garden: garden}
}

// Read returns the ConfigMap flux-config of the project; nil if the project has none. The error is the garden's.
func (r *Reader) Read(ctx context.Context, namespace string) (*document.ConfigMap, error) {
	configMap := &corev1.ConfigMap{}
	if err := r.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName}, configMap); err != nil {
		if apierrors.IsNotFound(err) {
			return nil, nil //nolint:nilnil // no ConfigMap is no error, and callers expect nil
		}
		return nil, fmt.Errorf("failed to read ConfigMap %s/%s in the garden: %w", namespace, fluxv1alpha1.ConfigMapName, err)
	}
	return &document.ConfigMap{Namespace: namespace, Data: configMap.Data, BinaryData: configMap.BinaryData}, nil
}

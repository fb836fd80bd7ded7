// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package secrets

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

// OfSources returns the deploy keys of the additional sources of these names, with one request; of a source that has none, there is none. The error is a
// *keypair.DamagedKeyError if one cannot be used; any other error is the garden's.
func (s *Store) OfSources(ctx context.Context, namespace string, names []string) (map[string]keypair.DeployKey, error) {
	if len(names) == 0 {
		return map[string]keypair.DeployKey{}, nil
	}
	secret := &corev1.Secret{}
	err := s.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.SourceKeysSecretName}, secret)
	if apierrors.IsNotFound(err) {
		return map[string]keypair.DeployKey{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("failed to read Secret %s/%s in the garden: %w", namespace, fluxv1alpha1.SourceKeysSecretName, err)
	}
	return keypair.SourceKeysIn(secret, names)
}

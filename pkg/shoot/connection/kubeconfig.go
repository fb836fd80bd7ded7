// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package connection

import (
	"context"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilresourceversion "k8s.io/apimachinery/pkg/util/resourceversion"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// readKubeconfig reads the kubeconfig that gardenlet maintains for extensions, like util.NewClientForShoot of
// Gardener's extension library.
func readKubeconfig(ctx context.Context, reader client.Reader, namespace string, external bool) (*corev1.Secret, error) {
	names := []string{v1beta1constants.SecretNameGardenerInternal, v1beta1constants.SecretNameGardener}
	if external {
		names = names[1:]
	}
	var err error
	for _, name := range names {
		secret := &corev1.Secret{}
		if err = reader.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, secret); err == nil {
			return secret, nil
		}
		if !apierrors.IsNotFound(err) {
			return nil, err
		}
	}
	return nil, err
}

// isOlder reports whether the Secret is older than the known version.
func isOlder(secret, known *metav1.ObjectMeta) bool {
	if secret.Name != known.Name {
		return false
	}
	order, err := utilresourceversion.CompareResourceVersion(secret.ResourceVersion, known.ResourceVersion)
	return err == nil && order < 0
}

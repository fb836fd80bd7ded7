// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"context"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// kubeconfigs reads the shoots' kubeconfigs from a watch, and from the API server if the watch has none or cannot be used.
type kubeconfigs struct {
	client.Reader
	watched client.Reader
}

// WatchKubeconfigs returns a reader of Secrets. It reads the shoots' kubeconfigs from a watch, and all others from the API server.
func WatchKubeconfigs(mgr manager.Manager) (client.Reader, error) {
	watched, err := newWatch(mgr, &corev1.Secret{}, slimKubeconfig, v1beta1constants.SecretNameGardenerInternal)
	return kubeconfigs{Reader: mgr.GetClient(), watched: watched}, err
}

// Get reads a Secret.
func (k kubeconfigs) Get(ctx context.Context, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
	if key.Name == v1beta1constants.SecretNameGardenerInternal && k.watched.Get(ctx, key, object, opts...) == nil {
		return nil
	}
	return k.Reader.Get(ctx, key, object, opts...)
}

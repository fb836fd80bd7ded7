// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"context"
	"errors"
	"fmt"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"github.com/gardener/gardener/pkg/utils/secrets"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// ownKubeconfig answers reads of the Secret with the kubeconfig of a self-hosted Shoot.
type ownKubeconfig []byte

// OwnKubeconfig returns a reader of the kubeconfig of a self-hosted Shoot: the process runs in it, and gardenlet
// creates no Secret with a kubeconfig for extensions there. The kubeconfig names the file with the token, which
// Kubernetes renews.
func OwnKubeconfig(config *rest.Config) (client.Reader, error) {
	config = rest.CopyConfig(config)
	if err := rest.LoadTLSFiles(config); err != nil {
		return nil, fmt.Errorf("failed to read the certificates of the API server: %w", err)
	}
	const name = "shoot"
	kubeconfig, err := clientcmd.Write(clientcmdapi.Config{
		Clusters:       map[string]*clientcmdapi.Cluster{name: {Server: config.Host, CertificateAuthorityData: config.CAData, TLSServerName: config.ServerName}},
		AuthInfos:      map[string]*clientcmdapi.AuthInfo{name: {TokenFile: config.BearerTokenFile, ClientCertificateData: config.CertData, ClientKeyData: config.KeyData}},
		Contexts:       map[string]*clientcmdapi.Context{name: {Cluster: name, AuthInfo: name}},
		CurrentContext: name,
	})
	return ownKubeconfig(kubeconfig), err
}

// Get reads the Secret gardener-internal, or gardener, in the namespace of the control plane, kube-system.
func (k ownKubeconfig) Get(_ context.Context, key client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	secret, ok := object.(*corev1.Secret)
	if !ok || key.Namespace != metav1.NamespaceSystem || key.Name != v1beta1constants.SecretNameGardenerInternal && key.Name != v1beta1constants.SecretNameGardener {
		return apierrors.NewNotFound(corev1.Resource("secrets"), key.Name)
	}
	*secret = corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name},
		Data:       map[string][]byte{secrets.DataKeyKubeconfig: k},
	}
	return nil
}

// List always returns an error, because no caller needs it.
func (k ownKubeconfig) List(context.Context, client.ObjectList, ...client.ListOption) error {
	return errors.New("kubeconfigs cannot be listed")
}

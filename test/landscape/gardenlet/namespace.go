// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	podsecurityadmissionapi "k8s.io/pod-security-admission/api"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/controllerutils"
	secretsutils "github.com/gardener/gardener/pkg/utils/secrets"
)

// deployNamespace creates or updates the Shoot's namespace. As in gardenlet, each flow rewrites the extension labels
// when it starts. Therefore the label of a type that the Shoot no longer uses is removed before its Extension is
// deleted.
func (g *Gardenlet) deployNamespace(ctx context.Context, o *operation) error {
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: o.namespace}}
	_, err := controllerutils.GetAndCreateOrMergePatch(ctx, g.seed, namespace, func() error {
		metav1.SetMetaDataAnnotation(&namespace.ObjectMeta, v1beta1constants.ShootUID, string(o.shoot.Status.UID))
		for key := range namespace.Labels {
			if strings.HasPrefix(key, v1beta1constants.LabelExtensionPrefix) {
				delete(namespace.Labels, key)
			}
		}
		for key, value := range namespaceLabels(o) {
			metav1.SetMetaDataLabel(&namespace.ObjectMeta, key, value)
		}
		return nil
	})
	return err
}

func namespaceLabels(o *operation) map[string]string {
	labels := map[string]string{
		v1beta1constants.GardenRole:                      v1beta1constants.GardenRoleShoot,
		v1beta1constants.LabelSeedProvider:               o.seed.Spec.Provider.Type,
		v1beta1constants.LabelBackupProvider:             o.seed.Spec.Provider.Type,
		v1beta1constants.LabelShootProvider:              o.shoot.Spec.Provider.Type,
		podsecurityadmissionapi.EnforceLevelLabel:        string(podsecurityadmissionapi.LevelPrivileged),
		resourcesv1alpha1.HighAvailabilityConfigConsider: "true",
	}
	if networking := o.shoot.Spec.Networking; networking != nil && networking.Type != nil {
		labels[v1beta1constants.LabelNetworkingProvider] = *networking.Type
	}
	for _, extensionType := range o.extensionTypes {
		labels[v1beta1constants.LabelExtensionPrefix+extensionType] = "true"
	}
	return labels
}

// deployShootAccess creates the Secrets with kubeconfigs of the shoot for extensions and for gardener-resource-manager.
// Gardener uses ServiceAccount tokens. These kubeconfigs contain administrator credentials.
func (g *Gardenlet) deployShootAccess(ctx context.Context, o *operation) error {
	kubeconfig, err := kubeconfigFor(o.namespace, o.access)
	if err != nil {
		return err
	}
	for _, name := range []string{v1beta1constants.SecretNameGardener, v1beta1constants.SecretNameGardenerInternal, resourceManagerAccessName} {
		secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: o.namespace}}
		_, err := controllerutils.GetAndCreateOrMergePatch(ctx, g.seed, secret, func() error {
			secret.Data = map[string][]byte{secretsutils.DataKeyKubeconfig: kubeconfig}
			return nil
		})
		if err != nil {
			return fmt.Errorf("failed to deploy secret %s: %w", name, err)
		}
	}
	return nil
}

// kubeconfigFor converts a client configuration to a kubeconfig. Extensions refuse kubeconfigs that reference files or
// commands, so all data is inlined.
func kubeconfigFor(name string, config *rest.Config) ([]byte, error) {
	config = rest.CopyConfig(config)
	if err := rest.LoadTLSFiles(config); err != nil {
		return nil, fmt.Errorf("failed to read the client configuration's files: %w", err)
	}
	return clientcmd.Write(clientcmdapi.Config{
		Clusters: map[string]*clientcmdapi.Cluster{name: {
			Server:                   config.Host,
			TLSServerName:            config.ServerName,
			CertificateAuthorityData: config.CAData,
		}},
		AuthInfos: map[string]*clientcmdapi.AuthInfo{name: {
			ClientCertificateData: config.CertData,
			ClientKeyData:         config.KeyData,
			Token:                 config.BearerToken,
		}},
		Contexts:       map[string]*clientcmdapi.Context{name: {Cluster: name, AuthInfo: name}},
		CurrentContext: name,
	})
}

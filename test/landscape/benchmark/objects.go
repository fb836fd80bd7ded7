// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package benchmark

import (
	"context"
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	secretsutils "github.com/gardener/gardener/pkg/utils/secrets"
)

const (
	seedName       = "benchmark"
	gardenIdentity = "benchmark-garden"

	extensionName     = "shoot-flux"
	configName        = "flux-config"
	statusName        = "flux-status"
	deployKeyName     = "flux-source"
	projectNamePrefix = "garden-"
)

// fluxConfig names a repository that is read with the project's deploy key, which is what costs most. Nothing connects to
// the host; its keys are known.
const fluxConfig = `
apiVersion: flux.extensions.gardener.cloud/v1alpha1
kind: FluxConfig
source:
  template:
    kind: GitRepository
    spec:
      url: ssh://git@github.com/example/fleet
      ref: {branch: main}
kustomization:
  template:
    spec: {path: ./clusters/default}
`

// projectObjects are what a project has in the garden.
func projectObjects(project string) []client.Object {
	namespace := projectNamePrefix + project
	return []client.Object{
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace, Labels: map[string]string{
			v1beta1constants.GardenRole: v1beta1constants.GardenRoleProject, v1beta1constants.ProjectName: project,
		}}},
		&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: configName}, Data: map[string]string{"config.yaml": fluxConfig}},
	}
}

// controlPlane is what gardenlet makes in the seed for a shoot, as far as the extension looks at it. The Extension is the last.
func (s *shoot) controlPlane() ([]client.Object, error) {
	cluster, err := s.cluster()
	if err != nil {
		return nil, err
	}
	kubeconfig, err := clientcmd.Write(clientcmdapi.Config{
		Clusters:       map[string]*clientcmdapi.Cluster{s.technicalID: {Server: s.url, CertificateAuthorityData: s.ca.Cert}},
		AuthInfos:      map[string]*clientcmdapi.AuthInfo{s.technicalID: {Token: string(s.uid)}},
		Contexts:       map[string]*clientcmdapi.Context{s.technicalID: {Cluster: s.technicalID, AuthInfo: s.technicalID}},
		CurrentContext: s.technicalID,
	})
	if err != nil {
		return nil, err
	}
	return []client.Object{
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: s.technicalID, Labels: map[string]string{
			v1beta1constants.GardenRole: v1beta1constants.GardenRoleShoot, v1beta1constants.LabelExtensionPrefix + extensionName: "true",
		}}},
		cluster,
		&corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Namespace: s.technicalID, Name: v1beta1constants.SecretNameGardenerInternal},
			Data:       map[string][]byte{secretsutils.DataKeyKubeconfig: kubeconfig},
		},
		&extensionsv1alpha1.Extension{
			ObjectMeta: metav1.ObjectMeta{Namespace: s.technicalID, Name: extensionName, Annotations: map[string]string{
				v1beta1constants.GardenerOperation: v1beta1constants.GardenerOperationReconcile,
			}},
			Spec: extensionsv1alpha1.ExtensionSpec{DefaultSpec: extensionsv1alpha1.DefaultSpec{
				Type: extensionName, Class: ptr.To(extensionsv1alpha1.ExtensionClassShoot),
			}},
		},
	}, nil
}

func (s *shoot) cluster() (client.Object, error) {
	garden := gardencorev1beta1.SchemeGroupVersion.String()
	shoot := &gardencorev1beta1.Shoot{
		TypeMeta:   metav1.TypeMeta{APIVersion: garden, Kind: "Shoot"},
		ObjectMeta: metav1.ObjectMeta{Namespace: projectNamePrefix + s.project, Name: s.name, UID: s.uid, Generation: 1},
		Spec: gardencorev1beta1.ShootSpec{
			Region: "local", SeedName: ptr.To(seedName), Kubernetes: gardencorev1beta1.Kubernetes{Version: "1.36.4"},
			DNS: &gardencorev1beta1.DNS{Domain: ptr.To(s.name + "." + s.project + ".example.com")},
			Networking: &gardencorev1beta1.Networking{
				Type: ptr.To("calico"), Nodes: ptr.To("10.10.0.0/16"), Pods: ptr.To("10.11.0.0/16"), Services: ptr.To("10.12.0.0/16"),
			},
			Provider:   gardencorev1beta1.Provider{Type: "local", Workers: []gardencorev1beta1.Worker{{Name: "worker", Minimum: 1, Maximum: 3}}},
			Extensions: []gardencorev1beta1.Extension{{Type: extensionName}},
		},
		Status: gardencorev1beta1.ShootStatus{
			TechnicalID: s.technicalID, ClusterIdentity: ptr.To(s.technicalID + "-" + string(s.uid) + "-" + gardenIdentity), UID: s.uid,
			LastOperation: &gardencorev1beta1.LastOperation{Type: gardencorev1beta1.LastOperationTypeReconcile, State: gardencorev1beta1.LastOperationStateSucceeded, Progress: 100},
		},
	}
	cluster := &extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: s.technicalID}}
	cluster.Spec.Seed = &runtime.RawExtension{}
	for target, object := range map[*runtime.RawExtension]any{
		&cluster.Spec.Shoot:        shoot,
		&cluster.Spec.CloudProfile: &gardencorev1beta1.CloudProfile{TypeMeta: metav1.TypeMeta{APIVersion: garden, Kind: "CloudProfile"}},
		cluster.Spec.Seed: &gardencorev1beta1.Seed{
			TypeMeta: metav1.TypeMeta{APIVersion: garden, Kind: "Seed"}, ObjectMeta: metav1.ObjectMeta{Name: seedName},
		},
	} {
		var err error
		if target.Raw, err = json.Marshal(object); err != nil {
			return nil, fmt.Errorf("encoding what Cluster %s holds: %w", s.technicalID, err)
		}
	}
	return cluster, nil
}

func createAll(ctx context.Context, c client.Client, objects []client.Object) error {
	for _, object := range objects {
		if err := c.Create(ctx, object); err != nil {
			return fmt.Errorf("creating %T %s: %w", object, client.ObjectKeyFromObject(object), err)
		}
	}
	return nil
}

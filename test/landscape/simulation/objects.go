// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

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

// Names of objects in garden and seed.
const (
	// SeedName is the name of the seed.
	SeedName = "simulated"
	// ExtensionName is the name and the type of all Extensions.
	ExtensionName = "shoot-flux"
	// ExtensionNamespace is the namespace of the controller in the seed.
	ExtensionNamespace = "extension-shoot-flux"
	// ConfigName, StatusName and DeployKeyName are the names of a project's objects in the garden. Requests for these
	// objects are counted separately.
	ConfigName    = "flux-config"
	StatusName    = "flux-status"
	DeployKeyName = "flux-source"

	gardenIdentity = "simulated-garden"
	configKey      = "config.yaml"
)

// ProjectNamespace returns the namespace of a project in the garden.
func ProjectNamespace(project string) string { return "garden-" + project }

// Config is the default configuration of projects. It has a repository and the project's deploy key, which is the most
// expensive case. The keys of the host are known, but no component connects to the host.
const Config = `
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

// projectObjects returns the objects of a project in the garden.
func projectObjects(project, config string) []client.Object {
	namespace := ProjectNamespace(project)
	return []client.Object{
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace, Labels: map[string]string{
			v1beta1constants.GardenRole: v1beta1constants.GardenRoleProject, v1beta1constants.ProjectName: project,
		}}},
		&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: ConfigName}, Data: map[string]string{configKey: config}},
	}
}

// controlPlane returns the objects that gardenlet creates in the seed before the Extension, if the extension reads
// them.
func (s *Shoot) controlPlane() ([]client.Object, error) {
	cluster, err := s.cluster()
	if err != nil {
		return nil, err
	}
	objects := []client.Object{
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: s.TechnicalID, Labels: map[string]string{
			v1beta1constants.GardenRole: v1beta1constants.GardenRoleShoot, v1beta1constants.LabelExtensionPrefix + ExtensionName: "true",
		}}},
		cluster,
	}
	if s.ca == nil {
		return objects, nil
	}
	kubeconfig, err := clientcmd.Write(clientcmdapi.Config{
		Clusters:       map[string]*clientcmdapi.Cluster{s.TechnicalID: {Server: s.url, CertificateAuthorityData: s.ca.Cert}},
		AuthInfos:      map[string]*clientcmdapi.AuthInfo{s.TechnicalID: {Token: string(s.uid)}},
		Contexts:       map[string]*clientcmdapi.Context{s.TechnicalID: {Cluster: s.TechnicalID, AuthInfo: s.TechnicalID}},
		CurrentContext: s.TechnicalID,
	})
	if err != nil {
		return nil, err
	}
	return append(objects, &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Namespace: s.TechnicalID, Name: v1beta1constants.SecretNameGardenerInternal},
		Data:       map[string][]byte{secretsutils.DataKeyKubeconfig: kubeconfig},
	}), nil
}

// Extension returns the shoot's Extension as created by gardenlet.
func (s *Shoot) Extension() *extensionsv1alpha1.Extension {
	return &extensionsv1alpha1.Extension{
		ObjectMeta: metav1.ObjectMeta{Namespace: s.TechnicalID, Name: ExtensionName, Annotations: map[string]string{
			v1beta1constants.GardenerOperation: v1beta1constants.GardenerOperationReconcile,
			v1beta1constants.GardenerTimestamp: time.Now().UTC().Format(time.RFC3339Nano),
		}},
		Spec: extensionsv1alpha1.ExtensionSpec{DefaultSpec: extensionsv1alpha1.DefaultSpec{
			Type: ExtensionName, Class: ptr.To(extensionsv1alpha1.ExtensionClassShoot),
		}},
	}
}

// shoot returns the Shoot as gardenlet writes it into the Cluster.
func (s *Shoot) shoot() *gardencorev1beta1.Shoot {
	return &gardencorev1beta1.Shoot{
		TypeMeta:   metav1.TypeMeta{APIVersion: gardencorev1beta1.SchemeGroupVersion.String(), Kind: "Shoot"},
		ObjectMeta: metav1.ObjectMeta{Namespace: ProjectNamespace(s.Project), Name: s.Name, UID: s.uid, Generation: 1, Labels: s.labels},
		Spec: gardencorev1beta1.ShootSpec{
			Region: "local", SeedName: ptr.To(SeedName), Kubernetes: gardencorev1beta1.Kubernetes{Version: "1.36.4"},
			DNS: &gardencorev1beta1.DNS{Domain: ptr.To(s.Name + "." + s.Project + ".example.com")},
			Networking: &gardencorev1beta1.Networking{
				Type: ptr.To("calico"), Nodes: ptr.To("10.10.0.0/16"), Pods: ptr.To("10.11.0.0/16"), Services: ptr.To("10.12.0.0/16"),
			},
			Provider:   gardencorev1beta1.Provider{Type: "local", Workers: []gardencorev1beta1.Worker{{Name: "worker", Minimum: 1, Maximum: 3}}},
			Extensions: []gardencorev1beta1.Extension{{Type: ExtensionName}},
		},
		Status: gardencorev1beta1.ShootStatus{
			TechnicalID: s.TechnicalID, ClusterIdentity: ptr.To(s.TechnicalID + "-" + string(s.uid) + "-" + gardenIdentity), UID: s.uid,
			LastOperation: &gardencorev1beta1.LastOperation{Type: gardencorev1beta1.LastOperationTypeReconcile, State: gardencorev1beta1.LastOperationStateSucceeded, Progress: 100},
		},
	}
}

func (s *Shoot) cluster() (client.Object, error) {
	garden := gardencorev1beta1.SchemeGroupVersion.String()
	cluster := &extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: s.TechnicalID}}
	cluster.Spec.Seed = &runtime.RawExtension{}
	for target, object := range map[*runtime.RawExtension]any{
		&cluster.Spec.Shoot:        s.shoot(),
		&cluster.Spec.CloudProfile: &gardencorev1beta1.CloudProfile{TypeMeta: metav1.TypeMeta{APIVersion: garden, Kind: "CloudProfile"}},
		cluster.Spec.Seed: &gardencorev1beta1.Seed{
			TypeMeta: metav1.TypeMeta{APIVersion: garden, Kind: "Seed"}, ObjectMeta: metav1.ObjectMeta{Name: SeedName},
		},
	} {
		var err error
		if target.Raw, err = json.Marshal(object); err != nil {
			return nil, fmt.Errorf("encoding Cluster %s: %w", s.TechnicalID, err)
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

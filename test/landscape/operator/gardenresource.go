// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator

import (
	"context"
	"fmt"
	"os"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	operatorv1alpha1 "github.com/gardener/gardener/pkg/apis/operator/v1alpha1"
	gardeneraccess "github.com/gardener/gardener/pkg/component/gardener/access"
	"github.com/gardener/gardener/pkg/utils/gardener/tokenrequest"
	secretsutils "github.com/gardener/gardener/pkg/utils/secrets"
	fakesecretsmanager "github.com/gardener/gardener/pkg/utils/secrets/manager/fake"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// gardenExample is Gardener's example of a Garden.
const gardenExample = "20-garden.yaml"

// createGarden creates the access to the virtual garden as gardener-operator's controller for Gardens does, and a
// Garden that this controller has reconciled successfully according to its status.
func (o *Operator) createGarden(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, cluster.StartTimeout)
	defer cancel()
	kubeconfigName, err := o.grantAccess(ctx)
	if err != nil {
		return fmt.Errorf("granting access to the virtual garden: %w", err)
	}
	created, err := o.gardenExample()
	if err != nil {
		return err
	}
	metav1.SetMetaDataAnnotation(&created.ObjectMeta, v1beta1constants.AnnotationKeyGenericTokenKubeconfigSecretName, kubeconfigName)
	// gardener-operator's webhooks refuse Gardens until their server is ready.
	if err := process.Until(ctx, "the Garden", cluster.ProbeInterval, func(ctx context.Context) error {
		return client.IgnoreAlreadyExists(o.Client.Create(ctx, created))
	}); err != nil {
		return err
	}
	if err := o.Client.Get(ctx, client.ObjectKeyFromObject(created), created); err != nil {
		return fmt.Errorf("reading the Garden: %w", err)
	}
	before := created.DeepCopy()
	created.Status.LastOperation = &gardencorev1beta1.LastOperation{
		Type: gardencorev1beta1.LastOperationTypeReconcile, State: gardencorev1beta1.LastOperationStateSucceeded, Progress: 100,
		LastUpdateTime: metav1.Now(), Description: "the landscape has started the garden",
	}
	created.Status.ObservedGeneration = created.Generation
	if err := o.Client.Status().Patch(ctx, created, client.MergeFrom(before)); err != nil {
		return fmt.Errorf("reporting the Garden as reconciled: %w", err)
	}
	o.options.Progress("Garden created")
	return nil
}

// grantAccess creates the kubeconfigs for gardener-operator and for all pods with access to the virtual garden, and
// returns the name of the Secret with the second one. gardener-resource-manager adds the token to the first one.
func (o *Operator) grantAccess(ctx context.Context) (string, error) {
	authority := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Name: v1beta1constants.SecretNameCACluster, Namespace: v1beta1constants.GardenNamespace},
		Data:       map[string][]byte{secretsutils.DataKeyCertificateBundle: o.Garden.Cluster.CA.Cert},
	}
	if err := o.Client.Create(ctx, authority); err != nil {
		return "", err
	}
	// Gardener's real secrets manager would create another authority than the one that the garden has.
	secretsManager := fakesecretsmanager.New(o.Client, v1beta1constants.GardenNamespace)
	access := gardeneraccess.New(o.Client, v1beta1constants.GardenNamespace, secretsManager, gardeneraccess.Values{
		ServerInCluster: o.Garden.Cluster.URL, ServerOutOfCluster: o.Garden.Cluster.URL, IsGardenCluster: true,
	})
	if err := access.Deploy(ctx); err != nil {
		return "", err
	}
	if err := access.Wait(ctx); err != nil {
		return "", err
	}
	kubeconfig, err := tokenrequest.GenerateGenericTokenKubeconfig(ctx, secretsManager, v1beta1constants.GardenNamespace, o.Garden.Cluster.URL)
	if err != nil {
		return "", err
	}
	return kubeconfig.Name, nil
}

// gardenExample returns Gardener's example of a Garden.
func (o *Operator) gardenExample() (*operatorv1alpha1.Garden, error) {
	content, err := os.ReadFile(o.example(gardenExample))
	if err != nil {
		return nil, fmt.Errorf("reading Gardener's example of a Garden: %w", err)
	}
	objects, err := garden.Decode(content)
	if err != nil {
		return nil, fmt.Errorf("decoding Gardener's example of a Garden: %w", err)
	}
	for _, object := range objects {
		if object.GetObjectKind().GroupVersionKind().Kind != "Garden" {
			continue
		}
		example := &operatorv1alpha1.Garden{}
		return example, convert(object, example)
	}
	return nil, fmt.Errorf("%s has no Garden", gardenExample)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"strings"

	"github.com/Masterminds/semver/v3"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	operatorv1alpha1 "github.com/gardener/gardener/pkg/apis/operator/v1alpha1"
	"github.com/gardener/gardener/pkg/component"
	"github.com/gardener/gardener/pkg/component/garden/system/virtual"
	"github.com/gardener/gardener/pkg/component/gardener/admissioncontroller"
	"github.com/gardener/gardener/pkg/component/gardener/controllermanager"
	operatorclient "github.com/gardener/gardener/pkg/operator/client"
	"github.com/gardener/gardener/pkg/utils/managedresources"
	secretsutils "github.com/gardener/gardener/pkg/utils/secrets"
	fakesecretsmanager "github.com/gardener/gardener/pkg/utils/secrets/manager/fake"
)

// operatorObjects are the objects that gardener-operator deploys into the garden.
type operatorObjects struct {
	roles, webhooks []client.Object
}

// renderOperatorObjects returns the objects that gardener-operator deploys into the garden. It deploys
// gardener-operator's components with a fake client, and sets the addresses of webhooks to the local admission
// controller.
func renderOperatorObjects(ctx context.Context, caPEM []byte, admissionURL string) (operatorObjects, error) {
	const namespace = v1beta1constants.GardenNamespace
	runtimeClient := fake.NewClientBuilder().WithScheme(operatorclient.RuntimeScheme).Build()
	for _, name := range []string{operatorv1alpha1.SecretNameCAGardener, v1beta1constants.SecretNameGenericTokenKubeconfig} {
		secret := &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace},
			Data:       map[string][]byte{secretsutils.DataKeyCertificateBundle: caPEM, secretsutils.DataKeyCertificateCA: caPEM},
		}
		if err := runtimeClient.Create(ctx, secret); err != nil {
			return operatorObjects{}, fmt.Errorf("preparing secret %s: %w", name, err)
		}
	}
	secretsManager := fakesecretsmanager.New(runtimeClient, namespace)
	components := map[string]component.Deployer{
		virtual.ManagedResourceName: virtual.New(runtimeClient, namespace, virtual.Values{SeedAuthorizerEnabled: true}),
		admissioncontroller.ManagedResourceNameVirtual: admissioncontroller.New(runtimeClient, namespace, secretsManager, admissioncontroller.Values{
			LogLevel:                      logLevel,
			RuntimeVersion:                semver.MustParse(newestKubernetesVersion),
			AuthorizerRestrictionsEnabled: true,
		}),
		controllermanager.ManagedResourceNameVirtual: controllermanager.New(runtimeClient, namespace, secretsManager, controllermanager.Values{LogLevel: logLevel}),
	}
	var rendered operatorObjects
	for managedResource, deployer := range components {
		if err := deployer.Deploy(ctx); err != nil {
			return operatorObjects{}, fmt.Errorf("deploying %s: %w", managedResource, err)
		}
		objects, err := managedresources.GetObjects(ctx, runtimeClient, namespace, managedResource)
		if err != nil {
			return operatorObjects{}, err
		}
		for _, object := range objects {
			rendered.add(object, admissionURL)
		}
	}
	return rendered, nil
}

func (o *operatorObjects) add(object client.Object, admissionURL string) {
	switch object := object.(type) {
	case *admissionregistrationv1.ValidatingWebhookConfiguration:
		for i := range object.Webhooks {
			redirect(&object.Webhooks[i].ClientConfig, admissionURL)
		}
		o.webhooks = append(o.webhooks, object)
	case *admissionregistrationv1.MutatingWebhookConfiguration:
		for i := range object.Webhooks {
			redirect(&object.Webhooks[i].ClientConfig, admissionURL)
		}
		o.webhooks = append(o.webhooks, object)
	case *corev1.Namespace:
		// Namespaces must be created before the objects in them.
		o.roles = append([]client.Object{object}, o.roles...)
	default:
		o.roles = append(o.roles, object)
	}
}

func redirect(config *admissionregistrationv1.WebhookClientConfig, admissionURL string) {
	const productionURL = "https://" + admissioncontroller.ServiceName + "." + v1beta1constants.GardenNamespace
	if config.URL != nil {
		redirected := strings.Replace(*config.URL, productionURL, admissionURL, 1)
		config.URL = &redirected
	}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/utils"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	secretsutils "github.com/gardener/gardener/pkg/utils/secrets"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/artifacts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/gardenlet/installation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

const (
	// operatorExtensionName is the name of the Extension resource for gardener-operator, which derives other names from
	// it.
	operatorExtensionName = "shoot-flux"
	admissionAccountName  = "extension-admission-" + operatorExtensionName
	admissionName         = "gardener-extension-admission-shoot-flux"
	// admissionPort is a port on which processes can listen without privileges on every host.
	admissionPort     = 10250
	admissionReplicas = 2

	tokenLifetime = 12 * time.Hour
)

// ApplicationObjects returns the objects that gardener-operator deploys into the garden for the extension, rendered
// with the operator's values.
func ApplicationObjects(gardenConfig *rest.Config, release artifacts.Directory, operator map[string]any) ([]client.Object, error) {
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "extension-" + operatorExtensionName}}
	chart, err := release.Chart(artifacts.ApplicationChart)
	if err != nil {
		return nil, err
	}
	values, err := admissionValues(release)
	if err != nil {
		return nil, err
	}
	rendered, err := installation.RenderChart(gardenConfig, chart, operatorExtensionName, namespace.Name, utils.MergeMaps(utils.MergeMaps(values, operator),
		map[string]any{"gardener": map[string]any{"virtualCluster": map[string]any{
			"enabled":        true,
			"serviceAccount": map[string]any{"name": admissionAccountName, "namespace": metav1.NamespaceSystem},
		}}}))
	if err != nil {
		return nil, fmt.Errorf("rendering the chart for the garden: %w", err)
	}
	objects, err := garden.Decode(rendered.Manifest())
	if err != nil {
		return nil, fmt.Errorf("decoding the chart for the garden: %w", err)
	}
	return append([]client.Object{namespace}, objects...), nil
}

// admissionValues returns the values for both charts of the admission from the artefacts.
func admissionValues(release artifacts.Directory) (map[string]any, error) {
	extension, err := release.OperatorExtension()
	if err != nil {
		return nil, err
	}
	values, _, err := unstructured.NestedMap(extension.Object, "spec", "deployment", "admission", "values")
	return values, err
}

// installAdmission installs the admission and the garden controller into the cluster of a seed, as gardener-operator
// installs them into the cluster that runs the garden, which may be a seed too. It renders the chart twice: the
// landscape's garden reaches Services of that cluster only by address, and the first rendering creates the Service
// whose address the second one contains.
func (l *Landscape) installAdmission(ctx context.Context, seed *Seed) error {
	l.runtime = seed
	if err := l.grantAdmissionAccess(ctx); err != nil {
		return fmt.Errorf("granting the admission access to the garden: %w", err)
	}
	objects, err := l.admissionObjects("")
	if err != nil {
		return err
	}
	for _, object := range objects {
		if object.GetObjectKind().GroupVersionKind().Kind != "Service" {
			continue
		}
		if err := seed.apply(ctx, object); err != nil {
			return err
		}
	}
	service := &corev1.Service{}
	if err := seed.Client.Get(ctx, client.ObjectKey{Namespace: v1beta1constants.GardenNamespace, Name: admissionName}, service); err != nil {
		return fmt.Errorf("reading the address of the admission: %w", err)
	}
	if objects, err = l.admissionObjects(net.JoinHostPort(service.Spec.ClusterIP, strconv.Itoa(admissionPort))); err != nil {
		return err
	}
	if err := seed.apply(ctx, objects...); err != nil {
		return err
	}
	if err := l.waitForAdmission(ctx); err != nil {
		return err
	}
	if err := l.waitForGardenController(ctx); err != nil {
		return err
	}
	l.steps.completed("admission and garden controller run from their chart")
	return nil
}

// grantAdmissionAccess stores a token for the admission's ServiceAccount in the garden, and a kubeconfig that uses the
// token, in the cluster that runs the garden, as gardener-resource-manager and gardener-operator do.
func (l *Landscape) grantAdmissionAccess(ctx context.Context) error {
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: admissionAccountName, Namespace: metav1.NamespaceSystem}}
	if err := client.IgnoreAlreadyExists(l.Garden.Client.Create(ctx, account)); err != nil {
		return err
	}
	token := &authenticationv1.TokenRequest{Spec: authenticationv1.TokenRequestSpec{ExpirationSeconds: ptr.To(int64(tokenLifetime.Seconds()))}}
	if err := l.Garden.Client.SubResource("token").Create(ctx, account, token); err != nil {
		return err
	}
	kubeconfig, err := clientcmd.Write(clientcmdapi.Config{
		Clusters:       map[string]*clientcmdapi.Cluster{"garden": {Server: l.Garden.Cluster.URL, CertificateAuthorityData: l.Garden.Cluster.CA.Cert}},
		AuthInfos:      map[string]*clientcmdapi.AuthInfo{"extension": {TokenFile: gardenerutils.PathShootToken}},
		Contexts:       map[string]*clientcmdapi.Context{"garden": {Cluster: "garden", AuthInfo: "extension"}},
		CurrentContext: "garden",
	})
	if err != nil {
		return err
	}
	access := gardenerutils.NewShootAccessSecret(admissionAccountName, v1beta1constants.GardenNamespace).Secret
	access.Data = map[string][]byte{resourcesv1alpha1.DataKeyToken: []byte(token.Status.Token)}
	for _, object := range []client.Object{
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: v1beta1constants.GardenNamespace}},
		&schedulingv1.PriorityClass{ObjectMeta: metav1.ObjectMeta{Name: v1beta1constants.PriorityClassNameGardenSystem400}, Value: 999999400},
		&corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Name: v1beta1constants.SecretNameGenericTokenKubeconfig, Namespace: v1beta1constants.GardenNamespace},
			Data:       map[string][]byte{secretsutils.DataKeyKubeconfig: kubeconfig},
		},
		access,
	} {
		if err := client.IgnoreAlreadyExists(l.runtime.Client.Create(ctx, object)); err != nil {
			return err
		}
	}
	return nil
}

// admissionObjects returns the objects that gardener-operator deploys into the cluster that runs the garden. It injects
// the access to the garden into them.
func (l *Landscape) admissionObjects(webhookURL string) ([]client.Object, error) {
	chart, err := l.artifacts.Chart(artifacts.RuntimeChart)
	if err != nil {
		return nil, err
	}
	values, err := admissionValues(l.artifacts)
	if err != nil {
		return nil, err
	}
	values = utils.MergeMaps(values, l.runtimeValues(webhookURL))
	release, err := installation.RenderChart(l.runtime.Cluster.Config, chart, operatorExtensionName, v1beta1constants.GardenNamespace, utils.MergeMaps(values,
		map[string]any{"gardener": map[string]any{
			"runtimeCluster": map[string]any{"priorityClassName": v1beta1constants.PriorityClassNameGardenSystem400},
			"virtualCluster": map[string]any{"enabled": true, "namespace": "extension-" + operatorExtensionName},
		}}))
	if err != nil {
		return nil, fmt.Errorf("rendering the chart of the admission: %w", err)
	}
	accessName := gardenerutils.NewShootAccessSecret(admissionAccountName, v1beta1constants.GardenNamespace).Secret.Name
	var objects []client.Object
	for _, manifest := range release.Manifests {
		// Helm has sorted the manifests so that dependencies come first.
		data := map[string][]byte{manifest.Name: []byte(manifest.Content)}
		err := gardenerutils.MutateObjectsInSecretData(data, v1beta1constants.GardenNamespace, []string{appsv1.GroupName, batchv1.GroupName}, func(object runtime.Object) error {
			return gardenerutils.InjectGenericGardenKubeconfig(object, v1beta1constants.SecretNameGenericTokenKubeconfig, accessName, gardenerutils.VolumeMountPathGenericKubeconfig)
		})
		if err != nil {
			return nil, fmt.Errorf("injecting the access to the garden into %s: %w", manifest.Name, err)
		}
		decoded, err := gardenerutils.ObjectsInSecretData(data)
		if err != nil {
			return nil, fmt.Errorf("decoding %s: %w", manifest.Name, err)
		}
		for _, object := range decoded {
			objects = append(objects, object.(*unstructured.Unstructured)) //nolint:forcetypeassert // Decode returns this type
		}
	}
	return objects, nil
}

// RuntimeValues returns the values that the chart of admission and garden controller needs in the landscape, for a
// caller who installs it. webhookURL is the address of the Service of the admission.
func (l *Landscape) RuntimeValues(webhookURL string) map[string]any {
	return jsonLike(l.runtimeValues(webhookURL))
}

func (l *Landscape) runtimeValues(webhookURL string) map[string]any {
	return l.withOptions(map[string]any{
		"config":       l.operatorConfig(),
		"replicaCount": admissionReplicas,
		"webhook":      map[string]any{"servicePort": admissionPort, "url": webhookURL},
		"gardenController": map[string]any{
			// Tests must not wait an hour until the access of a seed ends.
			"access": map[string]any{"gracePeriod": "15s"},
			// A seed of the landscape reports a new Shoot in less time.
			"status": map[string]any{"gracePeriod": "30s", "refresh": "10s"},
			"push":   map[string]any{"service": map[string]any{"port": pushPort}},
			// Tests must not wait minutes for a message.
			"notifications": map[string]any{"settle": "3s"},
		},
	})
}

// apply creates or updates objects in the seed's cluster.
func (s *Seed) apply(ctx context.Context, objects ...client.Object) error {
	for _, object := range objects {
		applied := object.(*unstructured.Unstructured).DeepCopy() //nolint:forcetypeassert // Decode returns this type
		unstructured.RemoveNestedField(applied.Object, "status")
		if err := s.Client.Apply(ctx, client.ApplyConfigurationFromUnstructured(applied), client.FieldOwner("landscape"), client.ForceOwnership); err != nil {
			return fmt.Errorf("applying %s %s to seed %s: %w", applied.GetKind(), client.ObjectKeyFromObject(applied), s.Name, err)
		}
	}
	return nil
}

// waitForAdmission waits until the admission is ready and its webhooks are registered with a CA bundle.
func (l *Landscape) waitForAdmission(ctx context.Context) error {
	return process.Until(ctx, "the admission", 200*time.Millisecond, func(ctx context.Context) error {
		deployment := &appsv1.Deployment{}
		if err := l.runtime.Client.Get(ctx, client.ObjectKey{Namespace: v1beta1constants.GardenNamespace, Name: admissionName}, deployment); err != nil {
			return err
		}
		if !rolledOut(deployment) {
			return errors.New("its pods are not ready")
		}
		registration := &admissionregistrationv1.ValidatingWebhookConfiguration{}
		if err := l.Garden.Client.Get(ctx, client.ObjectKey{Name: admissionName}, registration); err != nil {
			return err
		}
		for _, webhook := range registration.Webhooks {
			if len(webhook.ClientConfig.CABundle) == 0 {
				return fmt.Errorf("webhook %s has no CA bundle", webhook.Name)
			}
		}
		return nil
	})
}

// StopAdmission stops the admission, and returns when all its pods are gone. Its webhooks remain registered.
func (l *Landscape) StopAdmission(ctx context.Context) error {
	return l.stopInGarden(ctx, "the admission", admissionName)
}

// StartAdmission starts the admission again, and waits until it is ready.
func (l *Landscape) StartAdmission(ctx context.Context) error {
	if err := l.scaleInGarden(ctx, "the admission", admissionName, admissionReplicas); err != nil {
		return err
	}
	return l.waitForAdmission(ctx)
}

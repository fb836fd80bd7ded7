// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package installation

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/go-logr/logr"
	admissionv1 "k8s.io/api/admission/v1"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	podsecurityadmissionapi "k8s.io/pod-security-admission/api"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	gardencorev1 "github.com/gardener/gardener/pkg/apis/core/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/controllerutils"
	"github.com/gardener/gardener/pkg/resourcemanager/webhook/projectedtokenmount"
	"github.com/gardener/gardener/pkg/utils"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	kubernetesutils "github.com/gardener/gardener/pkg/utils/kubernetes"
	secretsutils "github.com/gardener/gardener/pkg/utils/secrets"
)

const (
	// projectedTokenExpirationSeconds is the default of Gardener's webhook for projected tokens.
	projectedTokenExpirationSeconds = 12 * 60 * 60

	// fieldOwner is the field manager for objects in the seed.
	fieldOwner = client.FieldOwner("gardenlet")
)

// Extension is an extension to install into the seed.
type Extension struct {
	// Name is the name of the ControllerInstallation. The extension's namespace is extension-<Name>.
	Name string
	// RegistrationName is the name of the ControllerRegistration and of the Helm release.
	RegistrationName string
}

// Installer installs extensions into a seed.
type Installer struct {
	// Garden and Seed are clients that do not use a cache. GardenConfig and SeedConfig are administrator access to the two
	// clusters.
	Garden, Seed             client.Client
	GardenConfig, SeedConfig *rest.Config
	// SeedName is the name of the Seed in the garden.
	SeedName string
	// GardenIdentity is the garden's cluster identity, and Version the version of Gardener.
	GardenIdentity, Version string
	// Log receives messages about changes to pods.
	Log logr.Logger
}

// Install installs an extension and returns its namespace. It reads the registration from the garden and installs the
// chart, as gardenlet does for a ControllerInstallation. Call it again after the registration has changed. It does not
// delete objects that the chart no longer renders.
//
// gardenlet delivers the rendered chart through the seed's gardener-resource-manager. Install applies the objects
// directly, and mounts the token that a webhook of gardener-resource-manager would mount.
func (i *Installer) Install(ctx context.Context, extension Extension) (string, error) {
	namespace := gardenerutils.NamespaceNameForControllerInstallation(&gardencorev1beta1.ControllerInstallation{ObjectMeta: metav1.ObjectMeta{Name: extension.Name}})
	seed := &gardencorev1beta1.Seed{}
	if err := i.Garden.Get(ctx, client.ObjectKey{Name: i.SeedName}, seed); err != nil {
		return "", fmt.Errorf("failed to read the seed: %w", err)
	}
	registration, deployment, err := i.readRegistration(ctx, extension.RegistrationName)
	if err != nil {
		return "", err
	}
	if err := i.deployExtensionNamespace(ctx, namespace, registration, seed); err != nil {
		return "", fmt.Errorf("failed to deploy namespace %s: %w", namespace, err)
	}
	var kubeconfigName string
	if ptr.Deref(deployment.InjectGardenKubeconfig, false) {
		if kubeconfigName, err = i.deployGenericGardenKubeconfig(ctx, namespace); err != nil {
			return "", fmt.Errorf("failed to deploy the generic garden kubeconfig: %w", err)
		}
	}
	if deployment.Helm == nil || len(deployment.Helm.RawChart) == 0 {
		return "", fmt.Errorf("ControllerDeployment %s contains no Helm chart", deployment.Name)
	}
	values, err := i.chartValues(deployment, seed, kubeconfigName)
	if err != nil {
		return "", err
	}
	release, err := RenderChart(i.SeedConfig, deployment.Helm.RawChart, registration.Name, namespace, values)
	if err != nil {
		return "", fmt.Errorf("failed to render the chart of deployment %s: %w", deployment.Name, err)
	}
	for _, manifest := range release.Manifests {
		// Processing one manifest at a time keeps Helm's order, in which dependencies come first.
		data := map[string][]byte{manifest.Name: []byte(manifest.Content)}
		err := gardenerutils.MutateObjectsInSecretData(data, namespace, []string{appsv1.GroupName, batchv1.GroupName},
			i.injectGardenAccess(ctx, extension, namespace, kubeconfigName), i.injectSeedName, i.mountToken(ctx, namespace))
		if err != nil {
			return "", fmt.Errorf("failed to mutate %s: %w", manifest.Name, err)
		}
		if err := i.apply(ctx, namespace, data); err != nil {
			return "", fmt.Errorf("failed to apply %s: %w", manifest.Name, err)
		}
	}
	return namespace, nil
}

// readRegistration reads the ControllerRegistration and its ControllerDeployment from the garden.
func (i *Installer) readRegistration(ctx context.Context, name string) (*gardencorev1beta1.ControllerRegistration, *gardencorev1.ControllerDeployment, error) {
	registration := &gardencorev1beta1.ControllerRegistration{}
	if err := i.Garden.Get(ctx, client.ObjectKey{Name: name}, registration); err != nil {
		return nil, nil, fmt.Errorf("failed to read the registration: %w", err)
	}
	if registration.Spec.Deployment == nil || len(registration.Spec.Deployment.DeploymentRefs) != 1 {
		return nil, nil, fmt.Errorf("registration %s does not refer to one deployment", name)
	}
	deployment := &gardencorev1.ControllerDeployment{}
	if err := i.Garden.Get(ctx, client.ObjectKey{Name: registration.Spec.Deployment.DeploymentRefs[0].Name}, deployment); err != nil {
		return nil, nil, fmt.Errorf("failed to read the deployment of registration %s: %w", name, err)
	}
	return registration, deployment, nil
}

func (i *Installer) deployExtensionNamespace(ctx context.Context, name string, registration *gardencorev1beta1.ControllerRegistration, seed *gardencorev1beta1.Seed) error {
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}
	_, err := controllerutils.GetAndCreateOrMergePatch(ctx, i.Seed, namespace, func() error {
		metav1.SetMetaDataLabel(&namespace.ObjectMeta, v1beta1constants.GardenRole, v1beta1constants.GardenRoleExtension)
		metav1.SetMetaDataLabel(&namespace.ObjectMeta, v1beta1constants.LabelControllerRegistrationName, registration.Name)
		metav1.SetMetaDataLabel(&namespace.ObjectMeta, resourcesv1alpha1.HighAvailabilityConfigConsider, "true")
		metav1.SetMetaDataAnnotation(&namespace.ObjectMeta, resourcesv1alpha1.HighAvailabilityConfigZones, strings.Join(seed.Spec.Provider.Zones, ","))
		if level, ok := registration.Annotations[v1beta1constants.AnnotationPodSecurityEnforce]; ok {
			metav1.SetMetaDataLabel(&namespace.ObjectMeta, podsecurityadmissionapi.EnforceLevelLabel, level)
		} else {
			delete(namespace.Labels, podsecurityadmissionapi.EnforceLevelLabel)
		}
		return nil
	})
	return err
}

// deployGenericGardenKubeconfig creates a kubeconfig for all identities. Each pod mounts its own token next to the
// kubeconfig.
func (i *Installer) deployGenericGardenKubeconfig(ctx context.Context, namespace string) (string, error) {
	garden := rest.CopyConfig(i.GardenConfig)
	if err := rest.LoadTLSFiles(garden); err != nil {
		return "", err
	}
	kubeconfig, err := clientcmd.Write(clientcmdapi.Config{
		Clusters:       map[string]*clientcmdapi.Cluster{"garden": {Server: garden.Host, CertificateAuthorityData: garden.CAData}},
		AuthInfos:      map[string]*clientcmdapi.AuthInfo{"extension": {TokenFile: gardenerutils.PathGardenToken}},
		Contexts:       map[string]*clientcmdapi.Context{"garden": {Cluster: "garden", AuthInfo: "extension"}},
		CurrentContext: "garden",
	})
	if err != nil {
		return "", err
	}
	secret := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Name: v1beta1constants.SecretNameGenericGardenKubeconfig, Namespace: namespace},
		Data:       map[string][]byte{secretsutils.DataKeyKubeconfig: kubeconfig},
	}
	if err := kubernetesutils.MakeUnique(secret); err != nil {
		return "", err
	}
	return secret.Name, client.IgnoreAlreadyExists(i.Seed.Create(ctx, secret))
}

// chartValues returns the values of the ControllerDeployment merged with gardenlet's values, which take precedence.
func (i *Installer) chartValues(deployment *gardencorev1.ControllerDeployment, seed *gardencorev1beta1.Seed, kubeconfigName string) (map[string]any, error) {
	var values map[string]any
	if deployment.Helm.Values != nil {
		if err := json.Unmarshal(deployment.Helm.Values.Raw, &values); err != nil {
			return nil, fmt.Errorf("failed to decode the values of deployment %s: %w", deployment.Name, err)
		}
	}
	garden := map[string]any{"clusterIdentity": i.GardenIdentity}
	if kubeconfigName != "" {
		garden["genericKubeconfigSecretName"] = kubeconfigName
	}
	seedValues := map[string]any{
		"name":            seed.Name,
		"clusterIdentity": seed.Name,
		"annotations":     seed.Annotations,
		"labels":          seed.Labels,
		"provider":        seed.Spec.Provider.Type,
		"region":          seed.Spec.Provider.Region,
		"taints":          seed.Spec.Taints,
		"networks":        seed.Spec.Networks,
		"spec":            seed.Spec,
	}
	if seed.Spec.Ingress != nil {
		seedValues["ingressDomain"] = seed.Spec.Ingress.Domain
	}
	return utils.MergeMaps(values, map[string]any{"gardener": map[string]any{
		"version":   i.Version,
		"garden":    garden,
		"gardenlet": map[string]any{"featureGates": map[string]any{}},
		"seed":      seedValues,
	}}), nil
}

// injectGardenAccess adds the default garden identity of extensions to pods. It does nothing if there is no garden
// kubeconfig, or if a label disables it.
func (i *Installer) injectGardenAccess(ctx context.Context, extension Extension, namespace, kubeconfigName string) func(runtime.Object) error {
	return func(object runtime.Object) error {
		owner, ok := object.(client.Object)
		if !ok || kubeconfigName == "" {
			return nil
		}
		if value, ok := owner.GetLabels()[v1beta1constants.LabelInjectGardenKubeconfig]; ok && value != "true" {
			return nil
		}
		access := gardenerutils.NewGardenAccessSecret("extension", namespace).
			WithServiceAccountName(v1beta1constants.ExtensionGardenServiceAccountPrefix + extension.Name).
			WithServiceAccountLabels(map[string]string{v1beta1constants.LabelControllerRegistrationName: extension.RegistrationName})
		if err := access.Reconcile(ctx, i.Seed); err != nil {
			return fmt.Errorf("failed to deploy the garden access: %w", err)
		}
		return gardenerutils.InjectGenericGardenKubeconfig(object, kubeconfigName, access.Secret.Name, gardenerutils.VolumeMountPathGenericGardenKubeconfig)
	}
}

func (i *Installer) injectSeedName(object runtime.Object) error {
	return kubernetesutils.VisitPodSpec(object, func(podSpec *corev1.PodSpec) {
		kubernetesutils.VisitContainers(podSpec, func(container *corev1.Container) {
			kubernetesutils.AddEnvVar(container, corev1.EnvVar{Name: v1beta1constants.EnvSeedName, Value: i.SeedName}, true)
		})
	})
}

// mountToken uses Gardener's webhook to mount the token of ServiceAccounts that disable Kubernetes' automatic mount.
func (i *Installer) mountToken(ctx context.Context, namespace string) func(runtime.Object) error {
	webhook := &projectedtokenmount.Handler{Logger: i.Log, TargetReader: i.Seed, ExpirationSeconds: projectedTokenExpirationSeconds}
	ctx = admission.NewContextWithRequest(ctx, admission.Request{AdmissionRequest: admissionv1.AdmissionRequest{Namespace: namespace}})
	return func(object runtime.Object) error {
		deployment, ok := object.(*appsv1.Deployment)
		if !ok {
			return nil
		}
		pod := &corev1.Pod{ObjectMeta: deployment.Spec.Template.ObjectMeta, Spec: deployment.Spec.Template.Spec}
		if err := webhook.Default(ctx, pod); err != nil {
			return err
		}
		deployment.Spec.Template.Spec = pod.Spec
		return nil
	}
}

// apply creates or updates objects. Like gardener-resource-manager, it does not change existing objects with the ignore
// annotation, and therefore keeps the token in a garden access Secret.
func (i *Installer) apply(ctx context.Context, namespace string, data map[string][]byte) error {
	objects, err := gardenerutils.ObjectsInSecretData(data)
	if err != nil {
		return err
	}
	for _, object := range objects {
		object, ok := object.(*unstructured.Unstructured)
		if !ok {
			return fmt.Errorf("unexpected %T", object)
		}
		namespaced, err := i.Seed.IsObjectNamespaced(object)
		if err != nil {
			return err
		}
		if namespaced && object.GetNamespace() == "" {
			object.SetNamespace(namespace)
		}
		if object.GetAnnotations()[resourcesv1alpha1.Ignore] == "true" {
			if err := i.Seed.Create(ctx, object); client.IgnoreAlreadyExists(err) != nil {
				return err
			}
			continue
		}
		unstructured.RemoveNestedField(object.Object, "status")
		if err := i.Seed.Apply(ctx, client.ApplyConfigurationFromUnstructured(object), fieldOwner, client.ForceOwnership); err != nil {
			return err
		}
	}
	return nil
}

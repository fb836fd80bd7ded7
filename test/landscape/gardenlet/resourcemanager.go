// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfigv1alpha1 "k8s.io/component-base/config/v1alpha1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/yaml"

	resourcemanagerconfigv1alpha1 "github.com/gardener/gardener/pkg/apis/config/resourcemanager/v1alpha1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"github.com/gardener/gardener/pkg/logger"
	"github.com/gardener/gardener/pkg/utils"
	kubernetesutils "github.com/gardener/gardener/pkg/utils/kubernetes"
	secretsutils "github.com/gardener/gardener/pkg/utils/secrets"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

const (
	loopback = "127.0.0.1"

	resourceManagerName       = v1beta1constants.DeploymentNameGardenerResourceManager
	resourceManagerServerName = resourceManagerName + "-server"
	resourceManagerAccessName = "shoot-access-" + resourceManagerName
	resourceManagerConfigKey  = "config.yaml"

	resourceManagerConfigDir = "/etc/gardener-resource-manager-config"
	resourceManagerCertDir   = "/etc/gardener-resource-manager-tls"
	resourceManagerAccessDir = "/var/run/secrets/gardener.cloud/shoot/generic-kubeconfig"
)

// resourceManagerNamespaces returns the only namespaces of a shoot that gardener-resource-manager may manage.
func resourceManagerNamespaces() []string {
	return []string{metav1.NamespaceSystem, v1beta1constants.KubernetesDashboardNamespace, corev1.NamespaceNodeLease}
}

// deployResourceManager deploys the shoot's gardener-resource-manager like gardenlet. It writes the Deployment in every
// flow, so that extensions' webhooks mutate it each time.
func (g *Gardenlet) deployResourceManager(ctx context.Context, o *operation) error {
	config, err := g.deployResourceManagerConfig(ctx, o)
	if err != nil {
		return err
	}
	if err := g.deployResourceManagerCertificate(ctx, o.namespace); err != nil {
		return err
	}
	if err := g.deployResourceManagerAccount(ctx, o.namespace); err != nil {
		return err
	}
	access := &corev1.Secret{}
	if err := g.seed.Get(ctx, client.ObjectKey{Namespace: o.namespace, Name: resourceManagerAccessName}, access); err != nil {
		return fmt.Errorf("failed to read the shoot access: %w", err)
	}
	checksum := utils.ComputeSHA256Hex(append(config, access.Data[secretsutils.DataKeyKubeconfig]...))

	parsed := &resourcemanagerconfigv1alpha1.ResourceManagerConfiguration{}
	if err := yaml.Unmarshal(config, parsed); err != nil {
		return fmt.Errorf("failed to decode the configuration: %w", err)
	}
	wanted := resourceManagerDeployment(o.namespace, g.options.ResourceManagerImage, checksum, parsed.Server.HealthProbes.Port)
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: wanted.Name, Namespace: wanted.Namespace}}
	_, err = controllerutil.CreateOrPatch(ctx, g.seed, deployment, func() error {
		replicas := g.resourceManagerReplicas(o, ptr.Deref(deployment.Spec.Replicas, 0))
		deployment.Labels = wanted.Labels
		deployment.Spec = wanted.Spec
		deployment.Spec.Replicas = &replicas
		return nil
	})
	if err != nil {
		return err
	}
	return g.withdrawResourceManager(ctx, o, deployment)
}

// withdrawResourceManager deletes the Deployment if the shoot's cluster was deleted during the flow. The deletion of
// the cluster may have come before the Deployment was written.
func (g *Gardenlet) withdrawResourceManager(ctx context.Context, o *operation, deployment *appsv1.Deployment) error {
	_, exists, err := g.options.Shoots.Access(ctx, o.shoot)
	if err != nil {
		return fmt.Errorf("failed to look after the shoot's cluster: %w", err)
	}
	if exists {
		return nil
	}
	return errors.Join(errors.New("the shoot's cluster has ended meanwhile"), client.IgnoreNotFound(g.seed.Delete(ctx, deployment)))
}

func (g *Gardenlet) waitForResourceManager(ctx context.Context, o *operation) error {
	return kubernetesutils.WaitUntilDeploymentRolloutIsComplete(ctx, g.seed, o.namespace, resourceManagerName, g.options.Timing.Interval, g.options.Timing.Timeout)
}

// destroyResourceManager deletes gardener-resource-manager and waits for its pods, because Kubernetes rarely checks a
// terminating namespace while it still contains terminating pods.
func (g *Gardenlet) destroyResourceManager(ctx context.Context, o *operation) error {
	meta := metav1.ObjectMeta{Name: resourceManagerName, Namespace: o.namespace}
	err := kubernetesutils.DeleteObjects(ctx, g.seed,
		&appsv1.Deployment{ObjectMeta: meta},
		&rbacv1.RoleBinding{ObjectMeta: meta},
		&rbacv1.Role{ObjectMeta: meta},
		&corev1.ServiceAccount{ObjectMeta: meta},
		&corev1.ConfigMap{ObjectMeta: meta},
		&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: resourceManagerServerName, Namespace: o.namespace}},
	)
	if err != nil {
		return err
	}
	return g.waitUntilNoResourceManager(ctx, o)
}

// deployResourceManagerConfig creates the configuration and returns it. Its ports are chosen only once, because a
// changed configuration would restart gardener-resource-manager in every flow.
func (g *Gardenlet) deployResourceManagerConfig(ctx context.Context, o *operation) ([]byte, error) {
	configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: resourceManagerName, Namespace: o.namespace}}
	err := g.seed.Get(ctx, client.ObjectKeyFromObject(configMap), configMap)
	if err == nil {
		return []byte(configMap.Data[resourceManagerConfigKey]), nil
	}
	if !apierrors.IsNotFound(err) {
		return nil, fmt.Errorf("failed to read the configuration: %w", err)
	}

	var ports [3]int
	for i := range ports {
		if ports[i], err = process.FreePort(); err != nil {
			return nil, fmt.Errorf("failed to find a port: %w", err)
		}
	}
	config, err := yaml.Marshal(resourceManagerConfig(o.namespace, g.options.SeedName, ports))
	if err != nil {
		return nil, fmt.Errorf("failed to encode the configuration: %w", err)
	}
	configMap.Data = map[string]string{resourceManagerConfigKey: string(config)}
	if err := g.seed.Create(ctx, configMap); err != nil {
		return nil, fmt.Errorf("failed to create the configuration: %w", err)
	}
	return config, nil
}

// resourceManagerConfig returns Gardener's configuration for a shoot without the controllers and webhooks for nodes and
// system components. It uses loopback addresses, because the pods of the landscape share the host's network.
func resourceManagerConfig(namespace, clusterID string, ports [3]int) *resourcemanagerconfigv1alpha1.ResourceManagerConfiguration {
	server := func(i int) resourcemanagerconfigv1alpha1.Server {
		return resourcemanagerconfigv1alpha1.Server{BindAddress: loopback, Port: ports[i]}
	}
	return &resourcemanagerconfigv1alpha1.ResourceManagerConfiguration{
		TypeMeta: metav1.TypeMeta{
			APIVersion: resourcemanagerconfigv1alpha1.SchemeGroupVersion.String(),
			Kind:       "ResourceManagerConfiguration",
		},
		SourceClientConnection: resourcemanagerconfigv1alpha1.ClientConnection{Namespaces: []string{namespace}},
		TargetClientConnection: &resourcemanagerconfigv1alpha1.ClientConnection{
			ClientConnectionConfiguration: componentbaseconfigv1alpha1.ClientConnectionConfiguration{
				Kubeconfig: resourceManagerAccessDir + "/" + secretsutils.DataKeyKubeconfig,
			},
			Namespaces: resourceManagerNamespaces(),
		},
		LeaderElection: componentbaseconfigv1alpha1.LeaderElectionConfiguration{LeaderElect: ptr.To(false)},
		LogLevel:       logger.InfoLevel,
		LogFormat:      logger.FormatText,
		Server: resourcemanagerconfigv1alpha1.ServerConfiguration{
			HealthProbes: ptr.To(server(0)),
			Metrics:      ptr.To(server(1)),
			Webhooks: resourcemanagerconfigv1alpha1.HTTPSServer{
				Server: server(2),
				TLS:    resourcemanagerconfigv1alpha1.TLSServer{ServerCertDir: resourceManagerCertDir},
			},
		},
		Controllers: resourcemanagerconfigv1alpha1.ResourceManagerControllerConfiguration{
			ClusterID:        &clusterID,
			GarbageCollector: resourcemanagerconfigv1alpha1.GarbageCollectorControllerConfig{Enabled: true, SyncPeriod: &metav1.Duration{Duration: 12 * time.Hour}},
			Health:           resourcemanagerconfigv1alpha1.HealthControllerConfig{ConcurrentSyncs: ptr.To(10), SyncPeriod: &metav1.Duration{Duration: time.Minute}},
			ManagedResource: resourcemanagerconfigv1alpha1.ManagedResourceControllerConfig{
				ConcurrentSyncs: ptr.To(20),
				SyncPeriod:      &metav1.Duration{Duration: time.Hour},
				AlwaysUpdate:    ptr.To(true),
			},
			TokenRequestor: resourcemanagerconfigv1alpha1.TokenRequestorControllerConfig{Enabled: true, ConcurrentSyncs: ptr.To(5)},
		},
	}
}

func (g *Gardenlet) deployResourceManagerCertificate(ctx context.Context, namespace string) error {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: resourceManagerServerName, Namespace: namespace}}
	err := g.seed.Get(ctx, client.ObjectKeyFromObject(secret), secret)
	if !apierrors.IsNotFound(err) {
		return err
	}
	ca, err := pki.NewCA(resourceManagerName)
	if err != nil {
		return fmt.Errorf("failed to create the certificate authority: %w", err)
	}
	pair, err := ca.Server(resourceManagerName, kubernetesutils.DNSNamesForService(resourceManagerName, namespace), []net.IP{net.ParseIP(loopback)})
	if err != nil {
		return fmt.Errorf("failed to create the serving certificate: %w", err)
	}
	secret.Type = corev1.SecretTypeTLS
	secret.Data = map[string][]byte{corev1.TLSCertKey: pair.Cert, corev1.TLSPrivateKeyKey: pair.Key}
	return g.seed.Create(ctx, secret)
}

// deployResourceManagerAccount creates the ServiceAccount of gardener-resource-manager with its permissions in a
// shoot's namespace.
func (g *Gardenlet) deployResourceManagerAccount(ctx context.Context, namespace string) error {
	meta := metav1.ObjectMeta{Name: resourceManagerName, Namespace: namespace}
	role := &rbacv1.Role{ObjectMeta: meta, Rules: []rbacv1.PolicyRule{
		{APIGroups: []string{"resources.gardener.cloud"}, Resources: []string{"managedresources", "managedresources/status"}, Verbs: []string{"get", "list", "watch", "update", "patch"}},
		{APIGroups: []string{""}, Resources: []string{"secrets"}, Verbs: []string{"get", "list", "watch", "update", "patch"}},
		{APIGroups: []string{""}, Resources: []string{"configmaps", "events"}, Verbs: []string{"create"}},
	}}
	binding := &rbacv1.RoleBinding{
		ObjectMeta: meta,
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: role.Name},
		Subjects:   []rbacv1.Subject{{Kind: rbacv1.ServiceAccountKind, Name: resourceManagerName, Namespace: namespace}},
	}
	for _, object := range []client.Object{&corev1.ServiceAccount{ObjectMeta: meta}, role, binding} {
		if err := g.seed.Create(ctx, object); client.IgnoreAlreadyExists(err) != nil {
			return fmt.Errorf("failed to create %T: %w", object, err)
		}
	}
	return nil
}

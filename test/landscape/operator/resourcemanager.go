// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfigv1alpha1 "k8s.io/component-base/config/v1alpha1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/yaml"

	resourcemanagerconfigv1alpha1 "github.com/gardener/gardener/pkg/apis/config/resourcemanager/v1alpha1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"github.com/gardener/gardener/pkg/logger"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// Names of the gardener-resource-managers, as gardener-operator calls their Deployments.
const (
	runtimeResourceManager = v1beta1constants.DeploymentNameGardenerResourceManager
	virtualResourceManager = "virtual-garden-" + v1beta1constants.DeploymentNameGardenerResourceManager
)

// startResourceManagers starts the gardener-resource-managers for the runtime cluster and for the virtual garden, and
// waits until they are ready. gardener-operator runs them as pods of the runtime cluster.
func (o *Operator) startResourceManagers(ctx context.Context) error {
	// The landscape does not check gardener-resource-manager's own permissions.
	source, err := o.Runtime.ClientKubeconfig("resource-manager", "gardener-resource-manager", "system:masters")
	if err != nil {
		return err
	}
	target, err := o.Garden.Cluster.ClientKubeconfig("resource-manager", "gardener-resource-manager", "system:masters")
	if err != nil {
		return err
	}
	for name, config := range map[string]*resourcemanagerconfigv1alpha1.ResourceManagerConfiguration{
		runtimeResourceManager: runtimeResourceManagerConfig(source),
		virtualResourceManager: virtualResourceManagerConfig(target),
	} {
		config.SourceClientConnection.Kubeconfig = source
		if err := o.startResourceManager(ctx, name, config); err != nil {
			return err
		}
	}
	o.options.Progress("gardener-resource-managers ready")
	return nil
}

// runtimeResourceManagerConfig returns gardener-operator's configuration for the runtime cluster, without webhooks and
// without the controllers for NetworkPolicies and Istio.
func runtimeResourceManagerConfig(target string) *resourcemanagerconfigv1alpha1.ResourceManagerConfiguration {
	config := resourceManagerConfig(target)
	config.Controllers.ResourceClass = ptr.To(v1beta1constants.SeedResourceManagerClass)
	return config
}

// virtualResourceManagerConfig returns gardener-operator's configuration for the virtual garden. As there, the cache
// knows only a few namespaces of the virtual garden.
func virtualResourceManagerConfig(target string) *resourcemanagerconfigv1alpha1.ResourceManagerConfiguration {
	config := resourceManagerConfig(target)
	config.SourceClientConnection.Namespaces = []string{v1beta1constants.GardenNamespace}
	config.TargetClientConnection.Namespaces = []string{
		v1beta1constants.GardenNamespace, gardencorev1beta1.GardenerShootIssuerNamespace, gardencorev1beta1.GardenerSystemPublicNamespace,
		metav1.NamespaceSystem,
	}
	config.Controllers.ManagedResource.AlwaysUpdate = ptr.To(true)
	config.Controllers.TokenRequestor = resourcemanagerconfigv1alpha1.TokenRequestorControllerConfig{Enabled: true, ConcurrentSyncs: ptr.To(5)}
	return config
}

func resourceManagerConfig(target string) *resourcemanagerconfigv1alpha1.ResourceManagerConfiguration {
	return &resourcemanagerconfigv1alpha1.ResourceManagerConfiguration{
		TypeMeta: metav1.TypeMeta{APIVersion: resourcemanagerconfigv1alpha1.SchemeGroupVersion.String(), Kind: "ResourceManagerConfiguration"},
		TargetClientConnection: &resourcemanagerconfigv1alpha1.ClientConnection{
			ClientConnectionConfiguration: componentbaseconfigv1alpha1.ClientConnectionConfiguration{Kubeconfig: target},
		},
		LeaderElection: componentbaseconfigv1alpha1.LeaderElectionConfiguration{LeaderElect: ptr.To(false)},
		LogLevel:       logger.InfoLevel,
		LogFormat:      logger.FormatText,
		Controllers: resourcemanagerconfigv1alpha1.ResourceManagerControllerConfiguration{
			GarbageCollector: resourcemanagerconfigv1alpha1.GarbageCollectorControllerConfig{Enabled: true, SyncPeriod: &metav1.Duration{Duration: 12 * time.Hour}},
			Health:           resourcemanagerconfigv1alpha1.HealthControllerConfig{SyncPeriod: &metav1.Duration{Duration: time.Minute}},
			ManagedResource: resourcemanagerconfigv1alpha1.ManagedResourceControllerConfig{
				ConcurrentSyncs: ptr.To(20), SyncPeriod: &metav1.Duration{Duration: time.Hour},
			},
		},
	}
}

// startResourceManager starts a gardener-resource-manager as a process that listens on loopback.
func (o *Operator) startResourceManager(ctx context.Context, name string, config *resourcemanagerconfigv1alpha1.ResourceManagerConfiguration) error {
	var ports [3]int
	for i := range ports {
		var err error
		if ports[i], err = process.FreePort(); err != nil {
			return err
		}
	}
	server := func(i int) resourcemanagerconfigv1alpha1.Server {
		return resourcemanagerconfigv1alpha1.Server{BindAddress: cluster.Loopback, Port: ports[i]}
	}
	pair, err := o.Runtime.CA.Server(name, []string{"localhost"}, []net.IP{net.ParseIP(cluster.Loopback)})
	if err != nil {
		return err
	}
	certDir := o.path(name)
	if _, _, err := pair.Write(certDir, "tls"); err != nil {
		return err
	}
	config.Server = resourcemanagerconfigv1alpha1.ServerConfiguration{
		HealthProbes: ptr.To(server(0)),
		Metrics:      ptr.To(server(1)),
		Webhooks:     resourcemanagerconfigv1alpha1.HTTPSServer{Server: server(2), TLS: resourcemanagerconfigv1alpha1.TLSServer{ServerCertDir: certDir}},
	}
	content, err := yaml.Marshal(config)
	if err != nil {
		return fmt.Errorf("encoding the configuration of %s: %w", name, err)
	}
	file, err := o.write(name+".yaml", content)
	if err != nil {
		return err
	}
	started, err := o.group.Start(process.Spec{Name: name, Path: o.options.Binaries[binaries.GardenerResourceManager], Args: []string{"--config=" + file}})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, cluster.StartTimeout)
	defer cancel()
	healthURL := "http://" + net.JoinHostPort(cluster.Loopback, strconv.Itoa(ports[0])) + "/readyz"
	return started.Until(ctx, name, cluster.ProbeInterval, cluster.Probe(healthURL, nil))
}

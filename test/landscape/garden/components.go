// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/authentication/serviceaccount"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1 "github.com/gardener/gardener/pkg/apis/core/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	operationsv1alpha1 "github.com/gardener/gardener/pkg/apis/operations/v1alpha1"
	securityv1alpha1 "github.com/gardener/gardener/pkg/apis/security/v1alpha1"
	seedmanagementv1alpha1 "github.com/gardener/gardener/pkg/apis/seedmanagement/v1alpha1"
	"github.com/gardener/gardener/pkg/utils/kubernetes/health"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// Name and namespace of gardener-apiserver's Service.
const (
	apiServerServiceName      = binaries.GardenerAPIServer
	apiServerServiceNamespace = metav1.NamespaceSystem
)

func servedGroupVersions() []schema.GroupVersion {
	return []schema.GroupVersion{
		gardencorev1.SchemeGroupVersion,
		gardencorev1beta1.SchemeGroupVersion,
		operationsv1alpha1.SchemeGroupVersion,
		securityv1alpha1.SchemeGroupVersion,
		seedmanagementv1alpha1.SchemeGroupVersion,
	}
}

func (g *Garden) startAPIServer(ctx context.Context) error {
	certFile, keyFile, err := g.servingCertificate(binaries.GardenerAPIServer, "tls", apiServerServiceName+"."+apiServerServiceNamespace+".svc")
	if err != nil {
		return err
	}
	// The landscape does not check gardener-apiserver's own permissions.
	kubeconfig, err := g.Cluster.ClientKubeconfig(binaries.GardenerAPIServer, binaries.GardenerAPIServer, "system:masters")
	if err != nil {
		return err
	}
	apiServer, err := g.group.Start(process.Spec{
		Name: binaries.GardenerAPIServer,
		Path: g.options.Binaries[binaries.GardenerAPIServer],
		Args: []string{
			"--bind-address=" + cluster.Loopback,
			"--secure-port=" + strconv.Itoa(g.ports.apiServer),
			"--etcd-servers=" + g.options.Etcd.URL,
			"--etcd-prefix=/gardener",
			"--tls-cert-file=" + certFile,
			"--tls-private-key-file=" + keyFile,
			"--cluster-identity=landscape",
			"--authentication-kubeconfig=" + kubeconfig,
			"--authorization-kubeconfig=" + kubeconfig,
			"--kubeconfig=" + kubeconfig,
			"--shutdown-delay-duration=0s",
			"--profiling=false",
		},
	})
	if err != nil {
		return err
	}
	if err := g.Apply(ctx, g.registrations()...); err != nil {
		return err
	}
	return apiServer.Until(ctx, "Gardener's API", cluster.ProbeInterval, g.serves)
}

// APIServerMetrics returns the metrics of gardener-apiserver.
func (g *Garden) APIServerMetrics(ctx context.Context) (string, error) {
	config, err := clientcmd.BuildConfigFromFlags("https://"+net.JoinHostPort(cluster.Loopback, strconv.Itoa(g.ports.apiServer)), g.Cluster.Kubeconfig)
	if err != nil {
		return "", err
	}
	config.CAData, config.CAFile = g.ca.Cert, ""
	config.ServerName = apiServerServiceName + "." + apiServerServiceNamespace + ".svc"
	c, err := kubernetes.NewForConfig(config)
	if err != nil {
		return "", err
	}
	content, err := c.RESTClient().Get().AbsPath("/metrics").DoRaw(ctx)
	if err != nil {
		return "", fmt.Errorf("reading the metrics of gardener-apiserver: %w", err)
	}
	return string(content), nil
}

// registrations returns the APIServices of Gardener's API and the Service that they refer to.
func (g *Garden) registrations() []client.Object {
	objects := []client.Object{&corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Name: apiServerServiceName, Namespace: apiServerServiceNamespace},
		Spec:       corev1.ServiceSpec{Type: corev1.ServiceTypeExternalName, ExternalName: "localhost"},
	}}
	port := int32(g.ports.apiServer)
	for _, groupVersion := range servedGroupVersions() {
		objects = append(objects, &apiregistrationv1.APIService{
			ObjectMeta: metav1.ObjectMeta{Name: apiServiceName(groupVersion)},
			Spec: apiregistrationv1.APIServiceSpec{
				Service:              &apiregistrationv1.ServiceReference{Name: apiServerServiceName, Namespace: apiServerServiceNamespace, Port: &port},
				Group:                groupVersion.Group,
				Version:              groupVersion.Version,
				GroupPriorityMinimum: 100,
				VersionPriority:      100,
				CABundle:             g.ca.Cert,
			},
		})
	}
	return objects
}

func apiServiceName(groupVersion schema.GroupVersion) string {
	return groupVersion.Version + "." + groupVersion.Group
}

// serves returns an error unless Gardener's API and its storage are available through the kube-apiserver.
func (g *Garden) serves(ctx context.Context) error {
	for _, groupVersion := range servedGroupVersions() {
		apiService := &apiregistrationv1.APIService{}
		if err := g.Client.Get(ctx, client.ObjectKey{Name: apiServiceName(groupVersion)}, apiService); err != nil {
			return err
		}
		if err := health.CheckAPIService(apiService); err != nil {
			return err
		}
	}
	if err := g.discovered(); err != nil {
		return err
	}
	for _, list := range []client.ObjectList{&gardencorev1beta1.ShootList{}, &seedmanagementv1alpha1.ManagedSeedList{}, &securityv1alpha1.CredentialsBindingList{}} {
		if err := g.Client.List(ctx, list, client.Limit(1)); err != nil {
			return err
		}
	}
	return nil
}

// discovered returns an error unless all of Gardener's API is discovered. Discovery lags behind availability, and
// Gardener's components exit if it is incomplete when they start.
func (g *Garden) discovered() error {
	discoverer, err := discovery.NewDiscoveryClientForConfig(g.Cluster.Config)
	if err != nil {
		return err
	}
	_, resources, err := discoverer.ServerGroupsAndResources()
	if err != nil {
		return err
	}
	for _, groupVersion := range servedGroupVersions() {
		if !slices.ContainsFunc(resources, func(list *metav1.APIResourceList) bool { return list.GroupVersion == groupVersion.String() }) {
			return fmt.Errorf("%s is not discovered", groupVersion)
		}
	}
	return nil
}

func (g *Garden) startAdmissionController(ctx context.Context) error {
	kubeconfig, err := g.serviceAccountKubeconfig(binaries.GardenerAdmissionController)
	if err != nil {
		return err
	}
	if _, _, err := g.servingCertificate(binaries.GardenerAdmissionController, "tls", "localhost"); err != nil {
		return err
	}
	if err := g.writeAdmissionControllerConfig(kubeconfig, g.path(binaries.GardenerAdmissionController)); err != nil {
		return err
	}
	return g.startComponent(ctx, binaries.GardenerAdmissionController, admissionConfigFile, g.ports.admissionHealth, "/readyz")
}

func (g *Garden) startControllerManager(ctx context.Context) error {
	kubeconfig, err := g.serviceAccountKubeconfig(binaries.GardenerControllerManager)
	if err != nil {
		return err
	}
	if err := g.writeControllerManagerConfig(kubeconfig); err != nil {
		return err
	}
	return g.startComponent(ctx, binaries.GardenerControllerManager, controllerManagerConfigFile, g.ports.controllerManagerHealth, "/healthz")
}

func (g *Garden) startComponent(ctx context.Context, name, configFile string, healthPort int, healthPath string) error {
	started, err := g.group.Start(process.Spec{Name: name, Path: g.options.Binaries[name], Args: []string{"--config=" + g.path(configFile)}})
	if err != nil {
		return err
	}
	healthURL := "http://" + net.JoinHostPort(cluster.Loopback, strconv.Itoa(healthPort)) + healthPath
	return started.Until(ctx, name, cluster.ProbeInterval, cluster.Probe(healthURL, nil))
}

// serviceAccountKubeconfig writes a kubeconfig with the user name and groups of the ServiceAccount that a component
// uses in production. The certificate has the same permissions as a token of the ServiceAccount.
func (g *Garden) serviceAccountKubeconfig(name string) (string, error) {
	user := serviceaccount.MakeUsername(metav1.NamespaceSystem, name)
	return g.Cluster.ClientKubeconfig(name, user, serviceaccount.MakeGroupNames(metav1.NamespaceSystem)...)
}

// servingCertificate issues a component's serving certificate, and writes it into the directory of the component.
func (g *Garden) servingCertificate(component, name, dnsName string) (certFile, keyFile string, err error) {
	pair, err := g.ca.Server(component, []string{dnsName}, []net.IP{net.ParseIP(cluster.Loopback)})
	if err != nil {
		return "", "", fmt.Errorf("issuing the certificate of %s: %w", component, err)
	}
	return pair.Write(g.path(component), name)
}

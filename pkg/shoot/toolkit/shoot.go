// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"fmt"
	"net/http"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// fieldOwner is the field manager of what this package changes.
const fieldOwner = client.FieldOwner(fluxv1alpha1.ExtensionName)

// Shoot is the API server of a shoot.
type Shoot struct {
	// technicalID is the namespace of its control plane in the seed, whichever seed that is.
	technicalID string
	client      client.Client
	resources   discovery.DiscoveryInterface
	// learn is called with each kind of Flux whose CustomResourceDefinition was read.
	learn func(kind schema.GroupVersionKind, resource string, scope meta.RESTScope)
}

// New returns the shoot of that technical ID for a client that knows the kinds of Kubernetes and CustomResourceDefinitions.
func New(technicalID string, c client.Client, resources discovery.DiscoveryInterface) *Shoot {
	return &Shoot{technicalID: technicalID, client: brief{c}, resources: resources, learn: func(schema.GroupVersionKind, string, meta.RESTScope) {}}
}

// requestsPerSecond limits the requests to a shoot. With client-go's own limit of 5, a thousand objects would take minutes.
const requestsPerSecond = 100

// Kinds are what Connect knows of the kinds of every shoot. They take a millisecond to build, and are not changed afterwards.
type Kinds struct {
	scheme *runtime.Scheme
	mapper *meta.DefaultRESTMapper
}

// NewKinds returns the Kinds for all shoots.
func NewKinds() (*Kinds, error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, apiextensionsv1.AddToScheme} {
		if err := add(scheme); err != nil {
			return nil, fmt.Errorf("failed to build the scheme for shoots: %w", err)
		}
	}
	return &Kinds{scheme: scheme, mapper: knownKinds()}, nil
}

// Connect returns the shoot of that technical ID for the config of a client, with the connections of that client. It makes no request to the
// shoot yet.
func Connect(technicalID string, config *rest.Config, httpClient *http.Client, kinds *Kinds) (*Shoot, error) {
	config = rest.CopyConfig(config)
	config.QPS, config.Burst = requestsPerSecond, requestsPerSecond
	discovered, err := apiutil.NewDynamicRESTMapper(config, httpClient)
	if err != nil {
		return nil, fmt.Errorf("failed to make a client for the shoot: %w", err)
	}
	known := &mapper{RESTMapper: discovered, known: kinds.mapper, learned: meta.NewDefaultRESTMapper(nil)}
	c, err := client.New(config, client.Options{Scheme: kinds.scheme, HTTPClient: httpClient, Mapper: known})
	if err != nil {
		return nil, fmt.Errorf("failed to make a client for the shoot: %w", err)
	}
	resources, err := discovery.NewDiscoveryClientForConfigAndClient(config, httpClient)
	if err != nil {
		return nil, fmt.Errorf("failed to make a discovery client for the shoot: %w", err)
	}
	shoot := New(technicalID, c, resources)
	shoot.learn = known.learn
	return shoot, nil
}

// knownKinds are kinds that every shoot has in the same way, and the one of the root Kustomization.
func knownKinds() *meta.DefaultRESTMapper {
	known := meta.NewDefaultRESTMapper(nil)
	known.Add(corev1.SchemeGroupVersion.WithKind("Namespace"), meta.RESTScopeRoot)
	for _, kind := range []string{"Secret", "ConfigMap", "ServiceAccount", "Service", "ResourceQuota"} {
		known.Add(corev1.SchemeGroupVersion.WithKind(kind), meta.RESTScopeNamespace)
	}
	known.Add(appsv1.SchemeGroupVersion.WithKind("Deployment"), meta.RESTScopeNamespace)
	known.Add(networkingv1.SchemeGroupVersion.WithKind("NetworkPolicy"), meta.RESTScopeNamespace)
	for _, kind := range []string{"ClusterRole", "ClusterRoleBinding"} {
		known.Add(rbacv1.SchemeGroupVersion.WithKind(kind), meta.RESTScopeRoot)
	}
	known.Add(kustomizev1.GroupVersion.WithKind(kustomizev1.KustomizationKind), meta.RESTScopeNamespace)
	known.Add(apiextensionsv1.SchemeGroupVersion.WithKind("CustomResourceDefinition"), meta.RESTScopeRoot)
	return known
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// fieldOwner is who is noted for what this package changes.
const fieldOwner = client.FieldOwner(fluxv1alpha1.ExtensionName)

// Shoot is the API server of a shoot.
type Shoot struct {
	// technicalID is the namespace of its control plane in the seed, whichever seed that is.
	technicalID string
	client      client.Client
	resources   discovery.DiscoveryInterface
}

// New returns the shoot of that technical ID for a client that knows the kinds of Kubernetes and CustomResourceDefinitions.
func New(technicalID string, c client.Client, resources discovery.DiscoveryInterface) *Shoot {
	return &Shoot{technicalID: technicalID, client: c, resources: resources}
}

// requestsPerSecond is the most that a shoot is asked. With client-go's own limit of 5, a thousand objects would take minutes.
const requestsPerSecond = 100

// Connect returns the shoot of that technical ID for the config of a client. It asks nothing of the shoot yet.
func Connect(technicalID string, config *rest.Config) (*Shoot, error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, apiextensionsv1.AddToScheme} {
		if err := add(scheme); err != nil {
			return nil, fmt.Errorf("failed to build the scheme for shoots: %w", err)
		}
	}
	config = rest.CopyConfig(config)
	config.QPS, config.Burst = requestsPerSecond, requestsPerSecond
	c, err := client.New(config, client.Options{Scheme: scheme})
	if err != nil {
		return nil, fmt.Errorf("failed to make a client for the shoot: %w", err)
	}
	resources, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return nil, fmt.Errorf("failed to make a discovery client for the shoot: %w", err)
	}
	return New(technicalID, c, resources), nil
}

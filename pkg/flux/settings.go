// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// settings has exactly the inputs of the controllers' manifests, so that shoots with equal settings share the
// manifests.
type settings struct {
	Version    string
	Stage      Stage
	Flux       fluxv1alpha1.FluxInstallation
	Components []fluxv1alpha1.Component
	// Accounts has the ServiceAccounts of controllers with a cloud identity.
	Accounts []fluxv1alpha1.CloudServiceAccount
	// ClusterNetworks is set only with a proxy.
	ClusterNetworks []string
	// ImagePullSecret and ProxySecret are set if the installation refers to them.
	ImagePullSecret, ProxySecret *Resource

	images Images
}

func newSettings(in Input, images Images) (*settings, error) {
	effective := in.Effective
	result := &settings{Version: effective.Version, Stage: in.Stage, Flux: effective.Flux, Components: effective.Components, images: images}
	// Version and Components have the resolved values.
	result.Flux.Version, result.Flux.Components, result.Flux.ComponentsExtra = nil, nil, nil
	if identity := result.Flux.WorkloadIdentity; identity != nil {
		result.Flux.WorkloadIdentity = &fluxv1alpha1.WorkloadIdentity{Enabled: identity.Enabled}
		for _, account := range identity.ServiceAccounts {
			if effective.Flux.IsOfController(account) {
				result.Accounts = append(result.Accounts, account)
			}
		}
	}

	pull, proxy := result.Flux.ImagePullSecretResourceName, result.Flux.Proxy
	if pull != nil {
		resource, err := in.resource(*pull, "the image pull Secret")
		if err != nil {
			return nil, err
		}
		result.ImagePullSecret = &resource
	}
	if proxy != nil {
		result.ClusterNetworks = in.ClusterNetworks
		if proxy.SecretResourceName != nil {
			resource, err := in.resource(*proxy.SecretResourceName, "the Secret with the proxy's credentials")
			if err != nil {
				return nil, err
			}
			result.ProxySecret = &resource
		}
	}
	return result, nil
}

func (in Input) resource(name, purpose string) (Resource, error) {
	resource, ok := in.Resources[name]
	if !ok {
		return Resource{}, fmt.Errorf("the content of resource %q (%s) is missing", name, purpose)
	}
	return resource, nil
}

// fingerprint returns a hash of the value's JSON.
func fingerprint(of any) (string, error) {
	data, err := json.Marshal(of)
	if err != nil {
		return "", fmt.Errorf("failed to compare inputs: %w", err)
	}
	sum := sha256.Sum256(data)
	return string(sum[:]), nil
}

func (s *settings) namespace() string {
	return *s.Flux.Namespace
}

// secretsBeside returns the Secrets that the controllers need to start, if they belong to this stage's manifests.
// Before a release of Flux, they belong to the other credentials, which stay up to date after the release.
func (s *settings) secretsBeside(stage Stage) ([]*unstructured.Unstructured, error) {
	if (s.Stage == StageManaged) != (stage == StageManaged) {
		return nil, nil
	}
	metadata := func(resource Resource, name string) metav1.ObjectMeta {
		return copyMeta(resource, types.NamespacedName{Namespace: s.namespace(), Name: name}, nil)
	}
	var secrets []*corev1.Secret
	if pull := s.ImagePullSecret; pull != nil {
		secrets = append(secrets, newSecret(metadata(*pull, fluxv1alpha1.ImagePullSecretName), pull.Type, pull.Data))
	}
	proxy, err := s.proxySecret()
	if err != nil {
		return nil, err
	}
	if len(proxy) > 0 {
		secrets = append(secrets, newSecret(metadata(Resource{}, fluxv1alpha1.ProxySecretName), corev1.SecretTypeOpaque, proxy))
	}
	return allToUnstructured(secrets)
}

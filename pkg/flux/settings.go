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

// settings contains only the inputs that affect the controllers' manifests, so that shoots with equal settings share
// the manifests.
type settings struct {
	Version    string
	Stage      Stage
	Flux       fluxv1alpha1.FluxInstallation
	Components []fluxv1alpha1.Component
	// Accounts contains the cloud identities of the controllers' ServiceAccounts.
	Accounts []fluxv1alpha1.CloudServiceAccount
	// ClusterNetworks is only set if a proxy is configured.
	ClusterNetworks []string
	// ImagePullSecret and ProxySecret are nil if the installation does not refer to such a Secret.
	ImagePullSecret, ProxySecret *Resource

	images Images
}

func newSettings(in Input, images Images) (*settings, error) {
	effective := in.Effective
	result := &settings{Version: effective.Version, Stage: in.Stage, Flux: effective.Flux, Components: effective.Components, images: images}
	// The fields Version and Components of the settings contain the resolved values.
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

// fingerprint returns the hash of a value that is encoded as JSON.
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

// secretsBeside returns the Secrets that the controllers need to start. For StageManaged, they are delivered with the
// controllers. For the other stages, they are delivered with the configuration, so that they remain up to date after
// the release of Flux. Callers pass StageManaged for the controllers and a different stage for the configuration; if
// the Secrets belong to the other manifests, secretsBeside returns nil.
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

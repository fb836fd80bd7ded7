// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"encoding/json"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/utils/secrets"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// SlimCluster is a cache transform that removes the CloudProfile of a Cluster, and everything in its Seed except the
// name. No controller reads the removed fields, and the copy of the CloudProfile in each Cluster can have hundreds of
// KiB.
func SlimCluster(object any) (any, error) {
	cluster, ok := object.(*extensionsv1alpha1.Cluster)
	if !ok {
		return object, nil
	}
	cluster.ManagedFields, cluster.Spec.CloudProfile.Raw = nil, nil
	if cluster.Spec.Seed == nil {
		return cluster, nil
	}
	seed := &metav1.PartialObjectMetadata{}
	if err := json.Unmarshal(cluster.Spec.Seed.Raw, seed); err != nil {
		return cluster, nil //nolint:nilerr // the reader of the Seed gets the error
	}
	seed.ObjectMeta = metav1.ObjectMeta{Name: seed.Name}
	raw, err := json.Marshal(seed)
	if err != nil {
		return nil, err
	}
	cluster.Spec.Seed.Raw = raw
	return cluster, nil
}

// SlimNamespace is a cache transform that removes the annotations of a namespace, which no controller reads.
func SlimNamespace(object any) (any, error) {
	if namespace, ok := object.(*corev1.Namespace); ok {
		namespace.ManagedFields, namespace.Annotations = nil, nil
	}
	return object, nil
}

// slimManagedResource is a cache transform that removes the list of objects, the largest part of a ManagedResource.
// Only the removal of Flux needs this list, and reads it from the API server.
func slimManagedResource(object any) (any, error) {
	if resource, ok := object.(*resourcesv1alpha1.ManagedResource); ok {
		resource.ManagedFields, resource.Status.Resources = nil, nil
	}
	return object, nil
}

// slimKubeconfig is a cache transform that removes unused metadata and all data except the kubeconfig from a Secret.
func slimKubeconfig(object any) (any, error) {
	if secret, ok := object.(*corev1.Secret); ok {
		secret.ManagedFields, secret.Labels, secret.Annotations = nil, nil, nil
		secret.Data = map[string][]byte{secrets.DataKeyKubeconfig: secret.Data[secrets.DataKeyKubeconfig]}
	}
	return object, nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource

import (
	"bytes"
	"fmt"
	"maps"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/resourcemanager/controller/garbagecollector/references"
	kubernetesutils "github.com/gardener/gardener/pkg/utils/kubernetes"
	"github.com/gardener/gardener/pkg/utils/managedresources"
	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
)

// desired is a ManagedResource with its Secret, as managedresources.CreateForShoot in Gardener's library would create
// them. The library is not used, because it reads both objects before each write.
type desired struct {
	secret   *corev1.Secret
	resource *resourcesv1alpha1.ManagedResource
}

// CheckSize returns a *content.TooLargeError for the first manifests that are too large for a Secret.
func (d *Deliverer) CheckSize(manifests []content.Manifests) error {
	return d.compressor.CheckSize(manifests)
}

// build compresses the manifests, and returns the desired ManagedResource and Secret. The Secret is immutable, and its
// name contains the checksum of its data. Because of a label, the seed's gardener-resource-manager deletes the Secret
// when no ManagedResource references it. The Secrets of several shoots may share the compressed bytes, but each has its
// own data map, because a client decodes the response of the seed into the map.
func (d *Deliverer) build(namespace string, m content.Manifests) (*desired, error) {
	compressed, err := d.compressor.Compress(m)
	if err != nil {
		return nil, err
	}
	secret := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: managedresources.SecretPrefix + m.Name},
		Type:       corev1.SecretTypeOpaque,
		Data:       map[string][]byte{resourcesv1alpha1.CompressedDataKey: compressed},
	}
	if err := kubernetesutils.MakeUnique(secret); err != nil {
		return nil, fmt.Errorf("failed to name the Secret of ManagedResource %s/%s: %w", namespace, m.Name, err)
	}
	resource := &resourcesv1alpha1.ManagedResource{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: namespace,
			Name:      m.Name,
			Labels:    map[string]string{managedresources.LabelKeyOrigin: fluxv1alpha1.ManagedResourceOrigin},
		},
		Spec: resourcesv1alpha1.ManagedResourceSpec{
			SecretRefs:   []corev1.LocalObjectReference{{Name: secret.Name}},
			InjectLabels: map[string]string{v1beta1constants.ShootNoCleanup: "true"},
			KeepObjects:  ptr.To(false),
		},
	}
	if err := references.InjectAnnotations(resource); err != nil {
		return nil, fmt.Errorf("failed to annotate ManagedResource %s/%s: %w", namespace, m.Name, err)
	}
	return &desired{secret: secret, resource: resource}, nil
}

// isAppliedIn reports whether the known ManagedResource equals the desired one and was applied, so that no write is
// needed. It does not check whether the Secret exists: gardener-resource-manager detects a missing Secret in its hourly
// sync, and sets condition ResourcesApplied to False.
func (d *desired) isAppliedIn(known *resourcesv1alpha1.ManagedResource) bool {
	return known.DeletionTimestamp == nil && !health.IsPaused(known) && !health.IsPausedByExtension(known) &&
		contains(known.Labels, d.resource.Labels) && contains(known.Annotations, d.resource.Annotations) &&
		apiequality.Semantic.DeepEqual(known.Spec, d.resource.Spec) &&
		known.Status.ObservedGeneration == known.Generation && health.IsTrue(known.Status.Conditions, resourcesv1alpha1.ResourcesApplied)
}

func contains(all, some labels.Set) bool { return some.AsSelectorPreValidated().Matches(all) }

// setOn applies the desired state to a ManagedResource. It keeps labels, annotations and finalizers of other clients,
// and removes references to previous Secrets.
func (d *desired) setOn(resource *resourcesv1alpha1.ManagedResource) error {
	for key, value := range d.resource.Labels {
		metav1.SetMetaDataLabel(&resource.ObjectMeta, key, value)
	}
	d.resource.Spec.DeepCopyInto(&resource.Spec)
	if err := references.InjectAnnotations(resource); err != nil {
		return fmt.Errorf("failed to annotate ManagedResource %s/%s: %w", resource.Namespace, resource.Name, err)
	}
	return nil
}

// setOnSecret applies the desired state to a Secret, and reports whether this changed the Secret.
func (d *desired) setOnSecret(secret *corev1.Secret) bool {
	if maps.Equal(secret.Labels, d.secret.Labels) && len(secret.Annotations) == 0 && secret.Type == d.secret.Type &&
		ptr.Equal(secret.Immutable, d.secret.Immutable) && maps.EqualFunc(secret.Data, d.secret.Data, bytes.Equal) {
		return false
	}
	secret.Labels, secret.Annotations = d.secret.Labels, d.secret.Annotations
	secret.Type, secret.Immutable, secret.Data = d.secret.Type, d.secret.Immutable, d.secret.Data
	return true
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"slices"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/manifests"
)

// VolumeOfArtifacts is the volume of source-controller with what it has fetched.
const VolumeOfArtifacts = "data"

// store has source-controller keep what it has fetched on its persistent volume. Only one pod at a time can have that.
func (s *settings) store(deployment *appsv1.Deployment, of fluxv1alpha1.Component) error {
	storage := s.Flux.Storage
	if storage == nil || of != fluxv1alpha1.ComponentSource {
		return nil
	}
	volumes := deployment.Spec.Template.Spec.Volumes
	i := slices.IndexFunc(volumes, func(volume corev1.Volume) bool { return volume.Name == VolumeOfArtifacts })
	if i < 0 {
		return fmt.Errorf("has no volume %s", VolumeOfArtifacts)
	}
	volumes[i].VolumeSource = corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: storage.ClaimName()}}
	deployment.Spec.Strategy = appsv1.DeploymentStrategy{Type: appsv1.RecreateDeploymentStrategyType}
	return nil
}

// claim renders the claim of source-controller's volume. gardener-resource-manager creates it and never changes it: an API server takes no update of a
// claim without what it has set itself. So it does not get the label either that exempts it from Gardener's cleanup of a shoot that is deleted, and that
// deletes the volume. It is not delivered with the controllers: before anything is changed of these, gardener-resource-manager would wait for a claim to
// be gone that a pod uses.
func claim(storage *fluxv1alpha1.Storage, namespace string, stage Stage) (*unstructured.Unstructured, error) {
	object, err := manifests.ToUnstructured(&corev1.PersistentVolumeClaim{
		TypeMeta: metav1.TypeMeta{APIVersion: corev1.SchemeGroupVersion.String(), Kind: "PersistentVolumeClaim"},
		ObjectMeta: metav1.ObjectMeta{
			Name: storage.ClaimName(), Namespace: namespace,
			Labels:      map[string]string{labelComponent: string(fluxv1alpha1.ComponentSource), fluxv1alpha1.LabelStorage: string(fluxv1alpha1.ComponentSource)},
			Annotations: map[string]string{resourcesv1alpha1.Ignore: "true"},
		},
		Spec: corev1.PersistentVolumeClaimSpec{
			AccessModes:      []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce},
			StorageClassName: storage.Class,
			Resources:        corev1.VolumeResourceRequirements{Requests: corev1.ResourceList{corev1.ResourceStorage: *storage.Size}},
		},
	})
	if err != nil {
		return nil, err
	}
	setInstance(object, namespace)
	stage.protect(object)
	return object, nil
}

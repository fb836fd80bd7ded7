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
)

// volumeOfArtifacts is the name of source-controller's volume for artifacts.
const volumeOfArtifacts = "data"

// store replaces source-controller's volume for artifacts by a persistent volume. Because only one pod at a time can
// mount this volume, an update deletes the old pod first.
func (s *settings) store(deployment *appsv1.Deployment, of fluxv1alpha1.Component) error {
	storage := s.Flux.Storage
	if storage == nil || of != fluxv1alpha1.ComponentSource {
		return nil
	}
	volumes := deployment.Spec.Template.Spec.Volumes
	i := slices.IndexFunc(volumes, func(volume corev1.Volume) bool { return volume.Name == volumeOfArtifacts })
	if i < 0 {
		return fmt.Errorf("has no volume %s", volumeOfArtifacts)
	}
	volumes[i].VolumeSource = corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: storage.ClaimName(string(of))}}
	deployment.Spec.Strategy = appsv1.DeploymentStrategy{Type: appsv1.RecreateDeploymentStrategyType}
	return nil
}

// stores describes the persistent volumes of source-controller and its shards.
type stores struct {
	// Storage is the configuration of each volume. It is nil if there are no volumes.
	Storage *fluxv1alpha1.Storage
	// Controllers lists the Deployments. Each of them has one volume.
	Controllers []string
}

func storesOf(flux fluxv1alpha1.FluxInstallation) stores {
	if flux.Storage == nil {
		return stores{}
	}
	return stores{Storage: flux.Storage, Controllers: fluxv1alpha1.ControllerNames([]string{string(fluxv1alpha1.ComponentSource)}, flux.ShardNames())}
}

// claims renders the PersistentVolumeClaims of all volumes. An annotation makes gardener-resource-manager create the
// claims but not update them, because an API server rejects an update that omits the fields that it has set. It
// therefore does not inject the label that would exempt the claims from Gardener's cleanup during the deletion of a
// shoot, and the cleanup deletes the volumes. The claims are not delivered with the controllers:
// gardener-resource-manager would wait for the deletion of a claim that a pod still uses before it changes the
// controllers.
func (s stores) claims(namespace string, stage Stage) ([]*unstructured.Unstructured, error) {
	var claims []*unstructured.Unstructured
	for _, controller := range s.Controllers {
		claim, err := toUnstructured(&corev1.PersistentVolumeClaim{
			ObjectMeta: metav1.ObjectMeta{
				Name: s.Storage.ClaimName(controller), Namespace: namespace,
				Labels:      map[string]string{labelComponent: string(fluxv1alpha1.ComponentSource), fluxv1alpha1.LabelStorage: controller},
				Annotations: map[string]string{resourcesv1alpha1.Ignore: "true"},
			},
			Spec: corev1.PersistentVolumeClaimSpec{
				AccessModes:      []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce},
				StorageClassName: s.Storage.Class,
				Resources:        corev1.VolumeResourceRequirements{Requests: corev1.ResourceList{corev1.ResourceStorage: *s.Storage.Size}},
			},
		})
		if err != nil {
			return nil, err
		}
		setInstance(claim, namespace)
		stage.protect(claim)
		claims = append(claims, claim)
	}
	return claims, nil
}

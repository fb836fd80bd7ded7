// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"maps"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
)

// claims lists the PersistentVolumeClaims that the extension created for source-controller and its shards. A label
// names the Deployment. The claims do not name their ManagedResource, because gardener-resource-manager only creates
// them.
func claims(namespace string) responses.Listing[metav1.PartialObjectMetadata] {
	return responses.Metadata(corev1.SchemeGroupVersion.WithKind("PersistentVolumeClaim"), client.InNamespace(namespace),
		client.HasLabels{fluxv1alpha1.LabelStorage})
}

// SweepStorage deletes claims that remain after the deletion of their ManagedResource, possibly with keepObjects. Like
// gardener-resource-manager, it keeps claims with the keep annotation. It returns the first remaining claim; empty
// without one.
func (s *Shoot) SweepStorage(ctx context.Context, namespace string) (string, error) {
	var left Names
	err := s.deleteEach(ctx, claims(namespace), func(claim *metav1.PartialObjectMetadata) bool {
		return isOfSource(claim.Labels[fluxv1alpha1.LabelStorage])
	}, &left)
	return left.String(), err
}

// DetachStorage replaces the volumes of source-controller and its shards with empty directories, and reports whether it
// changed any. The controllers continue to run, and their pods no longer block the deletion of the volumes.
// gardener-resource-manager must be paused before, or it reverts the change.
func (s *Shoot) DetachStorage(ctx context.Context, namespace string) (bool, error) {
	ours := map[string][]string{}
	err := responses.Scan(ctx, s.client, claims(namespace), func(claim *metav1.PartialObjectMetadata) error {
		if of := claim.Labels[fluxv1alpha1.LabelStorage]; isOfSource(of) {
			ours[of] = append(ours[of], claim.Name)
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	anyDetached := false
	for _, of := range slices.Sorted(maps.Keys(ours)) {
		detached, err := s.detachFrom(ctx, client.ObjectKey{Namespace: namespace, Name: of}, ours[of])
		if err != nil {
			return false, err
		}
		anyDetached = anyDetached || detached
	}
	return anyDetached, nil
}

// isOfSource reports whether the name is that of source-controller or of a shard. Users may write the label, too.
func isOfSource(name string) bool {
	of, _, is := fluxv1alpha1.ShardedController(name)
	return name == string(fluxv1alpha1.ComponentSource) || is && of == fluxv1alpha1.ComponentSource
}

// detachFrom replaces the claims among the volumes of a Deployment, and reports whether it has any.
func (s *Shoot) detachFrom(ctx context.Context, name client.ObjectKey, ours []string) (bool, error) {
	deployment := &unstructured.Unstructured{}
	deployment.SetGroupVersionKind(appsv1.SchemeGroupVersion.WithKind("Deployment"))
	if found, err := s.get(ctx, name, deployment); err != nil || !found {
		return false, err
	}
	patch := client.MergeFromWithOptions(deployment.DeepCopy(), client.MergeFromWithOptimisticLock{})
	path := []string{"spec", "template", "spec", "volumes"}
	volumes, _, err := unstructured.NestedSlice(deployment.Object, path...)
	if err != nil {
		return false, fmt.Errorf("failed to read the volumes of Deployment %s in the shoot: %w", name.Name, err)
	}
	detached := false
	for i, volume := range volumes {
		volume, _ := volume.(map[string]any)
		claim, _, _ := unstructured.NestedString(volume, "persistentVolumeClaim", "claimName")
		if slices.Contains(ours, claim) {
			volumes[i] = map[string]any{"name": volume["name"], "emptyDir": map[string]any{}}
			detached = true
		}
	}
	if !detached {
		return false, nil
	}
	if err := unstructured.SetNestedSlice(deployment.Object, volumes, path...); err != nil {
		return false, err
	}
	return true, s.patch(ctx, deployment, "detach the volume of", patch)
}

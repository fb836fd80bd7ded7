// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
)

// claims lists the PersistentVolumeClaims that the extension created for source-controller and its shards. A
// label names the Deployment. They do not name their ManagedResource, because gardener-resource-manager only
// creates them.
func claims(namespace string) answers.Listing[metav1.PartialObjectMetadata] {
	return answers.Metadata(corev1.SchemeGroupVersion.WithKind("PersistentVolumeClaim"), client.InNamespace(namespace),
		client.HasLabels{fluxv1alpha1.LabelStorage})
}

// SweepStorage deletes claims that are left after their ManagedResource was deleted, possibly with
// keepObjects. Like gardener-resource-manager, it keeps claims with the keep annotation. It returns the first
// one that is not gone yet; empty without any.
func (s *Shoot) SweepStorage(ctx context.Context, namespace string) (string, error) {
	left := ""
	wanted := func(claim *metav1.PartialObjectMetadata) (*metav1.PartialObjectMetadata, bool) {
		return withIdentity(claim), isOfSource(claim.Labels[fluxv1alpha1.LabelStorage]) && claim.Annotations[resourcesv1alpha1.KeepObject] != "true"
	}
	err := answers.Walk(ctx, s.client, claims(namespace), wanted, func(claim *metav1.PartialObjectMetadata) error {
		left = cmp.Or(left, DescribeObject(claim))
		return s.deleteLeftover(ctx, claim)
	})
	return left, err
}

// DetachStorage replaces the volumes of source-controller and its shards with empty directories, and reports
// whether it changed any. The controllers continue to run, and their pods no longer block the deletion of the
// volumes. gardener-resource-manager must not revert this.
func (s *Shoot) DetachStorage(ctx context.Context, namespace string) (bool, error) {
	ours := map[string][]string{}
	err := answers.Scan(ctx, s.client, claims(namespace), func(claim *metav1.PartialObjectMetadata) error {
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

// isOfSource reports whether a Deployment is source-controller or one of its shards: users may write labels
// too.
func isOfSource(name string) bool {
	of, _, is := fluxv1alpha1.ShardedController(name)
	return name == string(fluxv1alpha1.ComponentSource) || is && of == fluxv1alpha1.ComponentSource
}

func (s *Shoot) detachFrom(ctx context.Context, name client.ObjectKey, ours []string) (bool, error) {
	deployment := &unstructured.Unstructured{}
	deployment.SetGroupVersionKind(appsv1.SchemeGroupVersion.WithKind("Deployment"))
	if found, err := s.get(ctx, name, deployment); err != nil || !found {
		return false, err
	}
	patch := client.MergeFromWithOptions(deployment.DeepCopy(), client.MergeFromWithOptimisticLock{})
	if detached, err := detach(deployment, ours); err != nil || !detached {
		return false, err
	}
	return true, s.patch(ctx, deployment, "detach the volume of", patch)
}

// detach replaces the claims among the volumes of a Deployment, and reports whether there were any.
func detach(deployment *unstructured.Unstructured, ours []string) (bool, error) {
	path := []string{"spec", "template", "spec", "volumes"}
	volumes, _, err := unstructured.NestedSlice(deployment.Object, path...)
	if err != nil {
		return false, fmt.Errorf("failed to read the volumes of Deployment %s in the shoot: %w", deployment.GetName(), err)
	}
	detached := false
	for i, volume := range volumes {
		volume, _ := volume.(map[string]any)
		claim, _, _ := unstructured.NestedString(volume, "persistentVolumeClaim", "claimName")
		if claim != "" && slices.Contains(ours, claim) {
			volumes[i] = map[string]any{"name": volume["name"], "emptyDir": map[string]any{}}
			detached = true
		}
	}
	return detached, unstructured.SetNestedSlice(deployment.Object, volumes, path...)
}

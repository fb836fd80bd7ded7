// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
)

// claims lists the PersistentVolumeClaims that the extension created for source-controller and its shards. A label
// contains the name of the Deployment. The claims have no origin annotation, because gardener-resource-manager only
// creates them and does not update them.
func claims(namespace string) responses.Listing[metadata] {
	return responses.Metadata(corev1.SchemeGroupVersion.WithKind("PersistentVolumeClaim"), client.InNamespace(namespace),
		client.HasLabels{fluxv1alpha1.LabelStorage})
}

// SweepStorage deletes claims that remain after the deletion of their ManagedResource, for example with keepObjects.
// Like gardener-resource-manager, it keeps claims with the keep annotation. It names the remaining claims. The result
// is empty if no claims remain.
func (s *Shoot) SweepStorage(ctx context.Context, namespace string) (string, error) {
	var left Names
	err := s.deleteEach(ctx, claims(namespace), func(claim *metadata) bool {
		return isOfSource(claim.Labels[fluxv1alpha1.LabelStorage])
	}, &left)
	return left.String(), err
}

// DetachStorage replaces the volumes of source-controller and its shards with emptyDir volumes, and reports whether it
// has changed a Deployment. The controllers continue to run, and their pods no longer block the deletion of the claims.
// Pause gardener-resource-manager first; otherwise, it reverts the change.
func (s *Shoot) DetachStorage(ctx context.Context, namespace string) (bool, error) {
	type storage struct{ deployment, claim string }
	ofSource := func(claim *metadata) (storage, bool) {
		of := claim.Labels[fluxv1alpha1.LabelStorage]
		return storage{of, claim.Name}, isOfSource(of)
	}
	anyDetached := false
	err := responses.Walk(ctx, s.client, claims(namespace), ofSource, func(of storage) error {
		detached, err := s.detach(ctx, client.ObjectKey{Namespace: namespace, Name: of.deployment}, of.claim)
		anyDetached = anyDetached || detached
		return err
	})
	return anyDetached, err
}

// isOfSource reports whether this is the name of source-controller or of its shard. Users may also write the label.
func isOfSource(name string) bool {
	of, _, is := fluxv1alpha1.ShardedController(name)
	return name == string(fluxv1alpha1.ComponentSource) || is && of == fluxv1alpha1.ComponentSource
}

// detach replaces the volume of the claim in a Deployment, and reports whether the Deployment used the claim.
func (s *Shoot) detach(ctx context.Context, name client.ObjectKey, claim string) (bool, error) {
	deployment := &appsv1.Deployment{}
	if found, err := s.get(ctx, name, deployment); err != nil || !found {
		return false, err
	}
	volumes := deployment.Spec.Template.Spec.Volumes
	i := slices.IndexFunc(volumes, func(v corev1.Volume) bool {
		return v.PersistentVolumeClaim != nil && v.PersistentVolumeClaim.ClaimName == claim
	})
	if i < 0 {
		return false, nil
	}
	patch := client.MergeFromWithOptions(deployment.DeepCopy(), client.MergeFromWithOptimisticLock{})
	volumes[i].VolumeSource = corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}
	deployment.SetGroupVersionKind(appsv1.SchemeGroupVersion.WithKind("Deployment"))
	return true, s.patch(ctx, deployment, "detach the volume of", patch)
}

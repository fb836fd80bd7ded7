// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// DeleteBaseline deletes the Kustomization of the operator's baseline, and returns the reason to wait. The reason is
// empty if the shoot does not have the Kustomization. prune defines whether Flux deletes the objects that it applied.
// The ManagedResource must be paused, because gardener-resource-manager would create the Kustomization again.
func (s *Shoot) DeleteBaseline(ctx context.Context, namespace string, prune bool) (string, error) {
	kinds, err := s.kinds(ctx)
	if err != nil {
		return "", err
	}
	root, found, err := s.readRoot(ctx, kinds, types.NamespacedName{Namespace: namespace, Name: fluxv1alpha1.BaselineName})
	if err != nil || !found || s.origin(root) != fluxv1alpha1.ManagedResourceBaseline {
		return "", err
	}
	waiting := "Flux to delete " + DescribeObject(root)
	if root.GetDeletionTimestamp() != nil {
		return waiting, nil
	}
	// All versions of Flux know prune and suspend. deletionPolicy would take precedence over prune.
	settings := fmt.Appendf(nil, `{"spec":{"prune":%t,"suspend":%t,"deletionPolicy":null}}`, prune, !prune)
	if err := s.patch(ctx, root, "prepare the deletion of", client.RawPatch(types.MergePatchType, settings)); err != nil {
		return "", err
	}
	return waiting, s.delete(ctx, root)
}

// SweepBaseline deletes leftover credentials and permissions of the operator's baseline, after its ManagedResource was
// deleted. It names the remaining objects.
func (s *Shoot) SweepBaseline(ctx context.Context, namespace string) (string, error) {
	kinds := []schema.GroupVersionKind{rbacv1.SchemeGroupVersion.WithKind("ClusterRoleBinding"), rbacv1.SchemeGroupVersion.WithKind("ClusterRole")}
	for _, kind := range []string{"Secret", "ConfigMap", "ServiceAccount"} {
		kinds = append(kinds, corev1.SchemeGroupVersion.WithKind(kind))
	}
	return s.sweep(ctx, fluxv1alpha1.ManagedResourceBaseline, kinds, []string{namespace})
}

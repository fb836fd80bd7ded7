// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"slices"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// resolveDeletionPolicy determines what happens in the shoot when the extension is removed from it.
func (b *builder) resolveDeletionPolicy() {
	path := field.NewPath("deletionPolicy")
	policies := []fluxv1alpha1.DeletionPolicy{fluxv1alpha1.DeletionPolicyKeep, fluxv1alpha1.DeletionPolicyOrphan, fluxv1alpha1.DeletionPolicyPrune}
	policy := *b.config.DeletionPolicy
	if !slices.Contains(policies, policy) {
		b.refuse(field.NotSupported(path, policy, policies))
		return
	}
	b.result.DeletionPolicy = policy
	if root := b.result.Kustomization; policy == fluxv1alpha1.DeletionPolicyPrune && root != nil && !prunes(root.Typed) {
		b.warn(path, "removes nothing: Flux deletes nothing of a Kustomization with this spec.prune and spec.deletionPolicy; set kustomization.template.spec.prune to true")
	}
}

// prunes returns whether Flux deletes the objects that a Kustomization has applied when the Kustomization is deleted
// (https://fluxcd.io/flux/components/kustomize/kustomizations/#deletion-policy).
func prunes(root *kustomizev1.Kustomization) bool {
	switch root.GetDeletionPolicy() {
	case kustomizev1.DeletionPolicyDelete, kustomizev1.DeletionPolicyWaitForTermination:
		return true
	case kustomizev1.DeletionPolicyMirrorPrune:
		return root.Spec.Prune
	}
	return false
}

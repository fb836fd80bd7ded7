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

// resolveDeletionPolicy finds out what becomes of the shoot when the extension is removed from it.
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

// prunes tells whether Flux deletes what a Kustomization has brought when the Kustomization is deleted
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

// resolveMode finds out what the extension does with Flux once it is in the shoot.
func (b *builder) resolveMode() {
	modes := []fluxv1alpha1.Mode{fluxv1alpha1.ModeBootstrapOnce, fluxv1alpha1.ModeManaged}
	if !slices.Contains(modes, *b.config.Mode) {
		b.refuse(field.NotSupported(field.NewPath("mode"), *b.config.Mode, modes))
		return
	}
	b.result.Mode = *b.config.Mode
	if b.result.IsOnce() && b.result.Source == nil && b.shoot != nil {
		b.warn(field.NewPath("mode"), "Flux is brought without source and root Kustomization, and a source that is named later is not created any more; name it before, or leave the mode Managed until then")
	}
}

func validatePropagation(propagation *fluxv1alpha1.Propagation) field.ErrorList {
	known := []fluxv1alpha1.Propagation{fluxv1alpha1.PropagationImmediate, fluxv1alpha1.PropagationOnShootReconcile}
	if propagation == nil || slices.Contains(known, *propagation) {
		return nil
	}
	return field.ErrorList{field.NotSupported(field.NewPath("project", "propagation"), *propagation, known)}
}

// PropagationOf returns when a change in the project reaches its Shoots. It asks the one line alone: a mistake elsewhere in
// the project's configuration is one of those changes. What cannot be read is not Immediate.
func PropagationOf(project *ConfigMap) fluxv1alpha1.Propagation {
	if project != nil {
		content, _ := readObject([]byte(project.Data[fluxv1alpha1.KeyConfig]))
		if value, _ := lookup(content, "project", "propagation"); value == string(fluxv1alpha1.PropagationImmediate) {
			return fluxv1alpha1.PropagationImmediate
		}
	}
	return fluxv1alpha1.PropagationOnShootReconcile
}

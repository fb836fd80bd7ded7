// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"regexp"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// resolveMode checks the mode. It warns if the source would never be created.
func (b *builder) resolveMode() {
	path := field.NewPath("mode")
	b.result.Mode = *b.config.Mode
	b.refuse(validation.OneOf(path, b.result.Mode, fluxv1alpha1.ModeBootstrapOnce, fluxv1alpha1.ModeManaged)...)
	if b.result.IsOnce() && b.result.Source == nil && b.shoot != nil {
		b.warn(path, "Flux is installed without a source, and the extension will not create a source that is set later; set the source first, or use mode Managed until then")
	}
}

// resolveDeletionPolicy checks the policy for the removal of the extension from the shoot.
func (b *builder) resolveDeletionPolicy() {
	path := field.NewPath("deletionPolicy")
	b.result.DeletionPolicy = *b.config.DeletionPolicy
	b.refuse(validation.OneOf(path, b.result.DeletionPolicy, fluxv1alpha1.DeletionPolicyKeep, fluxv1alpha1.DeletionPolicyOrphan, fluxv1alpha1.DeletionPolicyPrune)...)
	if root := b.result.Kustomization; b.result.DeletionPolicy == fluxv1alpha1.DeletionPolicyPrune && root != nil && !Prunes(root.Typed) {
		b.warn(path, "removes nothing: Flux deletes no objects of a Kustomization with this spec.prune and spec.deletionPolicy; set kustomization.template.spec.prune to true")
	}
}

// Prunes reports whether Flux deletes the objects of a Kustomization when the Kustomization is deleted
// (https://fluxcd.io/flux/components/kustomize/kustomizations/#deletion-policy).
func Prunes(root *kustomizev1.Kustomization) bool {
	switch root.GetDeletionPolicy() {
	case kustomizev1.DeletionPolicyDelete, kustomizev1.DeletionPolicyWaitForTermination:
		return true
	case kustomizev1.DeletionPolicyMirrorPrune:
		return root.Spec.Prune
	}
	return false
}

// acceptedChecksum matches the checksum of differences that a message contains (pkg/flux/takeover).
var acceptedChecksum = regexp.MustCompile(`^[0-9a-f]{16}$`)

// resolveTakeover checks the format of takeover.acceptedDifferences.
func (b *builder) resolveTakeover() {
	if b.config.Takeover == nil || b.config.Takeover.AcceptedDifferences == nil {
		return
	}
	b.result.AcceptedDifferences = *b.config.Takeover.AcceptedDifferences
	if !acceptedChecksum.MatchString(b.result.AcceptedDifferences) {
		b.refuse(field.Invalid(resolved.AcceptedDifferencesPath(), b.result.AcceptedDifferences, "must be the 16 hexadecimal digits from the message that lists the differences"))
	}
}

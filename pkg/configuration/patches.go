// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// checkPatches checks what the patches do to the version of Flux. Anything else of the installation has to be right before, because they change what
// it is rendered to.
func (b *builder) checkPatches() {
	if len(b.config.Flux.Patches) == 0 || b.result.Version == "" || found(b.errs, field.NewPath("flux")) || b.ctx.Err() != nil {
		return
	}
	b.refuse(b.resolver.catalog.ValidatePatches(b.ctx, b.result)...)
	for i, patch := range b.config.Flux.Patches {
		if !slices.Contains(b.result.Components, patch.Target.Name) {
			b.warn(field.NewPath("flux", "patches").Index(i), fmt.Sprintf("has no effect, because %s is not installed; add it to flux.componentsExtra, or remove the patch", patch.Target.Name))
		}
	}
}

// sized returns the compute resources of a controller with what the size sets.
func sized(shipped corev1.ResourceRequirements, size *fluxv1alpha1.Size, of fluxv1alpha1.Component) corev1.ResourceRequirements {
	profile := ptr.Deref(size, "").Profile(of)
	if profile == nil {
		return shipped
	}
	result := *shipped.DeepCopy()
	for _, part := range []struct {
		into *corev1.ResourceList
		from corev1.ResourceList
	}{{&result.Requests, profile.Requests}, {&result.Limits, profile.Limits}} {
		if *part.into == nil {
			*part.into = corev1.ResourceList{}
		}
		for name, quantity := range part.from {
			(*part.into)[name] = quantity
		}
	}
	return result
}

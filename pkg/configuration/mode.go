// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// resolveMode determines what the extension does with Flux once it is installed in the shoot.
func (b *builder) resolveMode() {
	modes := []fluxv1alpha1.Mode{fluxv1alpha1.ModeBootstrapOnce, fluxv1alpha1.ModeManaged}
	if !slices.Contains(modes, *b.config.Mode) {
		b.refuse(field.NotSupported(field.NewPath("mode"), *b.config.Mode, modes))
		return
	}
	b.result.Mode = *b.config.Mode
	if b.result.IsOnce() && b.result.Source == nil && b.shoot != nil {
		b.warn(field.NewPath("mode"), "Flux is installed without source and root Kustomization, and a source that is named later is not created any more; name it before, or leave the mode Managed until then")
	}
}

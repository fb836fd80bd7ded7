// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"context"
	"errors"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// patchesPath is the field with the patches.
func patchesPath() *field.Path { return field.NewPath("flux", "patches") }

// ValidatePatches applies the patches of a valid configuration to what its version of Flux would be rendered to, and returns the first that cannot be
// applied, or that changes what it may not. Patches of controllers that are not installed are applied too: another document may install them.
func (c *Catalog) ValidatePatches(ctx context.Context, effective *resolved.Configuration) field.ErrorList {
	objects, err := c.library.objects(effective.Version)
	if err != nil || len(effective.Flux.Patches) == 0 {
		return nil // An unknown version is an error of its own.
	}
	// What the project's Secrets hold is in no object that is patched, but whether there are any is.
	resources := map[string]Resource{}
	for _, name := range effective.ResourceNames() {
		resources[name] = Placeholder(effective, name, "placeholder")
	}
	settings, err := newSettings(Input{Effective: effective, Resources: resources}, ShippedImages{})
	if err != nil {
		return field.ErrorList{field.InternalError(patchesPath(), err)}
	}
	for _, object := range objects {
		isTarget := func(patch fluxv1alpha1.Patch) bool {
			return string(patch.Target.Kind) == object.GetKind() && string(patch.Target.Name) == object.GetName()
		}
		if ctx.Err() != nil || !slices.ContainsFunc(effective.Flux.Patches, isTarget) {
			continue
		}
		if _, err := settings.controller(object); err != nil {
			if refused := (*field.Error)(nil); errors.As(err, &refused) {
				return field.ErrorList{refused}
			}
			return field.ErrorList{field.InternalError(patchesPath(), err)}
		}
	}
	return nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// What patches may have together. Those of a bootstrap in use are a few, of a few lines each; they are applied whenever a configuration is checked.
const (
	mostPatches    = 32
	longestPatches = 16 << 10
)

// validatePatches checks number, size and targets of patches, and whether the operator allows them. What they do is checked with what they are applied
// to.
func validatePatches(path *field.Path, patches []fluxv1alpha1.Patch, carried Carried, allowed []string) field.ErrorList {
	if len(patches) > mostPatches {
		return field.ErrorList{field.Invalid(path, field.OmitValueType{}, fmt.Sprintf("has %d patches, and may have at most %d; put several changes of an object into one", len(patches), mostPatches))}
	}
	var (
		errs  field.ErrorList
		size  int
		kinds = []fluxv1alpha1.PatchKind{fluxv1alpha1.PatchKindDeployment, fluxv1alpha1.PatchKindServiceAccount}
	)
	for i, patch := range patches {
		path := path.Index(i)
		kind, name := path.Child("target", "kind"), path.Child("target", "name")
		switch {
		case patch.Target.Kind == "":
			errs = append(errs, field.Required(kind, "write Deployment or ServiceAccount"))
		case !slices.Contains(kinds, patch.Target.Kind):
			errs = append(errs, field.NotSupported(kind, patch.Target.Kind, kinds))
		case !slices.Contains(allowed, string(patch.Target.Kind)):
			errs = append(errs, field.Forbidden(kind, fmt.Sprintf("the operator does not allow patches of a %s; remove the patch, or ask the operator to add %[1]s to limits.patches", patch.Target.Kind)))
		}
		switch {
		case patch.Target.Name == "":
			errs = append(errs, field.Required(name, "write the name of a controller, such as kustomize-controller"))
		case carried.Version != "" && !slices.Contains(carried.Components, patch.Target.Name):
			errs = append(errs, field.NotSupported(name, patch.Target.Name, carried.Components))
		}
		if strings.TrimSpace(patch.Patch) == "" {
			errs = append(errs, field.Required(path.Child("patch"), "write a strategic merge patch or a JSON patch, or remove the entry"))
		}
		size += len(patch.Patch)
	}
	if size > longestPatches {
		errs = append(errs, field.Invalid(path, field.OmitValueType{}, fmt.Sprintf("has %d bytes, and may have at most %d; shorten the patches", size, longestPatches)))
	}
	return errs
}

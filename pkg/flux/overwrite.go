// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"slices"

	"github.com/gardener/gardener/pkg/utils/imagevector"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// validateOverwrite refuses what Gardener's own validation lets pass. An entry for a Flux version that there is not is left from one
// that there was, or waits for one.
func (v *vectorImages) validateOverwrite(catalog *Catalog) field.ErrorList {
	if len(v.overwrite) == 0 {
		return nil
	}
	var known []fluxv1alpha1.Component
	for _, version := range catalog.Versions() {
		known = append(known, catalog.Components(version)...)
	}
	slices.Sort(known)
	known = slices.Compact(known)

	var errs field.ErrorList
	for i, source := range v.overwrite {
		at := field.NewPath("images").Index(i)
		if source.RuntimeVersion != nil {
			errs = append(errs, field.Forbidden(at.Child("runtimeVersion"), "images do not depend on the version of Kubernetes; remove it. The Flux version is the targetVersion"))
		}
		if source.Architectures != nil {
			errs = append(errs, field.Forbidden(at.Child("architectures"), "a controller may run on any node of a shoot; remove it, and name an image for all architectures"))
		}
		if !slices.Contains(known, fluxv1alpha1.Component(source.Name)) {
			errs = append(errs, field.NotSupported(at.Child("name"), fluxv1alpha1.Component(source.Name), known))
			continue
		}
		if err := v.validateReferences(at, source, catalog); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// validateReferences refuses an entry that makes no reference of an image for one of the versions. Whether the entry is meant for that
// version does not matter: how it is completed is the same for all.
func (v *vectorImages) validateReferences(at *field.Path, source *imagevector.ImageSource, catalog *Catalog) *field.Error {
	of := fluxv1alpha1.Component(source.Name)
	for _, version := range catalog.Versions() {
		shipped := catalog.Image(version, of)
		if shipped == "" {
			continue
		}
		parsed, err := v.withDigest(version, of, ParseImage(shipped))
		if err != nil {
			return field.InternalError(at, err)
		}
		reference := v.completed(source, parsed)
		if err := CheckImage(reference); err != nil {
			wrong := at.Child("repository")
			if source.Ref != nil {
				wrong = at.Child("ref")
			}
			return field.Invalid(wrong, reference, fmt.Sprintf(
				"is what %s of Flux %s would be pulled as, and no reference of an image such as registry.example.com/flux/%s:v1.9.3: %s", of, version, of, err))
		}
	}
	return nil
}

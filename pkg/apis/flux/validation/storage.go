// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/resource"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// SmallestStorage is what hardly any infrastructure goes below.
func SmallestStorage() resource.Quantity { return resource.MustParse("1Gi") }

// LargestStorage is far above what manifests need. The operator may allow less.
func LargestStorage() resource.Quantity { return resource.MustParse("1Ti") }

func validateStorage(path *field.Path, storage *fluxv1alpha1.Storage, allowed *resource.Quantity) field.ErrorList {
	if storage == nil {
		return nil
	}
	var errs field.ErrorList
	smallest, largest, text := SmallestStorage(), LargestStorage(), ""
	if allowed != nil && allowed.Cmp(largest) < 0 {
		largest, text = *allowed, ", which the operator allows"
	}
	switch size := storage.Size; {
	case size == nil:
		errs = append(errs, field.Required(path.Child("size"), "write the size of the volume, such as 10Gi, or remove storage"))
	case size.Cmp(smallest) < 0 || size.Cmp(largest) > 0:
		errs = append(errs, field.Invalid(path.Child("size"), size.String(), fmt.Sprintf("must be between %s and %s%s", smallest.String(), largest.String(), text)))
	}
	if storage.Class != nil && len(utilvalidation.IsDNS1123Subdomain(*storage.Class)) > 0 {
		errs = append(errs, field.Invalid(path.Child("class"), *storage.Class, "must be the name of a StorageClass of the shoot: lower-case letters, digits, '-' and '.'; remove class for the default one"))
	}
	return errs
}

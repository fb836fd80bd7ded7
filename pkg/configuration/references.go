// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"slices"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	kindSecret    = "Secret"
	kindConfigMap = "ConfigMap"
)

// missing reports an object that the Shoot lacks. If a different document references the object, the error is still
// located in the Shoot, because the Shoot must provide the object.
func (b *builder) missing(err *field.Error, where *field.Path, lack, fix string) {
	located := b.stack.Locate(field.ErrorList{err})[0]
	if located.Origin != document.OriginShoot {
		located = document.Error{
			Origin: document.OriginShoot, Document: b.shoot.document(),
			Error: text.FieldError(field.Required(where, fmt.Sprintf("%s, but %s of %s refers to it; %s", lack, located.Error.Field, located.Document, fix))),
		}
	}
	b.configErrs = append(b.configErrs, located)
}

// checkResource reports whether spec.resources of the Shoot contains an entry with the given name and kind, and records
// an error if not. Without a Shoot, it assumes that every entry exists.
func (b *builder) checkResource(path *field.Path, name, kind string) bool {
	if name == "" {
		b.refuse(field.Required(path, "name an entry of Shoot.spec.resources"))
		return false
	}
	if b.shoot == nil {
		return true
	}
	switch resource := v1beta1helper.GetResourceByName(b.shoot.Resources, name); {
	case resource == nil:
		b.missing(field.Invalid(path, name, fmt.Sprintf("names no entry of Shoot.spec.resources; add one of this name that refers to a %s", kind)),
			field.NewPath("spec", "resources"), "has no entry named "+name, "add one that refers to a "+kind)
		return false
	case resource.ResourceRef.Kind != kind || resource.ResourceRef.APIVersion != corev1.SchemeGroupVersion.String():
		b.refuse(field.Invalid(path, name, fmt.Sprintf("refers to a %s of apiVersion %s in Shoot.spec.resources; it must be a %s of apiVersion v1",
			resource.ResourceRef.Kind, resource.ResourceRef.APIVersion, kind)))
		return false
	}
	return true
}

// targetName returns the name of an additional resource in the shoot: the configured name or, by default, the name of
// the object in the project. The default is unknown without a Shoot.
func (b *builder) targetName(resource fluxv1alpha1.AdditionalResource) (string, bool) {
	if resource.TargetName != nil {
		return *resource.TargetName, true
	}
	if b.shoot != nil {
		if reference := v1beta1helper.GetResourceByName(b.shoot.Resources, resource.Name); reference != nil {
			return reference.ResourceRef.Name, true
		}
	}
	return "", false
}

// delivers reports whether an additional resource of the kind has, or may have, the given name in the shoot.
func (b *builder) delivers(kind, name string) bool {
	resources := b.config.AdditionalSecretResources
	if kind == kindConfigMap {
		resources = b.config.AdditionalConfigMapResources
	}
	return slices.ContainsFunc(resources, func(resource fluxv1alpha1.AdditionalResource) bool {
		target, known := b.targetName(resource)
		return !known || target == name
	})
}

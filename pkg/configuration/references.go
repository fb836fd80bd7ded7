// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"slices"
	"strings"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/shootinfo"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// missingResource records that the Shoot has no entry for something.
func (b *builder) missingResource(path *field.Path, name, kind string) {
	b.missing(field.Invalid(path, name, fmt.Sprintf("names no entry of Shoot.spec.resources; add one of this name that refers to a %s", kind)),
		field.NewPath("spec", "resources"), "has no entry named "+name, "add one that refers to a "+kind)
}

// missingLabel records that the Shoot has no label for a variable, and returns a placeholder. Without a Shoot, every label is assumed to
// exist.
func (b *builder) missingLabel(path *field.Path, name string) string {
	if b.shoot == nil || len(b.configErrs) > document.MostLocated {
		return shootinfo.Placeholder
	}
	label := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, fluxv1alpha1.ShootInfoLabelPrefix), "_", "-"))
	add := fmt.Sprintf("add one such as %s%s", b.resolver.prefixes[0], label)
	known := b.variables.Known()
	b.missing(field.Invalid(path, "${"+name+"}", fmt.Sprintf("is for a label that the Shoot does not have; %s, or use another variable; the known variables are %s", add, known)),
		field.NewPath("metadata", "labels"), fmt.Sprintf("has no label for ${%s}", name), add)
	return shootinfo.Placeholder
}

// checkPathSegments refuses an empty label that is a whole segment of the path: without it, the path would be that of all Shoots.
func (b *builder) checkPathSegments() {
	path := []string{"kustomization", "template", "spec", "path"}
	value, _ := strict.Lookup(b.content, path...)
	text, _ := value.(string)
	if b.shoot == nil || text == "" {
		return
	}
	for _, name := range b.variables.EmptySegments(text) {
		label, where := shootinfo.LabelOf(b.shoot.Labels, b.resolver.prefixes, name), field.NewPath("metadata", "labels")
		if label != "" {
			where = where.Key(label)
		}
		fix := "give the label a value, or use another variable"
		b.missing(field.Invalid(strict.NewPath(path), "${"+name+"}", fmt.Sprintf("is a whole segment of the path, and empty for this shoot because its label %s is; %s", label, fix)),
			where, fmt.Sprintf("is empty, and ${%s} is a whole segment of the path", name), fix)
	}
}

// missing records that the Shoot lacks something. If the Shoot does not itself refer to it, it is all the same the Shoot in
// which it has to be corrected.
func (b *builder) missing(err *field.Error, where *field.Path, lack, fix string) {
	located := b.stack.Locate(field.ErrorList{err})[0]
	if located.Origin != document.OriginShoot {
		located = document.Error{
			Origin:   document.OriginShoot,
			Document: fmt.Sprintf("Shoot %s/%s", b.shoot.Namespace, b.shoot.Name),
			Error:    text.FieldError(field.Required(where, fmt.Sprintf("%s, to which %s of %s refers; %s", lack, located.Error.Field, located.Document, fix))),
		}
	}
	b.configErrs = append(b.configErrs, located)
}

const (
	kindSecret    = "Secret"
	kindConfigMap = "ConfigMap"
)

// checkResource returns whether the Shoot has an entry of that name and kind. Whether a project's entry exists is checked with each of its
// Shoots.
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
		b.missingResource(path, name, kind)
		return false
	case resource.ResourceRef.Kind != kind || resource.ResourceRef.APIVersion != corev1.SchemeGroupVersion.String():
		b.refuse(field.Invalid(path, name, fmt.Sprintf("refers to a %s of apiVersion %s in Shoot.spec.resources; it must be a %s of apiVersion v1",
			resource.ResourceRef.Kind, resource.ResourceRef.APIVersion, kind)))
		return false
	}
	return true
}

// targetName is the name in the shoot: the given one, else that of the object in the project, which is not known without a
// Shoot.
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

// delivers returns whether an additional resource of the kind has that name in the shoot, or may have it.
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"slices"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/additionalsource"
)

// buildAdditionalSources builds the sources beside that of the root Kustomization. Where there is none, nothing is synced; of a project without
// a source, they are checked all the same.
func (b *builder) buildAdditionalSources() {
	builder := additionalsource.Builder{
		Checks: b.checks(), Variables: b.variables, Namespaces: b.result.Namespaces(), Keys: b.sourceKeys, OwnHost: b.hasOwnHost, ScanHostKeys: *b.result.DeployKey.ScanHostKeys,
		KeyWarnings: func(path *field.Path, url string) []validation.Warning {
			return validation.DeployKeyWarnings(deployKeyPath(), path, &b.result.DeployKey, url)
		},
		Warn: b.warn,
	}
	switch root := b.result.Source; {
	case root == nil && b.shoot != nil:
		return
	case root != nil:
		own := root.Object.GetNamespace()
		builder.Namespaces = slices.Insert(slices.DeleteFunc(builder.Namespaces, func(namespace string) bool { return namespace == own }), 0, own)
		if !b.placeholders.At("source.template.metadata.name") {
			builder.Root = root.Object.GetName()
		}
	}
	sources, errs := builder.Build(b.content[additionalsource.Field], b.config.AdditionalSources)
	for _, source := range sources {
		errs = append(errs, b.checkLoginOf(source)...)
	}
	b.refuse(errs...)
	b.result.KeySources = slices.DeleteFunc(slices.Clone(sources), func(s additionalsource.Source) bool { return !s.DeployKey })
	if b.result.Source != nil {
		b.result.AdditionalSources = sources
	}
}

// checkLoginOf checks the ServiceAccount as which a source logs in to a cloud. That of an OCIRepository with a Secret is for pull secrets.
func (b *builder) checkLoginOf(source additionalsource.Source) field.ErrorList {
	// They were decoded strictly: what is no text is not there.
	text := func(name string) string {
		value, _, _ := unstructured.NestedString(source.Object.Object, "spec", name)
		return value
	}
	if _, found, _ := unstructured.NestedMap(source.Object.Object, "spec", "secretRef"); found && source.Object.GetKind() == sourcev1.OCIRepositoryKind {
		return nil
	}
	path := source.Path.Child("template", "spec", "serviceAccountName")
	return b.checkLogin(path, text("provider"), text("serviceAccountName"), source.Object.GetNamespace(), string(fluxv1alpha1.ComponentSource))
}

// sources are the source of the root Kustomization and the additional ones.
func (b *builder) sources() []*unstructured.Unstructured {
	var objects []*unstructured.Unstructured
	if source := b.result.Source; source != nil {
		objects = append(objects, source.Object)
	}
	for _, source := range b.result.AdditionalSources {
		objects = append(objects, source.Object)
	}
	return objects
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"cmp"
	"fmt"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/template"
)

// defaultKustomizationInterval is that of 'flux bootstrap'.
const defaultKustomizationInterval = "10m"

func (b *builder) kustomizationTemplate() (*template.Template, field.ErrorList) {
	t, errs := template.New(b.content, b.variables, "kustomization", "template")
	b.checkPathSegments()
	if len(errs) == 0 {
		errs = t.SetType(kustomizev1.GroupVersion.String(), []string{kustomizev1.KustomizationKind}, nil)
	}
	return t, errs
}

// kustomizationOf builds the root Kustomization for the source; nil if it cannot be built.
func (b *builder) kustomizationOf(source *unstructured.Unstructured) *resolved.Kustomization {
	t, errs := b.kustomizationTemplate()
	if len(errs) > 0 {
		b.refuse(errs...)
		return nil
	}
	b.completeKustomization(t, source)
	if b.placeholders.At("source.template.metadata.name") {
		b.placeholders.Add(t.Path.Child("spec", "sourceRef", "name"), "")
	}
	root := &kustomizev1.Kustomization{}
	errs = b.checks().Decode(t, root)
	if len(errs) == 0 {
		errs = b.checks().Certain(validation.ValidateKustomization(t.Path, root, source))
		errs = append(errs, b.checks().Metadata(t, root)...)
		errs = append(errs, b.checks().Certain(b.checkTenancy(t.Path, root, source))...)
		if decryption := root.Spec.Decryption; decryption != nil {
			path := t.Path.Child("spec", "decryption", "serviceAccountName")
			errs = append(errs, b.checkLogin(path, decryption.Provider, decryption.ServiceAccountName, root.Namespace, string(fluxv1alpha1.ComponentKustomize))...)
		}
		b.warnAll(validation.KustomizationWarnings(t.Path, root))
		b.warnVariables(t.Path, root)
		b.warnDecryption(t.Path.Child("spec", "decryption", "secretRef"), root)
	}
	b.refuse(errs...)
	b.refuse(b.checks().Validate(t, errs)...)
	return &resolved.Kustomization{Object: t.Unstructured(), Typed: root}
}

// completeKustomization sets what is not given. There is no targetNamespace but one that was adopted: it would move the
// namespaced objects of any repository (fluxcd/flux2#4570). An empty one removes that again.
func (b *builder) completeKustomization(t *template.Template, source *unstructured.Unstructured) {
	setMetadata(t, *b.config.Flux.Namespace, b.adopted().Root)
	t.SetMissing(defaultKustomizationInterval, "spec", "interval")
	adopted := b.adoptedRoot(t)
	t.SetMissing(cmp.Or(adopted.Path, "./"), "spec", "path")
	if adopted.TargetNamespace != "" {
		t.SetMissing(adopted.TargetNamespace, "spec", "targetNamespace")
	}
	if spec, _ := t.Object["spec"].(map[string]any); spec["targetNamespace"] == "" {
		delete(spec, "targetNamespace")
	}
	t.SetMissing(true, "spec", "prune")
	t.SetMissing(source.GetKind(), "spec", "sourceRef", "kind")
	t.SetMissing(source.GetName(), "spec", "sourceRef", "name")
	namespace, _ := strict.Lookup(t.Object, "metadata", "namespace")
	if namespace != source.GetNamespace() {
		t.SetMissing(source.GetNamespace(), "spec", "sourceRef", "namespace")
	}
	if b.config.Decryption != nil {
		t.SetMissing("sops", "spec", "decryption", "provider")
		t.SetMissing(fluxv1alpha1.DecryptionSecretName, "spec", "decryption", "secretRef", "name")
	}
	if b.lockedDown() && namespace == *b.config.Flux.Namespace {
		// Else the root would be applied as the tenants' ServiceAccount, which has no permissions.
		t.SetMissing(string(fluxv1alpha1.ComponentKustomize), "spec", "serviceAccountName")
	}
}

func (b *builder) lockedDown() bool {
	tenancy := b.config.Flux.Multitenancy
	return tenancy != nil && *tenancy.Enabled
}

// checkTenancy refuses what a locked down Flux would never reconcile.
func (b *builder) checkTenancy(path *field.Path, root *kustomizev1.Kustomization, source *unstructured.Unstructured) field.ErrorList {
	if !b.lockedDown() {
		return nil
	}
	var errs field.ErrorList
	if source.GetNamespace() != root.Namespace {
		errs = append(errs, field.Invalid(path.Child("metadata", "namespace"), root.Namespace, fmt.Sprintf(
			"must be the source's namespace %s: with flux.multitenancy, Flux refuses references across namespaces", source.GetNamespace())))
	}
	if root.Spec.ServiceAccountName == "" {
		errs = append(errs, field.Required(path.Child("spec", "serviceAccountName"), fmt.Sprintf(
			"name the ServiceAccount in namespace %s as which the root Kustomization is applied: with flux.multitenancy, it would be %s otherwise", root.Namespace, *b.config.Flux.Multitenancy.DefaultServiceAccount)))
	}
	for i, dependency := range root.Spec.DependsOn {
		if dependency.Namespace != "" && dependency.Namespace != root.Namespace {
			errs = append(errs, field.Invalid(path.Child("spec", "dependsOn").Index(i).Child("namespace"), dependency.Namespace, fmt.Sprintf(
				"must be the Kustomization's own namespace %s: with flux.multitenancy, Flux refuses references across namespaces", root.Namespace)))
		}
	}
	return errs
}

// warnVariables warns of sources of variables that the configuration does not deliver to the shoot.
func (b *builder) warnVariables(path *field.Path, root *kustomizev1.Kustomization) {
	if root.Spec.PostBuild == nil {
		return
	}
	for i, from := range root.Spec.PostBuild.SubstituteFrom {
		known := from.Kind == kindConfigMap && from.Name == fluxv1alpha1.ShootInfoConfigMapName
		if known {
			b.warnNoStrings(path.Child("spec", "postBuild", "substituteFrom").Index(i))
		}
		if !known && !from.Optional && !b.delivers(from.Kind, from.Name) {
			b.warn(path.Child("spec", "postBuild", "substituteFrom").Index(i), fmt.Sprintf(
				"the configuration delivers no %s %s to the shoot; list it under additional%sResources, set optional, or create it in the shoot", from.Kind, from.Name, from.Kind))
		}
	}
}

// warnNoStrings warns of shoot info variables with values that manifests in the source do not take for strings. Values of labels may be meant so.
func (b *builder) warnNoStrings(path *field.Path) {
	for _, name := range fluxv1alpha1.ShootInfoNames() {
		if value := b.variables.Info[name]; value != "" && !b.variables.Unknown(name) && !strict.IsString(value) {
			b.warn(path, fmt.Sprintf("%s is %s, which YAML does not read as a string, and Flux drops quotes around variables: write it '${q:=\"}${%s}${q:=\"}' in manifests", name, value, name))
		}
	}
}

// warnDecryption warns of a key for decryption that the configuration does not deliver to the shoot.
func (b *builder) warnDecryption(path *field.Path, root *kustomizev1.Kustomization) {
	if d := root.Spec.Decryption; d != nil && d.SecretRef != nil && b.config.Decryption == nil && !b.delivers(kindSecret, d.SecretRef.Name) {
		b.warn(path, fmt.Sprintf("the configuration delivers no Secret %s to the shoot; set decryption.secretResourceName, or create it in the shoot", d.SecretRef.Name))
	}
}

// adoptedRoot is what was adopted if it belongs to the root Kustomization that is being made.
func (b *builder) adoptedRoot(t *template.Template) Adopted {
	if adopted := b.adopted(); adopted.Root == resolved.Key(t.Unstructured()) {
		return adopted
	}
	return Adopted{}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// defaultKustomizationInterval is the default interval of 'flux bootstrap'.
const defaultKustomizationInterval = "10m"

// buildKustomization builds the root Kustomization from its template.
func (b *builder) buildKustomization(ctx context.Context) {
	switch {
	case b.config.Source == nil || b.config.Source.Template == nil:
		b.checkSourceless(ctx)
	case b.result.Source == nil:
		_, errs := b.kustomizationTemplate()
		b.refuse(errs...)
	default:
		b.result.Kustomization = b.kustomizationOf(ctx, b.result.Source.Object)
	}
}

// checkSourceless checks settings that require a source if no source is configured. It allows them for the operator and
// the project, because Shoots may set their own source.
func (b *builder) checkSourceless(ctx context.Context) {
	if b.shoot == nil {
		b.checkAnySource(ctx)
	}
	for _, path := range [][]string{{"source", "secretResourceName"}, {"source", "knownHosts"}, {"kustomization"}, {"decryption"}, {resolved.AdditionalSourcesField}} {
		last := b.stack.Last(path...)
		value, given := strict.Lookup(b.content, path...)
		if list, ok := value.([]any); !given || value == "" || ok && len(list) == 0 || last < 0 {
			continue
		}
		switch origin := b.stack[last].Origin; {
		case origin == document.OriginShoot:
			b.refuse(field.Forbidden(strict.NewPath(path), "has no effect without a source; set source.template in the Shoot or the project, or remove it"))
		case origin == document.OriginProject && b.shoot == nil:
			b.warn(strict.NewPath(path), "has no effect on Shoots without a source; set source.template here, unless each Shoot sets its own")
		}
	}
}

// checkAnySource rejects settings that are invalid with any source.
func (b *builder) checkAnySource(ctx context.Context) {
	source := ptr.Deref(b.config.Source, fluxv1alpha1.Source{})
	if knownHosts := strings.TrimSpace(ptr.Deref(source.KnownHosts, "")); knownHosts != "" {
		b.refuse(validation.ValidateKnownHostsLines(field.NewPath("source", "knownHosts"), knownHosts)...)
	}
	if b.config.Decryption != nil {
		b.checkResource(field.NewPath("decryption", "secretResourceName"), b.config.Decryption.SecretResourceName, kindSecret)
	}
	if _, ok := b.content["kustomization"]; !ok {
		return
	}
	some := &unstructured.Unstructured{}
	some.SetAPIVersion(sourcev1.GroupVersion.String())
	some.SetKind(sourcev1.GitRepositoryKind)
	some.SetNamespace(*b.config.Flux.Namespace)
	some.SetName(fluxv1alpha1.SyncName)
	for _, name := range []string{"apiVersion", "kind", "namespace", "name"} {
		b.placeholders.add(field.NewPath("kustomization", "template", "spec", "sourceRef", name), "")
	}
	b.kustomizationOf(ctx, some)
}

func (b *builder) kustomizationTemplate() (*template, field.ErrorList) {
	t, errs := b.template("kustomization", "template")
	if t != nil {
		b.checkPathSegments(t)
	}
	if len(errs) == 0 {
		errs = t.setType(kustomizev1.GroupVersion.String(), kustomizev1.KustomizationKind)
	}
	return t, errs
}

// kustomizationOf builds the root Kustomization for the source. It returns nil if the template contains an invalid
// variable or type.
func (b *builder) kustomizationOf(ctx context.Context, source *unstructured.Unstructured) *resolved.Kustomization {
	t, errs := b.kustomizationTemplate()
	if len(errs) > 0 {
		b.refuse(errs...)
		return nil
	}
	b.completeKustomization(t, source)
	if b.placeholders.at("source.template.metadata.name") {
		b.placeholders.add(t.path.Child("spec", "sourceRef", "name"), "")
	}
	root := &kustomizev1.Kustomization{}
	errs = b.decode(t, root)
	if len(errs) == 0 {
		errs = b.certain(validation.ValidateKustomization(t.path, root, source))
		errs = append(errs, b.checkMetadata(t)...)
		errs = append(errs, b.certain(b.checkTenancy(t.path, root, source))...)
		if decryption := root.Spec.Decryption; decryption != nil {
			path := t.path.Child("spec", "decryption", "serviceAccountName")
			errs = append(errs, b.checkLogin(path, decryption.Provider, decryption.ServiceAccountName, root.Namespace, string(fluxv1alpha1.ComponentKustomize))...)
		}
		b.warnAll(validation.KustomizationWarnings(t.path, root))
		b.warnVariables(t.path, root)
		b.warnDecryption(t.path.Child("spec", "decryption", "secretRef"), root)
	}
	b.refuse(errs...)
	b.refuse(b.checkSchema(ctx, t, errs)...)
	return &resolved.Kustomization{Object: t.unstructured(), Typed: root}
}

// completeKustomization sets missing fields. It sets targetNamespace only to the value of an adopted root
// Kustomization, because any other default would move the objects of the repository (fluxcd/flux2#4570). A user removes
// the adopted value with an empty targetNamespace.
func (b *builder) completeKustomization(t *template, source *unstructured.Unstructured) {
	t.setMetadata(*b.config.Flux.Namespace, b.adopted.Root)
	t.setMissing(defaultKustomizationInterval, "spec", "interval")
	adopted := b.adopted
	if adopted.Root != resolved.Key(t.unstructured()) {
		adopted = Adopted{}
	}
	t.setMissing(cmp.Or(adopted.Path, "./"), "spec", "path")
	if adopted.TargetNamespace != "" {
		t.setMissing(adopted.TargetNamespace, "spec", "targetNamespace")
	}
	if spec, _ := t.object["spec"].(map[string]any); spec["targetNamespace"] == "" {
		delete(spec, "targetNamespace")
	}
	t.setMissing(true, "spec", "prune")
	t.setMissing(source.GetKind(), "spec", "sourceRef", "kind")
	t.setMissing(source.GetName(), "spec", "sourceRef", "name")
	namespace, _ := strict.Lookup(t.object, "metadata", "namespace")
	if namespace != source.GetNamespace() {
		t.setMissing(source.GetNamespace(), "spec", "sourceRef", "namespace")
	}
	if b.config.Decryption != nil {
		t.setMissing("sops", "spec", "decryption", "provider")
		t.setMissing(fluxv1alpha1.DecryptionSecretName, "spec", "decryption", "secretRef", "name")
	}
	if b.config.Flux.HasMultitenancy() && namespace == *b.config.Flux.Namespace {
		// Without a ServiceAccount, Flux would apply the root Kustomization with the tenants' default ServiceAccount, which
		// has no permissions.
		t.setMissing(string(fluxv1alpha1.ComponentKustomize), "spec", "serviceAccountName")
	}
}

// checkTenancy rejects a root Kustomization that Flux cannot reconcile with flux.multitenancy.
func (b *builder) checkTenancy(path *field.Path, root *kustomizev1.Kustomization, source *unstructured.Unstructured) field.ErrorList {
	if !b.config.Flux.HasMultitenancy() {
		return nil
	}
	var errs field.ErrorList
	if source.GetNamespace() != root.Namespace {
		errs = append(errs, field.Invalid(path.Child("metadata", "namespace"), root.Namespace, fmt.Sprintf(
			"must be the source's namespace %s: with flux.multitenancy, Flux refuses references across namespaces", source.GetNamespace())))
	}
	if root.Spec.ServiceAccountName == "" {
		errs = append(errs, field.Required(path.Child("spec", "serviceAccountName"), fmt.Sprintf(
			"name the ServiceAccount in namespace %s that applies the root Kustomization: with flux.multitenancy, Flux would use %s otherwise", root.Namespace, *b.config.Flux.Multitenancy.DefaultServiceAccount)))
	}
	for i, dependency := range root.Spec.DependsOn {
		if dependency.Namespace != "" && dependency.Namespace != root.Namespace {
			errs = append(errs, field.Invalid(path.Child("spec", "dependsOn").Index(i).Child("namespace"), dependency.Namespace, fmt.Sprintf(
				"must be the Kustomization's own namespace %s: with flux.multitenancy, Flux refuses references across namespaces", root.Namespace)))
		}
	}
	return errs
}

// warnVariables warns if the configuration does not deliver a Secret or ConfigMap with variables to the shoot.
func (b *builder) warnVariables(path *field.Path, root *kustomizev1.Kustomization) {
	if root.Spec.PostBuild == nil {
		return
	}
	for i, from := range root.Spec.PostBuild.SubstituteFrom {
		own := path.Child("spec", "postBuild", "substituteFrom").Index(i)
		switch {
		case from.Kind == kindConfigMap && from.Name == fluxv1alpha1.ShootInfoConfigMapName:
			b.warnNoStrings(own)
		case !from.Optional && !b.delivers(from.Kind, from.Name):
			b.warn(own, "the configuration delivers no %s %s to the shoot; list it under additional%sResources, set optional, or create it in the shoot", from.Kind, from.Name, from.Kind)
		}
	}
}

// warnNoStrings warns about shoot info variables that YAML does not parse as strings in a manifest. It ignores
// variables for labels, because their values may be intended as other types.
func (b *builder) warnNoStrings(path *field.Path) {
	for _, name := range fluxv1alpha1.ShootInfoNames() {
		if value := b.info[name]; value != "" && !b.unknown(name) && !strict.IsString(value) {
			b.warn(path, "%s is %s, which YAML does not read as a string, and Flux drops quotes around variables; write it '${q:=\"}${%s}${q:=\"}' in manifests", name, value, name)
		}
	}
}

// warnDecryption warns if the configuration does not deliver the decryption Secret to the shoot.
func (b *builder) warnDecryption(path *field.Path, root *kustomizev1.Kustomization) {
	if d := root.Spec.Decryption; d != nil && d.SecretRef != nil && b.config.Decryption == nil && !b.delivers(kindSecret, d.SecretRef.Name) {
		b.warn(path, "the configuration delivers no Secret %s to the shoot; set decryption.secretResourceName, or create it in the shoot", d.SecretRef.Name)
	}
}

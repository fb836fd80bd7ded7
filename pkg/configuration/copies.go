// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"cmp"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// target identifies an object that the extension writes to the shoot.
type target struct {
	kind string
	types.NamespacedName
}

// mostCopies limits the number of copied Secrets and ConfigMaps, because the extension reads each of them for each
// Shoot.
const mostCopies = 50

// buildCopies determines the Secrets and ConfigMaps of the project to copy to the shoot, and their target namespaces.
func (b *builder) buildCopies() {
	secrets, configMaps := field.NewPath("additionalSecretResources"), field.NewPath("additionalConfigMapResources")
	for _, list := range []struct {
		path   *field.Path
		length int
	}{{secrets, len(b.config.AdditionalSecretResources)}, {configMaps, len(b.config.AdditionalConfigMapResources)}} {
		if list.length > mostCopies/2 {
			b.refuse(field.TooMany(list.path, list.length, mostCopies/2))
			return
		}
	}
	b.reserve()
	if source := b.result.Source; source != nil && b.config.Source.SecretResourceName != nil {
		b.copySecret(field.NewPath("source", "secretResourceName"), *b.config.Source.SecretResourceName, source.Object, field.NewPath("source", "template"), "spec", "secretRef", "name")
	}
	if root := b.result.Kustomization; root != nil && b.config.Decryption != nil {
		b.copySecret(field.NewPath("decryption", "secretResourceName"), b.config.Decryption.SecretResourceName, root.Object, field.NewPath("kustomization", "template"), "spec", "decryption", "secretRef", "name")
	}
	for _, source := range b.result.AdditionalSources {
		if source.SecretResource != "" {
			b.copySecret(source.Path.Child("secretResourceName"), source.SecretResource, source.Object, source.Path.Child("template"), "spec", "secretRef", "name")
		}
	}
	for i, resource := range b.config.AdditionalSecretResources {
		b.copyAdditional(kindSecret, secrets.Index(i), resource)
	}
	for i, resource := range b.config.AdditionalConfigMapResources {
		b.copyAdditional(kindConfigMap, configMaps.Index(i), resource)
	}
	slices.SortFunc(b.result.Copies, func(x, y resolved.Copy) int {
		return cmp.Or(cmp.Compare(x.Target.Namespace, y.Target.Namespace), cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Target.Name, y.Target.Name))
	})

	flux := field.NewPath("flux")
	if name := b.config.Flux.ImagePullSecretResourceName; name != nil {
		b.checkResource(flux.Child("imagePullSecretResourceName"), *name, kindSecret)
	}
	if proxy := b.config.Flux.Proxy; proxy != nil && proxy.SecretResourceName != nil {
		b.checkResource(flux.Child("proxy", "secretResourceName"), *proxy.SecretResourceName, kindSecret)
	}
}

// reserve records the objects that the extension creates itself, and their purposes.
func (b *builder) reserve() {
	b.taken = map[target]string{}
	reserve := func(kind, namespace, name, purpose string) {
		b.taken[target{kind, types.NamespacedName{Namespace: namespace, Name: name}}] = purpose
	}
	namespace := *b.config.Flux.Namespace
	reserve(kindConfigMap, namespace, fluxv1alpha1.ShootInfoConfigMapName, "the shoot info")
	reserve(kindSecret, namespace, fluxv1alpha1.ProxySecretName, "the proxies' URLs")
	reserve(kindSecret, namespace, fluxv1alpha1.ImagePullSecretName, "pulling images")
	if root := b.result.Kustomization; root != nil {
		reserve(kindConfigMap, root.Object.GetNamespace(), fluxv1alpha1.ShootInfoConfigMapName, "the shoot info")
	}
	if source := b.result.Source; source != nil && source.DeployKey {
		reserve(kindSecret, source.Object.GetNamespace(), source.SecretName(), "the deploy key")
	}
	for _, source := range b.result.AdditionalSources {
		if source.DeployKey {
			path, own := source.Path.Child("deployKey"), target{kindSecret, source.Name()}
			b.take(own, path, path, true, "choose another name for the source")
		}
	}
	for _, ns := range b.result.Namespaces() {
		reserve(kindConfigMap, ns, "kube-root-ca.crt", "Kubernetes")
	}
}

// take records the purpose of an object. If the object already has a purpose, take reports an error for the value at
// the path and returns false.
func (b *builder) take(own target, purpose, path *field.Path, value any, fix string) bool {
	if other, ok := b.taken[own]; ok {
		b.refuse(field.Invalid(path, value, fmt.Sprintf("would become %s %s in the shoot, which already exists for %s; %s", own.kind, own.NamespacedName, other, fix)))
		return false
	}
	b.taken[own] = purpose.String()
	return true
}

func (b *builder) copyAdditional(kind string, path *field.Path, resource fluxv1alpha1.AdditionalResource) {
	if resource.TargetName != nil {
		if errs := validation.ValidateObjectName(path.Child("targetName"), *resource.TargetName, kind); len(errs) > 0 {
			b.refuse(errs...)
			return
		}
	}
	b.refuse(validation.ValidateObjectLabels(path.Child("labels"), resource.Labels)...)
	if !b.checkResource(path.Child("name"), resource.Name, kind) {
		return
	}
	name, known := b.targetName(resource)
	if !known {
		return
	}
	for _, namespace := range b.users(kind, name) {
		b.record(path.Child("name"), resolved.Copy{Resource: resource.Name, Kind: kind, Target: types.NamespacedName{Namespace: namespace, Name: name}, Labels: resource.Labels},
			"choose another targetName, or remove it")
	}
}

// copySecret records a copy of a Secret of the project. The field of the object at the given path contains the name of
// the copy.
func (b *builder) copySecret(path *field.Path, resource string, object *unstructured.Unstructured, templatePath *field.Path, named ...string) {
	name := strict.LookupString(object.Object, named...)
	if !b.checkResource(path, resource, kindSecret) || name == "" {
		return
	}
	copied := types.NamespacedName{Namespace: object.GetNamespace(), Name: name}
	if b.placeholders.at(templatePath.Child(named[0], named[1:]...).String()) {
		delete(b.taken, target{kindSecret, copied}) // The name is unknown, so there may be no conflict.
	}
	b.record(path, resolved.Copy{Resource: resource, Kind: kindSecret, Target: copied},
		"choose another name in spec of the template")
}

// record adds a copy. It reports an error if the extension writes another object with the same name.
func (b *builder) record(path *field.Path, wanted resolved.Copy, fix string) {
	if b.take(target{wanted.Kind, wanted.Target}, path, path, wanted.Resource, fix) {
		wanted.Path = path
		b.result.Copies = append(b.result.Copies, wanted)
	}
}

// reference is a reference from a source or the root Kustomization to a Secret or ConfigMap.
type reference struct {
	kind string
	types.NamespacedName
	path *field.Path
	// checked is true if another check already warns about an object that is not delivered.
	checked bool
}

// references returns the references in the sources and the root Kustomization. A referenced object is always in the
// namespace of the referring object.
func (b *builder) references() []reference {
	var references []reference
	add := func(object *unstructured.Unstructured, root *field.Path, kind string, checked bool, path ...string) {
		if name := strict.LookupString(object.Object, slices.Concat([]string{"spec"}, path, []string{"name"})...); name != "" {
			references = append(references, reference{kind, types.NamespacedName{Namespace: object.GetNamespace(), Name: name}, root.Child("template", "spec").Child(path[0], path[1:]...), checked})
		}
	}
	addSource := func(object *unstructured.Unstructured, root *field.Path, checked bool) {
		for _, path := range [][]string{{"proxySecretRef"}, {"certSecretRef"}, {"verify", "secretRef"}, {"verify", "trustedRootSecretRef"}, {"sts", "secretRef"}, {"sts", "certSecretRef"}} {
			add(object, root, kindSecret, false, path...)
		}
		add(object, root, kindSecret, checked, "secretRef")
	}
	if source := b.result.Source; source != nil {
		addSource(source.Object, field.NewPath("source"), true)
	}
	for _, source := range b.result.AdditionalSources {
		addSource(source.Object, source.Path, false)
	}
	if root := b.result.Kustomization; root != nil {
		path := field.NewPath("kustomization")
		add(root.Object, path, kindSecret, false, "kubeConfig", "secretRef")
		add(root.Object, path, kindSecret, true, "decryption", "secretRef")
		add(root.Object, path, kindConfigMap, true, "kubeConfig", "configMapRef")
		if build := root.Typed.Spec.PostBuild; build != nil {
			for _, from := range build.SubstituteFrom {
				references = append(references, reference{from.Kind, types.NamespacedName{Namespace: root.Object.GetNamespace(), Name: from.Name}, path, true})
			}
		}
	}
	return references
}

// warnReferences warns about references to Secrets that the configuration does not deliver to the shoot.
func (b *builder) warnReferences() {
	for _, r := range b.references() {
		if _, ok := b.taken[target{r.kind, r.NamespacedName}]; !ok && !r.checked && !b.delivers(r.kind, r.Name) {
			b.warn(r.path, "the configuration delivers no Secret %s to the shoot; list it under additionalSecretResources, or create it in the shoot", r.Name)
		}
	}
}

// users returns the namespaces of the objects that reference the given object. If no object references it, users
// returns the namespace of Flux.
func (b *builder) users(kind, name string) []string {
	var namespaces []string
	for _, r := range b.references() {
		if r.kind == kind && r.Name == name && !slices.Contains(namespaces, r.Namespace) {
			namespaces = append(namespaces, r.Namespace)
		}
	}
	if len(namespaces) == 0 {
		return []string{*b.config.Flux.Namespace}
	}
	return namespaces
}

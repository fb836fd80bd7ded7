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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/additionalsource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// target is an object of the shoot that the extension writes.
type target struct {
	kind string
	types.NamespacedName
}

// buildCopies determines which Secrets and ConfigMaps of the project are copied into which namespaces of the shoot.
func (b *builder) buildCopies() {
	if b.tooManyCopies() {
		return
	}
	taken := b.reserved()
	b.copySource(taken)
	b.copyDecryption(taken)
	for _, source := range b.result.AdditionalSources {
		if source.SecretResource != "" {
			b.copySecret(taken, source.Path.Child("secretResourceName"), source.SecretResource, source.Object, source.Path.Child("template"), "spec", "secretRef", "name")
		}
	}
	for i, resource := range b.config.AdditionalSecretResources {
		b.copyAdditional(taken, kindSecret, field.NewPath("additionalSecretResources").Index(i), resource)
	}
	for i, resource := range b.config.AdditionalConfigMapResources {
		b.copyAdditional(taken, kindConfigMap, field.NewPath("additionalConfigMapResources").Index(i), resource)
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

// mostCopies is the number of Secrets and ConfigMaps that are copied: each is read in the garden for each Shoot, and named in its Extension.
const mostCopies = 50

func (b *builder) tooManyCopies() bool {
	for _, list := range []struct {
		name   string
		length int
	}{{"additionalSecretResources", len(b.config.AdditionalSecretResources)}, {"additionalConfigMapResources", len(b.config.AdditionalConfigMapResources)}} {
		if list.length > mostCopies/2 {
			b.refuse(field.TooMany(field.NewPath(list.name), list.length, mostCopies/2))
			return true
		}
	}
	return false
}

// reserved are the objects that the extension creates itself, with their purpose.
func (b *builder) reserved() map[target]string {
	namespace := *b.config.Flux.Namespace
	taken := map[target]string{}
	reserve := func(kind, namespace, name, purpose string) {
		taken[target{kind, types.NamespacedName{Namespace: namespace, Name: name}}] = purpose
	}
	reserve(kindConfigMap, namespace, fluxv1alpha1.ShootInfoConfigMapName, "the shoot info")
	reserve(kindSecret, namespace, fluxv1alpha1.ProxySecretName, "the proxies' URLs")
	reserve(kindSecret, namespace, fluxv1alpha1.ImagePullSecretName, "pulling images")
	if root := b.result.Kustomization; root != nil {
		reserve(kindConfigMap, root.Object.GetNamespace(), fluxv1alpha1.ShootInfoConfigMapName, "the shoot info")
	}
	if source := b.result.Source; source != nil && source.DeployKey {
		name, _ := strict.Lookup(source.Object.Object, "spec", "secretRef", "name")
		text, _ := name.(string)
		reserve(kindSecret, source.Object.GetNamespace(), text, "the deploy key")
	}
	b.reserveKeys(taken)
	for _, ns := range b.result.Namespaces() {
		reserve(kindConfigMap, ns, "kube-root-ca.crt", "Kubernetes")
	}
	return taken
}

// reserveKeys reserves the Secrets with the deploy keys of additional sources.
func (b *builder) reserveKeys(taken map[target]string) {
	for _, source := range b.result.AdditionalSources {
		if !source.DeployKey {
			continue
		}
		path, own := source.Path.Child("deployKey"), target{kindSecret, source.Name()}
		if purpose, exists := taken[own]; exists {
			b.refuse(field.Invalid(path, true, fmt.Sprintf("would become Secret %s in the shoot, which is there for %s already; choose another name for the source", own.NamespacedName, purpose)))
			continue
		}
		taken[own] = path.String()
	}
}

func (b *builder) copySource(taken map[target]string) {
	if source := b.result.Source; source != nil && b.config.Source.SecretResourceName != nil {
		b.copySecret(taken, field.NewPath("source", "secretResourceName"), *b.config.Source.SecretResourceName, source.Object,
			field.NewPath("source", "template"), "spec", "secretRef", "name")
	}
}

func (b *builder) copyDecryption(taken map[target]string) {
	if root := b.result.Kustomization; root != nil && b.config.Decryption != nil {
		b.copySecret(taken, field.NewPath("decryption", "secretResourceName"), b.config.Decryption.SecretResourceName, root.Object,
			field.NewPath("kustomization", "template"), "spec", "decryption", "secretRef", "name")
	}
}

func (b *builder) copyAdditional(taken map[target]string, kind string, path *field.Path, resource fluxv1alpha1.AdditionalResource) {
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
		b.record(taken, path.Child("name"), resolved.Copy{Resource: resource.Name, Kind: kind, Target: types.NamespacedName{Namespace: namespace, Name: name}, Labels: resource.Labels},
			"choose another targetName, or remove it")
	}
}

// copySecret records a copy of a Secret, if it exists, under the name that the object of a template refers to.
func (b *builder) copySecret(taken map[target]string, path *field.Path, resource string, object *unstructured.Unstructured, template *field.Path, named ...string) {
	value, _ := strict.Lookup(object.Object, named...)
	name, _ := value.(string)
	if !b.checkResource(path, resource, kindSecret) || name == "" {
		return
	}
	wanted := resolved.Copy{Resource: resource, Kind: kindSecret, Target: types.NamespacedName{Namespace: object.GetNamespace(), Name: name}}
	if b.placeholders.At(template.Child(named[0], named[1:]...).String()) {
		taken = map[target]string{} // What else has the name is not known.
	}
	b.record(taken, path, wanted, "choose another name in spec of the template")
}

// record records a copy, unless something else is to have the same name.
func (b *builder) record(taken map[target]string, path *field.Path, wanted resolved.Copy, fix string) {
	own := target{wanted.Kind, wanted.Target}
	if purpose, exists := taken[own]; exists {
		b.refuse(field.Invalid(path, wanted.Resource, fmt.Sprintf("would become %s %s in the shoot, which is there for %s already; %s", own.kind, own.NamespacedName, purpose, fix)))
		return
	}
	taken[own] = path.String()
	wanted.Path = path
	b.result.Copies = append(b.result.Copies, wanted)
}

// furtherSecrets are the paths below spec where sources refer to Secrets, except that with their credentials.
func furtherSecrets() [][]string {
	return [][]string{{"proxySecretRef"}, {"certSecretRef"}, {"verify", "secretRef"}, {"verify", "trustedRootSecretRef"}, {"sts", "secretRef"}, {"sts", "certSecretRef"}}
}

// warnReferences warns of Secrets that the sources and the root Kustomization refer to and the configuration does not deliver to the shoot.
func (b *builder) warnReferences() {
	warn := func(object *unstructured.Unstructured, template *field.Path, path []string) {
		value, _ := strict.Lookup(object.Object, slices.Concat([]string{"spec"}, path, []string{"name"})...)
		name, _ := value.(string)
		if name != "" && !b.delivers(kindSecret, name) && !b.creates(types.NamespacedName{Namespace: object.GetNamespace(), Name: name}) {
			b.warn(template.Child("template", "spec").Child(path[0], path[1:]...), fmt.Sprintf(
				"the configuration delivers no Secret %s to the shoot; list it under additionalSecretResources, or create it in the shoot", name))
		}
	}
	if source := b.result.Source; source != nil {
		for _, path := range furtherSecrets() {
			warn(source.Object, field.NewPath("source"), path)
		}
	}
	for _, source := range b.result.AdditionalSources {
		for _, path := range append(furtherSecrets(), []string{"secretRef"}) {
			warn(source.Object, source.Path, path)
		}
	}
	if root := b.result.Kustomization; root != nil {
		warn(root.Object, field.NewPath("kustomization"), []string{"kubeConfig", "secretRef"})
	}
}

// creates returns whether the extension creates this Secret for another reason.
func (b *builder) creates(secret types.NamespacedName) bool {
	source := b.result.Source
	deployKey := source != nil && source.DeployKey && secret == types.NamespacedName{Namespace: source.Object.GetNamespace(), Name: fluxv1alpha1.SyncName}
	ownKey := slices.ContainsFunc(b.result.AdditionalSources, func(s additionalsource.Source) bool { return s.DeployKey && s.Name() == secret })
	return deployKey || ownKey || slices.ContainsFunc(b.result.Copies, func(c resolved.Copy) bool { return c.Kind == kindSecret && c.Target == secret })
}

// users returns the namespaces of the objects that refer to the object by its name: references are within a namespace.
func (b *builder) users(kind, name string) []string {
	var namespaces []string
	use := func(namespace string) {
		if !slices.Contains(namespaces, namespace) {
			namespaces = append(namespaces, namespace)
		}
	}
	for _, source := range b.sources() {
		for _, path := range append(furtherSecrets(), []string{"secretRef"}) {
			used, _ := strict.Lookup(source.Object, slices.Concat([]string{"spec"}, path, []string{"name"})...)
			if used == name && kind == kindSecret {
				use(source.GetNamespace())
			}
		}
	}
	if root := b.result.Kustomization; root != nil {
		if refersTo(root, kind, name) {
			use(root.Object.GetNamespace())
		}
	}
	if len(namespaces) == 0 {
		use(*b.config.Flux.Namespace)
	}
	return namespaces
}

func refersTo(root *resolved.Kustomization, kind, name string) bool {
	spec := root.Typed.Spec
	if kind == kindSecret {
		if spec.Decryption != nil && spec.Decryption.SecretRef != nil && spec.Decryption.SecretRef.Name == name {
			return true
		}
		if spec.KubeConfig != nil && spec.KubeConfig.SecretRef != nil && spec.KubeConfig.SecretRef.Name == name {
			return true
		}
	}
	if kind == kindConfigMap && spec.KubeConfig != nil && spec.KubeConfig.ConfigMapRef != nil && spec.KubeConfig.ConfigMapRef.Name == name {
		return true
	}
	if spec.PostBuild == nil {
		return false
	}
	for _, from := range spec.PostBuild.SubstituteFrom {
		if from.Kind == kind && from.Name == name {
			return true
		}
	}
	return false
}

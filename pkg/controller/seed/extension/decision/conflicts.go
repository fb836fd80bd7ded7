// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

func coreObject(kind string, name types.NamespacedName) Object {
	return Object{corev1.SchemeGroupVersion.WithKind(kind), name}
}

// keyConflict refuses a deploy key that would replace other credentials in the shoot, which may be the only copy. A
// Secret that the extension has delivered is not in conflict, because it contains the project's deploy key.
func keyConflict(f Facts, t *Target) *Refusal {
	source := t.Effective.Source
	if source == nil || !source.DeployKey || t.Base.DeployKey || t.KeyUse() == nil {
		return nil
	}
	if t.Found == nil {
		if refusal := surveyed(f, t); refusal != nil {
			return refusal
		}
	}
	name, _, _ := unstructured.NestedString(source.Object.Object, "spec", "secretRef", "name")
	object := coreObject("Secret", types.NamespacedName{Namespace: source.Object.GetNamespace(), Name: name})
	found, refusal := f.objects(object)
	if refusal != nil {
		return refusal
	}
	secret, ok := found[0].Object.(*corev1.Secret)
	if !ok || found[0].Origin == fluxv1alpha1.ManagedResourceConfig && t.Base.Flux ||
		bytes.Equal(bytes.TrimSpace(secret.Data[fluxv1alpha1.SecretKeyIdentity]), bytes.TrimSpace(f.Keys.Deploy.Identity)) {
		return nil
	}
	return refusesAll(t.Effective.Locate(field.ErrorList{field.Required(field.NewPath("source", "template", "spec", "secretRef"), fmt.Sprintf(
		"Secret %s of the shoot contains credentials other than the project's deploy key; set source.template.spec.secretRef.name to %s to use these credentials, or delete the Secret from the shoot to use the deploy key", object.NamespacedName, name))}))
}

// copyConflicts refuses to overwrite objects in the shoot that gardener-resource-manager has not applied, because they
// would be deleted with the extension. These are Secrets and ConfigMaps whose content differs from the copies,
// ServiceAccounts, and a user's ConfigMap shoot-info. It only reads objects that are new in the delivery.
func copyConflicts(f Facts, t *Target) *Refusal {
	var (
		wanted []Object
		judges []func(client.Object) *field.Error
	)
	want := func(kind string, name types.NamespacedName, judge func(client.Object) *field.Error) {
		wanted, judges = append(wanted, coreObject(kind, name)), append(judges, judge)
	}
	if t.Effective.Targets() != t.Base.Copies {
		for _, copied := range t.Effective.Copies {
			want(copied.Kind, copied.Target, func(found client.Object) *field.Error {
				if sameContent(flux.ResourceFrom(found), f.Resources[copied.Resource].Resource) {
					return nil
				}
				return occupied(copied)
			})
		}
		for _, source := range t.Effective.AdditionalSources {
			if !source.DeployKey {
				continue
			}
			want("Secret", source.Name(), func(found client.Object) *field.Error {
				secret, ok := found.(*corev1.Secret)
				if ok && bytes.Equal(secret.Data[fluxv1alpha1.SecretKeyIdentity], f.Keys.Sources[source.Object.GetName()].Identity) {
					return nil
				}
				return field.Invalid(source.Path.Child("deployKey"), true, fmt.Sprintf(
					"would replace Secret %s of the shoot, which has different content; choose another name for the source, or delete the Secret from the shoot", source.Name()))
			})
		}
		for _, account := range t.Effective.Accounts() {
			name := types.NamespacedName{Namespace: *account.Namespace, Name: account.Name}
			want("ServiceAccount", name, func(client.Object) *field.Error {
				return field.Invalid(account.Path.Child("name"), account.Name, fmt.Sprintf(
					"would replace ServiceAccount %s of the shoot, which the extension has not created; choose another name, delete the ServiceAccount from the shoot, or remove it from this list and annotate it in the shoot", name))
			})
		}
	}
	for _, namespace := range flux.ShootInfoNamespaces(t.Effective) {
		if t.Base.Flux && slices.Contains(t.Base.Identity.Namespaces(), namespace) {
			continue
		}
		want("ConfigMap", types.NamespacedName{Namespace: namespace, Name: fluxv1alpha1.ShootInfoConfigMapName}, func(found client.Object) *field.Error {
			if configMap, ok := found.(*corev1.ConfigMap); ok && isShootInfo(configMap, f.Seed.Shoot.Info) {
				return nil
			}
			path := field.NewPath("flux", "namespace")
			if namespace != *t.Effective.Flux.Namespace {
				path = field.NewPath("kustomization", "template", "metadata", "namespace")
			}
			return field.Invalid(path, namespace, fmt.Sprintf("ConfigMap %s/%s of the shoot was not created by the extension and has other content, which the shoot info variables would replace; "+
				"move the content to a ConfigMap with another name, then delete ConfigMap %[1]s/%[2]s", namespace, fluxv1alpha1.ShootInfoConfigMapName))
		})
	}
	found, refusal := f.objects(wanted...)
	if refusal != nil {
		return refusal
	}
	var errs field.ErrorList
	for i, object := range found {
		// gardener-resource-manager applied the object, so this extension or an earlier one delivered it.
		if object.Object == nil || object.Origin != "" {
			continue
		}
		if err := judges[i](object.Object); err != nil {
			errs = append(errs, err)
		}
	}
	return refusesAll(t.Effective.Locate(errs))
}

// isShootInfo returns whether the shoot info variables can replace the ConfigMap without losing data.
func isShootInfo(configMap *corev1.ConfigMap, info fluxv1alpha1.ShootInfo) bool {
	if configMap.Labels[fluxv1alpha1.LabelManagedBy] == fluxv1alpha1.PredecessorManagedBy {
		return true
	}
	for name, value := range configMap.Data {
		if ours, ok := info[name]; !ok || ours != value {
			return false
		}
	}
	return len(configMap.BinaryData) == 0
}

// sameContent returns whether one resource can replace the other without losing data.
func sameContent(a, b flux.Resource) bool {
	return cmp.Or(a.Type, corev1.SecretTypeOpaque) == cmp.Or(b.Type, corev1.SecretTypeOpaque) &&
		maps.EqualFunc(a.Data, b.Data, bytes.Equal) && maps.Equal(a.Text, b.Text)
}

// occupied returns the configuration error for a copy whose name is already used in the shoot.
func occupied(wanted resolved.Copy) *field.Error {
	rename := "choose another targetName for the copy"
	switch path := wanted.Path.String(); {
	case strings.HasPrefix(path, "source"):
		rename = "set source.template.spec.secretRef.name to another name"
	case strings.HasPrefix(path, "decryption"):
		rename = "set kustomization.template.spec.decryption.secretRef.name to another name"
	}
	return field.Invalid(wanted.Path, wanted.Resource, fmt.Sprintf(
		"would replace %s %s of the shoot, which is not a copy and has different content; %s, or delete the %s from the shoot", wanted.Kind, wanted.Target, rename, wanted.Kind))
}

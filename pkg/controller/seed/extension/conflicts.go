// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"bytes"
	"cmp"
	"context"
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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// checkCredentials refuses a deploy key that would replace other credentials in the shoot, which may be nowhere else.
// Where the extension has written the Secret before, they are those of the project.
func (o *observer) checkCredentials(ctx context.Context) error {
	t := o.Target
	source := t.Effective.Source
	if source == nil || !source.DeployKey || t.Base.DeployKey || t.KeyUse() == nil {
		return nil
	}
	if o.Found == nil && t.Base.Flux {
		if err := o.inspect(ctx); err != nil {
			return err
		}
	}
	if o.Found == nil {
		return nil
	}
	name, _, _ := unstructured.NestedString(source.Object.Object, "spec", "secretRef", "name")
	key := types.NamespacedName{Namespace: source.Object.GetNamespace(), Name: name}
	secret := &corev1.Secret{}
	found, origin, err := o.Found.Shoot.Find(ctx, key, secret)
	if err != nil || !found || origin == fluxv1alpha1.ManagedResourceConfig && t.Base.Flux {
		return err
	}
	if !bytes.Equal(bytes.TrimSpace(secret.Data[fluxv1alpha1.SecretKeyIdentity]), bytes.TrimSpace(o.Key.Identity)) {
		o.refuse(t.Effective.Locate(field.ErrorList{field.Required(field.NewPath("source", "template", "spec", "secretRef"), fmt.Sprintf(
			"Secret %s of the shoot holds other credentials than the project's deploy key; set source.template.spec.secretRef.name to %s to go on with them, or remove the Secret from the shoot to use the deploy key", key, name))}))
	}
	return nil
}

// checkCopies refuses a copy that would replace a Secret or ConfigMap of the shoot that is not a copy, and a ServiceAccount that would replace
// another: it would be overwritten, and deleted with the extension. The shoot is asked only if the names differ from those delivered before.
func (o *observer) checkCopies(ctx context.Context) error {
	t := o.Target
	if t.Effective.Targets() == t.Base.Copies {
		return nil
	}
	return o.ask(ctx, func(shoot *toolkit.Shoot) error {
		var errs field.ErrorList
		for _, wanted := range t.Effective.Copies {
			var object client.Object = &corev1.Secret{}
			if wanted.Kind == kindConfigMap {
				object = &corev1.ConfigMap{}
			}
			found, origin, err := shoot.Find(ctx, wanted.Target, object)
			if err != nil {
				return err
			}
			// What gardener-resource-manager has applied is a copy as well, ours or an earlier extension's.
			if found && origin == "" && !sameContent(flux.ResourceFrom(object), o.Resources[wanted.Resource]) {
				errs = append(errs, occupied(wanted))
			}
		}
		for _, source := range t.Effective.AdditionalSources {
			conflict, err := o.keyConflict(ctx, shoot, source)
			if err != nil {
				return err
			}
			errs = append(errs, conflict...)
		}
		for _, account := range t.Effective.Accounts() {
			name := types.NamespacedName{Namespace: *account.Namespace, Name: account.Name}
			found, origin, err := shoot.Find(ctx, name, &corev1.ServiceAccount{})
			if err != nil {
				return err
			}
			if found && origin == "" {
				errs = append(errs, field.Invalid(account.Path.Child("name"), account.Name, fmt.Sprintf(
					"would replace ServiceAccount %s of the shoot, which the extension has not created; choose another name, or remove that ServiceAccount from the shoot, or from this list and annotate it in the shoot", name)))
			}
		}
		if len(errs) > 0 {
			o.refuse(t.Effective.Locate(errs))
		}
		return nil
	})
}

// keyConflict refuses a deploy key of an additional source that would replace another Secret of the shoot.
func (o *observer) keyConflict(ctx context.Context, shoot *toolkit.Shoot, source resolved.AdditionalSource) (field.ErrorList, error) {
	if !source.DeployKey {
		return nil, nil
	}
	secret := &corev1.Secret{}
	found, origin, err := shoot.Find(ctx, source.Name(), secret)
	if err != nil || !found || origin != "" || bytes.Equal(secret.Data[fluxv1alpha1.SecretKeyIdentity], o.SourceKeys.Keys[source.Object.GetName()].Identity) {
		return nil, err
	}
	return field.ErrorList{field.Invalid(source.Path.Child("deployKey"), true, fmt.Sprintf(
		"would replace Secret %s of the shoot, which has another content; choose another name for the source, or remove that Secret from the shoot", source.Name()))}, nil
}

// checkShootInfo refuses to replace a ConfigMap shoot-info that a user has made. What the stackitcloud extension has made, this one goes on
// with. The shoot is asked only about namespaces in which it has not been delivered before.
func (o *observer) checkShootInfo(ctx context.Context) error {
	t := o.Target
	namespaces := slices.DeleteFunc(flux.ShootInfoNamespaces(t.Effective), func(namespace string) bool {
		return t.Base.Flux && slices.Contains(t.Base.Identity.Namespaces(), namespace)
	})
	if len(namespaces) == 0 {
		return nil
	}
	return o.ask(ctx, func(shoot *toolkit.Shoot) error {
		var errs field.ErrorList
		for _, namespace := range namespaces {
			configMap := &corev1.ConfigMap{}
			found, origin, err := shoot.Find(ctx, types.NamespacedName{Namespace: namespace, Name: fluxv1alpha1.ShootInfoConfigMapName}, configMap)
			if err != nil {
				return err
			}
			if found && origin == "" && !isShootInfo(configMap, o.Info) {
				errs = append(errs, ownShootInfo(namespace, *t.Effective.Flux.Namespace))
			}
		}
		if len(errs) > 0 {
			o.refuse(t.Effective.Locate(errs))
		}
		return nil
	})
}

// isShootInfo returns whether nothing is lost if the shoot info variables replace the ConfigMap.
func isShootInfo(configMap *corev1.ConfigMap, info fluxv1alpha1.ShootInfo) bool {
	if configMap.Labels[fluxv1alpha1.LabelManagedBy] == fluxv1alpha1.PredecessorManagedBy {
		return true
	}
	for name, value := range configMap.Data {
		if ours, known := info[name]; !known || ours != value {
			return false
		}
	}
	return len(configMap.BinaryData) == 0
}

func ownShootInfo(namespace, fluxNamespace string) *field.Error {
	path := field.NewPath("flux", "namespace")
	if namespace != fluxNamespace {
		path = field.NewPath("kustomization", "template", "metadata", "namespace")
	}
	return field.Invalid(path, namespace, fmt.Sprintf("ConfigMap %s/%s of the shoot was not created by the extension and has other content, which the shoot info variables would replace; "+
		"store its content in a ConfigMap of another name, and delete it", namespace, fluxv1alpha1.ShootInfoConfigMapName))
}

// sameContent returns whether nothing is lost if one replaces the other.
func sameContent(a, b flux.Resource) bool {
	return cmp.Or(a.Type, corev1.SecretTypeOpaque) == cmp.Or(b.Type, corev1.SecretTypeOpaque) &&
		maps.EqualFunc(a.Data, b.Data, bytes.Equal) && maps.Equal(a.Text, b.Text)
}

// occupied says that the name of a copy is taken in the shoot.
func occupied(wanted resolved.Copy) *field.Error {
	rename := "choose another targetName for the copy"
	switch path := wanted.Path.String(); {
	case strings.HasPrefix(path, "source"):
		rename = "set source.template.spec.secretRef.name to another name"
	case strings.HasPrefix(path, "decryption"):
		rename = "set kustomization.template.spec.decryption.secretRef.name to another name"
	}
	return field.Invalid(wanted.Path, wanted.Resource, fmt.Sprintf(
		"would replace %s %s of the shoot, which is no copy and has another content; %s, or remove that %s from the shoot", wanted.Kind, wanted.Target, rename, wanted.Kind))
}

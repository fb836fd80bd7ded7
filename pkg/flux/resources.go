// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"path"
	"slices"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// Resource is the content of a Secret or ConfigMap of the project.
type Resource struct {
	// Type is the type of a Secret.
	Type corev1.SecretType
	// Data is the data of a Secret, or the binary data of a ConfigMap.
	Data map[string][]byte
	// Text is the data of a ConfigMap.
	Text map[string]string
	// Labels and Annotations are the labels and annotations of the object in the project. An annotation determines whether
	// the labels are copied into the shoot.
	Labels, Annotations map[string]string
}

// ResourceFrom returns the content of a Secret or ConfigMap.
func ResourceFrom(object metav1.Object) Resource {
	resource := Resource{Labels: object.GetLabels(), Annotations: object.GetAnnotations()}
	switch object := object.(type) {
	case *corev1.Secret:
		resource.Type, resource.Data = object.Type, object.Data
	case *corev1.ConfigMap:
		resource.Text, resource.Data = object.Data, object.BinaryData
	}
	return resource
}

// requirement lists the keys that a Secret of the project must have.
type requirement struct {
	path     *field.Path
	resource string
	keys     []string
	purpose  string
}

// requirements returns the requirements for Secrets with credentials for the proxy or for sources.
func requirements(effective *resolved.Configuration) []requirement {
	var all []requirement
	if proxy := effective.Flux.Proxy; proxy != nil && proxy.SecretResourceName != nil {
		all = append(all, requirement{field.NewPath("flux", "proxy", "secretResourceName"), *proxy.SecretResourceName,
			[]string{corev1.BasicAuthUsernameKey, corev1.BasicAuthPasswordKey}, "the proxy"})
	}
	var sources []*unstructured.Unstructured
	if effective.Source != nil {
		sources = append(sources, effective.Source.Object)
	}
	for _, source := range effective.AdditionalSources {
		sources = append(sources, source.Object)
	}
	for _, source := range sources {
		if source.GetKind() != sourcev1.GitRepositoryKind || !strings.HasPrefix(strict.LookupString(source.Object, "spec", "url"), "ssh://") {
			continue
		}
		secret := copiedSecret(effective, source, "secretRef")
		if secret != nil && !slices.ContainsFunc(all, func(other requirement) bool { return other.path == secret.Path }) {
			// source-controller requires these keys (fluxcd/pkg/git: AuthOptions.Validate).
			all = append(all, requirement{secret.Path, secret.Resource, []string{fluxv1alpha1.SecretKeyIdentity, fluxv1alpha1.SecretKeyKnownHosts}, "ssh"})
		}
	}
	return all
}

// CheckResources returns an error for each Secret of the project with unusable content. The path of the error is the
// field of the FluxConfig that refers to the Secret. Errors never include the content. CheckResources ignores problems
// that Flux itself reports clearly.
func CheckResources(effective *resolved.Configuration, resources map[string]Resource) field.ErrorList {
	var errs field.ErrorList
	if name := effective.Flux.ImagePullSecretResourceName; name != nil && resources[*name].Type != corev1.SecretTypeDockerConfigJson {
		errs = append(errs, field.Invalid(field.NewPath("flux", "imagePullSecretResourceName"), *name,
			fmt.Sprintf("refers to a Secret whose type is not %s, which image pulls require; recreate it with this type", corev1.SecretTypeDockerConfigJson)))
	}
	for _, required := range requirements(effective) {
		missing := slices.DeleteFunc(slices.Clone(required.keys), func(key string) bool { return resources[required.resource].value(key) != "" })
		if len(missing) > 0 {
			errs = append(errs, field.Invalid(required.path, required.resource,
				fmt.Sprintf("refers to a Secret without %s, which Flux needs for %s; add it", strings.Join(missing, " and "), required.purpose)))
		}
	}
	return append(errs, checkDecryption(effective, resources)...)
}

// value returns the value of a key without trailing line breaks, which values from files often have.
func (r Resource) value(key string) string { return strings.TrimRight(string(r.Data[key]), "\r\n") }

// decryptionKeys returns the Secret keys of cloud credentials for SOPS. kustomize-controller also reads all Secret keys
// that end in .agekey or .asc, and ignores all others (kustomize-controller: internal/decryptor).
func decryptionKeys() []string {
	return []string{"sops.aws-kms", "sops.azure-kv", "sops.gcp-kms", "sops.vault-token"}
}

const ageExtension = ".agekey"

// decryption returns the copied Secret with the decryption keys, or nil if no such Secret is copied.
func decryption(effective *resolved.Configuration) *resolved.Copy {
	if effective.Kustomization == nil {
		return nil
	}
	return copiedSecret(effective, effective.Kustomization.Object, "decryption", "secretRef")
}

func checkDecryption(effective *resolved.Configuration, resources map[string]Resource) field.ErrorList {
	secret := decryption(effective)
	if secret == nil {
		return nil
	}
	for key := range resources[secret.Resource].Data {
		if extension := path.Ext(key); extension == ageExtension || extension == ".asc" || slices.Contains(decryptionKeys(), key) {
			return nil
		}
	}
	return field.ErrorList{field.Invalid(secret.Path, secret.Resource, fmt.Sprintf(
		"refers to a Secret without a decryption key; rename its key to end in .agekey for age or in .asc for OpenPGP, or to %s", strings.Join(decryptionKeys(), ", ")))}
}

// copiedSecret returns the copied Secret that the object refers to in the given field of its spec, or nil if there is
// none.
func copiedSecret(effective *resolved.Configuration, object *unstructured.Unstructured, reference ...string) *resolved.Copy {
	name := strict.LookupString(object.Object, slices.Concat([]string{"spec"}, reference, []string{"name"})...)
	target := types.NamespacedName{Namespace: object.GetNamespace(), Name: name}
	i := slices.IndexFunc(effective.Copies, func(c resolved.Copy) bool { return c.Kind == kindSecret && c.Target == target })
	if i < 0 {
		return nil
	}
	return &effective.Copies[i]
}

// Placeholder returns content that passes CheckResources, for a Secret in Shoot.spec.resources whose real content is
// not available. All keys have the given value.
func Placeholder(effective *resolved.Configuration, name, value string) Resource {
	resource := Resource{Type: corev1.SecretTypeOpaque, Data: map[string][]byte{}}
	if ptr.Deref(effective.Flux.ImagePullSecretResourceName, "") == name {
		resource.Type = corev1.SecretTypeDockerConfigJson
	}
	for _, required := range requirements(effective) {
		for _, key := range required.keys {
			if required.resource == name {
				resource.Data[key] = []byte(value)
			}
		}
	}
	if secret := decryption(effective); secret != nil && secret.Resource == name {
		resource.Data[value+ageExtension] = []byte(value)
	}
	if len(resource.Data) == 0 {
		resource.Data[value] = []byte(value)
	}
	return resource
}

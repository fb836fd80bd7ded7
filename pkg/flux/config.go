// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxcd/pkg/apis/meta"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// renderConfig renders the sources and the root Kustomization, preceded by the objects that they need. It does not
// default targetNamespace, because a default would move all namespaced objects of a repository (fluxcd/flux2#4570). It
// also returns the identifier of the delivery.
func renderConfig(in Input, settings *settings) (config []byte, delivery string, err error) {
	needed, err := neededObjects(in)
	if err != nil {
		return nil, "", err
	}
	objects, err := settings.secretsBeside(StageBootstrap)
	if err != nil {
		return nil, "", err
	}
	if in.Stage == StageBootstrapped {
		names := in.Effective.Namespaces()
		if own := in.KeySecret.Namespace; own != "" && !slices.Contains(names, own) {
			names = append(names, own)
		}
		objects = append(keptNamespaces(names), objects...)
	}
	for _, object := range needed {
		if object.GetKind() == kindServiceAccount {
			in.Stage.protect(object)
		}
		objects = append(objects, object)
	}
	if in.Effective.Source != nil && in.Stage != StageBootstrapped {
		var synced []*unstructured.Unstructured
		for _, source := range in.Effective.AdditionalSources {
			synced = append(synced, source.Object)
		}
		for _, object := range append(synced, in.Effective.Source.Object, in.Effective.Kustomization.Object) {
			cleaned, err := clean(object)
			if err != nil {
				return nil, "", err
			}
			in.Stage.protect(cleaned)
			objects = append(objects, cleaned)
		}
		// Deleting the root Kustomization would prune all its objects. Sources may be deleted, because a source of a
		// different kind can replace them.
		setKeepObject(objects[len(objects)-1])
		version := []string{in.Effective.Version, in.Effective.ComponentNames(), strings.Join(in.Effective.Flux.ShardNames(), ",")}
		if delivery, err = identify(version, objects, objects[len(objects)-2:]); err != nil {
			return nil, "", err
		}
	}
	if err := unique(settings, objects); err != nil {
		return nil, "", err
	}
	config, err = MarshalManifests(objects)
	return config, delivery, err
}

// ShootInfoNamespaces returns the namespaces that get a ConfigMap shoot-info: the namespace of Flux, and the namespace
// of the root Kustomization, because a Kustomization can only read variables from its own namespace.
func ShootInfoNamespaces(effective *resolved.Configuration) []string {
	namespaces := []string{*effective.Flux.Namespace}
	if effective.Kustomization != nil && effective.Kustomization.Object.GetNamespace() != namespaces[0] {
		namespaces = append(namespaces, effective.Kustomization.Object.GetNamespace())
	}
	return namespaces
}

// neededObjects returns the ConfigMaps, Secrets and ServiceAccounts that the sources and the root Kustomization need.
func neededObjects(in Input) ([]*unstructured.Unstructured, error) {
	effective := in.Effective
	var objects []runtime.Object
	for _, namespace := range ShootInfoNamespaces(effective) {
		objects = append(objects, shootInfo(in.ShootInfo, namespace))
	}
	for _, account := range effective.Accounts() {
		objects = append(objects, serviceAccount(account.CloudServiceAccount))
	}
	var missing []error
	for _, wanted := range effective.Copies {
		if in.Stage == StageBootstrapped && wanted.Kind == kindSecret && wanted.Target == in.KeySecret {
			continue // The released source reads its own Secret.
		}
		resource, err := in.resource(wanted.Resource, wanted.Kind+" "+wanted.Target.String()+" in the shoot")
		if err != nil {
			missing = append(missing, err)
			continue
		}
		objects = append(objects, copyOf(resource, wanted))
	}
	if err := errors.Join(missing...); err != nil {
		return nil, err
	}
	for _, source := range effective.AdditionalSources {
		if key, ok := in.SourceKeys[source.Object.GetName()]; ok && source.DeployKey {
			secret, err := deployKey(key, source.Name())
			if err != nil {
				return nil, err
			}
			objects = append(objects, secret)
		}
	}
	target, err := in.keySecret()
	if err != nil {
		return nil, err
	}
	if target.Name != "" {
		secret, err := deployKey(in.DeployKey, target)
		if err != nil {
			return nil, err
		}
		objects = append(objects, secret)
	}
	return allToUnstructured(objects)
}

// keySecret returns the name of the Secret for the project's deploy key. The name is empty if no source uses the key.
func (in Input) keySecret() (types.NamespacedName, error) {
	source := in.Effective.Source
	if in.Stage == StageBootstrapped || source == nil || !source.DeployKey {
		return in.KeySecret, nil
	}
	name := source.SecretName()
	if name == "" {
		return types.NamespacedName{}, fmt.Errorf("%s names no Secret for the deploy key", NameOf(source.Object))
	}
	return types.NamespacedName{Namespace: source.Object.GetNamespace(), Name: name}, nil
}

// watched adds the label for Secrets and ConfigMaps that kustomize-controller and helm-controller watch. After a
// change, they immediately reconcile the objects that read values, variables or a decryption key from the Secret or
// ConfigMap. An existing label is kept.
func watched(labels map[string]string) map[string]string {
	if _, ok := labels[meta.LabelKeyWatch]; ok {
		return labels
	}
	return withEntry(labels, meta.LabelKeyWatch, meta.LabelValueWatchEnabled)
}

func shootInfo(info fluxv1alpha1.ShootInfo, namespace string) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{
			Name:      fluxv1alpha1.ShootInfoConfigMapName,
			Namespace: namespace,
			Labels:    watched(nil),
		},
		Data: info,
	}
}

func copyOf(resource Resource, wanted resolved.Copy) runtime.Object {
	metadata := copyMeta(resource, wanted.Target, wanted.Labels)
	metadata.Labels = watched(metadata.Labels)
	if wanted.Kind == kindSecret {
		return newSecret(metadata, resource.Type, resource.Data)
	}
	return &corev1.ConfigMap{
		ObjectMeta: metadata,
		Data:       resource.Text,
		BinaryData: resource.Data,
	}
}

func newSecret(metadata metav1.ObjectMeta, of corev1.SecretType, data map[string][]byte) *corev1.Secret {
	return &corev1.Secret{
		ObjectMeta: metadata,
		Type:       of,
		Data:       data,
	}
}

// copyMeta returns the metadata of a copy. It makes gardener-resource-manager recreate a Secret when the type changes,
// because an API server rejects such an update. The given labels override the labels of the object in the project,
// which are only copied if an annotation requests it.
func copyMeta(resource Resource, target types.NamespacedName, labels map[string]string) metav1.ObjectMeta {
	result := metav1.ObjectMeta{
		Name:        target.Name,
		Namespace:   target.Namespace,
		Annotations: map[string]string{resourcesv1alpha1.DeleteOnInvalidUpdate: "true"},
		Labels:      map[string]string{},
	}
	if resource.Annotations[fluxv1alpha1.AnnotationCopyLabels] == "true" {
		maps.Copy(result.Labels, resource.Labels)
	}
	maps.Copy(result.Labels, labels)
	return result
}

// deployKey returns the Secret with the deploy key and known_hosts lines of a source.
func deployKey(credentials Credentials, target types.NamespacedName) (*corev1.Secret, error) {
	if credentials.Identity == "" {
		return nil, fmt.Errorf("the deploy key for Secret %s is missing", target)
	}
	data := map[string][]byte{
		fluxv1alpha1.SecretKeyIdentity:   []byte(credentials.Identity),
		fluxv1alpha1.SecretKeyPublicKey:  []byte(credentials.PublicKey),
		fluxv1alpha1.SecretKeyKnownHosts: []byte(credentials.KnownHosts),
	}
	if credentials.Passphrase != "" {
		data[fluxv1alpha1.SecretKeyPassphrase] = []byte(credentials.Passphrase)
	}
	return newSecret(copyMeta(Resource{}, target, nil), corev1.SecretTypeOpaque, data), nil
}

// clean returns a copy of the object without its status and without the metadata that an API server sets.
func clean(object *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	content, err := Normalize(object.Object)
	if err != nil {
		return nil, fmt.Errorf("failed to copy %s: %w", NameOf(object), err)
	}
	delete(content, "status")
	delete(content, "metadata")
	cleaned := &unstructured.Unstructured{Object: content}
	cleaned.SetName(object.GetName())
	cleaned.SetNamespace(object.GetNamespace())
	cleaned.SetLabels(object.GetLabels())
	cleaned.SetAnnotations(object.GetAnnotations())
	return cleaned, nil
}

// unique returns an error if two objects have the same kind, namespace and name. It also considers the Secrets that are
// delivered with the controllers.
func unique(settings *settings, objects []*unstructured.Unstructured) error {
	seen := map[string]bool{}
	if settings.Stage == StageManaged {
		secret := kindSecret + " " + settings.namespace() + "/"
		seen[secret+fluxv1alpha1.ImagePullSecretName] = settings.ImagePullSecret != nil
		seen[secret+fluxv1alpha1.ProxySecretName] = settings.ProxySecret != nil
	}
	for _, object := range objects {
		name := NameOf(object)
		if seen[name] {
			return fmt.Errorf("the shoot would have two objects %s", name)
		}
		seen[name] = true
	}
	return nil
}

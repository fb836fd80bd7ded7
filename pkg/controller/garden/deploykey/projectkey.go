// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"fmt"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/githost"
)

// projectKey is the configuration and the state of a deploy key of a project. It contains no secret.
type projectKey struct {
	// namespace is the namespace of the project.
	namespace string
	// name is the additional source of the key; empty for the project's first key.
	name string
	// state is the state of the project in the garden.
	state garden.State
	// written receives the version of the Secret after a write of a step; nil if the Secret has no other key.
	written *string
	// settings configure the deploy key.
	settings fluxv1alpha1.DeployKey
	// configurationErrors are the errors of the project's configuration. With errors, the settings are the
	// defaults.
	configurationErrors document.Errors
	// hostRefused is whether the only error is a host that the operator does not allow, which the seeds do not
	// know.
	hostRefused bool
	// source is the source in the project's configuration; nil if it differs between Shoots, or is missing.
	source *resolved.Source
	// elsewhere is whether an additional source is at another host than the one for registrations.
	elsewhere bool
}

// newProjectKeys returns the first key of the project, and the keys of the additional sources in a valid
// configuration.
func newProjectKeys(ctx context.Context, resolver *configuration.Resolver, namespace string, state garden.State) ([]projectKey, error) {
	first, listed, err := newProjectKey(ctx, resolver, namespace, state)
	if err != nil {
		return nil, err
	}
	keys := []projectKey{first}
	for _, source := range listed {
		key := first.ofSource(source.Object.GetName())
		if !source.OwnHost {
			key.elsewhere, key.settings.Registration = key.settings.Registration != nil, nil
		}
		key.source = &resolved.Source{
			GitRepository: &sourcev1.GitRepository{Spec: sourcev1.GitRepositorySpec{URL: source.URL}}, DeployKey: true,
			KnownHosts: source.KnownHosts, ScanHostKeys: source.ScanHostKeys,
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// ofSource returns the key of an additional source that is not listed.
func (k projectKey) ofSource(name string) projectKey {
	k.name, k.state, k.source, k.hostRefused = name, k.state.OfSource(name), nil, false
	return k
}

// id identifies the key among all projects.
func (k projectKey) id() string { return k.namespace + "/" + k.name }

// secretName returns the name of the Secret with the key.
func (k projectKey) secretName() string {
	if k.name == "" {
		return fluxv1alpha1.DeployKeySecretName
	}
	return fluxv1alpha1.SourceKeysSecretName
}

// annotation returns the name of an annotation of the key in its Secret.
func (k projectKey) annotation(name string) string { return deploykey.SourceKeyName(k.name, name) }

// newProjectKey resolves the configuration of the project. With any error in it, the deploy key has default
// settings, so that only operations run that are requested on its Secret. newProjectKey also returns the
// additional sources with their own keys.
func newProjectKey(ctx context.Context, resolver *configuration.Resolver, namespace string, state garden.State) (projectKey, []resolved.AdditionalSource, error) {
	key := projectKey{namespace: namespace, state: state}
	fluxv1alpha1.SetDefaults_DeployKey(&key.settings)
	effective, errs, err := resolver.Resolve(ctx, state.ConfigMap, nil)
	if err != nil {
		return projectKey{}, nil, err
	}
	if len(errs) > 0 {
		key.configurationErrors = errs
		_, others, err := resolver.AnyGitHost().Resolve(ctx, state.ConfigMap, nil)
		key.hostRefused = len(others) == 0
		return key, nil, err
	}
	key.settings = effective.DeployKey
	if effective.Source != nil && effective.Source.DeployKey {
		key.source = effective.Source
	}
	return key, effective.KeySources, nil
}

// isRegistered returns whether the extension registers the key at the Git host.
func (k projectKey) isRegistered() bool { return k.settings.Registration != nil && k.source != nil }

// whyNotRegistered returns the reason why the extension does not register the key, with a fix.
func (k projectKey) whyNotRegistered() string {
	configMap := fmt.Sprintf("ConfigMap %s/%s", k.namespace, fluxv1alpha1.ConfigMapName)
	switch {
	case k.elsewhere:
		return "the source is at another host than source.template.spec.url, and the extension registers keys at that host only. Remove the key manually"
	case k.name != "" && k.source == nil && len(k.configurationErrors) == 0:
		return configMap + " does not list the source, so that its repository is unknown. List it in additionalSources and request the operation again, or remove the key at the Git host manually"
	}
	return configMap + " sets no registration, or has a configuration error. Set project.deployKey.registration, then request the operation again"
}

// repository returns the repository without the token. The extension must register the key.
func (k projectKey) repository() githost.Repository {
	settings := k.settings.Registration
	return githost.Repository{
		Provider: settings.Provider, URL: k.source.GitRepository.Spec.URL,
		Host: ptr.Deref(settings.Host, ""), ProxyURL: ptr.Deref(settings.ProxyURL, ""),
	}
}

// newRecord returns an empty record for the repository.
func (k projectKey) newRecord() deploykey.Registration {
	repository := k.repository()
	// The request to the host returns the error again.
	host, _ := repository.APIHost()
	return deploykey.Registration{Provider: repository.Provider, Host: host, Repository: repository.URL}
}

// isRegisteredHere returns whether the key is recorded as registered for the present repository of the project.
// The record may belong to a former repository.
func (k projectKey) isRegisteredHere(annotations map[string]string, fingerprint string) bool {
	record, known := deploykey.RegistrationOf(annotations)
	return known && record.Same(k.newRecord()) && deploykey.IsRegistered(annotations, fingerprint)
}

// recordEvent records an Event about the version of the Secret in the state.
func (k projectKey) recordEvent(recorder events.EventRecorder, eventType, reason, action, note string) {
	garden.DeployKeyEvent{Project: k.namespace, Version: k.state.KeyVersion, Source: k.name, Type: eventType, Reason: reason, Action: action, Note: note}.Record(recorder)
}

// isSecretCurrent returns whether the Secret in the garden still has the version of the state, which comes from
// a watch.
func isSecretCurrent(ctx context.Context, reader client.Reader, key projectKey) (bool, error) {
	secret := key.secret()
	if err := reader.Get(ctx, client.ObjectKeyFromObject(secret), secret); err != nil {
		return false, client.IgnoreNotFound(err)
	}
	return secret.ResourceVersion == key.state.KeyVersion, nil
}

// annotateSecret annotates the version of the Secret in the state, and returns whether it wrote. After a change
// of the Secret, the annotations may be wrong. A nil value removes an annotation. Without a change, nothing is
// written.
func annotateSecret(ctx context.Context, writer client.Writer, key projectKey, annotations map[string]*string) (bool, error) {
	for name, value := range annotations {
		if present, has := key.state.KeyAnnotations[name]; has == (value != nil) && present == ptr.Deref(value, "") {
			delete(annotations, name)
		}
	}
	if len(annotations) == 0 {
		return true, nil
	}
	named := make(map[string]*string, len(annotations))
	for name, value := range annotations {
		named[key.annotation(name)] = value
	}
	version, err := patchSecret(ctx, writer, key.secret(), key.state.KeyVersion, named)
	if version != "" && key.written != nil {
		*key.written = version
	}
	return version != "", err
}

// patchSecret annotates a version of a Secret, and returns the new version; empty if the version is not
// current.
func patchSecret(ctx context.Context, writer client.Writer, secret *metav1.PartialObjectMetadata, version string, named map[string]*string) (string, error) {
	patch := kube.MergePatch{"metadata": map[string]any{"resourceVersion": version, "annotations": named}}
	switch err := writer.Patch(ctx, secret, patch); {
	case apierrors.IsConflict(err), apierrors.IsNotFound(err):
		return "", nil
	case err != nil:
		return "", fmt.Errorf("failed to annotate Secret %s in the garden: %w", client.ObjectKeyFromObject(secret), err)
	}
	return secret.ResourceVersion, nil
}

// secret returns an object for the metadata of the Secret.
func (k projectKey) secret() *metav1.PartialObjectMetadata {
	secret := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: k.namespace, Name: k.secretName()}}
	secret.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Secret"))
	return secret
}

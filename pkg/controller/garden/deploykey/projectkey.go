// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"fmt"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

// projectKey is the configuration and the state of a deploy key of a project. It contains no secret.
type projectKey struct {
	// namespace is the namespace of the project.
	namespace string
	// name is the name of the additional source with the key; empty for the project's first key.
	name string
	// state is the state of the project in the garden.
	state garden.State
	// written receives the new version of the Secret after a step wrote to it; nil if the Secret has no other key.
	written *string
	// settings configure the deploy key.
	settings fluxv1alpha1.DeployKey
	// configurationErrors are the errors in the project's configuration. If there are any, settings contains the defaults.
	configurationErrors document.Errors
	// hostRefused is true if the only error is a host that the operator does not allow. The seeds cannot report it,
	// because they do not know the allowed hosts.
	hostRefused bool
	// source is the source in the project's configuration; nil if it differs between Shoots or is not configured.
	source *resolved.Source
}

// newProjectKeys resolves the configuration of the project, and returns its first key and the keys of the additional
// sources. If the configuration has an error, it returns only the first key with default settings. In this case, only
// operations that are requested on the key's Secret are run.
func newProjectKeys(ctx context.Context, resolver *configuration.Resolver, namespace string, state garden.State) ([]projectKey, error) {
	first := projectKey{namespace: namespace, state: state}
	fluxv1alpha1.SetDefaults_DeployKey(&first.settings)
	effective, errs, err := resolver.Resolve(ctx, state.ConfigMap, nil)
	if err != nil {
		return nil, err
	}
	if len(errs) > 0 {
		first.configurationErrors = errs
		_, others, err := resolver.AnyGitHost().Resolve(ctx, state.ConfigMap, nil)
		first.hostRefused = len(others) == 0
		return []projectKey{first}, err
	}
	first.settings = effective.DeployKey
	if effective.Source != nil && effective.Source.DeployKey {
		first.source = effective.Source
	}
	keys := []projectKey{first}
	for _, source := range effective.KeySources {
		key := first.ofSource(source.Object.GetName())
		if !source.OwnHost {
			key.settings.Registration = nil
		}
		key.source = &resolved.Source{
			GitRepository: &sourcev1.GitRepository{Spec: sourcev1.GitRepositorySpec{URL: source.URL}}, DeployKey: true,
			KnownHosts: source.KnownHosts, ScanHostKeys: source.ScanHostKeys,
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// ofSource returns the key of an additional source without a configured source.
func (k projectKey) ofSource(name string) projectKey {
	k.name, k.state, k.source, k.hostRefused = name, k.state.OfSource(name), nil, false
	return k
}

// id identifies the key among all projects.
func (k projectKey) id() string { return k.namespace + "/" + k.name }

// secretName returns the name of the Secret with the key.
func (k projectKey) secretName() string { return deploykey.SecretName(k.name) }

// annotation returns the name of an annotation of the key in its Secret.
func (k projectKey) annotation(name string) string { return deploykey.SourceKeyName(k.name, name) }

// isRegistered returns whether the extension registers the key at the Git host.
func (k projectKey) isRegistered() bool { return k.settings.Registration != nil && k.source != nil }

// repository returns the repository without the token. It may only be called if isRegistered returns true.
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
	// The request to the host returns the same error.
	host, _ := repository.APIHost()
	return deploykey.Registration{Provider: repository.Provider, Host: host, Repository: repository.URL}
}

// isRegisteredHere returns whether the key is recorded as registered at the current repository of the project. The
// record may belong to a former repository.
func (k projectKey) isRegisteredHere(annotations map[string]string, fingerprint string) bool {
	record, known := deploykey.RegistrationOf(annotations)
	return known && record.Same(k.newRecord()) && deploykey.IsRegistered(annotations, fingerprint)
}

// recordEvent records an Event about the observed version of the Secret.
func (k projectKey) recordEvent(recorder events.EventRecorder, eventType, reason, action, note string) {
	garden.DeployKeyEvent{Project: k.namespace, Version: k.state.KeyVersion, Source: k.name, Type: eventType, Reason: reason, Action: action, Note: note}.Record(recorder)
}

// isSecretCurrent returns whether the Secret in the garden still has the observed version. The observed version comes
// from a watch, which may be outdated.
func (s steps) isSecretCurrent(ctx context.Context, key projectKey) (bool, error) {
	name := client.ObjectKey{Namespace: key.namespace, Name: key.secretName()}
	secret, err := garden.Get(ctx, s.Garden, "Secret", name, garden.MetadataOf("Secret", name))
	return secret != nil && secret.ResourceVersion == key.state.KeyVersion, err
}

// annotate writes annotations if the Secret still has the observed version, and returns whether it wrote them.
// After a change of the Secret, the annotations may be wrong. An empty value removes an annotation.
func (s steps) annotate(ctx context.Context, key projectKey, desired map[string]string) (bool, error) {
	current, named := key.state.KeyAnnotations, map[string]string{}
	if key.name != "" {
		current = key.state.SourceKeys.Annotations
	}
	for name, value := range desired {
		named[key.annotation(name)] = value
	}
	secret := key.secret()
	written, err := patchSecret(ctx, s.Garden, secret, current, named)
	if written && key.written != nil && secret.ResourceVersion != key.state.KeyVersion {
		*key.written = secret.ResourceVersion
	}
	return written, err
}

// patchSecret writes annotations if the Secret still has the given version. It returns false if the Secret has another
// version or does not exist.
func patchSecret(ctx context.Context, writer client.Writer, secret *metav1.PartialObjectMetadata, current, desired map[string]string) (bool, error) {
	switch _, err := garden.Annotate(ctx, writer, secret, current, desired); {
	case apierrors.IsConflict(err), apierrors.IsNotFound(err):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("failed to annotate Secret %s in the garden: %w", client.ObjectKeyFromObject(secret), err)
	}
	return true, nil
}

// secret returns an object for the metadata of the Secret with the observed version.
func (k projectKey) secret() *metav1.PartialObjectMetadata {
	secret := garden.MetadataOf("Secret", client.ObjectKey{Namespace: k.namespace, Name: k.secretName()})
	secret.ResourceVersion = k.state.KeyVersion
	return secret
}

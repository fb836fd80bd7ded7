// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"fmt"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/githost"
)

// projectKey is the configuration and the state of a deploy key of a project, without any secret.
type projectKey struct {
	// namespace is that of the project.
	namespace string
	// name is that of the additional source whose key it is; empty for the project's first key.
	name string
	// state is the state of the project in the garden.
	state garden.State
	// written is set to the version of the Secret after a write of the steps; nil if no other key is in that Secret.
	written *string
	// settings specify how the deploy key is generated and kept.
	settings fluxv1alpha1.DeployKey
	// configurationErrors are those of the project's configuration; the settings are the defaults then.
	configurationErrors document.Errors
	// hostRefused is set if the only error is that the operator does not allow the host, which the seeds do not know.
	hostRefused bool
	// source is that of the project's own configuration; nil if it has none, or none that is the same for all Shoots.
	source *resolved.Source
	// elsewhere is set for an additional source at another host than that at which keys are registered.
	elsewhere bool
}

// newProjectKeys returns the first key of the project, and those of the additional sources that are listed in a valid configuration.
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

// ofSource returns the key of an additional source, as one that is not listed.
func (k projectKey) ofSource(name string) projectKey {
	k.name, k.state, k.source, k.hostRefused = name, k.state.OfSource(name), nil, false
	return k
}

// id identifies the key among those of all projects.
func (k projectKey) id() string { return k.namespace + "/" + k.name }

// secretName is the name of the Secret with the key.
func (k projectKey) secretName() string {
	if k.name == "" {
		return fluxv1alpha1.DeployKeySecretName
	}
	return fluxv1alpha1.SourceKeysSecretName
}

// annotation is the name that an annotation of the key has in its Secret.
func (k projectKey) annotation(name string) string { return deploykey.Named(k.name, name) }

// newProjectKey resolves the configuration of the project. If there is an error anywhere in it, the deploy key has no settings but the
// defaults, so that only operations that are requested on its Secret are run. It also returns the additional sources with a key of their own.
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

// whyNotRegistered describes why the extension does not register the key, and what to do.
func (k projectKey) whyNotRegistered() string {
	configMap := fmt.Sprintf("ConfigMap %s/%s", k.namespace, fluxv1alpha1.ConfigMapName)
	switch {
	case k.elsewhere:
		return "the source is at another host than source.template.spec.url, and keys are registered there only. Remove the key at its host by hand"
	case k.name != "" && k.source == nil && len(k.configurationErrors) == 0:
		return configMap + " does not list the source, so that its repository is not known. List it in additionalSources, then ask again, or remove the key at the Git host by hand"
	}
	return configMap + " sets no registration, or has a configuration error. Set project.deployKey.registration, then ask again"
}

// repository is that of the project, without the token. The key must be one that the extension registers.
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
	// An error is returned again by the request to the host.
	host, _ := repository.APIHost()
	return deploykey.Registration{Provider: repository.Provider, Host: host, Repository: repository.URL}
}

// isRegisteredHere returns whether the key is recorded as registered for the present repository of the project. The record may be of a
// former repository.
func (k projectKey) isRegisteredHere(annotations map[string]string, fingerprint string) bool {
	record, known := deploykey.RegistrationOf(annotations)
	return known && record.Same(k.newRecord()) && deploykey.IsRegistered(annotations, fingerprint)
}

// recordEvent records an Event about the version of the Secret in the state.
func (k projectKey) recordEvent(recorder events.EventRecorder, eventType, reason, action, note string) {
	garden.RecordDeployKeyEvent(recorder, k.namespace, k.name, k.state.KeyVersion, eventType, reason, action, note)
}

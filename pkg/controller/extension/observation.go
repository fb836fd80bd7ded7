// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"fmt"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

// observation is everything that a reconciliation decides on. It is complete when it is returned, and not changed after that.
type observation struct {
	// project is the project namespace in the garden.
	project string
	// previous is what the shoot was given before, and managesFlux whether ManagedResources of this seed hold Flux itself.
	previous    extensionstatus.State
	managesFlux bool
	// observed is what was read of the project.
	observed extensionstatus.ObservedProject
	// documents are those that configure anything.
	documents documents
	// info are the shoot info variables, and networks those of the shoot.
	info     fluxv1alpha1.ShootInfo
	networks []string

	// gated is what the project's rollout lets the shoot have.
	gated gated

	// At most one of these says why the rest was not read: the shoot is being deleted, it is hibernated and would have to be inspected,
	// or the user has to correct the configuration. So does gated.keeps.
	shootDeleted bool
	hibernated   bool
	invalid      error

	// found is what there was of Flux in the shoot; nil if it was not inspected. See observer.inspect.
	found *inspection
	// target is what the shoot is to get; nil if that is not known.
	target *target
	// resources are the project's Secrets and ConfigMaps that the configuration refers to, and references their copies in the seed.
	resources  map[string]flux.Resource
	references []gardencorev1beta1.NamedResourceReference
	// key is the deploy key of the project; nil if none is used.
	key *deployKey
	// sourceKeys are the deploy keys of additional sources that have one.
	sourceKeys sourceKeys
}

// sourceKeys are the deploy keys of additional sources, and the credentials with them, by the names of the sources.
type sourceKeys struct {
	keys        map[string]keypair.DeployKey
	credentials map[string]flux.Credentials
}

// of returns what is recorded of the keys of the sources of a configuration.
func (k sourceKeys) of(effective *resolved.Configuration) extensionstatus.SourceKeys {
	var recorded []extensionstatus.SourceKey
	for _, source := range effective.AdditionalSources {
		if source.DeployKey {
			recorded = append(recorded, extensionstatus.SourceKey{Source: source.Name(), Fingerprint: k.keys[source.Object.GetName()].Fingerprint})
		}
	}
	return extensionstatus.SourceKeysOf(recorded)
}

// documents records which documents configure anything: the project's ConfigMap, and the Shoot's providerConfig.
type documents struct{ project, shoot bool }

// deployKey is the deploy key of the project.
type deployKey struct {
	keypair.DeployKey
	// generated says that the project has none: this one was generated, and has to be stored.
	generated bool
	// credentials are those with which the source of the target is read; empty if it is not read with the key.
	credentials flux.Credentials
	// damaged says why the Secret in the garden cannot be used; nil if it can.
	damaged *keypair.DamagedKeyError
}

// isComplete returns whether there is nothing more to read.
func (o observation) isComplete() bool {
	return o.shootDeleted || o.hibernated || o.invalid != nil || o.gated.keeps != "" || o.missingDocument() != ""
}

func (o observation) configMapName() string {
	return fmt.Sprintf("ConfigMap %s/%s", o.project, fluxv1alpha1.ConfigMapName)
}

const stays = "Everything in the shoot stays as it is, unless the extension is removed from the Shoot"

// missingDocument says which document is gone from which something was delivered; empty if none is. What is left would be
// another configuration, or none that can be read without it: to let it apply is an explicit act.
func (o observation) missingDocument() string {
	switch {
	case o.shootDeleted:
		return ""
	case o.previous.Project && !o.documents.project:
		return fmt.Sprintf("%s is gone or empty, but what is in this shoot was made from it. %s; write it again to go on, if need be with nothing but an empty FluxConfig in key %s",
			o.configMapName(), stays, fluxv1alpha1.KeyConfig)
	case o.previous.Shoot && !o.documents.shoot:
		return fmt.Sprintf("the Shoot's providerConfig was removed, but what is in this shoot was made from it. %s; to let the project's configuration apply, set a providerConfig with nothing but apiVersion and kind of a FluxConfig", stays)
	}
	return ""
}

// foreignRoots says which Kustomizations go on beside what is configured.
func foreignRoots(t target) string {
	var names []string
	for name := range strings.SplitSeq(t.base.Foreign, ", ") {
		if name != "" && name != t.effective.Identity().Root {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("when Flux was taken over, the shoot had Kustomizations that are not the extension's and were left alone: %s. Make sure that they do not apply what the configured source contains", strings.Join(names, ", "))
}

// noSource says why there is nothing to sync.
func (o observation) noSource() string {
	configMap := o.configMapName()
	switch {
	case !o.documents.project && !o.documents.shoot:
		return configMap + " is missing or empty, and the Shoot has no providerConfig"
	case !o.documents.project:
		return "the Shoot's providerConfig names no source, and " + configMap + " is missing or empty"
	case !o.documents.shoot:
		return configMap + " names no source"
	}
	return "neither " + configMap + " nor the Shoot's providerConfig names a source"
}

// keyNote says which deploy key is used, and where its public half is.
func (o observation) keyNote() string {
	if o.key == nil || o.key.Fingerprint == "" {
		return ""
	}
	return fmt.Sprintf(" with deploy key %s, whose public key is in Secret %s/%s", o.key.Fingerprint, o.project, fluxv1alpha1.DeployKeySecretName)
}

// missingKeysNote says which additional sources have no deploy key yet.
func (o observation) missingKeysNote(t target) string {
	var names []string
	for _, key := range o.sourceKeys.of(t.effective).All() {
		if key.Fingerprint == "" {
			names = append(names, key.Source.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(". The deploy keys of these additional sources are not in Secret %s/%s yet: %s. The garden controller generates them, which takes a moment where it is installed; the sources are not read until then",
		o.project, fluxv1alpha1.SourceKeysSecretName, strings.Join(names, ", "))
}

// credentials returns what the source of the target is read with; nothing if that is not the deploy key. It is a configuration error if
// the key is damaged, or if no key of the source's host is known.
func (o observation) credentials(t target) (flux.Credentials, error) {
	use := t.keyUse()
	if use == nil || o.key == nil {
		return flux.Credentials{}, nil
	}
	if o.key.damaged != nil {
		return flux.Credentials{}, o.key.damaged
	}
	credentials, err := keypair.NewCredentials(use.url, use.knownHosts, o.key.DeployKey)
	if err != nil && use.before != "" {
		credentials, err = keypair.NewCredentials(use.url, use.before, o.key.DeployKey)
	}
	if err == nil {
		return credentials, nil
	}
	switch {
	case !use.scan:
	case o.key.HostKeyScanError != "":
		err = fmt.Errorf("%w; asking the host for them has failed, and is tried again: %s", err, o.key.HostKeyScanError)
	default:
		err = fmt.Errorf("%w; the garden controller asks the host for them, which takes a moment where it is installed", err)
	}
	return flux.Credentials{}, t.effective.KnownHostsError(err)
}

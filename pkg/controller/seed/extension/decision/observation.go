// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"fmt"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// Observation is everything that a reconciliation decides on. It is complete when it is returned, and not changed after that.
type Observation struct {
	// Project is the project namespace in the garden.
	Project string
	// Previous is what the shoot was given before, and ManagesFlux whether ManagedResources of this seed hold Flux itself.
	Previous    extensionstatus.State
	ManagesFlux bool
	// Observed is what was read of the project.
	Observed extensionstatus.ObservedProject
	// Documents are those that configure anything.
	Documents Documents
	// Info are the shoot info variables, and Networks those of the shoot.
	Info     fluxv1alpha1.ShootInfo
	Networks []string

	// Gated is what the project's rollout lets the shoot have.
	Gated Gated

	// At most one of these says why the rest was not read: the shoot is being deleted, it is hibernated and would have to be inspected,
	// or the user has to correct the configuration. So does Gated.Keeps.
	ShootDeleted bool
	Hibernated   bool
	Invalid      error

	// Found is what there was of Flux in the shoot; nil if it was not inspected.
	Found *Inspection
	// Target is what the shoot is to get; nil if that is not known.
	Target *Target
	// Resources are the project's Secrets and ConfigMaps that the configuration refers to, and References their copies in the seed.
	Resources  map[string]flux.Resource
	References []gardencorev1beta1.NamedResourceReference
	// Key is the deploy key of the project; nil if none is used.
	Key *DeployKey
	// SourceKeys are the deploy keys of additional sources that have one.
	SourceKeys SourceKeys
}

// SourceKeys are the deploy keys of additional sources, and the credentials with them, by the names of the sources.
type SourceKeys struct {
	Keys        map[string]keypair.DeployKey
	Credentials map[string]flux.Credentials
}

// Of returns what is recorded of the keys of the sources of a configuration.
func (k SourceKeys) Of(effective *resolved.Configuration) extensionstatus.SourceKeys {
	var recorded []extensionstatus.SourceKey
	for _, source := range effective.AdditionalSources {
		if source.DeployKey {
			recorded = append(recorded, extensionstatus.SourceKey{Source: source.Name(), Fingerprint: k.Keys[source.Object.GetName()].Fingerprint})
		}
	}
	return extensionstatus.SourceKeysOf(recorded)
}

// Documents records which documents configure anything: the project's ConfigMap, and the Shoot's providerConfig.
type Documents struct{ Project, Shoot bool }

// DeployKey is the deploy key of the project.
type DeployKey struct {
	keypair.DeployKey
	// Generated says that the project has none: this one was generated, and has to be stored.
	Generated bool
	// Credentials are those with which the source of the target is read; empty if it is not read with the key.
	Credentials flux.Credentials
	// Damaged says why the Secret in the garden cannot be used; nil if it can.
	Damaged *keypair.DamagedKeyError
}

// IsComplete returns whether there is nothing more to read.
func (o Observation) IsComplete() bool {
	return o.ShootDeleted || o.Hibernated || o.Invalid != nil || o.Gated.Keeps != "" || o.missingDocument() != ""
}

func (o Observation) configMapName() string {
	return fmt.Sprintf("ConfigMap %s/%s", o.Project, fluxv1alpha1.ConfigMapName)
}

const stays = "Everything in the shoot stays as it is, unless the extension is removed from the Shoot"

// missingDocument says which document is gone from which something was delivered; empty if none is. What is left would be
// another configuration, or none that can be read without it: to let it apply is an explicit act.
func (o Observation) missingDocument() string {
	switch {
	case o.ShootDeleted:
		return ""
	case o.Previous.Project && !o.Documents.Project:
		return fmt.Sprintf("%s is gone or empty, but what is in this shoot was made from it. %s; write it again to go on, if need be with nothing but an empty FluxConfig in key %s",
			o.configMapName(), stays, fluxv1alpha1.KeyConfig)
	case o.Previous.Shoot && !o.Documents.Shoot:
		return fmt.Sprintf("the Shoot's providerConfig was removed, but what is in this shoot was made from it. %s; to let the project's configuration apply, set a providerConfig with nothing but apiVersion and kind of a FluxConfig", stays)
	}
	return ""
}

// foreignRoots says which Kustomizations go on beside what is configured.
func foreignRoots(t Target) string {
	var names []string
	for name := range strings.SplitSeq(t.Base.Foreign, ", ") {
		if name != "" && name != t.Effective.Identity().Root {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("when Flux was taken over, the shoot had Kustomizations that are not the extension's and were left alone: %s. Make sure that they do not apply what the configured source contains", strings.Join(names, ", "))
}

// noSource says why there is nothing to sync.
func (o Observation) noSource() string {
	configMap := o.configMapName()
	switch {
	case !o.Documents.Project && !o.Documents.Shoot:
		return configMap + " is missing or empty, and the Shoot has no providerConfig"
	case !o.Documents.Project:
		return "the Shoot's providerConfig names no source, and " + configMap + " is missing or empty"
	case !o.Documents.Shoot:
		return configMap + " names no source"
	}
	return "neither " + configMap + " nor the Shoot's providerConfig names a source"
}

// keyNote says which deploy key is used, and where its public half is.
func (o Observation) keyNote() string {
	if o.Key == nil || o.Key.Fingerprint == "" {
		return ""
	}
	return fmt.Sprintf(" with deploy key %s, whose public key is in Secret %s/%s", o.Key.Fingerprint, o.Project, fluxv1alpha1.DeployKeySecretName)
}

// keyWarnings warns of probable mistakes in the deploy keys.
func (o Observation) keyWarnings(t Target) []string {
	var warnings []string
	if use := t.KeyUse(); use != nil && o.Key != nil && o.Key.Damaged == nil {
		for _, warning := range keypair.Warnings(use.URL, use.KnownHosts, o.Key.DeployKey) {
			warnings = append(warnings, fmt.Sprintf("Secret %s/%s: %s", o.Project, fluxv1alpha1.DeployKeySecretName, warning))
		}
	}
	for _, warning := range keypair.SourceWarnings(t.Effective, o.SourceKeys.Keys) {
		warnings = append(warnings, fmt.Sprintf("Secret %s/%s: %s", o.Project, fluxv1alpha1.SourceKeysSecretName, warning))
	}
	return warnings
}

// missingKeysNote says which additional sources have no deploy key yet.
func (o Observation) missingKeysNote(t Target) string {
	var names []string
	for _, key := range o.SourceKeys.Of(t.Effective).All() {
		if key.Fingerprint == "" {
			names = append(names, key.Source.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(". The deploy keys of these additional sources are not in Secret %s/%s yet: %s. The garden controller generates them, which takes a moment where it is installed; the sources are not read until then",
		o.Project, fluxv1alpha1.SourceKeysSecretName, strings.Join(names, ", "))
}

// Credentials returns what the source of the target is read with; nothing if that is not the deploy key. It is a configuration error if
// the key is damaged, or if no key of the source's host is known.
func (o Observation) Credentials(t Target) (flux.Credentials, error) {
	use := t.KeyUse()
	if use == nil || o.Key == nil {
		return flux.Credentials{}, nil
	}
	if o.Key.Damaged != nil {
		return flux.Credentials{}, o.Key.Damaged
	}
	credentials, err := keypair.NewCredentials(use.URL, use.KnownHosts, o.Key.DeployKey)
	if err != nil && use.Before != "" {
		credentials, err = keypair.NewCredentials(use.URL, use.Before, o.Key.DeployKey)
	}
	if err == nil {
		return credentials, nil
	}
	switch {
	case !use.Scan:
	case o.Key.HostKeyScanError != "":
		err = fmt.Errorf("%w; the scan of the host failed and is retried: %s", err, o.Key.HostKeyScanError)
	default:
		err = fmt.Errorf("%w; the garden controller, if installed, scans the host for them in a moment", err)
	}
	return flux.Credentials{}, t.Effective.KnownHostsError(err)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Phase is the relation of Flux, source and root Kustomization to the extension.
type Phase int

const (
	// PhaseManaged means that the extension keeps them as configured.
	PhaseManaged Phase = iota
	// PhaseBootstrapping means that the extension installs them in a shoot without Flux, and stops managing them after
	// the installation. Until then, users can correct configuration errors.
	PhaseBootstrapping
	// PhaseReleasing means that the extension has managed them until now, leaves them unchanged, and is about to stop
	// managing them.
	PhaseReleasing
	// PhaseBootstrapped means that the extension does not manage them.
	PhaseBootstrapped
)

// installs reports whether Flux itself is delivered.
func (p Phase) installs() bool { return p == PhaseManaged || p == PhaseBootstrapping }

// stage returns the stage for the renderer.
func (p Phase) stage() flux.Stage {
	switch p {
	case PhaseBootstrapping, PhaseReleasing:
		return flux.StageBootstrap
	case PhaseBootstrapped:
		return flux.StageBootstrapped
	}
	return flux.StageManaged
}

// Target is the delivery to a shoot. The steps of a decision build it. Its configurations are copies, which steps may
// change.
type Target struct {
	// Effective is the effective configuration.
	Effective *resolved.Configuration
	// Base is the record of the last delivery, with the objects found in the shoot.
	Base extensionstatus.State
	// Found is the survey of the shoot; nil if no step has needed the survey.
	Found *toolkit.Survey
	// Phase is the relation of Flux to the extension.
	Phase Phase
	// OnlyConfig is true if Flux itself stays unchanged and the rest of the configuration is delivered.
	OnlyConfig bool
	// Refused is the configuration error that prevents the delivery of Flux itself, but not of the rest; nil without
	// one.
	Refused error
	// FluxUnchanged is the reason other than a configuration error why Flux itself stays unchanged; empty without one.
	FluxUnchanged string
	// Upgrade is the change to another Flux version; nil without a change.
	Upgrade *VersionUpgrade
	// Kept has the controllers and shards that stay although they are no longer configured.
	Kept []KeptComponent
	// DeployKey has the credentials of the source if it uses the project's deploy key. SourceKeys has the credentials of
	// additional sources.
	DeployKey  flux.Credentials
	SourceKeys map[string]flux.Credentials
	// Input is the input of the renderer, and Manifests are its output.
	Input     flux.Input
	Manifests []content.Manifests
}

// KeptComponent is a controller or shard that stays.
type KeptComponent struct {
	Component
	// Why is the reason to keep the component.
	Why string
}

// hold keeps the source and the root Kustomization of a configuration suspended or resumed, as they are in the shoot.
func (t Target) hold(effective *resolved.Configuration) {
	effective.Hold(t.Base.SourceKind, t.Base.SourceSuspension, t.Base.RootSuspension)
}

// changesVersion reports whether Flux itself is delivered in another version than the last one. A new component may
// have been installed before in an older version, and its CustomResourceDefinitions remain. The same applies to a Flux
// that others have installed.
func (t Target) changesVersion() bool {
	if !t.Phase.installs() {
		return false
	}
	if !t.Base.Flux {
		return t.Found != nil && len(t.Found.Controllers)+len(t.Found.Stored) > 0
	}
	return t.Base.Bootstrapped || t.Base.Version != t.Effective.Version ||
		t.Base.Components != "" && t.Base.Components != t.Effective.ComponentNames()
}

// migrates reports whether Flux's objects in the shoot have to be migrated before the delivery.
func (t Target) migrates() bool {
	return t.Upgrade != nil && !t.OnlyConfig && len(t.Upgrade.Remaining) > 0
}

// dropped returns the delivered controllers and shards that are no longer configured. If Flux itself is not delivered,
// nothing is dropped.
func (t Target) dropped() []Component {
	if t.Refused != nil || t.FluxUnchanged != "" || !t.Base.Flux || t.Base.Bootstrapped || !t.Phase.installs() {
		return nil
	}
	var dropped []Component
	for name := range strings.SplitSeq(t.Base.Components, ",") {
		if component := fluxv1alpha1.Component(name); name != "" && !slices.Contains(t.Effective.Components, component) {
			dropped = append(dropped, Component{Name: component})
		}
	}
	for _, shard := range t.Base.ShardNames() {
		if !slices.Contains(t.Effective.Flux.ShardNames(), shard) {
			dropped = append(dropped, Component{Shard: shard})
		}
	}
	return dropped
}

// keep adds the controllers and shards that stay to a configuration.
func (t Target) keep(effective *resolved.Configuration) {
	for _, kept := range t.Kept {
		if kept.Shard != "" {
			effective.KeepShards(kept.Shard)
		} else {
			effective.Keep(kept.Name)
		}
	}
}

// mostShards is the maximum number of shards in a shoot, including those that stay. It is twice the maximum of the
// configuration, so that a project can rename all shards at a time.
const mostShards = 2 * validation.MostShards

// refuseShards returns the configuration error for too many shards; nil if the number is within the limit. Users of the
// shoot control how many shards stay, because they write the labels of objects.
func (t Target) refuseShards() error {
	count := len(t.Effective.Flux.ShardNames())
	if count <= mostShards {
		return nil
	}
	var kept []string
	for _, each := range t.Kept {
		if each.Shard != "" {
			kept = append(kept, each.Shard)
		}
	}
	return t.Effective.Locate(field.ErrorList{field.Invalid(field.NewPath("flux", "sharding", "shards"), field.OmitValueType{}, fmt.Sprintf(
		"has %d shards, including %d that stay because objects have their label (%s), and may have at most %d; remove their label from the objects, or configure fewer shards",
		count, len(kept), toolkit.Enumerate(kept), mostShards))})
}

// staying leaves Flux itself unchanged, and configures the rest of the delivery for the installed version.
func (t *Target) staying(previous extensionstatus.State) {
	t.OnlyConfig = true
	if t.Upgrade != nil && t.Upgrade.Older != nil {
		t.Effective = t.Upgrade.Older
	}
	if t.Base.Bootstrapped {
		t.Phase, t.Base = PhaseBootstrapped, previous
	}
}

// KeyUse is the use of the project's deploy key in the shoot.
type KeyUse struct {
	// URL is the repository that Flux reads with the key. KnownHosts has the configured known_hosts lines of its host.
	URL, KnownHosts string
	// Scan is true if the project permits a scan of the host for its keys.
	Scan bool
	// Before has the last delivered known_hosts lines, for a source that is no longer configured.
	Before string
}

// KeyUse returns the use of the deploy key; nil if no source uses it. For a source that is no longer managed, the
// record counts, not the configuration.
func (t Target) KeyUse() *KeyUse {
	source, use := t.Effective.Source, &KeyUse{}
	if source != nil {
		use.KnownHosts, use.Scan = source.KnownHosts, source.ScanHostKeys
	}
	switch {
	case t.Base.Bootstrapped && t.Phase == PhaseBootstrapped:
		if !t.Base.DeployKey {
			return nil
		}
		use.URL, use.Before = t.Base.SourceURL, t.Base.KnownHosts
	case source == nil || !source.DeployKey:
		return nil
	default:
		use.URL = source.GitRepository.Spec.URL
	}
	return use
}

// longestKnownHosts bounds the recorded lines. A host with a key of each type has fewer.
const longestKnownHosts = 1536

// state returns the record of the delivery, without the record of the project.
func (t Target) state() extensionstatus.State {
	state := t.stateOfPhase()
	if t.OnlyConfig {
		state.Version, state.Components, state.Shards = t.Base.Version, t.Base.Components, t.Base.Shards
	}
	if lines := knownhosts.LinesFor(state.SourceURL, t.DeployKey.KnownHosts); state.KeySecret != "" && lines != "" && len(lines) <= longestKnownHosts {
		state.KnownHosts = lines
	}
	return state
}

func (t Target) stateOfPhase() extensionstatus.State {
	state := t.Base.After(t.Effective)
	state.Bootstrapped, state.Bootstrap = false, extensionstatus.Bootstrap{}
	switch {
	case t.Phase == PhaseManaged:
		return state
	case t.Phase == PhaseBootstrapping:
		state.Bootstrap = extensionstatus.BootstrapOf(t.Effective, extensionstatus.BootstrappingNew)
		return state
	case t.Phase == PhaseReleasing:
		state.Bootstrap = extensionstatus.BootstrapOf(t.Effective, extensionstatus.BootstrappingManaged)
		state.Version, state.Components, state.Shards = t.Base.Version, t.Base.Components, t.Base.Shards
		return state
	case t.Base.Bootstrapped:
		return t.Base.AfterBootstrap(t.Effective)
	}
	// Flux was found in the shoot, and the extension has delivered no part of Flux since.
	state.Bootstrapped, state.Bootstrap, state.Version = true, extensionstatus.BootstrapOf(t.Effective, ""), t.Base.Version
	if len(t.Found.Controllers) > 0 {
		state.Version = t.Found.Controllers[0].Version
	}
	if source := t.Effective.Source; source != nil {
		i := slices.IndexFunc(t.Found.Sources, func(s toolkit.Source) bool {
			return s.Kind == source.Object.GetKind() && s.String() == t.Effective.Identity().Source
		})
		if i >= 0 {
			state.SourceURL = text.RedactURLs(t.Found.Sources[i].URL)
		}
	}
	return state
}

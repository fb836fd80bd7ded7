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
	// PhaseManaged means that they are kept as they are configured.
	PhaseManaged Phase = iota
	// PhaseBootstrapping means that they are installed in a shoot without Flux, and left alone when they are
	// there. Until then, configuration errors can be corrected.
	PhaseBootstrapping
	// PhaseReleasing means that they were managed until now. They stay as they are and are left alone when that
	// has been prepared.
	PhaseReleasing
	// PhaseBootstrapped means that they are left alone.
	PhaseBootstrapped
)

// installs returns whether Flux itself is delivered.
func (p Phase) installs() bool { return p == PhaseManaged || p == PhaseBootstrapping }

// stage returns the stage of the rendering.
func (p Phase) stage() flux.Stage {
	switch p {
	case PhaseBootstrapping, PhaseReleasing:
		return flux.StageBootstrap
	case PhaseBootstrapped:
		return flux.StageBootstrapped
	}
	return flux.StageManaged
}

// Target is the delivery to a shoot as far as the steps of a decision have added to it. The configurations are
// copies of that decision.
type Target struct {
	// Effective is the configuration in force.
	Effective *resolved.Configuration
	// Base is the record of the shoot, with the objects found in it. The delivery builds on it.
	Base extensionstatus.State
	// Found is the survey of the shoot; nil if no step has needed it.
	Found *toolkit.Survey
	// Phase is the relation of Flux to the extension.
	Phase Phase
	// OnlyConfig says that Flux itself stays as it is, and everything else of the configuration is delivered.
	OnlyConfig bool
	// Refused is the configuration error that keeps Flux itself from being delivered; nil without one. The rest
	// does not wait for it.
	Refused error
	// StaysBecause says why Flux itself stays as it is, which is no configuration error; empty if it does not, or
	// for another reason.
	StaysBecause string
	// Upgrade is the change to another version of Flux than the shoot has; nil if it gets none.
	Upgrade *VersionUpgrade
	// Kept are the controllers and shards that are not configured any more and stay.
	Kept []KeptComponent
	// DeployKey are the credentials of the source if it is read with the project's deploy key, and SourceKeys the
	// credentials of additional sources.
	DeployKey  flux.Credentials
	SourceKeys map[string]flux.Credentials
	// Input is rendered, and Manifests are the result.
	Input     flux.Input
	Manifests []content.Manifests
}

// KeptComponent is a controller or a shard that stays, and why.
type KeptComponent struct {
	Component
	// Why says why it stays.
	Why string
}

// hold keeps source and root Kustomization of a configuration suspended or resumed as they are in the shoot.
func (t Target) hold(effective *resolved.Configuration) {
	effective.Hold(t.Base.SourceKind, t.Base.SourceSuspension, t.Base.RootSuspension)
}

// changesVersion returns whether Flux itself is to be delivered, and in another version than the shoot was
// given before. A component that is new may have been there before, in an older version, and its
// CustomResourceDefinitions still are. The same holds for a Flux that others have installed.
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

// migrates returns whether Flux's objects in the shoot have to be migrated before the delivery.
func (t Target) migrates() bool {
	return t.Upgrade != nil && !t.OnlyConfig && len(t.Upgrade.Remaining) > 0
}

// dropped returns the controllers and shards that were delivered and are not configured any more. Without
// delivery of Flux itself, nothing is dropped.
func (t Target) dropped() []Component {
	if t.Refused != nil || t.StaysBecause != "" || !t.Base.Flux || t.Base.Bootstrapped || !t.Phase.installs() {
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
			effective.KeepShards([]string{kept.Shard})
			continue
		}
		effective.Keep([]fluxv1alpha1.Component{kept.Name})
	}
}

// mostShards is how many shards a shoot may have with those that stay: as many again as may be configured, so
// that all can be renamed at a time.
const mostShards = 2 * validation.MostShards

// refuseShards returns the configuration error for more shards than a shoot may have; nil if they are few
// enough. The labels of objects decide how many stay, and the user of a shoot writes these.
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
		"has %d shards with the %d that stay because objects have their label (%s), and may have at most %d; remove the label of those from the objects, or name fewer new ones",
		count, len(kept), toolkit.Enumerate(kept), mostShards))})
}

// staying leaves Flux itself as it is. Everything else of the configuration is delivered, as it is with the
// version that is there.
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
	// URL is read with it, and KnownHosts are the lines that identify the host.
	URL, KnownHosts string
	// Scan says that the host may be asked for its keys.
	Scan bool
	// Before are the known_hosts lines that were delivered last, for a source that may not be in the configuration
	// any more.
	Before string
}

// KeyUse returns the use of the deploy key; nil if it is not used. The configuration does not matter to a
// source that is left alone.
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

// longestKnownHosts bounds the recorded lines: a host with a key of each type has fewer.
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
	// Flux was found in the shoot, and the extension has delivered no part of it since.
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

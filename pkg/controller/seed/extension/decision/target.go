// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Phase specifies whether the extension manages Flux, the source and the root Kustomization in a shoot.
type Phase int

const (
	// PhaseManaged means that the extension manages all of these as configured.
	PhaseManaged Phase = iota
	// PhaseBootstrapping means that the extension installs all of these in a shoot without Flux, and stops managing them
	// after the installation. Until then, users can correct configuration errors.
	PhaseBootstrapping
	// PhaseReleasing means that the extension has managed all of these until now, and is about to stop managing them. They
	// stay unchanged.
	PhaseReleasing
	// PhaseBootstrapped means that the extension manages none of these.
	PhaseBootstrapped
)

// installs returns whether Flux itself is delivered.
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

// Target is the delivery to a shoot. The steps of a decision build it. Steps may change its configurations, because
// they are copies.
type Target struct {
	// Effective is the effective configuration.
	Effective *resolved.Configuration
	// Base is the record of the last delivery, with the objects found in the shoot.
	Base extensionstatus.State
	// Found is the survey of the shoot; nil if no step has needed a survey.
	Found *toolkit.Survey
	// Phase specifies whether the extension manages Flux.
	Phase Phase
	// OnlyConfig is true if Flux itself stays unchanged and the rest of the configuration is delivered.
	OnlyConfig bool
	// Refused is the configuration error that prevents the delivery of Flux itself, but not of the rest; nil if there is
	// none.
	Refused error
	// FluxUnchanged is the reason why Flux itself stays unchanged if this is not a configuration error; empty if there is
	// none.
	FluxUnchanged string
	// Upgrade is the change to another Flux version; nil if the version does not change.
	Upgrade *VersionUpgrade
	// OnlyForBaseline is true if the operator's baseline is the only reason for Flux in the Shoot.
	OnlyForBaseline bool
	// FluxStays is the reason to keep Flux although the operator removes a Flux that came only for the baseline. It is
	// empty if Flux may be removed. RemovingFlux is true while Flux is being removed. RemovalWaits describes the obstacle.
	FluxStays, RemovalWaits string
	RemovingFlux            bool
	// Kept contains the controllers and shards that stay although they are not configured any more.
	Kept []KeptComponent
	// DeployKey contains the credentials of the source if it uses the project's deploy key. SourceKeys contains the
	// credentials of additional sources.
	DeployKey  flux.Credentials
	SourceKeys map[string]flux.Credentials
	// Input is the input of the renderer. Manifests are its output, and DeliveryID identifies the delivery.
	Input      flux.Input
	Manifests  []content.Manifests
	DeliveryID string
}

// KeptComponent is a controller or shard that stays although it is not configured any more.
type KeptComponent struct {
	Component
	// Why is the reason to keep the component.
	Why string
}

// hold keeps the source and the root Kustomization of a configuration suspended or resumed, as in the shoot.
func (t Target) hold(effective *resolved.Configuration) {
	effective.Hold(t.Base.SourceKind, t.Base.SourceSuspension, t.Base.RootSuspension)
}

// findsNothing returns whether the shoot contained no Flux before the first delivery.
func (t *Target) findsNothing(f Facts) bool {
	return f.Shoot.Absent || t.Found != nil && t.Found.IsEmpty()
}

// changesVersion returns whether the delivery may change the installed version of Flux or of a component. New
// components also count, because an older version may have been installed before, and its CustomResourceDefinitions
// remain. A Flux that other clients have installed also counts.
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

// migrates returns whether Flux's objects in the shoot must be migrated before the delivery.
func (t Target) migrates() bool {
	return t.Upgrade != nil && !t.OnlyConfig && len(t.Upgrade.Remaining) > 0
}

// dropped returns the delivered controllers and shards that are not configured any more. It returns none if Flux itself
// is not delivered.
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

// keep adds the kept controllers and shards to a configuration.
func (t Target) keep(effective *resolved.Configuration) {
	for _, kept := range t.Kept {
		if kept.Shard != "" {
			effective.KeepShards(kept.Shard)
		} else {
			effective.Keep(kept.Name)
		}
	}
}

// mostShards is the maximum number of shards in a shoot, including kept ones. It is twice the maximum in a
// configuration, so that a project can rename all shards at the same time.
const mostShards = 2 * validation.MostShards

// refuseShards returns a configuration error if there are too many shards. Users of the shoot can keep any number of
// shards, because they can write the labels of objects.
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

// staying leaves Flux itself unchanged, and sets the configuration for the installed version.
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
	// URL is the repository that Flux reads with the key. KnownHosts contains the configured known_hosts lines of its
	// host.
	URL, KnownHosts string
	// Scan is true if the project permits a scan of the host for its keys.
	Scan bool
	// Before contains the known_hosts lines of the last delivery for a source that is not managed any more.
	Before string
}

// KeyUse returns the use of the deploy key; nil if no source uses it. If the source is not managed any more, it returns
// the recorded use instead of the configured one.
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

// longestKnownHosts limits the length of the recorded lines. It is sufficient for a host with a key of each type.
const longestKnownHosts = 1536

// state returns the record of the delivery. It does not include the record of the project.
func (t Target) state() extensionstatus.State {
	state := t.stateOfPhase()
	state.Delivery = t.DeliveryID
	if t.OnlyConfig {
		state.Version, state.Components, state.Shards = t.Base.Version, t.Base.Components, t.Base.Shards
	}
	if lines := githosts.LinesFor(state.SourceURL, t.DeployKey.KnownHosts); state.KeySecret != "" && lines != "" && len(lines) <= longestKnownHosts {
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
	// Flux was found in the shoot, and the extension has not delivered any part of Flux since.
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

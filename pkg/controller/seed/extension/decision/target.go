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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Phase is what becomes of Flux, source and root Kustomization.
type Phase int

const (
	// PhaseManaged means that they are kept as they are configured.
	PhaseManaged Phase = iota
	// PhaseBootstrapping means that they are installed in a shoot without Flux, and left alone when they are there. Until then, configuration errors
	// can be corrected.
	PhaseBootstrapping
	// PhaseReleasing means that they were managed until now. They stay as they are and are left alone when that has been prepared.
	PhaseReleasing
	// PhaseBootstrapped means that they are left alone.
	PhaseBootstrapped
)

// stage is what is rendered for it.
func (p Phase) stage() flux.Stage {
	switch p {
	case PhaseBootstrapping, PhaseReleasing:
		return flux.StageBootstrap
	case PhaseBootstrapped:
		return flux.StageBootstrapped
	}
	return flux.StageManaged
}

// Target is what the shoot is to get. Its methods return another one and change nothing.
type Target struct {
	// Effective is the configuration in force.
	Effective *resolved.Configuration
	// Base is what is recorded of the shoot, with what was found in it, on which the delivery builds.
	Base extensionstatus.State
	// Phase is what becomes of Flux.
	Phase Phase
	// OnlyConfig says that Flux itself stays as it is, and everything else of the configuration is delivered.
	OnlyConfig bool
	// Refused is the configuration error because of which Flux itself is not delivered; nil if there is none. The rest does not wait for it.
	Refused error
	// StaysBecause says why Flux itself stays as it is, which is no configuration error; empty if it does not, or for another reason.
	StaysBecause string
	// Upgrade is the change to another version of Flux than the shoot has; nil if it gets none.
	Upgrade *VersionUpgrade
	// Kept are the controllers and shards that are not configured any more and stay.
	Kept []KeptComponent
}

// KeptComponent is a controller or a shard that stays, and why.
type KeptComponent struct {
	// Name is the name of the controller; empty if it is a shard.
	Name fluxv1alpha1.Component
	// Shard is the name of the shard; empty if it is a controller.
	Shard string
	// Why says why it stays.
	Why string
}

// VersionUpgrade is the change to another version, or to more of its components.
type VersionUpgrade struct {
	// From and To are the versions; From is empty if it is not known.
	From, To string
	// Remaining are the API versions that the kinds will have, by the names of their CustomResourceDefinitions.
	Remaining map[string][]string
	// Held says why the version that was delivered before stays; empty if it does not.
	Held string
	// Failed is why the storage migration has not succeeded; nil if it has.
	Failed error
	// Older is the configuration with the version that was delivered before; nil if there is none.
	Older *resolved.Configuration
	// Shoot is the one that was inspected; nil if there has never been an API server.
	Shoot *toolkit.Shoot
}

// NeedsInspection returns whether a shoot to which something was delivered has to be inspected before the configuration is delivered: before it
// gets its first source, and before what was left alone is managed again, which may have been changed meanwhile.
func NeedsInspection(previous extensionstatus.State, effective *resolved.Configuration) bool {
	if previous.Bootstrapped {
		return !effective.IsOnce()
	}
	return previous.Flux && !previous.Sync && effective.Source != nil
}

// ChangesVersion returns whether Flux itself is to be delivered, and in another version than the shoot was given before. A component
// that is new may have been there before, in an older version, and its CustomResourceDefinitions still are. So are those of a Flux
// that was installed by others.
func (t Target) ChangesVersion(found *Inspection) bool {
	if t.Phase != PhaseManaged && t.Phase != PhaseBootstrapping {
		return false
	}
	if !t.Base.Flux {
		return found != nil && len(found.Controllers)+len(found.Stored) > 0
	}
	return t.Base.Bootstrapped || t.Base.Version != t.Effective.Version ||
		t.Base.Components != "" && t.Base.Components != t.Effective.ComponentNames()
}

// Dropped returns the controllers and shards that were delivered and are not configured any more. Where Flux itself is not delivered, there are none.
func (t Target) Dropped() []KeptComponent {
	if t.Refused != nil || t.StaysBecause != "" || !t.Base.Flux || t.Base.Bootstrapped || t.Phase != PhaseManaged && t.Phase != PhaseBootstrapping {
		return nil
	}
	var dropped []KeptComponent
	for name := range strings.SplitSeq(t.Base.Components, ",") {
		if component := fluxv1alpha1.Component(name); name != "" && !slices.Contains(t.Effective.Components, component) {
			dropped = append(dropped, KeptComponent{Name: component})
		}
	}
	for _, shard := range t.Base.ShardNames() {
		if !slices.Contains(t.Effective.Flux.ShardNames(), shard) {
			dropped = append(dropped, KeptComponent{Shard: shard})
		}
	}
	return dropped
}

// Keep adds the controllers and shards that stay to a configuration.
func (t Target) Keep(effective *resolved.Configuration) {
	for _, kept := range t.Kept {
		if kept.Shard != "" {
			effective.KeepShards([]string{kept.Shard})
			continue
		}
		effective.Keep([]fluxv1alpha1.Component{kept.Name})
	}
}

// mostShards is how many shards a shoot may have with those that stay: as many again as may be configured, so that all can be renamed at a time.
const mostShards = 2 * validation.MostShards

// RefuseShards returns the configuration error for more shards than a shoot may have, or for what was refused before; nil if there is none. How many stay
// is for the labels of objects to say, which the user of a shoot writes.
func (t Target) RefuseShards() error {
	count := len(t.Effective.Flux.ShardNames())
	if t.Refused != nil || count <= mostShards {
		return t.Refused
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

// Staying leaves Flux itself as it is. Everything else of the configuration is delivered, as it is with the version that is there.
func (t Target) Staying(previous extensionstatus.State) Target {
	t.OnlyConfig = true
	if t.Upgrade != nil && t.Upgrade.Older != nil {
		t.Effective = t.Upgrade.Older
	}
	if t.Base.Bootstrapped {
		t.Phase, t.Base = PhaseBootstrapped, previous
	}
	return t
}

// withFailedMigration is the target as long as Flux's objects in the shoot cannot be migrated.
func (t Target) withFailedMigration(previous extensionstatus.State, failure error) Target {
	failed := *t.Upgrade
	failed.Failed = failure
	t.Upgrade = &failed
	return t.Staying(previous)
}

// KeyUse is what the project's deploy key is used for in the shoot.
type KeyUse struct {
	// URL is what is read with it, and KnownHosts are the lines by which the host is recognized.
	URL, KnownHosts string
	// Scan says that the host may be asked for its keys.
	Scan bool
	// Before are the known_hosts lines that were delivered last, for a source that may not be in the configuration any more.
	Before string
}

// KeyUse returns what the deploy key is used for; nil if it is not. What a source is read with that is left alone does not
// depend on what is configured now.
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

// longestKnownHosts is the limit of what is recorded: more than a host with a key of each type has.
const longestKnownHosts = 1536

// state is what is recorded before the delivery, without what was read of the project.
func (t Target) state(found *Inspection, credentials flux.Credentials) extensionstatus.State {
	state := t.stateOfPhase(found)
	if t.OnlyConfig {
		state.Version, state.Components, state.Shards = t.Base.Version, t.Base.Components, t.Base.Shards
	}
	if lines := knownhosts.Of(state.SourceURL, credentials.KnownHosts); state.KeySecret != "" && lines != "" && len(lines) <= longestKnownHosts {
		state.KnownHosts = lines
	}
	return state
}

func (t Target) stateOfPhase(found *Inspection) extensionstatus.State {
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
	// Flux was found in the shoot, and nothing of it has been delivered since.
	state.Bootstrapped, state.Bootstrap, state.Version = true, extensionstatus.BootstrapOf(t.Effective, ""), t.Base.Version
	if len(found.Controllers) > 0 {
		state.Version = found.Controllers[0].Version
	}
	if source := t.Effective.Source; source != nil {
		i := slices.IndexFunc(found.Sources, func(s toolkit.Source) bool {
			return s.Kind == source.Object.GetKind() && s.String() == t.Effective.Identity().Source
		})
		if i >= 0 {
			state.SourceURL = text.RedactURLs(found.Sources[i].URL)
		}
	}
	return state
}

// Inspection is what there was of Flux in a shoot, and the shoot.
type Inspection struct {
	toolkit.Survey
	Shoot *toolkit.Shoot
}

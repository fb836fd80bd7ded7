// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"slices"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/redaction"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/toolkit"
)

// phase is what becomes of Flux, source and root Kustomization.
type phase int

const (
	// phaseManaged: they are kept as they are configured.
	phaseManaged phase = iota
	// phaseBootstrapping: they are installed in a shoot without Flux, and left alone when they are there. Until then, configuration errors
	// can be corrected.
	phaseBootstrapping
	// phaseReleasing: they were managed until now. They stay as they are and are left alone when that has been prepared.
	phaseReleasing
	// phaseBootstrapped: they are left alone.
	phaseBootstrapped
)

// stage is what is rendered for it.
func (p phase) stage() flux.Stage {
	switch p {
	case phaseBootstrapping, phaseReleasing:
		return flux.StageBootstrap
	case phaseBootstrapped:
		return flux.StageBootstrapped
	}
	return flux.StageManaged
}

// target is what the shoot is to get. Its methods return another one and change nothing.
type target struct {
	// effective is the configuration in force.
	effective *resolved.Configuration
	// base is what is recorded of the shoot, with what was found in it, on which the delivery builds.
	base extensionstatus.State
	// phase is what becomes of Flux.
	phase phase
	// onlyConfig says that Flux itself stays as it is, and everything else of the configuration is delivered.
	onlyConfig bool
	// refused is the configuration error because of which Flux itself is not delivered; nil if there is none. The rest does not wait for it.
	refused error
	// staysBecause says why Flux itself stays as it is, which is no configuration error; empty if it does not, or for another reason.
	staysBecause string
	// upgrade is the change to another version of Flux than the shoot has; nil if it gets none.
	upgrade *versionUpgrade
	// kept are the controllers and shards that are not configured any more and stay.
	kept []keptComponent
}

// keptComponent is a controller or a shard that stays, and why.
type keptComponent struct {
	name  fluxv1alpha1.Component
	shard string
	why   string
}

// versionUpgrade is the change to another version, or to more of its components.
type versionUpgrade struct {
	// from and to are the versions; from is empty if it is not known.
	from, to string
	// remaining are the API versions that the kinds will have, by the names of their CustomResourceDefinitions.
	remaining map[string][]string
	// held says why the version that was delivered before stays; empty if it does not.
	held string
	// failed is why the storage migration has not succeeded; nil if it has.
	failed error
	// older is the configuration with the version that was delivered before; nil if there is none.
	older *resolved.Configuration
	// shoot is the one that was inspected; nil if there has never been an API server.
	shoot *toolkit.Shoot
}

// needsInspection returns whether a shoot to which something was delivered has to be inspected before the configuration is delivered: before it
// gets its first source, and before what was left alone is managed again, which may have been changed meanwhile.
func needsInspection(previous extensionstatus.State, effective *resolved.Configuration) bool {
	if previous.Bootstrapped {
		return !effective.IsOnce()
	}
	return previous.Flux && !previous.Sync && effective.Source != nil
}

// changesVersion returns whether Flux itself is to be delivered, and in another version than the shoot was given before. A component
// that is new may have been there before, in an older version, and its CustomResourceDefinitions still are. So are those of a Flux
// that was installed by others.
func (t target) changesVersion(found *inspection) bool {
	if t.phase != phaseManaged && t.phase != phaseBootstrapping {
		return false
	}
	if !t.base.Flux {
		return found != nil && len(found.Controllers)+len(found.Stored) > 0
	}
	return t.base.Bootstrapped || t.base.Version != t.effective.Version ||
		t.base.Components != "" && t.base.Components != t.effective.ComponentNames()
}

// dropped returns the controllers and shards that were delivered and are not configured any more. Where Flux itself is not delivered, there are none.
func (t target) dropped() []keptComponent {
	if t.refused != nil || t.staysBecause != "" || !t.base.Flux || t.base.Bootstrapped || t.phase != phaseManaged && t.phase != phaseBootstrapping {
		return nil
	}
	var dropped []keptComponent
	for name := range strings.SplitSeq(t.base.Components, ",") {
		if component := fluxv1alpha1.Component(name); name != "" && !slices.Contains(t.effective.Components, component) {
			dropped = append(dropped, keptComponent{name: component})
		}
	}
	for _, shard := range t.base.ShardNames() {
		if !slices.Contains(t.effective.Flux.ShardNames(), shard) {
			dropped = append(dropped, keptComponent{shard: shard})
		}
	}
	return dropped
}

// keep adds the controllers and shards that stay to a configuration.
func (t target) keep(effective *resolved.Configuration) {
	for _, kept := range t.kept {
		if kept.shard != "" {
			effective.KeepShards([]string{kept.shard})
			continue
		}
		effective.Keep([]fluxv1alpha1.Component{kept.name})
	}
}

// staying leaves Flux itself as it is. Everything else of the configuration is delivered, as it is with the version that is there.
func (t target) staying(previous extensionstatus.State) target {
	t.onlyConfig = true
	if t.upgrade != nil && t.upgrade.older != nil {
		t.effective = t.upgrade.older
	}
	if t.base.Bootstrapped {
		t.phase, t.base = phaseBootstrapped, previous
	}
	return t
}

// withFailedMigration is the target as long as Flux's objects in the shoot cannot be migrated.
func (t target) withFailedMigration(previous extensionstatus.State, failure error) target {
	failed := *t.upgrade
	failed.failed = failure
	t.upgrade = &failed
	return t.staying(previous)
}

// keyUse is what the project's deploy key is used for in the shoot.
type keyUse struct {
	url, knownHosts string
	scan            bool
	// before are the known_hosts lines that were delivered last, for a source that may not be in the configuration any more.
	before string
}

// keyUse returns what the deploy key is used for; nil if it is not. What a source is read with that is left alone does not
// depend on what is configured now.
func (t target) keyUse() *keyUse {
	source, use := t.effective.Source, &keyUse{}
	if source != nil {
		use.knownHosts, use.scan = source.KnownHosts, source.ScanHostKeys
	}
	switch {
	case t.base.Bootstrapped && t.phase == phaseBootstrapped:
		if !t.base.DeployKey {
			return nil
		}
		use.url, use.before = t.base.SourceURL, t.base.KnownHosts
	case source == nil || !source.DeployKey:
		return nil
	default:
		use.url = source.GitRepository.Spec.URL
	}
	return use
}

// longestKnownHosts is the limit of what is recorded: more than a host with a key of each type has.
const longestKnownHosts = 1536

// state is what is recorded before the delivery, without what was read of the project.
func (t target) state(found *inspection, credentials flux.Credentials) extensionstatus.State {
	state := t.stateOfPhase(found)
	if t.onlyConfig {
		state.Version, state.Components, state.Shards = t.base.Version, t.base.Components, t.base.Shards
	}
	if lines := knownhosts.Of(state.SourceURL, credentials.KnownHosts); state.KeySecret != "" && lines != "" && len(lines) <= longestKnownHosts {
		state.KnownHosts = lines
	}
	return state
}

func (t target) stateOfPhase(found *inspection) extensionstatus.State {
	state := t.base.After(t.effective)
	state.Bootstrapped, state.Bootstrap = false, extensionstatus.Bootstrap{}
	switch {
	case t.phase == phaseManaged:
		return state
	case t.phase == phaseBootstrapping:
		state.Bootstrap = extensionstatus.BootstrapOf(t.effective, extensionstatus.BootstrappingNew)
		return state
	case t.phase == phaseReleasing:
		state.Bootstrap = extensionstatus.BootstrapOf(t.effective, extensionstatus.BootstrappingManaged)
		state.Version, state.Components, state.Shards = t.base.Version, t.base.Components, t.base.Shards
		return state
	case t.base.Bootstrapped:
		return t.base.AfterBootstrap(t.effective)
	}
	// Flux was found in the shoot, and nothing of it has been delivered since.
	state.Bootstrapped, state.Bootstrap, state.Version = true, extensionstatus.BootstrapOf(t.effective, ""), t.base.Version
	if len(found.Controllers) > 0 {
		state.Version = found.Controllers[0].Version
	}
	if source := t.effective.Source; source != nil {
		i := slices.IndexFunc(found.Sources, func(s toolkit.Source) bool {
			return s.Kind == source.Object.GetKind() && s.String() == t.effective.Identity().Source
		})
		if i >= 0 {
			state.SourceURL = redaction.URLs(found.Sources[i].URL)
		}
	}
	return state
}

// inspection is what there was of Flux in a shoot, and the shoot.
type inspection struct {
	toolkit.Survey
	shoot *toolkit.Shoot
}

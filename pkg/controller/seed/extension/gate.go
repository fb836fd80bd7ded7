// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/decision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// passGate finds out which revision of the project's configuration the shoot may have. Each operation passes it, also those of gardenlet. A
// project without a rollout costs no further request.
func (o *observer) passGate(ctx context.Context) error {
	o.resolver = o.Resolver
	if _, configured := rollout.Read(o.configMap); configured == rollout.None {
		o.passVersion()
		return nil
	}
	// A project can have written anything there, which is decoded for each of its Shoots.
	read, err := o.Projects.ReadRollout(ctx, o.Project, func() func() { return o.Costs.Measure(o.extension.Namespace) })
	if err != nil {
		return o.awaitAccess(o.Project, err)
	}
	if !rollout.Governs(o.configMap, read.Exists) {
		return nil
	}
	passage := o.gate(read.State).Permit()
	o.Observed = o.Observed.Follow(passage)
	o.Gated = decision.GatedBy(o.Project, passage, read)
	if passage.Keeps != "" {
		o.Observed = o.Observed.Keep(o.Previous.Observed)
		return nil
	}
	if passage.Content != nil {
		o.configMap = passage.Content.ConfigMap(o.Project)
	}
	if passage.Version != "" {
		o.resolver = o.Resolver.WithDefaultVersion(passage.Version)
	}
	return nil
}

// passVersion finds out which default Flux version the shoot may have, if the operator rolls that out.
func (o *observer) passVersion() {
	if o.Releases == nil || document.ProjectNamesFluxVersion(o.configMap) || document.NamesFluxVersion(o.shoot.ProviderConfig) || o.overrides(o.configMap).NameFluxVersion() {
		return
	}
	passage := o.Releases.Release().Permit(o.cluster.Shoot.UID, o.Previous.ManagedVersion(), o.Resolver.Carries)
	o.resolver = o.Resolver.WithDefaultVersion(passage.Version)
	o.Gated = decision.Gated{Note: passage.Note, Staying: passage.Staying}
}

func (o *observer) gate(state *rollout.State) rollout.Gate {
	versions := o.Resolver.Versions()
	return rollout.Gate{
		State: state, Shoot: rollout.MemberOf(o.cluster.Shoot), Delivered: o.Previous.Flux, NamesVersion: document.NamesFluxVersion(o.shoot.ProviderConfig),
		Carries: o.Resolver.Carries, Newest: versions[len(versions)-1],
		Overridden: func(passage rollout.Passage) bool {
			return o.overrides(passage.Content.ConfigMap(o.Project)).NameFluxVersion()
		},
	}
}

// overrides returns those of a project that select the shoot.
func (o *observer) overrides(configMap *document.ConfigMap) document.Overrides {
	return document.OverridesOf(configMap).Of(o.shoot.Labels, o.shoot.Purpose)
}

// pin has the source read the commit or digest that the rollout has promoted. What a source of the shoot is compared with before it is replaced is
// not pinned: the commit says when Flux applies, and not what it applies.
func (o *observer) pin(effective *resolved.Configuration) {
	if o.Gated.Commit != "" {
		effective.Pin(o.Gated.Commit)
	}
}

// pinSource pins the source of the target.
func (o *observer) pinSource(context.Context) error {
	o.pin(o.Target.Effective)
	return nil
}

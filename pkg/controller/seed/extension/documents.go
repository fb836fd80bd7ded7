// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"fmt"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/shootinfo"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/decision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// readDocuments reads the configuration of project and Shoot, in the revision that the shoot may have.
func (r *reconciliation) readDocuments(ctx context.Context) error {
	project, previous := r.facts.Seed.Project, r.facts.Seed.Previous
	configMap, err := r.Projects.Read(ctx, project)
	if err != nil {
		return r.awaitAccess(err)
	}
	observed := extensionstatus.ObserveProject(configMap)
	observed.Rotation = previous.Observed.Rotation
	info := shootinfo.For(r.cluster.Shoot, seedName(r.cluster), r.GardenIdentity, r.Resolver.LabelPrefixes())
	if err := shootinfo.Missing(info); err != nil {
		return fmt.Errorf("Cluster %s: %w", r.extension.Namespace, err)
	}
	shoot := configuration.ShootFrom(r.cluster.Shoot, info)
	shoot.ProviderConfig = nil
	if r.extension.Spec.ProviderConfig != nil {
		shoot.ProviderConfig = r.extension.Spec.ProviderConfig.Raw
	}
	documents := &decision.Documents{ConfigMap: configMap, Shoot: shoot, Observed: observed}
	if err := r.passGate(ctx, documents); err != nil {
		return err
	}
	if documents.Gated.Keeps == "" {
		documents.Observed = documents.Observed.WithOverrides(overridesOf(documents.ConfigMap, shoot))
	}
	documents.Project, documents.ProviderConfig = !documents.ConfigMap.IsEmpty(), shoot.ProviderConfig != nil
	r.facts.Documents = documents
	return nil
}

func seedName(cluster *extensionscontroller.Cluster) string {
	switch {
	case cluster.Seed != nil && cluster.Seed.Name != "":
		return cluster.Seed.Name
	case cluster.Shoot.Spec.SeedName != nil:
		return *cluster.Shoot.Spec.SeedName
	}
	return ""
}

// passGate determines the revision of the project's configuration for the shoot. Every operation passes it, including
// operations of gardenlet. A project without a rollout costs no further request.
func (r *reconciliation) passGate(ctx context.Context, documents *decision.Documents) error {
	if !documents.ConfigMap.MayHaveRollout() {
		r.passVersion(documents)
		return nil
	}
	// A project can have written anything there, which is decoded for each of its Shoots.
	read, err := r.Projects.ReadRollout(ctx, r.facts.Seed.Project, func() func() { return r.Costs.Measure(r.extension.Namespace) })
	if err != nil {
		return r.awaitAccess(err)
	}
	if !documents.ConfigMap.Governed(read.Exists) {
		return nil
	}
	passage := r.gate(read.State, documents.Shoot).Permit()
	documents.Observed = documents.Observed.Follow(passage)
	documents.Gated = decision.GatedBy(r.facts.Seed.Project, passage, read)
	if passage.Keeps != "" {
		documents.Observed = documents.Observed.Unchanged(r.facts.Seed.Previous.Observed)
		return nil
	}
	if passage.Content != nil {
		documents.ConfigMap = passage.Content.ConfigMap(r.facts.Seed.Project)
	}
	documents.DefaultVersion = passage.Version
	return nil
}

// passVersion determines the default Flux version for the shoot if the operator rolls it out.
func (r *reconciliation) passVersion(documents *decision.Documents) {
	configMap, shoot := documents.ConfigMap, documents.Shoot
	if r.Releases == nil || configMap.NamesFluxVersion() || document.NamesFluxVersion(shoot.ProviderConfig) || overridesOf(configMap, shoot).NameFluxVersion() {
		return
	}
	passage := r.Releases.Release().Permit(r.cluster.Shoot.UID, r.facts.Seed.Previous.ManagedVersion(), r.Resolver.Carries)
	documents.DefaultVersion = passage.Version
	documents.Gated = decision.Gated{Note: passage.Note, Staying: passage.Staying}
}

func (r *reconciliation) gate(state *rollout.State, shoot *configuration.Shoot) rollout.PermitRequest {
	versions := r.Resolver.Versions()
	return rollout.PermitRequest{
		State: state, Shoot: rollout.MemberOf(r.cluster.Shoot), Delivered: r.facts.Seed.Previous.Flux, NamesVersion: document.NamesFluxVersion(shoot.ProviderConfig),
		Carries: r.Resolver.Carries, Newest: versions[len(versions)-1],
		Overridden: func(passage rollout.Permit) bool {
			return overridesOf(passage.Content.ConfigMap(r.facts.Seed.Project), shoot).NameFluxVersion()
		},
	}
}

// overridesOf returns the overrides of a project that select the shoot.
func overridesOf(configMap *document.ConfigMap, shoot *configuration.Shoot) document.Overrides {
	return configMap.Overrides().Of(shoot.Labels, shoot.Purpose)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"cmp"
	"context"
	"fmt"
	"maps"

	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/reconcilerequest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/decision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// configuredShoot returns the input of the resolver for the Shoot.
func (r *reconciliation) configuredShoot() (*configuration.Shoot, error) {
	seedName := ptr.Deref(r.cluster.Shoot.Spec.SeedName, "")
	if r.cluster.Seed != nil {
		seedName = cmp.Or(r.cluster.Seed.Name, seedName)
	}
	info := configuration.ShootInfo(r.cluster.Shoot, seedName, r.GardenIdentity, r.Resolver.LabelPrefixes())
	if err := configuration.MissingInfo(info); err != nil {
		return nil, fmt.Errorf("Cluster %s: %w", r.extension.Namespace, err)
	}
	shoot := configuration.ShootFrom(r.cluster.Shoot, info)
	if r.cluster.Seed != nil {
		shoot.SeedLabels = maps.Clone(r.cluster.Seed.Labels)
		if shoot.SeedLabels == nil {
			shoot.SeedLabels = map[string]string{} // A seed without labels is known.
		}
	}
	shoot.ProviderConfig = nil
	if r.extension.Spec.ProviderConfig != nil {
		shoot.ProviderConfig = r.extension.Spec.ProviderConfig.Raw
	}
	return shoot, nil
}

// readDocuments reads the configuration of project and Shoot, in the revision that the project's rollout permits.
func (r *reconciliation) readDocuments(ctx context.Context) error {
	project, previous := r.facts.Seed.Project, r.facts.Seed.Previous
	configMap, err := r.Projects.Read(ctx, project)
	if err != nil {
		return r.awaitAccess(err)
	}
	observed := extensionstatus.ObserveProject(configMap)
	observed.Rotation, observed.Requested = previous.Observed.Rotation, previous.Observed.Requested
	if configMap != nil && configMap.Request != "" {
		request, err := reconcilerequest.Parse(configMap.Request, r.Clock.Now())
		if err == nil && request.Selects(r.cluster.Shoot.Name, selection.SelectableLabels(r.cluster.Shoot.Labels)) {
			observed.Requested = request.ID()
		}
	}
	shoot := r.facts.Seed.Shoot
	documents := &decision.Documents{ConfigMap: configMap, Present: observed.Config, Observed: observed}
	if err := r.readPermit(ctx, documents); err != nil {
		return err
	}
	if documents.Permit.Unchanged == "" {
		documents.Observed = documents.Observed.WithOverrides(overridesOf(documents.ConfigMap, shoot))
	}
	r.facts.Documents = documents
	return nil
}

// readPermit reads the permit of the Shoot from the project's rollout, and replaces the project's configuration with
// the permitted revision. This applies to all operations, including operations of gardenlet. If the project has no
// rollout, it sends no request.
func (r *reconciliation) readPermit(ctx context.Context, documents *decision.Documents) error {
	if !documents.ConfigMap.MayHaveRollout() {
		r.permitVersion(documents)
		return nil
	}
	// The time is measured, because each Shoot decodes flux-rollout, and members of the project control its content.
	read, err := r.Projects.ReadRollout(ctx, r.facts.Seed.Project, func() func() { return r.Costs.Measure(r.extension.Namespace) })
	if err != nil {
		return r.awaitAccess(err)
	}
	if !documents.ConfigMap.Governed(read.Exists) {
		return nil
	}
	shoot, versions := r.facts.Seed.Shoot, r.Resolver.Versions()
	permit := rollout.PermitRequest{
		State: read.State, Member: rollout.IdentityOf(r.cluster.Shoot), Delivered: r.facts.Seed.Previous.Flux, NamesVersion: document.NamesFluxVersion(shoot.ProviderConfig),
		Carries: r.Resolver.Carries, Newest: versions[len(versions)-1],
		Overridden: func(permit rollout.Permit) bool {
			return overridesOf(permit.Content.ConfigMap(r.facts.Seed.Project), shoot).NameFluxVersion()
		},
	}.Permit()
	documents.Observed = documents.Observed.Follow(permit)
	documents.Permit = decision.PermitOf(r.facts.Seed.Project, permit, read)
	if permit.Keeps != "" {
		documents.Observed = documents.Observed.Unchanged(r.facts.Seed.Previous.Observed)
		return nil
	}
	if permit.Content != nil {
		documents.ConfigMap = permit.Content.ConfigMap(r.facts.Seed.Project)
		documents.Observed.Config = rollout.ConfigurationID(documents.ConfigMap)
	}
	documents.DefaultVersion = permit.Version
	return nil
}

// permitVersion selects the default Flux version for the shoot if the operator has a version rollout.
func (r *reconciliation) permitVersion(documents *decision.Documents) {
	configMap, shoot := documents.ConfigMap, r.facts.Seed.Shoot
	if r.Releases == nil || configMap.NamesFluxVersion() || document.NamesFluxVersion(shoot.ProviderConfig) || overridesOf(configMap, shoot).NameFluxVersion() {
		return
	}
	permit := r.Releases.Release().Permit(r.cluster.Shoot.UID, r.facts.Seed.Previous.ManagedVersion(), r.Resolver.Carries)
	documents.DefaultVersion = permit.Version
	documents.Permit = decision.Permit{Note: permit.Note, FluxUnchanged: permit.Staying}
}

// overridesOf returns the project's overrides for the shoot.
func overridesOf(configMap *document.ConfigMap, shoot *configuration.Shoot) document.Overrides {
	return configMap.Overrides().Of(shoot.Labels, shoot.Purpose)
}

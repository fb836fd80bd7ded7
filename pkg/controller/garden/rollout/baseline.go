// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/baselinerollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/seedreport"
)

// BaselineController is the name of the controller for the rollout of the baseline.
const BaselineController = fluxv1alpha1.ExtensionType + "-baseline-rollout"

// keyProjects is the key of the projects that are not ready.
const keyProjects = "projects"

// Baseline is the Method for the rollout of the operator's baseline to the seeds. There is one request, because the
// landscape has one rollout: ConfigMap shoot-flux-baseline in namespace garden. It must not read or write objects of
// projects, except Shoots.
type Baseline struct {
	// Garden reads Shoots from a cache.
	Garden client.Reader
	// Live reads from the API server.
	Live client.Reader
	// Baseline is the configured baseline, and Rollouts the configuration of its rollout, with their defaults.
	Baseline *configv1alpha1.Baseline
	Rollouts *configv1alpha1.Rollouts
	// Phase exports the phase.
	Phase *metrics.Phase[rollout.Phase]
}

// Name implements Method.
func (*Baseline) Name() string { return BaselineController }

// Watch implements Method. Nothing is watched: the Reconciler decides at intervals.
func (*Baseline) Watch(b *builder.Builder) {
	b.WatchesRawSource(atStart(fluxv1alpha1.BaselineRolloutName))
}

// ConfigMap implements Method.
func (*Baseline) ConfigMap(string) client.ObjectKey {
	return client.ObjectKey{Namespace: v1beta1constants.GardenNamespace, Name: fluxv1alpha1.BaselineRolloutName}
}

// Gather implements Method. It reads the seeds, their Shoots and their reports.
func (b *Baseline) Gather(ctx context.Context, stored Stored) (Observation, error) {
	o := Observation{Governed: true, Annotated: stored.ConfigMap, Input: rollout.Input{
		Rollout: baselinerollout.Configured(b.Rollouts), Target: baselinerollout.NewRevision(b.Baseline), Source: baselinerollout.Source(b.Baseline),
		Subject: rollout.Seeds("the baseline in the operator's configuration"),
	}}
	seeds, err := b.seeds(ctx)
	if err != nil {
		return o, err
	}
	landscape := baselinerollout.Landscape{Seeds: seeds, Target: b.Baseline, Rollouts: b.Rollouts, Now: stored.Now}
	if stored.ConfigMap != nil {
		landscape.Projects = baselinerollout.DecodeProjects(stored.ConfigMap.BinaryData[keyProjects])
	}
	observed := baselinerollout.Observe(landscape, stored.State)
	o.Input.Members, o.Events = observed.Seeds, observed.Events
	if len(observed.Failing) > 0 {
		o.Details = map[string]any{"failingProjects": observed.Failing}
	}
	projects, err := observed.Projects.Encode()
	if projects != nil {
		o.Data = map[string][]byte{keyProjects: projects}
	}
	return o, err
}

// seeds returns the seeds with their Shoots and their reports.
func (b *Baseline) seeds(ctx context.Context) ([]baselinerollout.Seed, error) {
	listed, err := garden.ListSeeds(ctx, b.Live)
	if err != nil {
		return nil, err
	}
	shoots, err := b.shoots(ctx)
	if err != nil {
		return nil, err
	}
	reports := map[string]map[types.UID]seedreport.Shoot{}
	if err := garden.ReadReports(ctx, b.Live, func(seed string, report seedreport.Report) {
		reports[seed] = map[types.UID]seedreport.Shoot{}
		for _, shoot := range report.Shoots {
			reports[seed][shoot.UID] = shoot
		}
	}, func(err error) {
		logf.FromContext(ctx).Info("Failed to read the report of a seed", "reason", err.Error())
	}); err != nil {
		return nil, err
	}
	var seeds []baselinerollout.Seed
	for _, seed := range listed {
		seeds = append(seeds, baselinerollout.Seed{Name: seed.Name, UID: seed.UID, Labels: seed.Labels, Shoots: shoots[seed.Name], Report: reports[seed.Name]})
	}
	return seeds, nil
}

// shoots returns the Shoots with the extension by seed. During a control plane migration, the control plane is still on
// the seed in status.seedName, which is the last one. A self-hosted Shoot has no seed: it gets its own configuration.
func (b *Baseline) shoots(ctx context.Context) (map[string][]baselinerollout.Shoot, error) {
	list, err := garden.ListFluxShoots(ctx, b.Garden, metav1.NamespaceAll)
	if err != nil {
		return nil, err
	}
	shoots := map[string][]baselinerollout.Shoot{}
	for _, shoot := range list {
		seeds := garden.SeedsOf(shoot)
		if len(seeds) == 0 {
			continue
		}
		seed := seeds[len(seeds)-1]
		shoots[seed] = append(shoots[seed], baselinerollout.Shoot{
			Namespace: shoot.Namespace, Name: shoot.Name, UID: shoot.UID, Labels: selection.SelectableLabels(shoot.Labels), Purpose: string(ptr.Deref(shoot.Spec.Purpose, "")),
			Hibernated: v1beta1helper.HibernationIsEnabled(shoot),
		})
	}
	return shoots, nil
}

// Report implements Method.
func (b *Baseline) Report(_ string, decision *rollout.Decision) {
	if decision != nil {
		b.Phase.Set(decision.Progress.Phase)
	}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/question"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
)

// BaselineController is the name of the controller for the rollout of the baseline.
const BaselineController = fluxv1alpha1.ExtensionType + "-baseline-rollout"

// Baseline is the Method for the rollout of the operator's baseline to the seeds. There is one request, because the
// landscape has one rollout: ConfigMap shoot-flux-baseline in namespace garden. It must not read or write objects of
// projects, except Shoots.
type Baseline struct {
	// Seeds reads the seeds.
	Seeds SeedReader
	// Baseline is the configured baseline, and Rollouts the configuration of its rollout, with their defaults.
	Baseline *configv1alpha1.Baseline
	Rollouts *configv1alpha1.Rollouts
	// Checks asks the checks of the rings.
	Checks *question.Ledger
	// Phase exports the phase.
	Phase *metrics.Phase[rollout.Phase]
}

// Name implements Method.
func (*Baseline) Name() string { return BaselineController }

// Watch implements Method. Only answers to checks and a stop of all rollouts are watched: the Reconciler decides at
// intervals.
func (b *Baseline) Watch(to *builder.Builder, stops *stop.Landscape) {
	to.WatchesRawSource(once(fluxv1alpha1.BaselineRolloutName, stops)).WatchesRawSource(b.Checks.Answered(BaselineController))
}

// ConfigMap implements Method.
func (*Baseline) ConfigMap(string) client.ObjectKey {
	return client.ObjectKey{Namespace: v1beta1constants.GardenNamespace, Name: fluxv1alpha1.BaselineRolloutName}
}

// Gather implements Method. It reads the seeds, their Shoots and their reports.
func (b *Baseline) Gather(ctx context.Context, stored Stored) (Observation, error) {
	seeds, err := b.Seeds.read(ctx, nil)
	if err != nil {
		return Observation{}, err
	}
	observed := landscape.Landscape{Seeds: seeds, Rollouts: b.Rollouts, Memory: stored.Memory, IsStopped: stored.Stop != nil, Now: stored.Now}.ObserveBaseline(b.Baseline, stored.State)
	o := ofLandscape(observed)
	o.Input.Answers = b.Checks.Answers(ofOperator(BaselineController, fluxv1alpha1.BaselineRolloutName))
	return o, nil
}

// Report implements Method.
func (b *Baseline) Report(_ string, decision *rollout.Decision) {
	b.Checks.Ask(ofOperator(BaselineController, fluxv1alpha1.BaselineRolloutName), questionsOf(decision))
	if decision != nil {
		b.Phase.Set(decision.Progress.Phase)
	}
}

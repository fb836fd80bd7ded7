// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package landscape turns the seeds of the landscape into members of the rollouts of the operator, which propagate the
// baseline and the default Flux version. It derives the status of a seed from the reports on its Shoots, and
// the release for a seed from the State of a rollout. Package rollout decides. This package is pure: it accesses no
// cluster and no clock.
package landscape

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// keyBaseline is the key of the baseline as JSON in a revision.
const keyBaseline = "baseline"

// BaselineRevision returns the revision for a defaulted baseline.
func BaselineRevision(baseline *configv1alpha1.Baseline) rollout.Revision {
	// Marshal cannot fail, because the baseline was decoded from JSON.
	text, _ := json.Marshal(baseline)
	return rollout.Revision{Data: map[string]string{keyBaseline: string(text)}}
}

// NoBaseline returns the ID of the revision of a Shoot without a baseline.
func NoBaseline() string {
	return BaselineRevision(&configv1alpha1.Baseline{State: configv1alpha1.BaselineAbsent}).ID()
}

// baselineIn returns the baseline of a revision.
func baselineIn(revision rollout.Revision) (*configv1alpha1.Baseline, error) {
	text := revision.Data[keyBaseline]
	if text == "" {
		return nil, errors.New("the revision has no baseline")
	}
	baseline := &configv1alpha1.Baseline{}
	if err := json.Unmarshal([]byte(text), baseline); err != nil {
		return nil, fmt.Errorf("the baseline cannot be read: %w", err)
	}
	return baseline, nil
}

// BaselineSource returns the source whose commits the rollout promotes. It is the zero value if the baseline is to be
// removed.
func BaselineSource(baseline *configv1alpha1.Baseline) rollout.Source {
	if baseline.State == configv1alpha1.BaselineAbsent {
		return rollout.Source{}
	}
	return rollout.SourceOf(configuration.SourceOfBaseline(baseline))
}

// BaselineRollout returns the configuration for package rollout.
func BaselineRollout(rollouts *configv1alpha1.Rollouts) *fluxv1alpha1.Rollout {
	own := rollouts.Baseline
	return configure(rollouts, own.SoakOf, fluxv1alpha1.Rollout{Source: &own.Source, ProgressDeadline: own.ProgressDeadline, Guard: own.Guard.DeepCopy()})
}

// ObserveBaseline returns the input of a decision about the rollout of the operator's baseline, which has its defaults.
// before is the stored State, or nil. A project that is not ready within progressDeadline counts as a failure.
func (l Landscape) ObserveBaseline(baseline *configv1alpha1.Baseline, before *rollout.State) Observation {
	configured, source, selections := BaselineRollout(l.Rollouts), BaselineSource(baseline), selectionsOf(baseline, before)
	of := subject{
		input: rollout.Input{Rollout: configured, Target: BaselineRevision(baseline), Source: source, Subject: rollout.Seeds("the baseline in the operator's configuration", rollout.LandscapeBaseline)},
		most:  int(*l.Rollouts.Baseline.MaxFailures),
		fold:  func(seed Seed) *fold { return newBaselineFold(seed, before, selections, l.Memory) },
		// The deadline is the same in each ring.
		patience: func(time.Duration) time.Duration { return configured.ProgressDeadline.Duration },
		limit:    func(time.Duration) time.Duration { return 0 },
		keeps:    func(Seed) bool { return false },
	}
	if *configured.Source == fluxv1alpha1.RolloutSourcePromote {
		of.lead = func(first *ring) { first.findLead(source, before) }
	}
	o := l.observe(of, before)
	o.Memory = o.Memory.orStored(l.Memory)
	return o
}

// selectionsOf returns the baselines that a seed may have to deliver, or to remove again.
func selectionsOf(target *configv1alpha1.Baseline, before *rollout.State) []*configv1alpha1.Baseline {
	selections := []*configv1alpha1.Baseline{target}
	if before != nil {
		for _, revision := range ordered.Map(before.Revisions) {
			if own, err := baselineIn(revision); err == nil {
				selections = append(selections, own)
			}
		}
	}
	return selections
}

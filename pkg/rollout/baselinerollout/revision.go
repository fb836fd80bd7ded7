// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package baselinerollout rolls the operator's baseline out with the rules of package rollout. Its members are seeds
// instead of Shoots: the package derives the status of a seed from the reports on its Shoots, and the release for a
// seed from the State. The package is pure: it accesses no cluster and no clock.
package baselinerollout

import (
	"encoding/json"
	"errors"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// keyBaseline is the key of the baseline as JSON in a revision.
const keyBaseline = "baseline"

// NewRevision returns the revision for a defaulted baseline.
func NewRevision(baseline *configv1alpha1.Baseline) rollout.Revision {
	// Marshal cannot fail, because the baseline was decoded from JSON.
	text, _ := json.Marshal(baseline)
	return rollout.Revision{Data: map[string]string{keyBaseline: string(text)}}
}

// None returns the ID of the revision of a Shoot without a baseline.
func None() string {
	return NewRevision(&configv1alpha1.Baseline{State: configv1alpha1.BaselineAbsent}).ID()
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

// Source returns the source whose commits the rollout promotes. It is the zero value if the baseline is to be removed.
func Source(baseline *configv1alpha1.Baseline) rollout.Source {
	if baseline.State == configv1alpha1.BaselineAbsent {
		return rollout.Source{}
	}
	return rollout.SourceOf(configuration.SourceOfBaseline(baseline))
}

// Configured returns the configuration for package rollout. The labels that its rings select are those of seeds.
func Configured(rollouts *configv1alpha1.Rollouts) *fluxv1alpha1.Rollout {
	own := rollouts.Baseline
	configured := &fluxv1alpha1.Rollout{Source: &own.Source, ProgressDeadline: own.ProgressDeadline, Guard: own.Guard.DeepCopy()}
	for _, ring := range rollouts.Rings {
		configured.Rings = append(configured.Rings, fluxv1alpha1.Ring{
			Name: ring.Name, ShootSelector: fluxv1alpha1.ShootSelector{Shoots: ring.Seeds}, Soak: &metav1.Duration{Duration: own.SoakOf(ring)}, Approval: &ring.Approval,
		})
	}
	fluxv1alpha1.SetDefaults_Rollout(configured)
	return configured
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"slices"
	"strings"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

// SeedReader reads the seeds for the rollouts of the operator.
type SeedReader struct {
	// Garden reads Shoots from a cache.
	Garden client.Reader
	// Live reads from the API server.
	Live client.Reader
}

// read returns the seeds with the Shoots that take part, and their reports. Damaged reports are ignored, and so are
// those of other seeds: members of projects can write neither.
func (r SeedReader) read(ctx context.Context, takesPart func(*gardencorev1beta1.Shoot) (bool, error)) ([]landscape.Seed, error) {
	listed, err := garden.ListSeeds(ctx, r.Live)
	if err != nil {
		return nil, err
	}
	shoots, err := r.shoots(ctx, takesPart)
	if err != nil {
		return nil, err
	}
	reports := map[string]map[types.UID]landscape.ReportedShoot{}
	if err := garden.ReadReports(ctx, r.Live, func(seed string, report landscape.SeedReport) {
		reports[seed] = map[types.UID]landscape.ReportedShoot{}
		for _, shoot := range report.Shoots {
			reports[seed][shoot.UID] = shoot
		}
	}, func(err error) {
		logf.FromContext(ctx).Info("Failed to read the report of a seed", "reason", err.Error())
	}); err != nil {
		return nil, err
	}
	var seeds []landscape.Seed
	for _, seed := range listed {
		seeds = append(seeds, landscape.Seed{Name: seed.Name, UID: seed.UID, Labels: seed.Labels, Shoots: shoots[seed.Name], Report: reports[seed.Name]})
	}
	return seeds, nil
}

// shoots returns the Shoots by seed. During a control plane migration, the control plane is still on the seed in
// status.seedName, which is the last one. A self-hosted Shoot has no seed: it gets its own configuration.
func (r SeedReader) shoots(ctx context.Context, takesPart func(*gardencorev1beta1.Shoot) (bool, error)) (map[string][]landscape.Shoot, error) {
	list, err := garden.ListFluxShoots(ctx, r.Garden, metav1.NamespaceAll)
	if err != nil {
		return nil, err
	}
	shoots := map[string][]landscape.Shoot{}
	for _, shoot := range list {
		seeds := garden.SeedsOf(shoot)
		if len(seeds) == 0 {
			continue
		}
		if takesPart != nil {
			if takes, err := takesPart(shoot); err != nil {
				return nil, err
			} else if !takes {
				continue
			}
		}
		seed := seeds[len(seeds)-1]
		shoots[seed] = append(shoots[seed], landscape.Shoot{
			Namespace: shoot.Namespace, Name: shoot.Name, UID: shoot.UID, Labels: selection.SelectableLabels(shoot.Labels), Purpose: string(ptr.Deref(shoot.Spec.Purpose, "")),
			Hibernated: v1beta1helper.HibernationIsEnabled(shoot),
		})
	}
	for _, own := range shoots {
		// A cache lists in no order, but the selection of the Shoots that are stored must not change.
		slices.SortFunc(own, func(a, b landscape.Shoot) int { return strings.Compare(string(a.UID), string(b.UID)) })
	}
	return shoots, nil
}

// ofLandscape returns the Observation of a rollout of the operator, whose annotation is on the ConfigMap that stores
// it.
func ofLandscape(observed landscape.Observation) Observation {
	o := Observation{Governed: true, Input: observed.Input, Memory: observed.Memory, Events: observed.Events}
	if len(observed.Failing) > 0 {
		o.Details = map[string]any{"failingProjects": observed.Failing}
	}
	return o
}

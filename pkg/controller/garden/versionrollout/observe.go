// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package versionrollout

import (
	"context"
	"fmt"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/seedreport"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/versionrollout"
)

// observation is the current state of the landscape.
type observation struct {
	// stored is the ConfigMap, or nil if it does not exist.
	stored *corev1.ConfigMap
	// before is the stored state, or nil if no state is stored.
	before *versionrollout.State
	input  versionrollout.Input
}

// observe reads the state of the landscape. It returns an error if a read fails.
func (r *Reconciler) observe(ctx context.Context) (observation, error) {
	o := observation{}
	var err error
	if o.stored, err = garden.ReadConfigMap(ctx, r.Live, v1beta1constants.GardenNamespace, fluxv1alpha1.NoticeBoardName); err != nil {
		return o, err
	}
	if !r.Rollouts.HasFluxVersion() {
		return o, nil
	}
	if o.stored != nil {
		o.input.Paused = o.stored.Annotations[fluxv1alpha1.AnnotationRollout] == fluxv1alpha1.RolloutPause
		if o.before, err = versionrollout.Decode(o.stored.Data[versionrollout.Key]); err != nil {
			return o, err
		}
	}
	o.input.Rollouts, o.input.Target, o.input.Now, o.input.Step = r.Rollouts, r.Target, r.Clock.Now(), 2*r.Interval
	if o.input.Seeds, err = r.seeds(ctx); err != nil {
		return o, err
	}
	o.input.Shoots, err = r.shoots(ctx)
	return o, err
}

func (r *Reconciler) seeds(ctx context.Context) ([]versionrollout.Seed, error) {
	list, err := garden.ListSeeds(ctx, r.Live)
	var seeds []versionrollout.Seed
	for _, seed := range list {
		seeds = append(seeds, versionrollout.Seed{Name: seed.Name, Labels: seed.Labels})
	}
	return seeds, err
}

// shoots returns the Shoots that get the default version. Neither these Shoots nor their projects set a version, and
// their projects have no rollout.
func (r *Reconciler) shoots(ctx context.Context) ([]versionrollout.Shoot, error) {
	all, err := garden.ListFluxShoots(ctx, r.Garden, metav1.NamespaceAll)
	if err != nil {
		return nil, err
	}
	follows, overrides := map[string]bool{}, map[string]document.Overrides{}
	shoots := map[types.UID]*versionrollout.Shoot{}
	for _, shoot := range all {
		seeds := garden.SeedsOf(shoot)
		if len(seeds) == 0 || garden.NamesFluxVersion(shoot) {
			continue
		}
		if _, known := follows[shoot.Namespace]; !known {
			if follows[shoot.Namespace], overrides[shoot.Namespace], err = r.followsDefault(ctx, shoot.Namespace); err != nil {
				return nil, err
			}
		}
		purpose := string(ptr.Deref(shoot.Spec.Purpose, ""))
		if follows[shoot.Namespace] && !overrides[shoot.Namespace].Of(shoot.Labels, purpose).NameFluxVersion() {
			// During a control plane migration, the control plane is still on the seed in status.seedName, which is the last
			// one.
			shoots[shoot.UID] = &versionrollout.Shoot{
				UID: shoot.UID, Project: shoot.Namespace, Seed: seeds[len(seeds)-1], Hibernated: v1beta1helper.HibernationIsEnabled(shoot),
			}
		}
	}
	if err := r.addReports(ctx, shoots); err != nil {
		return nil, err
	}
	var result []versionrollout.Shoot
	for _, shoot := range shoots {
		result = append(result, *shoot)
	}
	return result, nil
}

// followsDefault returns whether the project uses the default version, and the project's overrides, which may set other
// versions.
func (r *Reconciler) followsDefault(ctx context.Context, namespace string) (bool, document.Overrides, error) {
	state, known, err := r.Projects.State(ctx, namespace)
	if err != nil {
		return false, nil, fmt.Errorf("failed to read the configuration of project namespace %s: %w", namespace, err)
	}
	if !known {
		return false, nil, fmt.Errorf("the configuration of project namespace %s was not read yet", namespace)
	}
	return !state.ConfigMap.MayHaveRollout() && !state.ConfigMap.NamesFluxVersion(), state.ConfigMap.Overrides(), nil
}

// addReports adds the reports of the seeds to the Shoots. It ignores damaged reports, and those of other seeds: members
// of projects can write neither.
func (r *Reconciler) addReports(ctx context.Context, shoots map[types.UID]*versionrollout.Shoot) error {
	return garden.ReadReports(ctx, r.Live, func(seed string, report seedreport.Report) {
		for _, reported := range report.Shoots {
			if shoot := shoots[reported.UID]; shoot != nil && shoot.Seed == seed {
				shoot.Version, shoot.Failed, shoot.Installed = reported.FluxVersion, reported.Failed, reported.Installed
			}
		}
	}, func(err error) {
		logf.FromContext(ctx).Info("Failed to read the report of a seed", "reason", err.Error())
	})
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/question"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
)

// VersionController is the name of the controller for the rollout of the default Flux version.
const VersionController = fluxv1alpha1.ExtensionType + "-version-rollout"

// Version is the Method for the rollout of the default Flux version to the seeds. There is one request, because the
// landscape has one rollout: ConfigMap shoot-flux in namespace garden. It must not write to projects or Shoots.
type Version struct {
	// Seeds reads the seeds.
	Seeds SeedReader
	// Projects provides the configurations of the projects.
	Projects garden.StateWatcher
	// Rollouts is the configuration of the rollouts with its defaults; nil without rollouts. Target is the default Flux
	// version.
	Rollouts *configv1alpha1.Rollouts
	Target   string
	// DefaultVersion receives the version that all Shoots of the landscape may have. It is not set if there is no rollout.
	DefaultVersion *garden.DefaultVersion
	// Checks asks the checks of the rings.
	Checks *question.Ledger
	// Phase exports the phase.
	Phase *metrics.Phase[rollout.Phase]
}

// Name implements Method.
func (*Version) Name() string { return VersionController }

// Watch implements Method. Only answers to checks and a stop of all rollouts are watched: the Reconciler decides at
// intervals.
func (v *Version) Watch(b *builder.Builder, stops *stop.Landscape) {
	b.WatchesRawSource(once(fluxv1alpha1.NoticeBoardName, stops)).WatchesRawSource(v.Checks.Answered(VersionController))
}

// ConfigMap implements Method.
func (*Version) ConfigMap(string) client.ObjectKey {
	return client.ObjectKey{Namespace: v1beta1constants.GardenNamespace, Name: fluxv1alpha1.NoticeBoardName}
}

// Gather implements Method. It reads the seeds, the Shoots that use the default version, and their reports.
func (v *Version) Gather(ctx context.Context, stored Stored) (Observation, error) {
	kept := map[string]string{} // The ConfigMap also has the record of the stop of all rollouts.
	stop.Keep(kept, stored.Data)
	if !v.Rollouts.HasFluxVersion() {
		return Observation{Removed: true, KeepsConfigMap: true, Kept: kept}, nil
	}
	seeds, err := v.Seeds.read(ctx, v.follows(ctx))
	if err != nil {
		return Observation{}, err
	}
	observed := landscape.Landscape{Seeds: seeds, Rollouts: v.Rollouts, Memory: stored.Memory, IsStopped: stored.Stop != nil, Now: stored.Now}.ObserveVersion(v.Target, stored.State)
	o := ofLandscape(observed)
	o.Kept = kept
	o.Input.Answers = v.Checks.Answers(ofOperator(VersionController, fluxv1alpha1.NoticeBoardName))
	return o, nil
}

// follows returns a function that returns whether a Shoot gets the default version: neither the Shoot nor its project
// sets a version, and its project has no rollout.
func (v *Version) follows(ctx context.Context) func(*gardencorev1beta1.Shoot) (bool, error) {
	type project struct {
		follows   bool
		overrides document.Overrides
	}
	projects := map[string]project{}
	return func(shoot *gardencorev1beta1.Shoot) (bool, error) {
		if garden.NamesFluxVersion(shoot) {
			return false, nil
		}
		own, ok := projects[shoot.Namespace]
		if !ok {
			state, isRead, err := v.Projects.State(ctx, shoot.Namespace)
			if err != nil {
				return false, fmt.Errorf("failed to read the configuration of project namespace %s: %w", shoot.Namespace, err)
			}
			if !isRead {
				return false, fmt.Errorf("the configuration of project namespace %s has not been read yet", shoot.Namespace)
			}
			own = project{!state.ConfigMap.MayHaveRollout() && !state.ConfigMap.NamesFluxVersion(), state.ConfigMap.Overrides()}
			projects[shoot.Namespace] = own
		}
		return own.follows && !own.overrides.Of(shoot.Labels, string(ptr.Deref(shoot.Spec.Purpose, ""))).NameFluxVersion(), nil
	}
}

// Report implements Method.
func (v *Version) Report(_ string, decision *rollout.Decision) {
	v.Checks.Ask(ofOperator(VersionController, fluxv1alpha1.NoticeBoardName), questionsOf(decision))
	if decision != nil {
		v.DefaultVersion.Set(landscape.VersionForAll(decision.State))
		v.Phase.Set(decision.Progress.Phase)
	}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// checkBaseline returns the verdict on the operator's baseline, except while the present one cannot be delivered. While
// the baseline is removed, it has the controller for Extensions take the next step instead. If somebody has suspended
// the baseline in the shoot, it has gardener-resource-manager revert that.
func (r *Reconciler) checkBaseline(ctx context.Context, ex *extensionsv1alpha1.Extension, recorded extensionstatus.Baseline, project health.Observation) ([]health.Verdict, error) {
	switch {
	case recorded == extensionstatus.Baseline{} || project.ShootDying || health.IsBaselineUndelivered(ex.Status.Conditions):
		return nil, nil
	case recorded.Removing:
		return nil, r.Retries.Send(ctx, ex)
	}
	resource, err := r.Deliverer.Baseline(ctx, ex.Namespace)
	if err != nil || resource == nil {
		return nil, err
	}
	name := types.NamespacedName{Namespace: recorded.Namespace, Name: fluxv1alpha1.BaselineName}
	observation := health.Observation{
		ManagedResources: []*resourcesv1alpha1.ManagedResource{resource},
		Sync: &observe.Sync{
			SourceKind: recorded.SourceKind, Source: name, Root: name,
			SourceSuspension: resolved.Suspension{Suspended: recorded.SourceSuspended}, RootSuspension: resolved.Suspension{Suspended: recorded.RootSuspended},
		},
		ShootError: project.ShootError, UnreachableSince: project.UnreachableSince,
	}
	if observation.ShootError == nil {
		observation.ShootError = r.Shoots.Ask(ctx, ex.Namespace, func(ctx context.Context, shoot client.Reader) error {
			observation.Shoot, err = observe.ReadShoot(ctx, shoot, *observation.Sync)
			return err
		})
	}
	if health.IsBaselineHeld(observation) && isApplied(ex, resource) {
		if err := r.Deliverer.RequestBaseline(ctx, resource); err != nil {
			return nil, err
		}
	}
	damping := health.Damping{Threshold: r.Threshold, Now: r.Clock.Now()}
	return damping.Damp([]health.Verdict{health.JudgeBaseline(observation)}, health.Past{Conditions: ex.Status.Conditions}), nil
}

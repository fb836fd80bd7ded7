// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// holdOf returns the request of the shoot not to get a change now. It sends one request to the shoot, if the rollout of
// the project allows holds. If the request fails, or the project is not known yet, it returns the earlier report: that
// a shoot does not respond must not end its hold.
func (r *Reconciler) holdOf(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster, recorded extensionstatus.State, observed health.Observation, before *fluxv1alpha1.ObservedShoot) (*fluxv1alpha1.HoldRequest, error) {
	var hold *fluxv1alpha1.HoldRequest
	if before != nil {
		hold = before.Hold
	}
	if cluster.Shoot == nil || observed.ShootError != nil || observed.ShootDying || len(observed.ManagedResources) == 0 {
		return hold, nil //nolint:nilerr // the conditions report an unreachable shoot
	}
	state, known, err := r.Projects.State(ctx, cluster.Shoot.Namespace)
	switch {
	case err != nil:
		return nil, err
	case !known || state.Rollout == nil && recorded.Observed.Ring != "":
		// The Shoot has a ring of a rollout that is not in the cache yet.
		return hold, nil
	case state.Rollout == nil || state.Rollout.Rollout.ShootHold == nil:
		return nil, nil //nolint:nilnil // there is no hold
	}
	err = r.Shoots.Ask(ctx, ex.Namespace, func(ctx context.Context, shoot client.Reader) error {
		read, err := observe.ReadHold(ctx, shoot, recorded.Namespace)
		if err == nil {
			hold = read
		}
		return err
	})
	if err != nil {
		logf.FromContext(ctx).V(1).Info("Failed to read whether the shoot asks not to get a change now", "reason", err.Error())
	}
	return hold, nil
}

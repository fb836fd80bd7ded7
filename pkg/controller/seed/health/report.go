// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"slices"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/guard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
)

// statement returns the status to write, and the history to write after it. For an unreachable shoot, it keeps the
// earlier observation.
func (r *Reconciler) statement(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster, recorded extensionstatus.State, observed health.Observation) (statuswriter.Update, *historyChange, error) {
	key, err := r.reportKeys(ctx, cluster, observed)
	if err != nil {
		return statuswriter.Update{}, nil, err
	}
	before := extensionstatus.ReadProviderStatus(ex.Status.ProviderStatus)
	delivered, isNew := deliveredIn(ex, recorded, before.Shoot)
	objects, err := r.checkObjects(ctx, ex, recorded, observed, isNew)
	if err != nil {
		return statuswriter.Update{}, nil, err
	}
	damping := health.Damping{Threshold: r.Threshold, Now: r.Clock.Now()}
	afterPush := r.afterPush(observed, before.Shoot)
	verdicts := damping.Damp(health.Judge(observed), health.Past{Conditions: ex.Status.Conditions, Shoot: before.Shoot, Corrected: isNew})
	var removed *fluxv1alpha1.RemovedObjects
	var history *historyChange
	if before.Shoot != nil {
		removed = before.Shoot.Removed
	}
	if objects.read && !observed.Replaced {
		goal := guard.GoalOf(delivered.Revision, health.Observed(observed, verdicts).AppliedRevision)
		if hadNothing(ex, recorded, delivered, before.Shoot) {
			if err := r.recordNothing(ctx, ex); err != nil {
				return statuswriter.Update{}, nil, err
			}
		}
		if removed, history, err = r.removedObjects(ctx, ex, cluster, *observed.Sync, goal, objects, slices.Concat(verdicts, objects.verdicts), removed); err != nil {
			return statuswriter.Update{}, nil, err
		}
	}
	hold, err := r.holdOf(ctx, ex, cluster, recorded, observed, before.Shoot)
	if err != nil {
		return statuswriter.Update{}, nil, err
	}
	return statuswriter.Update{
		Verdicts: slices.Concat(verdicts, objects.verdicts, key.verdicts),
		Owned:    slices.Concat(health.Types(), objects.owned, key.owned),
		OfState:  true,
		ProviderStatus: func(status *fluxv1alpha1.FluxStatus) {
			key.apply(status)
			if observed.ShootError == nil && len(observed.ManagedResources) > 0 {
				before := status.Shoot
				status.Shoot = health.Observed(observed, verdicts)
				status.Shoot.SourceKeys = sourceKeysOf(observed)
				if objects.read {
					status.Shoot.Objects, status.Shoot.ObjectsCause = objects.observed, objects.cause
				} else if before != nil && observed.Sync != nil {
					status.Shoot.Objects, status.Shoot.ObjectsCause = before.Objects, before.ObjectsCause
				}
				if observed.Sync != nil {
					status.Shoot.Removed = removed
				}
				status.Shoot.AppliedAfterPush, status.Shoot.Hold = afterPush, hold
				// A new configuration is reported only after gardener-resource-manager has processed it, and after the first read
				// of the objects since then. A failure before that belongs to the previous configuration.
				if !isNew || objects.read && areProcessed(observed.ManagedResources) || observed.Sync == nil {
					status.Shoot.Revision, status.Shoot.Configuration = delivered.Revision, delivered.Configuration
				} else if before != nil {
					status.Shoot.Revision, status.Shoot.Configuration = before.Revision, before.Configuration
				}
			}
		},
	}, history, nil
}

// areProcessed reports whether gardener-resource-manager has applied the current ManagedResources, or failed to.
func areProcessed(resources []*resourcesv1alpha1.ManagedResource) bool {
	return !slices.ContainsFunc(resources, func(resource *resourcesv1alpha1.ManagedResource) bool {
		return resource.Status.ObservedGeneration != resource.Generation
	})
}

// afterPush returns the time from a push until its revision was applied. It calls Pushed once for each push.
func (r *Reconciler) afterPush(observed health.Observation, before *fluxv1alpha1.ObservedShoot) *metav1.Duration {
	if observed.Shoot.Kustomization == nil {
		return nil
	}
	var asked observe.Asked
	if observed.Shoot.Source != nil {
		asked = observed.Shoot.Source.Asked
	}
	root := observed.Shoot.Kustomization.Status
	after, isNew := asked.AfterPush(root.LastAppliedRevision, root.Conditions, before, r.Clock.Now())
	if isNew && r.Pushed != nil {
		r.Pushed(after.Duration)
	}
	return after
}

// reportHibernated reports on the deploy keys of a hibernated shoot without a request to the shoot. Other conditions
// stay unchanged.
func (r *Reconciler) reportHibernated(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster) error {
	recorded, err := extensionstatus.ReadState(ex)
	if err != nil {
		return err
	}
	key, err := r.reportKeys(ctx, cluster, health.Observation{Sync: syncIn(cluster, recorded)})
	if err != nil {
		return err
	}
	return r.Conditions.Apply(ctx, ex, statuswriter.Update{Verdicts: key.verdicts, Owned: key.owned, ProviderStatus: key.apply})
}

// deliveredConfiguration identifies the delivered configuration of the project, and its revision if there is a rollout.
type deliveredConfiguration struct{ Revision, Configuration string }

// deliveredIn returns the delivered configuration at the start of the health check, and whether it replaces a reported
// one, or is a revision that has not been reported yet. An operation records a configuration before it delivers the
// configuration, so deliveredIn returns the reported configuration during an operation and after an incomplete
// delivery.
func deliveredIn(ex *extensionsv1alpha1.Extension, recorded extensionstatus.State, before *fluxv1alpha1.ObservedShoot) (delivered deliveredConfiguration, isNew bool) {
	earlier := deliveredConfiguration{}
	if before != nil {
		earlier = deliveredConfiguration{before.Revision, before.Configuration}
	}
	if !seed.LastOperationSucceeded(ex) || !health.IsTrue(ex.Status.Conditions, fluxv1alpha1.ConditionConfigured) {
		if recorded.Observed.Ring == "" {
			earlier.Revision = ""
		}
		return earlier, false
	}
	delivered = deliveredConfiguration{recorded.Observed.Revision, recorded.Observed.Config}
	changed := before != nil && delivered.Configuration != earlier.Configuration
	return delivered, changed || delivered.Revision != "" && delivered.Revision != earlier.Revision
}

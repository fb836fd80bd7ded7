// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/guard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/tree"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// Baselines provides the release of the operator's baseline for this seed.
type Baselines interface {
	// Baseline returns the release, and false if none is known.
	Baseline() (landscape.BaselineRelease, bool)
}

// baselineReport is the result of the check of the operator's baseline.
type baselineReport struct {
	verdicts []health.Verdict
	// observed is the observation to report; nil to keep the last one.
	observed *fluxv1alpha1.ObservedBaseline
	// history is the history to write after the report; nil if it does not change.
	history *historyChange
}

// apply changes the providerStatus.
func (b baselineReport) apply(status *fluxv1alpha1.FluxStatus, recorded extensionstatus.Baseline) {
	switch {
	case !recorded.IsDelivered() || recorded.Revision == "":
		status.Baseline = nil
	case b.observed != nil:
		status.Baseline = b.observed
	}
}

// checkBaseline returns the verdict on the operator's baseline, except while the present one cannot be delivered. After
// a failed delivery, and while the baseline is removed, it has the controller for Extensions make the next attempt
// instead. If somebody has suspended the baseline in the shoot, it has gardener-resource-manager revert that.
func (r *Reconciler) checkBaseline(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster, recorded extensionstatus.Baseline, project health.Observation) (baselineReport, error) {
	if project.ShootDying {
		return baselineReport{}, nil
	}
	if err := r.requestBaseline(ctx, ex, recorded); err != nil {
		return baselineReport{}, err
	}
	switch {
	case health.HasFailed(ex.Status.Conditions, fluxv1alpha1.ConditionBaselineReady):
		return baselineReport{}, r.Retries.Send(ctx, ex)
	case !recorded.IsDelivered() || health.IsBaselineUndelivered(ex.Status.Conditions):
		return baselineReport{}, nil
	case recorded.Removing:
		return baselineReport{}, r.Retries.Send(ctx, ex)
	}
	resource, err := r.Deliverer.KnownNamed(ctx, ex.Namespace, fluxv1alpha1.ManagedResourceBaseline)
	if err != nil || resource == nil {
		return baselineReport{}, err
	}
	name := types.NamespacedName{Namespace: recorded.Namespace, Name: fluxv1alpha1.BaselineName}
	observation := health.Observation{
		ManagedResources: []*resourcesv1alpha1.ManagedResource{resource},
		Sync: &observe.Sync{
			SourceKind: recorded.SourceKind, Source: name, Root: name, Commit: recorded.Commit, Delivery: recorded.Delivery,
			SourceSuspension: resolved.Suspension{Suspended: recorded.SourceSuspended}, RootSuspension: resolved.Suspension{Suspended: recorded.RootSuspended},
		},
		Leaving: project.Leaving, ShootError: project.ShootError, UnreachableSince: project.UnreachableSince,
	}
	release, released := r.baseline()
	guarded := released && recorded.Revision != "" && release.Guard != nil && !release.Guard.IsOff()
	var inventories tree.Inventories
	if observation.ShootError == nil {
		observation.ShootError = r.Shoots.Ask(ctx, ex.Namespace, func(ctx context.Context, shoot client.Reader) error {
			var err error
			for range mostReads {
				if observation.Shoot, err = observe.ReadShoot(ctx, shoot, *observation.Sync); err != nil || !guarded || observation.Shoot.Kustomization == nil {
					return err
				}
				if inventories, err = tree.ReadInventories(ctx, shoot, tree.RootID(*observation.Sync)); err != nil || !hasChanged(observation, inventories) {
					return err
				}
			}
			return nil
		})
	}
	if observation.Replaced, err = r.isReplaced(ctx, ex, cluster, resource, observation); err != nil {
		return baselineReport{}, err
	}
	if observation.Replaced {
		err = r.repair(ctx, ex.Namespace, *observation.Sync, resource)
	} else if health.IsBaselineHeld(observation) && isApplied(ex, resource) {
		err = r.Deliverer.RequestApply(ctx, resource)
	}
	if err != nil {
		return baselineReport{}, err
	}
	damping := health.Damping{Threshold: r.Threshold, Now: r.Clock.Now()}
	report := baselineReport{verdicts: damping.Damp([]health.Verdict{health.JudgeBaseline(observation)}, health.Past{Conditions: ex.Status.Conditions})}
	root := observation.Shoot.Kustomization
	if isObserved := observation.ShootError == nil && areProcessed(observation.ManagedResources); !isObserved || recorded.Revision == "" {
		return report, nil
	}
	before := extensionstatus.ReadProviderStatus(ex.Status.ProviderStatus).Baseline
	report.observed = observedBaseline(recorded, root, before, health.IsTrue(ex.Status.Conditions, fluxv1alpha1.ConditionBaselineReady),
		areTrue(report.verdicts))
	if observation.Replaced && before != nil {
		report.observed.Removed = before.Removed
	} else if guarded && root != nil && hasChanged(observation, inventories) {
		report.observed.Removed = guard.Unknown(fluxv1alpha1.RemovedUnsettled)
	} else if guarded && root != nil {
		report.observed.Removed, report.history, err = r.compare(ctx, ex, comparison{
			key: baselineKey, passed: guard.Passed{Goal: guard.GoalOf(release.Passed.Revision, release.Passed.Commit), Promotes: release.Promotes}, isFirst: release.Passed.Revision == landscape.NoBaseline(),
			goal: guard.GoalOf(recorded.Revision, root.Status.LastAppliedRevision), guard: release.Guard, root: tree.RootID(*observation.Sync), inventories: inventories,
			again: func(ctx context.Context, shoot client.Reader) (tree.Inventories, error) {
				return tree.ReadInventories(ctx, shoot, tree.RootID(*observation.Sync))
			},
			ready: areTrue(report.verdicts) && seed.LastOperationSucceeded(ex),
		})
	}
	return report, err
}

// mostReads is the maximum number of attempts to read the root Kustomization and the inventories of one revision.
const mostReads = 2

// hasChanged returns whether Flux has applied another revision since the root Kustomization was read.
func hasChanged(observation health.Observation, inventories tree.Inventories) bool {
	root := observation.Shoot.Kustomization
	return inventories.HasChanged(tree.RootID(*observation.Sync), root.Generation, root.Status.LastAppliedRevision)
}

// observedBaseline returns the observation to report. A baseline that was not ready when it got another revision or
// commit is unwell until it is ready.
func observedBaseline(recorded extensionstatus.Baseline, root *kustomizev1.Kustomization, before *fluxv1alpha1.ObservedBaseline, wasReady, isReady bool) *fluxv1alpha1.ObservedBaseline {
	observed := &fluxv1alpha1.ObservedBaseline{Revision: recorded.Revision}
	if root != nil {
		observed.AppliedRevision, observed.AttemptedRevision = root.Status.LastAppliedRevision, root.Status.LastAttemptedRevision
	}
	switch {
	case isReady:
	case before == nil || before.Revision != observed.Revision:
		observed.Unwell = recorded.Unwell
	default:
		observed.Unwell = before.Unwell || before.AttemptedRevision != observed.AttemptedRevision && before.AttemptedRevision != "" && !wasReady
	}
	return observed
}

func (r *Reconciler) baseline() (landscape.BaselineRelease, bool) {
	if r.Baselines == nil {
		return landscape.BaselineRelease{}, false
	}
	return r.Baselines.Baseline()
}

// requestBaseline has the controller for Extensions deliver a released baseline that the Shoot does not have, once for
// each release.
func (r *Reconciler) requestBaseline(ctx context.Context, ex *extensionsv1alpha1.Extension, recorded extensionstatus.Baseline) error {
	release, released := r.baseline()
	if !released || release.Baseline == nil {
		return nil
	}
	target := release.Target.String()
	isNew := false
	r.memory.Update(ex.Namespace, func(remembered shootMemory, _ bool) (shootMemory, bool) {
		isNew = remembered.baseline != target
		remembered.baseline = target
		return remembered, true
	})
	if !isNew || recorded.Revision == release.Revision && recorded.Commit == release.Commit {
		return nil
	}
	return r.Retries.Send(ctx, ex)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"slices"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/connection"
)

// Reconciler checks each shoot at intervals and reports Flux's status as conditions of the Extension. Besides, it has the delivery follow
// what is suspended or resumed in the shoot, ends bootstraps, and has migrations tried again. Nothing waits for it.
type Reconciler struct {
	// Seed reads Extensions and Clusters, for which it may use a cache.
	Seed client.Client
	// Live reads Extensions without a cache.
	Live client.Reader
	// Deliverer reads the state of the ManagedResources.
	Deliverer *managedresource.Deliverer
	// Conditions writes the status of Extensions.
	Conditions *statuswriter.Writer
	// Shoots reads from shoots.
	Shoots *connection.Clients
	// SyncPeriod is the time between two health checks of a shoot whose conditions are True.
	SyncPeriod time.Duration
	// SettlePeriod is the time between two health checks of a shoot of which a condition has just become other than True. The longer that
	// lasts, the longer is the time between them, up to SyncPeriod: one bad commit, or one Git host that is down, can break hundreds of shoots.
	SettlePeriod time.Duration
	// Threshold is how long a failure that may pass by itself lasts before a condition reports it.
	Threshold time.Duration
	// KeyPeriod is the time after which the deploy key in a shoot is read again, if nothing indicates a change before.
	KeyPeriod time.Duration
	// Objects is how often, and how many, of Flux's objects in a shoot are read.
	Objects Objects
	// Clock is the clock.
	Clock clock.PassiveClock
	// Keys reports on deploy keys.
	Keys *DeployKeyReporter
	// MigrationRetries takes Extensions that the controller for Extensions has to reconcile again, and is watched by it.
	MigrationRetries chan event.GenericEvent
	// Asked has Extensions in whose shoots Flux was asked to read the source; nil if there are none.
	Asked chan event.GenericEvent
	// Pushed observes how long after a push a revision was applied.
	Pushed func(after time.Duration)

	memory memory
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile checks one shoot. It reads nothing from a shoot that is being deleted or migrated, that is hibernated, or to which nothing was
// delivered.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	ex := &extensionsv1alpha1.Extension{}
	if err := r.Seed.Get(ctx, request.NamespacedName, ex); err != nil {
		if !apierrors.IsNotFound(err) {
			return reconcile.Result{}, err
		}
		r.forget(request.Namespace)
		forgotten, err := r.Deliverer.Forget(ctx, request.Namespace)
		if err != nil || forgotten {
			return reconcile.Result{}, err
		}
		return reconcile.Result{RequeueAfter: r.SyncPeriod}, nil
	}
	if seed.HasMigrateOperation(ex) || ex.DeletionTimestamp != nil {
		r.forget(ex.Namespace)
		return reconcile.Result{}, nil
	}
	if ex.Status.LastOperation == nil {
		// A write now would make the first operation fail with a conflict. Its end triggers the first health check.
		return reconcile.Result{RequeueAfter: r.SyncPeriod}, nil
	}
	cluster, err := extensionscontroller.GetCluster(ctx, r.Seed, ex.Namespace)
	if err != nil {
		return reconcile.Result{}, err
	}
	if extensionscontroller.IsHibernationEnabled(cluster) {
		r.forget(ex.Namespace)
		return reconcile.Result{RequeueAfter: r.SyncPeriod}, client.IgnoreNotFound(r.reportHibernated(ctx, ex, cluster))
	}

	if installing, err := r.isInstalling(ctx, ex); err != nil || installing {
		return reconcile.Result{RequeueAfter: r.SettlePeriod}, err
	}
	last, observation, err := r.observer().observe(ctx, ex, cluster)
	if err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	recorded, err := r.deliveryUpdater().update(ctx, ex, last, observation)
	if err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	observation.Sync = syncIn(cluster, recorded)
	statement, err := r.statement(ctx, ex, cluster, observation)
	if err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Conditions.Apply(ctx, ex, statement); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	untilRetry, err := r.migrationRetry().retry(ctx, ex, cluster)
	return reconcile.Result{RequeueAfter: min(untilRetry, r.interval(ex, observation, statement.Verdicts))}, err
}

func (r *Reconciler) observer() observer {
	return observer{deliverer: r.Deliverer, shoots: r.Shoots, clock: r.Clock, keyPeriod: r.KeyPeriod, memory: &r.memory}
}

func (r *Reconciler) deliveryUpdater() deliveryUpdater {
	return deliveryUpdater{live: r.Live, deliverer: r.Deliverer, conditions: r.Conditions}
}

func (r *Reconciler) objects() objectsChecker {
	return objectsChecker{
		Objects: r.Objects, shoots: r.Shoots, clock: r.Clock, settle: r.SettlePeriod, longest: 2 * r.SyncPeriod, threshold: r.Threshold, memory: &r.memory,
	}
}

func (r *Reconciler) migrationRetry() migrationRetry {
	return migrationRetry{clock: r.Clock, minBackoff: r.SettlePeriod, extensions: r.MigrationRetries}
}

// isInstalling reports whether Flux was just delivered to the shoot for the first time, and gardener-resource-manager has not started to apply it.
// A health check would report only that, and the next one something else.
func (r *Reconciler) isInstalling(ctx context.Context, ex *extensionsv1alpha1.Extension) (bool, error) {
	if r.Clock.Since(ex.Status.LastOperation.LastUpdateTime.Time) >= r.SettlePeriod || v1beta1helper.GetCondition(ex.Status.Conditions, fluxv1alpha1.ConditionInstalled) != nil {
		return false, nil
	}
	resources, err := r.Deliverer.Known(ctx, ex.Namespace)
	return err == nil && resources.Config != nil && resources.Config.Status.ObservedGeneration != resources.Config.Generation, err
}

// statement returns what is written of a shoot. If the shoot is unreachable, the earlier observations of it stay as they are.
func (r *Reconciler) statement(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster, observed health.Observation) (statuswriter.Update, error) {
	key, err := r.Keys.report(ctx, cluster, observed)
	if err != nil {
		return statuswriter.Update{}, err
	}
	before := extensionstatus.ReadProviderStatus(ex.Status.ProviderStatus)
	delivered, err := revisionOf(ex, before.Shoot)
	if err != nil {
		return statuswriter.Update{}, err
	}
	objects, err := r.objects().check(ctx, ex, observed, delivered.isNew)
	if err != nil {
		return statuswriter.Update{}, err
	}
	damping := health.Damping{Threshold: r.Threshold, Now: r.Clock.Now()}
	afterPush := r.afterPush(observed, before.Shoot)
	verdicts := damping.Damp(health.Judge(observed), health.Past{Conditions: ex.Status.Conditions, Shoot: before.Shoot})
	return statuswriter.Update{
		Verdicts: slices.Concat(verdicts, objects.verdicts, key.verdicts),
		Owned:    slices.Concat(health.Types(), objects.owned, key.owned),
		ProviderStatus: func(status *fluxv1alpha1.FluxStatus) {
			key.apply(status)
			if observed.ShootError == nil && len(observed.ManagedResources) > 0 {
				before := status.Shoot
				status.Shoot = health.Observed(observed, verdicts)
				status.Shoot.SourceKeys = sourceKeysOf(observed)
				if objects.apply != nil {
					objects.apply(before, status.Shoot)
				}
				status.Shoot.AppliedAfterPush = afterPush
				status.Shoot.Revision = delivered.observed(objects.read || observed.Sync == nil)
			}
		},
	}, nil
}

// afterPush returns how long after a push the revision was applied that is reported, and observes it once.
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

// reportHibernated reports what is known of a hibernated shoot without reading from it. Its other conditions stay as they were.
func (r *Reconciler) reportHibernated(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster) error {
	recorded, err := extensionstatus.ReadState(ex)
	if err != nil {
		return err
	}
	key, err := r.Keys.report(ctx, cluster, health.Observation{Sync: syncOf(recorded)})
	if err != nil {
		return err
	}
	return r.Conditions.Apply(ctx, ex, statuswriter.Update{Verdicts: key.verdicts, Owned: key.owned, ProviderStatus: key.apply})
}

// forget drops what is kept for a shoot that is not checked any more.
func (r *Reconciler) forget(namespace string) {
	r.memory.Delete(namespace)
	r.Shoots.Drop(namespace)
}

// interval is the time to the next health check. The Extension has the conditions as they were before this one.
func (r *Reconciler) interval(ex *extensionsv1alpha1.Extension, observed health.Observation, verdicts []health.Verdict) time.Duration {
	if observed.ShootError != nil {
		// Each health check waits for the timeout of a request, and hundreds of shoots may be unreachable.
		return max(r.SyncPeriod/2, min(r.Clock.Since(observed.UnreachableSince)/backoffDivisor, 2*r.SyncPeriod))
	}
	next := r.SyncPeriod
	if len(observed.ManagedResources) == 0 {
		// The end of the operation that delivers them triggers a health check.
		return next
	}
	settle := r.SettlePeriod
	r.memory.Update(ex.Namespace, func(remembered shootMemory, found bool) (shootMemory, bool) {
		settle = remembered.follow(observed, verdicts, r.SettlePeriod, r.SyncPeriod)
		return remembered, found
	})
	for _, verdict := range verdicts {
		if verdict.Status == gardencorev1beta1.ConditionTrue {
			continue
		}
		lasts := time.Duration(0)
		if condition := v1beta1helper.GetCondition(ex.Status.Conditions, verdict.Type); condition != nil && condition.Status == verdict.Status {
			lasts = r.Clock.Since(condition.LastTransitionTime.Time)
		}
		next = min(next, max(settle, lasts/backoffDivisor))
	}
	return next
}

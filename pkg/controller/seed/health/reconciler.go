// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package health is the controller for the conditions of Extensions. It checks each shoot at intervals and reports the
// status of Flux in the shoot. It also adapts the delivery when users suspend or resume Flux in the shoot, ends the
// bootstrap of a shoot with mode BootstrapOnce, and retries failed migrations.
//
// It must not read the configuration, render manifests, or send requests to the garden. pkg/health judges the
// observations, and pkg/seed/statuswriter writes the conditions, the providerStatus and the state.
package health

import (
	"context"
	"math"
	"slices"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/event"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/connection"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-health"

// checksPerReconcile is the number of health check workers per worker for Extensions. A health check mostly waits for
// the shoot, and some shoots do not respond.
const checksPerReconcile = 3

// askedDelay is the time between the request to a shoot to read its source and the health check.
const askedDelay = 3 * time.Second

// AddToManager adds the controller to the manager.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	options.MaxConcurrentReconciles *= checksPerReconcile
	checks := builder.ControllerManagedBy(mgr)
	if r.Asked != nil {
		checks = checks.WatchesRawSource(r.Asked.Source(priorityqueue.AddOpts{After: askedDelay}))
	}
	return checks.
		Named(ControllerName).
		WithOptions(options).
		For(&extensionsv1alpha1.Extension{}, builder.WithPredicates(seed.OfShootFlux(), operationEnded())).
		Complete(kube.BoundReconciler(r))
}

// operationEnded accepts updates that end an operation. It rejects other updates, because the health check causes them
// itself when it writes conditions.
func operationEnded() predicate.Predicate {
	ended := func(o client.Object) bool {
		ex, ok := o.(*extensionsv1alpha1.Extension)
		return ok && seed.LastOperationSucceeded(ex)
	}
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { return ended(e.ObjectNew) && !ended(e.ObjectOld) }}
}

// Reconciler checks each shoot at intervals and reports the status of Flux as conditions of the Extension.
type Reconciler struct {
	// Seed reads Extensions and Clusters, and may read from a cache.
	Seed client.Client
	// Live reads Extensions from the API server.
	Live client.Reader
	// Deliverer reads the state of the ManagedResources.
	Deliverer *managedresource.Deliverer
	// Conditions writes the status of Extensions.
	Conditions *statuswriter.Writer
	// Shoots reads from shoots.
	Shoots *connection.Clients
	// SyncPeriod is the time between two health checks of a ready shoot.
	SyncPeriod time.Duration
	// SettlePeriod is the time between two health checks of a shoot that has just become unready. While the shoot stays
	// unready, the time increases to SyncPeriod, because one bad commit or one unreachable Git host can affect hundreds of
	// shoots.
	SettlePeriod time.Duration
	// Threshold is the age of a temporary failure before a condition reports it.
	Threshold time.Duration
	// KeyPeriod is the time between two reads of the deploy key in a shoot if nothing indicates a change.
	KeyPeriod time.Duration
	// Objects configures the reads of Flux's objects in a shoot.
	Objects Objects
	// Clock returns the time of a health check.
	Clock clock.PassiveClock
	// Projects provides the watched deploy keys of the projects.
	Projects garden.StateWatcher
	// Retries passes Extensions with a failed migration, or whose baseline or Flux is being removed, to the controller
	// for Extensions.
	Retries kube.Trigger
	// Asked receives Extensions after a push has triggered a reconciliation of their source; nil if there are no pushes.
	Asked kube.Trigger
	// Pushed records the time from a push until its revision is applied; may be nil.
	Pushed func(after time.Duration)
	// Baselines provides the release of the operator's baseline; nil without a rollout of the baseline.
	Baselines Baselines

	memory memory
	// checked contains the last confirmations by namespace.
	checked kube.ConcurrentMap[string, confirmation]
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile checks one shoot. It sends no request to a shoot that is hibernated, being deleted, being migrated, or that
// has no delivery.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	ex := &extensionsv1alpha1.Extension{}
	if err := r.Seed.Get(ctx, request.NamespacedName, ex); err != nil {
		if !apierrors.IsNotFound(err) {
			return reconcile.Result{}, err
		}
		r.forget(ctx, request.Namespace)
		forgotten, err := r.Deliverer.Forget(ctx, request.Namespace)
		if err != nil || forgotten {
			return reconcile.Result{}, err
		}
		return reconcile.Result{RequeueAfter: r.SyncPeriod}, nil
	}
	if r.isLate(ex) {
		// Compared with the conditions of the cache, a health check could seem to change nothing.
		if err := r.Live.Get(ctx, request.NamespacedName, ex); err != nil {
			return reconcile.Result{}, client.IgnoreNotFound(err)
		}
	}
	if seed.HasMigrateOperation(ex) || ex.DeletionTimestamp != nil {
		r.forget(ctx, ex.Namespace)
		return reconcile.Result{}, nil
	}
	if ex.Status.LastOperation == nil {
		// Writing the status would cause a conflict in the first operation. The end of the operation triggers the first
		// health check.
		return reconcile.Result{RequeueAfter: r.SyncPeriod}, nil
	}
	cluster, err := extensionscontroller.GetCluster(ctx, r.Seed, ex.Namespace)
	if err != nil {
		return reconcile.Result{}, err
	}
	if extensionscontroller.IsHibernationEnabled(cluster) {
		r.forget(ctx, ex.Namespace)
		return reconcile.Result{RequeueAfter: r.SyncPeriod}, client.IgnoreNotFound(r.reportHibernated(ctx, ex, cluster))
	}

	if installing, err := r.isInstalling(ctx, ex); err != nil || installing {
		return reconcile.Result{RequeueAfter: r.SettlePeriod}, err
	}
	if removing, wait, err := r.continueRemoval(ctx, ex, cluster); err != nil || removing {
		return reconcile.Result{RequeueAfter: wait}, err
	}
	started, reported := r.Clock.Now(), false
	defer r.revertUnreported(ex.Namespace, &reported)()
	last, observation, err := r.observe(ctx, ex, cluster)
	if err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	r.requestRead(ctx, ex.Namespace, observation)
	if observation.Replaced {
		if err := r.repair(ctx, ex.Namespace, *observation.Sync, last.resources.CRDs, last.resources.Controllers, last.resources.Config); err != nil {
			return reconcile.Result{}, err
		}
	}
	recorded, err := r.followSuspension(ctx, ex, last.recorded, last.resources.Config, observation)
	if err == nil {
		recorded, err = r.finishBootstrap(ctx, ex, recorded, last.resources, observation)
	}
	if err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	observation.Sync = syncIn(cluster, recorded)
	statement, history, err := r.statement(ctx, ex, cluster, recorded, observation)
	if err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	baseline, err := r.checkBaseline(ctx, ex, cluster, recorded.Baseline, observation)
	if err != nil {
		return reconcile.Result{}, err
	}
	own, change := statement.Verdicts, statement.ProviderStatus
	statement.Verdicts = slices.Concat(own, baseline.verdicts)
	statement.ProviderStatus = func(status *fluxv1alpha1.FluxStatus) {
		change(status)
		baseline.apply(status, recorded.Baseline)
	}
	written := ex.DeepCopy()
	if err := r.Conditions.ApplyTo(ctx, written, statement); apierrors.IsConflict(err) {
		// An operation has recorded another delivery. Its end triggers the next health check.
		return reconcile.Result{RequeueAfter: r.SettlePeriod}, nil
	} else if err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	reported = true
	r.confirm(written, started, observation.ShootError == nil)
	for _, change := range []*historyChange{history, baseline.history} {
		if err := r.writeHistory(ctx, ex, change); err != nil {
			return reconcile.Result{}, err
		}
	}
	untilRetry, err := r.retryMigration(ctx, ex, cluster)
	return reconcile.Result{RequeueAfter: min(untilRetry, r.interval(ex, observation, own))}, err
}

// isInstalling reports whether gardener-resource-manager has not started to apply the first delivery yet. A health
// check at this time would only cause an additional write.
func (r *Reconciler) isInstalling(ctx context.Context, ex *extensionsv1alpha1.Extension) (bool, error) {
	if r.Clock.Since(ex.Status.LastOperation.LastUpdateTime.Time) >= r.SettlePeriod || v1beta1helper.GetCondition(ex.Status.Conditions, fluxv1alpha1.ConditionInstalled) != nil {
		return false, nil
	}
	resources, err := r.Deliverer.Known(ctx, ex.Namespace)
	return err == nil && resources.Config != nil && resources.Config.Status.ObservedGeneration != resources.Config.Generation, err
}

// continueRemoval has the controller for Extensions take the next step if it removes a Flux that came only for the
// operator's baseline, and returns the time until then. That controller writes the conditions during the removal. The
// steps follow each other soon, and slower while the removal waits.
func (r *Reconciler) continueRemoval(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster) (removing bool, wait time.Duration, err error) {
	recorded, err := extensionstatus.ReadState(ex)
	if err != nil || !recorded.RemovingFlux || recorded.Baseline.IsDelivered() || cluster.Shoot == nil || cluster.Shoot.DeletionTimestamp != nil {
		return false, 0, err
	}
	wait = r.SyncPeriod
	if installed := v1beta1helper.GetCondition(ex.Status.Conditions, fluxv1alpha1.ConditionInstalled); health.Is(installed, gardencorev1beta1.ConditionProgressing) {
		wait = max(r.SettlePeriod, min(r.Clock.Since(installed.LastTransitionTime.Time)/backoffDivisor, r.SyncPeriod))
	}
	if left := wait - r.Clock.Since(ex.Status.LastOperation.LastUpdateTime.Time); left > 0 {
		return true, left, nil
	}
	return true, wait, r.Retries.Send(ctx, ex)
}

// forget removes the memory and the connection of a shoot.
func (r *Reconciler) forget(ctx context.Context, namespace string) {
	r.memory.Delete(namespace)
	r.checked.Delete(namespace)
	r.Shoots.Drop(ctx, namespace)
}

const (
	// maxMigrationBackoff is the maximum time between two attempts to migrate Flux's objects in a shoot.
	maxMigrationBackoff = 5 * time.Minute
	never               = time.Duration(math.MaxInt64)
)

// retryMigration passes an Extension with a failed migration to the controller for Extensions if the next attempt is
// due, or returns the time until then. The time depends only on the Extension, so it is the same after a restart.
func (r *Reconciler) retryMigration(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster) (time.Duration, error) {
	if cluster.Shoot == nil || cluster.Shoot.DeletionTimestamp != nil {
		return never, nil
	}
	wait := r.untilMigration(ex)
	if wait > 0 {
		return wait, nil
	}
	logf.FromContext(ctx).Info("Retrying the migration of Flux's objects in the shoot")
	return never, r.Retries.Send(ctx, ex)
}

// untilMigration returns the time until the next attempt to migrate. The interval increases with the time since the
// first attempt, up to maxMigrationBackoff.
func (r *Reconciler) untilMigration(ex *extensionsv1alpha1.Extension) time.Duration {
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, fluxv1alpha1.ConditionConfigured)
	if condition == nil || condition.Reason != fluxv1alpha1.ReasonMigrating || !seed.LastOperationSucceeded(ex) || seed.IsBeingDeletedOrMigrated(ex) {
		return never
	}
	last := ex.Status.LastOperation.LastUpdateTime.Time
	backoff := max(r.SettlePeriod, min(last.Sub(condition.LastTransitionTime.Time), maxMigrationBackoff))
	return last.Add(backoff).Sub(r.Clock.Now())
}

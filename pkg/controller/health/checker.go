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
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shootclient"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// HealthChecker looks at each shoot at intervals and reports what Flux says of itself as conditions of the Extension.
// Beside that it only has the delivery follow what somebody suspends or resumes in the shoot. Nothing waits for it.
type HealthChecker struct {
	// Seed reads Extensions and Clusters, for which it may use a cache, and notes what was delivered.
	Seed client.Client
	// Live reads Extensions without a cache.
	Live client.Reader
	// Deliverer reads the state of the ManagedResources.
	Deliverer *managedresource.Deliverer
	// Conditions writes the conditions of Extensions.
	Conditions *extensionstatus.Conditions
	// Shoots asks shoots.
	Shoots *shootclient.Clients
	// SyncPeriod is the time between two looks at a shoot on which all is well.
	SyncPeriod time.Duration
	// SettlePeriod is the time between two looks at a shoot on which something has just changed to not ready. The longer that lasts,
	// the longer they become, up to SyncPeriod: one bad commit, or one Git host that is down, can break hundreds of shoots.
	SettlePeriod time.Duration
	// Threshold is for how long something that may pass by itself has to last before a condition turns.
	Threshold time.Duration
	// KeyPeriod is the time after which the deploy key in a shoot is looked at again, if nothing speaks for a change before.
	KeyPeriod time.Duration
	// Clock tells the time.
	Clock clock.PassiveClock
	// Keys reports on deploy keys.
	Keys *KeyReporter
	// Again takes Extensions that the controller for Extensions is to work on again; AddToManager connects the two.
	Again chan event.GenericEvent

	looks looks
}

var _ reconcile.Reconciler = &HealthChecker{}

// Reconcile looks at one shoot. It asks nothing of a shoot that is being deleted or migrated, that is hibernated, or on which
// nothing was delivered.
func (h *HealthChecker) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	ex := &extensionsv1alpha1.Extension{}
	if err := h.Seed.Get(ctx, request.NamespacedName, ex); err != nil {
		if !apierrors.IsNotFound(err) {
			return reconcile.Result{}, err
		}
		h.forget(request.Namespace)
		forgotten, err := h.Deliverer.Forget(ctx, request.Namespace)
		if err != nil || forgotten {
			return reconcile.Result{}, err
		}
		return reconcile.Result{RequeueAfter: h.SyncPeriod}, nil
	}
	if seed.HasMigrateOperation(ex) || ex.DeletionTimestamp != nil {
		h.forget(ex.Namespace)
		return reconcile.Result{}, nil
	}
	if ex.Status.LastOperation == nil {
		// Were it written now, the first operation would fail with a conflict. When that has ended, there is something to look at.
		return reconcile.Result{RequeueAfter: h.SyncPeriod}, nil
	}
	cluster, err := extensionscontroller.GetCluster(ctx, h.Seed, ex.Namespace)
	if err != nil {
		return reconcile.Result{}, err
	}
	if extensionscontroller.IsHibernationEnabled(cluster) {
		h.forget(ex.Namespace)
		return reconcile.Result{RequeueAfter: h.SyncPeriod}, client.IgnoreNotFound(h.reportAsleep(ctx, ex, cluster))
	}

	if arriving, err := h.isArriving(ctx, ex); err != nil || arriving {
		return reconcile.Result{RequeueAfter: h.SettlePeriod}, err
	}
	observation, err := h.observe(ctx, ex, cluster)
	if err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	statement, err := h.state(ctx, ex, cluster, observation)
	if err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if err := h.Conditions.Tell(ctx, ex, statement); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	again, err := h.retry(ctx, ex, cluster)
	return reconcile.Result{RequeueAfter: min(again, h.period(ex, observation, statement.Verdicts))}, err
}

// isArriving tells whether the shoot has just been given Flux for the first time, and gardener-resource-manager has not come to it yet. A look
// would only say so, and the next one would say something else.
func (h *HealthChecker) isArriving(ctx context.Context, ex *extensionsv1alpha1.Extension) (bool, error) {
	if h.Clock.Since(ex.Status.LastOperation.LastUpdateTime.Time) >= h.SettlePeriod || v1beta1helper.GetCondition(ex.Status.Conditions, fluxv1alpha1.ConditionInstalled) != nil {
		return false, nil
	}
	state, err := h.Deliverer.Known(ctx, ex.Namespace)
	return err == nil && state.Config != nil && state.Config.Status.ObservedGeneration != state.Config.Generation, err
}

// state puts together what is said of a shoot. Where the shoot could not be asked, what was seen in it stays as it was.
func (h *HealthChecker) state(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster, seen health.Observation) (extensionstatus.Statement, error) {
	keys, err := h.Keys.report(ctx, cluster, seen)
	if err != nil {
		return extensionstatus.Statement{}, err
	}
	told := extensionstatus.ReadTold(ex.Status.ProviderStatus)
	damping := health.Damping{Threshold: h.Threshold, Now: h.Clock.Now()}
	verdicts := damping.Damp(health.Judge(seen), health.Past{Conditions: ex.Status.Conditions, Shoot: told.Shoot})
	return extensionstatus.Statement{
		Verdicts: slices.Concat(verdicts, keys.verdicts),
		Owned:    slices.Concat(health.Types(), keys.owned),
		Tell: func(status *fluxv1alpha1.FluxStatus) {
			keys.tell(status)
			if seen.ShootError == nil && len(seen.ManagedResources) > 0 {
				status.Shoot = health.Observed(seen, verdicts)
			}
		},
	}, nil
}

// reportAsleep reports what is known of a hibernated shoot without asking it. Its other conditions stay as they were.
func (h *HealthChecker) reportAsleep(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster) error {
	noted, err := extensionstatus.ReadState(ex)
	if err != nil {
		return err
	}
	keys, err := h.Keys.report(ctx, cluster, health.Observation{Sync: syncOf(noted)})
	if err != nil {
		return err
	}
	return h.Conditions.Tell(ctx, ex, extensionstatus.Statement{Verdicts: keys.verdicts, Owned: keys.owned, Tell: keys.tell})
}

// forget drops what is kept for a shoot that is not looked at any more.
func (h *HealthChecker) forget(namespace string) {
	h.looks.forget(namespace)
	h.Shoots.Drop(namespace)
}

// patience is the part of the time for which something has not been ready after which it is looked at again.
const patience = 6

// period is the time to the next look. The Extension holds the conditions as they were before this one.
func (h *HealthChecker) period(ex *extensionsv1alpha1.Extension, seen health.Observation, verdicts []health.Verdict) time.Duration {
	if seen.ShootError != nil {
		// Each look costs the time of a request, and perhaps it is hundreds of shoots.
		return max(h.SyncPeriod/2, min(h.Clock.Since(seen.UnreachableSince)/patience, 2*h.SyncPeriod))
	}
	next := h.SyncPeriod
	if len(seen.ManagedResources) == 0 {
		// The end of the operation that delivers them is seen.
		return next
	}
	for _, verdict := range verdicts {
		if verdict.Status == gardencorev1beta1.ConditionTrue {
			continue
		}
		lasts := time.Duration(0)
		if condition := v1beta1helper.GetCondition(ex.Status.Conditions, verdict.Type); condition != nil && condition.Status == verdict.Status {
			lasts = h.Clock.Since(condition.LastTransitionTime.Time)
		}
		next = min(next, max(h.SettlePeriod, lasts/patience))
	}
	return next
}

func (h *HealthChecker) observe(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster) (health.Observation, error) {
	noted, err := extensionstatus.ReadState(ex)
	if err != nil {
		return health.Observation{}, err
	}
	state, err := h.Deliverer.Expected(ctx, ex.Namespace, noted.Flux, noted.Bootstrapped)
	if err != nil {
		return health.Observation{}, err
	}
	observation := health.Observation{LeftAlone: noted.Bootstrapped, Sync: syncOf(noted), ShootDying: cluster.Shoot != nil && cluster.Shoot.DeletionTimestamp != nil}
	for _, resource := range []*resourcesv1alpha1.ManagedResource{state.CRDs, state.Controllers, state.Config} {
		if resource != nil && (resource == state.Config || !noted.Bootstrapped) {
			observation.ManagedResources = append(observation.ManagedResources, resource)
		}
	}
	if observation.Sync == nil {
		// It is not asked any more; for how long it could not be would be counted on when it is asked again.
		h.looks.forget(ex.Namespace)
		_, err := h.settle(ctx, ex, noted, state, observation)
		return observation, err
	}
	h.observeShoot(ctx, ex, state.Config, &observation)
	noted, err = h.hold(ctx, ex, noted, state.Config, observation)
	if err == nil {
		noted, err = h.settle(ctx, ex, noted, state, observation)
	}
	observation.Sync = syncOf(noted)
	return observation, err
}

// observeShoot asks the shoot, and remembers how that went.
func (h *HealthChecker) observeShoot(ctx context.Context, ex *extensionsv1alpha1.Extension, config *resourcesv1alpha1.ManagedResource, observation *health.Observation) {
	known, now := h.looks.of(ex.Namespace), h.Clock.Now()
	observation.ShootError = h.Shoots.Ask(ctx, ex.Namespace, func(shoot client.Reader) error {
		seen, err := health.ObserveShoot(ctx, shoot, *observation.Sync)
		if err != nil {
			return err
		}
		observation.Shoot = seen
		if !observation.Sync.DeployKey {
			return nil
		}
		if delivered := deliveryOf(ex, config); now.Sub(known.keyAt) >= h.KeyPeriod || delivered != known.keyOf || !isReady(ex) {
			key, err := health.ObserveKey(ctx, shoot, *observation.Sync, seen.Source)
			if err != nil {
				return err
			}
			known.key, known.keyAt, known.keyOf = key, now, delivered
		}
		observation.Shoot.KeyObservation = known.key
		return nil
	})
	if observation.ShootError == nil {
		known.unreachableSince = time.Time{}
	} else {
		observation.Shoot = health.ShootObservation{KeyObservation: known.key}
		if known.unreachableSince.IsZero() {
			known.unreachableSince = now
		}
	}
	observation.UnreachableSince = known.unreachableSince
	h.looks.note(ex.Namespace, known)
}

// isReady tells whether all was well at the last look.
func isReady(ex *extensionsv1alpha1.Extension) bool {
	for _, expected := range health.Types() {
		condition := v1beta1helper.GetCondition(ex.Status.Conditions, expected)
		if condition == nil || condition.Status != gardencorev1beta1.ConditionTrue {
			return false
		}
	}
	return true
}

// OperationEnded lets an update pass if it ends an operation: then there is something new to look at. Were every update
// let through, the health check would be triggered by the conditions that it writes itself.
func OperationEnded() predicate.Predicate {
	ended := func(o client.Object) bool {
		ex, ok := o.(*extensionsv1alpha1.Extension)
		return ok && ex.Status.LastOperation != nil && ex.Status.LastOperation.State == gardencorev1beta1.LastOperationStateSucceeded
	}
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { return ended(e.ObjectNew) && !ended(e.ObjectOld) }}
}

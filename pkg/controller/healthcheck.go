// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"fmt"
	"slices"
	"time"

	extensionsconfigv1alpha1 "github.com/gardener/gardener/extensions/pkg/apis/config/v1alpha1"
	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	"github.com/gardener/gardener/extensions/pkg/util"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/managedresource"
)

// HealthChecker looks at each shoot at intervals and reports what Flux says of itself as conditions of the Extension.
// Beside that it only has the delivery follow what somebody suspends or resumes in the shoot. Nothing waits for it.
type HealthChecker struct {
	// Seed reads Extensions, Clusters and the Secrets with the shoots' kubeconfigs.
	Seed client.Client
	// Live reads Extensions without a cache.
	Live client.Reader
	// Deliverer reads the state of the ManagedResources.
	Deliverer *managedresource.Deliverer
	// Conditions writes the conditions of Extensions.
	Conditions *Conditions
	// ShootClient are the options for clients of shoots, from health.ShootClientOptions.
	ShootClient client.Options
	// ShootTimeout bounds one request to a shoot's API server.
	ShootTimeout time.Duration
	// SyncPeriod is the time between two looks at a shoot.
	SyncPeriod time.Duration
	// SettlePeriod is the time between two looks at a shoot on which something has not been ready for less than
	// SettleWindow. Whatever is broken for longer is not worth more requests than what is well: one bad commit can break
	// hundreds of shoots.
	SettlePeriod, SettleWindow time.Duration
	// Clock tells the time.
	Clock clock.PassiveClock
	// Keys reports on deploy keys.
	Keys *KeyReporter
}

var _ reconcile.Reconciler = &HealthChecker{}

// Reconcile looks at one shoot. It asks nothing of a shoot that is being deleted or migrated, that is hibernated, or on which
// nothing was delivered.
func (h *HealthChecker) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	ex := &extensionsv1alpha1.Extension{}
	if err := h.Seed.Get(ctx, request.NamespacedName, ex); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if isMigrating(ex) {
		return reconcile.Result{}, nil
	}
	cluster, err := extensionscontroller.GetCluster(ctx, h.Seed, ex.Namespace)
	if err != nil {
		return reconcile.Result{}, h.ifNeeded(ex, err)
	}
	if ex.DeletionTimestamp != nil {
		return reconcile.Result{}, nil
	}
	if extensionscontroller.IsHibernationEnabled(cluster) {
		return reconcile.Result{RequeueAfter: h.SyncPeriod}, client.IgnoreNotFound(h.reportAsleep(ctx, ex, cluster))
	}

	observation, err := h.observe(ctx, ex, cluster)
	if err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	keys, err := h.Keys.report(ctx, ex, cluster, observation)
	if err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	verdicts := slices.Concat(health.Judge(observation), keys.verdicts)
	if err := h.Conditions.Write(ctx, ex, verdicts, slices.Concat(health.Types(), keys.owned)...); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	return reconcile.Result{RequeueAfter: h.period(ex, verdicts)}, nil
}

// reportAsleep reports what is known of a hibernated shoot without asking it. Its other conditions stay as they were.
func (h *HealthChecker) reportAsleep(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster) error {
	noted, err := readState(ex)
	if err != nil {
		return err
	}
	keys, err := h.Keys.report(ctx, ex, cluster, health.Observation{Sync: syncOf(noted), Asleep: true})
	if err != nil {
		return err
	}
	return h.Conditions.Write(ctx, ex, keys.verdicts, keys.owned...)
}

// ifNeeded drops the error of an Extension for which there is nothing left to do without the Cluster.
func (h *HealthChecker) ifNeeded(ex *extensionsv1alpha1.Extension, err error) error {
	if ex.DeletionTimestamp != nil {
		return client.IgnoreNotFound(err)
	}
	return err
}

// period is the time to the next look. The Extension holds the conditions as they were before this one.
func (h *HealthChecker) period(ex *extensionsv1alpha1.Extension, verdicts []health.Verdict) time.Duration {
	for _, verdict := range verdicts {
		if verdict.Status == gardencorev1beta1.ConditionTrue {
			continue
		}
		condition := v1beta1helper.GetCondition(ex.Status.Conditions, verdict.Type)
		if condition == nil || condition.Status != verdict.Status || h.Clock.Since(condition.LastTransitionTime.Time) < h.SettleWindow {
			return h.SettlePeriod
		}
	}
	return h.SyncPeriod
}

func isMigrating(ex *extensionsv1alpha1.Extension) bool {
	operation := ex.Annotations[v1beta1constants.GardenerOperation]
	migrated := ex.Status.LastOperation != nil && ex.Status.LastOperation.Type == gardencorev1beta1.LastOperationTypeMigrate
	return operation == v1beta1constants.GardenerOperationMigrate || migrated
}

func (h *HealthChecker) observe(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster) (health.Observation, error) {
	noted, err := readState(ex)
	if err != nil {
		return health.Observation{}, err
	}
	state, err := h.Deliverer.State(ctx, ex.Namespace)
	if err != nil {
		return health.Observation{}, err
	}
	observation := health.Observation{Sync: syncOf(noted), ShootDying: cluster.Shoot != nil && cluster.Shoot.DeletionTimestamp != nil}
	for _, resource := range []*resourcesv1alpha1.ManagedResource{state.CRDs, state.Controllers, state.Config} {
		if resource != nil {
			observation.ManagedResources = append(observation.ManagedResources, resource)
		}
	}
	if observation.Sync == nil {
		return observation, nil
	}
	observation.Shoot, observation.ShootError = h.observeShoot(ctx, ex.Namespace, *observation.Sync)
	noted, err = h.hold(ctx, ex, noted, state.Config, observation)
	observation.Sync = syncOf(noted)
	return observation, err
}

func (h *HealthChecker) observeShoot(ctx context.Context, namespace string, sync health.Sync) (health.ShootObservation, error) {
	_, shoot, err := util.NewClientForShoot(ctx, h.Seed, namespace, h.ShootClient, extensionsconfigv1alpha1.RESTOptions{Timeout: &h.ShootTimeout})
	if err != nil {
		return health.ShootObservation{}, fmt.Errorf("failed to make a client for the shoot: %w", err)
	}
	return health.ObserveShoot(ctx, shoot, sync)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package seedreport is the controller for the report of the seed to the rollouts of the operator: a ConfigMap in the
// namespace of the seed in the garden, with one entry for each Shoot.
//
// It must not write to the seed or to shoots. No other controller may wait for it, so that an unreachable garden only
// delays the report.
package seedreport

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-seed-report"

// Reconciler writes the report of the seed.
type Reconciler struct {
	// Seed reads Extensions and Clusters from a cache. The objects must not be changed.
	Seed client.Reader
	// SeedName is the name of the seed.
	SeedName string
	// Garden reads and writes the ConfigMap, and must not read from a cache.
	Garden client.Client
	// Clock is the clock.
	Clock clock.PassiveClock
	// Settle is how long changes are collected after a change, Interval the minimum time between two reports, and Refresh
	// the time between two comparisons with the ConfigMap.
	Settle, Interval, Refresh time.Duration

	last time.Time
}

// AddToManager adds the controller to the manager.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	options.MaxConcurrentReconciles = 1
	report := handler.Funcs{
		CreateFunc: func(_ context.Context, _ event.CreateEvent, queue garden.Queue) { r.add(queue) },
		UpdateFunc: func(_ context.Context, _ event.UpdateEvent, queue garden.Queue) { r.add(queue) },
		DeleteFunc: func(_ context.Context, _ event.DeleteEvent, queue garden.Queue) { r.add(queue) },
	}
	return builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		Watches(&extensionsv1alpha1.Extension{}, report, builder.WithPredicates(seed.OfShootFlux(), predicate.ResourceVersionChangedPredicate{})).
		WatchesRawSource(source.Func(func(_ context.Context, queue garden.Queue) error {
			r.add(queue)
			return nil
		})).
		Complete(kube.BoundReconciler(r))
}

func (r *Reconciler) add(queue garden.Queue) {
	queue.AddAfter(garden.Request(landscape.ReportConfigMapName), r.Settle)
}

// Reconcile writes the report if it differs from the stored one.
func (r *Reconciler) Reconcile(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
	if wait := r.last.Add(r.Interval).Sub(r.Clock.Now()); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	r.last = r.Clock.Now()
	report, err := r.report(ctx)
	if err != nil {
		return reconcile.Result{}, err
	}
	data, omitted, err := report.Encode()
	if err != nil {
		return reconcile.Result{}, err
	}
	namespace := gardenerutils.ComputeGardenNamespace(r.SeedName)
	stored, err := garden.ReadConfigMap(ctx, r.Garden, namespace, landscape.ReportConfigMapName)
	if err != nil {
		return reconcile.Result{}, err
	}
	if stored == nil || !reflect.DeepEqual(stored.BinaryData, data) {
		if !omitted.IsEmpty() {
			logf.FromContext(ctx).Info("The report of the seed is too large: the rollouts of the operator do not count the omitted Shoots as ready", "leftOut", omitted.Details, "shoots", omitted.Shoots)
		}
		desired := corev1ac.ConfigMap(landscape.ReportConfigMapName, namespace).WithBinaryData(data)
		if err := r.Garden.Apply(ctx, desired, client.ForceOwnership, client.FieldOwner(garden.FieldOwner)); err != nil {
			return reconcile.Result{}, fmt.Errorf("failed to write the report of the seed: %w", err)
		}
	}
	return reconcile.Result{RequeueAfter: r.Refresh}, nil
}

// report returns the report on all Shoots of the seed.
func (r *Reconciler) report(ctx context.Context) (landscape.SeedReport, error) {
	report := landscape.SeedReport{Shoots: []landscape.ReportedShoot{}}
	err := seed.EachExtension(ctx, r.Seed, metav1.NamespaceAll, func(cluster *extensionsv1alpha1.Cluster, ex *extensionsv1alpha1.Extension) {
		if shoot, known := fleet.ReadShoot(cluster.Spec.Shoot.Raw); known && ex.DeletionTimestamp == nil {
			report.Shoots = append(report.Shoots, shootReport(ex, shoot, r.SeedName))
		}
	})
	report.Sort()
	return report, err
}

// shootReport returns the report on a Shoot.
func shootReport(ex *extensionsv1alpha1.Extension, shoot fleet.Shoot, seedName string) landscape.ReportedShoot {
	status := fleet.StatusOf(ex, shoot, seedName)
	report := landscape.ReportedShoot{
		Namespace: shoot.Namespace, Project: configuration.ProjectName(ex.Namespace, shoot.Name), Name: shoot.Name, UID: shoot.UID, FluxVersion: status.FluxVersion,
		Failed:    status.State == fluxv1alpha1.ShootFailed && status.Cause == fluxv1alpha1.CauseInstallation,
		Installed: status.State.IsReady() || status.State == fluxv1alpha1.ShootDegraded,
	}
	// If the state of the Extension cannot be read, no baseline is reported.
	recorded, _ := extensionstatus.ReadState(ex)
	if recorded.Baseline == (extensionstatus.Baseline{}) && !recorded.RemovingFlux {
		return report
	}
	baseline := &landscape.ReportedBaseline{State: fluxv1alpha1.ShootProgressing}
	if condition := v1beta1helper.GetCondition(ex.Status.Conditions, fluxv1alpha1.ConditionBaselineReady); condition != nil {
		baseline.Since = condition.LastTransitionTime
		switch condition.Status {
		case gardencorev1beta1.ConditionTrue:
			baseline.State = fluxv1alpha1.ShootReady
		case gardencorev1beta1.ConditionFalse:
			baseline.State, baseline.Message = fluxv1alpha1.ShootFailed, landscape.ShortMessage(strings.TrimSpace(condition.Message))
		case gardencorev1beta1.ConditionUnknown:
			baseline.State = fluxv1alpha1.ShootUnreachable
		case gardencorev1beta1.ConditionProgressing:
		}
	}
	if recorded.Baseline.Removing || recorded.RemovingFlux {
		baseline.State = fluxv1alpha1.ShootProgressing
	}
	if observed := extensionstatus.ReadProviderStatus(ex.Status.ProviderStatus).Baseline; observed != nil {
		baseline.Revision, baseline.AppliedRevision, baseline.AttemptedRevision = observed.Revision, observed.AppliedRevision, observed.AttemptedRevision
		baseline.Unwell, baseline.Removed = observed.Unwell, observed.Removed
	}
	if recorded.Baseline.Refused != "" {
		baseline.Revision = recorded.Baseline.Refused
	}
	report.Baseline = baseline
	return report
}

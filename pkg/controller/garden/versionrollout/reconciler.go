// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package versionrollout advances the version rollout. pkg/rollout/versionrollout makes the decisions, and the notice
// boards deliver them to the seeds.
//
// The package must not write to projects or shoots.
package versionrollout

import (
	"context"
	"fmt"
	"reflect"
	"time"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"github.com/prometheus/client_golang/prometheus"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/versionrollout"
)

// restFactor multiplies the interval after a rollout is complete. From then on, a decision changes only counts, but it
// still reads the statuses of all projects. A new version requires a restart of the process.
const restFactor = 10

// Reconciler advances the version rollout. Requests have no meaningful name, because the landscape has one state:
// ConfigMap shoot-flux in namespace garden.
type Reconciler struct {
	// Garden reads Shoots from a cache, and writes the ConfigMap.
	Garden client.Client
	// Live reads from the API server.
	Live client.Reader
	// Projects provides the configurations of the projects.
	Projects garden.StateWatcher
	// Rollouts is the defaulted configuration; without its field fluxVersion, there is no rollout. Target is the default
	// Flux version.
	Rollouts *configv1alpha1.Rollouts
	Target   string
	// Clock is the clock.
	Clock clock.PassiveClock
	// Interval is the time between two decisions during a rollout.
	Interval time.Duration
	// DefaultVersion receives the version that all Shoots of the landscape may have. It is not set if there is no rollout.
	DefaultVersion *garden.DefaultVersion
	// Phase exports the phase.
	Phase *metrics.Phase[versionrollout.Phase]
}

// Reconcile observes the landscape, decides, and stores the decision. It does not change an unreadable state, so that
// released versions stay released.
func (r *Reconciler) Reconcile(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
	o, err := r.observe(ctx)
	if err != nil {
		return reconcile.Result{}, err
	}
	if !r.Rollouts.HasFluxVersion() {
		return reconcile.Result{}, r.remove(ctx, o)
	}
	decided := versionrollout.Decide(o.before, o.input)
	if err := r.deliver(ctx, o, decided); err != nil {
		return reconcile.Result{}, err
	}
	r.report(ctx, o, decided)
	if decided.Phase == versionrollout.PhaseComplete {
		return reconcile.Result{RequeueAfter: restFactor * r.Interval}, nil
	}
	return reconcile.Result{RequeueAfter: r.Interval}, nil
}

// deliver writes the state, unless only the time of the decision differs.
func (r *Reconciler) deliver(ctx context.Context, o observation, decided *versionrollout.State) error {
	if o.before != nil {
		same := *decided
		same.Decided = o.before.Decided
		if reflect.DeepEqual(&same, o.before) {
			return nil
		}
	}
	text, err := decided.Encode()
	if err != nil {
		return err
	}
	return r.write(ctx, map[string]string{versionrollout.Key: text})
}

// remove removes the state of a rollout that is not configured any more. Other content of the ConfigMap stays
// unchanged.
func (r *Reconciler) remove(ctx context.Context, o observation) error {
	if o.stored == nil || o.stored.Data[versionrollout.Key] == "" {
		return nil
	}
	return r.write(ctx, nil)
}

func (r *Reconciler) write(ctx context.Context, data map[string]string) error {
	desired := corev1ac.ConfigMap(fluxv1alpha1.NoticeBoardName, v1beta1constants.GardenNamespace).WithData(data)
	if err := r.Garden.Apply(ctx, desired, client.ForceOwnership, client.FieldOwner(garden.FieldOwner)); err != nil {
		return fmt.Errorf("failed to write the version rollout: %w", err)
	}
	return nil
}

func (r *Reconciler) report(ctx context.Context, o observation, decided *versionrollout.State) {
	r.DefaultVersion.Set(decided.From)
	r.Phase.Set(decided.Phase)
	if o.before == nil || o.before.Phase != decided.Phase || o.before.Version != decided.Version {
		logf.FromContext(ctx).Info("The version rollout has a new phase", "version", decided.Version, "phase", decided.Phase, "note", decided.Note)
	}
}

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-version-rollout"

// AddToManager adds the controller to the manager. The controller does not watch objects; it makes a decision at
// intervals.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	options.MaxConcurrentReconciles = 1
	return builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		WatchesRawSource(source.Func(func(_ context.Context, queue garden.Queue) error {
			queue.Add(garden.Request(fluxv1alpha1.NoticeBoardName))
			return nil
		})).
		Complete(kube.BoundReconciler(r))
}

// NewPhase registers the metric with the phase of the version rollout.
func NewPhase(registry prometheus.Registerer) *metrics.Phase[versionrollout.Phase] {
	return metrics.NewPhase(registry, "shoot_flux_version_rollout", "1 for the phase of the operator's rollout of the default Flux version. Only the leader exports it.", versionrollout.Phases())
}

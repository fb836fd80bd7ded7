// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package baselinerollout advances the rollout of the operator's baseline. pkg/rollout/baselinerollout derives the
// status of the seeds from their reports, pkg/rollout makes the decisions, and the notice boards deliver them to the
// seeds.
//
// The package must not read or write objects of projects, except Shoots.
package baselinerollout

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
	"sigs.k8s.io/yaml"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/baselinerollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/seedreport"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-baseline-rollout"

// keyProjects is the key of the projects that are not ready.
const keyProjects = "projects"

// Reconciler advances the rollout of the operator's baseline. Requests have no meaningful name, because the landscape
// has one state: ConfigMap shoot-flux-baseline in namespace garden.
type Reconciler struct {
	// Garden reads Shoots from a cache, and writes the ConfigMap.
	Garden client.Client
	// Live reads from the API server.
	Live client.Reader
	// Baseline is the configured baseline, and Rollouts the configuration of its rollout, with their defaults.
	Baseline *configv1alpha1.Baseline
	Rollouts *configv1alpha1.Rollouts
	// Clock is the clock.
	Clock clock.PassiveClock
	// Interval is the minimum time between two decisions, and Rest the maximum time.
	Interval, Rest time.Duration
	// Phase exports the phase.
	Phase *metrics.Phase[rollout.Phase]
}

// AddToManager adds the controller to the manager. The controller does not watch objects; it makes a decision at
// intervals.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	options.MaxConcurrentReconciles = 1
	return builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		WatchesRawSource(source.Func(func(_ context.Context, queue garden.Queue) error {
			queue.Add(garden.Request(fluxv1alpha1.BaselineRolloutName))
			return nil
		})).
		Complete(kube.BoundReconciler(r))
}

// Reconcile observes the seeds, decides, and stores the decision.
func (r *Reconciler) Reconcile(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
	stored, err := garden.ReadConfigMap(ctx, r.Live, v1beta1constants.GardenNamespace, fluxv1alpha1.BaselineRolloutName)
	if err != nil {
		return reconcile.Result{}, err
	}
	var before *rollout.State
	if stored != nil {
		if before, err = rollout.Decode(stored); err != nil {
			logf.FromContext(ctx).Info("Failed to read the rollout of the baseline, restoring it from the reports of the seeds", "reason", err.Error())
		}
	}
	in, observed, err := r.observe(ctx, stored, before)
	if err != nil {
		return reconcile.Result{}, err
	}
	if stored != nil {
		in.Operation = stored.Annotations[fluxv1alpha1.AnnotationRollout]
	}
	decision := rollout.Decide(before, in)
	// The annotation is removed in the same request, so that the operation is executed once.
	decision.State.Operation = ""
	written, err := r.deliver(ctx, stored, decision, observed)
	if errors.Is(err, rollout.ErrTooLarge) {
		logf.FromContext(ctx).Error(err, "The rollout of the baseline cannot be stored: nothing is rolled out")
		return reconcile.Result{RequeueAfter: r.Rest}, nil
	}
	if err != nil {
		return reconcile.Result{}, err
	}
	if !written {
		return reconcile.Result{RequeueAfter: r.Interval}, nil
	}
	r.Phase.Set(decision.Progress.Phase)
	for _, event := range slices.Concat(observed.Events, decision.Events) {
		logf.FromContext(ctx).Info("The rollout of the baseline has advanced", "ring", event.Ring, "reason", event.Reason, "note", event.Note)
	}
	next := r.Rest
	if decision.Next > 0 {
		next = min(next, decision.Next)
	}
	return reconcile.Result{RequeueAfter: max(next, r.Interval)}, nil
}

// observe reads the seeds, their Shoots and their reports.
func (r *Reconciler) observe(ctx context.Context, stored *corev1.ConfigMap, before *rollout.State) (rollout.Input, baselinerollout.Observation, error) {
	none := baselinerollout.Observation{}
	in := rollout.Input{
		Rollout: baselinerollout.Configured(r.Rollouts), Target: baselinerollout.NewRevision(r.Baseline), Source: baselinerollout.Source(r.Baseline),
		Subject: rollout.Seeds("the baseline in the operator's configuration"), Now: r.Clock.Now(),
	}
	listed, err := garden.ListSeeds(ctx, r.Live)
	if err != nil {
		return in, none, err
	}
	shoots, err := r.shoots(ctx)
	if err != nil {
		return in, none, err
	}
	reports := map[string]map[types.UID]seedreport.Shoot{}
	if err := garden.ReadReports(ctx, r.Live, func(seed string, report seedreport.Report) {
		reports[seed] = map[types.UID]seedreport.Shoot{}
		for _, shoot := range report.Shoots {
			reports[seed][shoot.UID] = shoot
		}
	}, func(err error) {
		logf.FromContext(ctx).Info("Failed to read the report of a seed", "reason", err.Error())
	}); err != nil {
		return in, none, err
	}
	landscape := baselinerollout.Landscape{Target: r.Baseline, Rollouts: r.Rollouts, Now: in.Now}
	if stored != nil {
		landscape.Projects = baselinerollout.DecodeProjects(stored.BinaryData[keyProjects])
	}
	for _, seed := range listed {
		landscape.Seeds = append(landscape.Seeds, baselinerollout.Seed{Name: seed.Name, UID: seed.UID, Labels: seed.Labels, Shoots: shoots[seed.Name], Report: reports[seed.Name]})
	}
	observed := baselinerollout.Observe(landscape, before)
	in.Members = observed.Seeds
	return in, observed, nil
}

// shoots returns the Shoots with the extension by seed. During a control plane migration, the control plane is still on
// the seed in status.seedName, which is the last one. A self-hosted Shoot has no seed: it gets its own configuration.
func (r *Reconciler) shoots(ctx context.Context) (map[string][]baselinerollout.Shoot, error) {
	list, err := garden.ListFluxShoots(ctx, r.Garden, metav1.NamespaceAll)
	if err != nil {
		return nil, err
	}
	shoots := map[string][]baselinerollout.Shoot{}
	for _, shoot := range list {
		seeds := garden.SeedsOf(shoot)
		if len(seeds) == 0 {
			continue
		}
		seed := seeds[len(seeds)-1]
		shoots[seed] = append(shoots[seed], baselinerollout.Shoot{
			Namespace: shoot.Namespace, Name: shoot.Name, UID: shoot.UID, Labels: selection.SelectableLabels(shoot.Labels), Purpose: string(ptr.Deref(shoot.Spec.Purpose, "")),
			Hibernated: v1beta1helper.HibernationIsEnabled(shoot),
		})
	}
	return shoots, nil
}

// deliver writes the decision if it differs from the stored one, and removes the annotation of the executed operation.
// It returns false if the ConfigMap was changed since it was read.
func (r *Reconciler) deliver(ctx context.Context, stored *corev1.ConfigMap, decision rollout.Decision, observed baselinerollout.Observation) (bool, error) {
	values, err := decision.State.Encode()
	if err != nil {
		return false, err
	}
	projects, err := observed.Projects.Encode()
	if err != nil {
		return false, err
	}
	if projects != nil {
		values[keyProjects] = projects
	}
	text, err := yaml.Marshal(struct {
		rollout.Progress `json:",inline"`
		FailingProjects  []baselinerollout.FailingProject `json:"failingProjects,omitempty"`
	}{decision.Progress, observed.Failing})
	if err != nil {
		return false, fmt.Errorf("failed to encode the progress of the rollout: %w", err)
	}
	data := map[string]string{rollout.KeyStatus: "# Progress of the rollout, in which each seed is listed like a Shoot. No controller reads it.\n" + string(text)}
	if stored == nil {
		desired := corev1ac.ConfigMap(fluxv1alpha1.BaselineRolloutName, v1beta1constants.GardenNamespace).WithData(data).WithBinaryData(values)
		if err := r.Garden.Apply(ctx, desired, client.ForceOwnership, client.FieldOwner(garden.FieldOwner)); err != nil {
			return false, fmt.Errorf("failed to create ConfigMap %s/%s: %w", v1beta1constants.GardenNamespace, fluxv1alpha1.BaselineRolloutName, err)
		}
		return true, nil
	}
	desired := stored.DeepCopy()
	delete(desired.Annotations, fluxv1alpha1.AnnotationRollout)
	if reflect.DeepEqual(stored.BinaryData, values) && maps.Equal(stored.Data, data) && maps.Equal(stored.Annotations, desired.Annotations) {
		return true, nil
	}
	desired.Data, desired.BinaryData, desired.ManagedFields = data, values, nil
	return garden.UpdateConfigMap(ctx, r.Garden, desired)
}

// NewPhase registers the metric with the phase of the rollout of the baseline.
func NewPhase(registry prometheus.Registerer) *metrics.Phase[rollout.Phase] {
	return metrics.NewPhase(registry, "shoot_flux_baseline_rollout", "1 for the phase of the rollout of the operator's baseline. Only the leader exports it.", rollout.Phases())
}

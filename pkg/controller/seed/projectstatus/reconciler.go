// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package projectstatus is the controller for ConfigMaps flux-status. It reports the status of Shoots on this seed to
// their projects in the garden, with one entry per Shoot and with Events.
//
// It must not write to the seed or to shoots. No other controller may wait for it, so that an unreachable garden only
// delays the report. pkg/report/fleet computes the report, and pkg/garden sends the requests to the garden.
package projectstatus

import (
	"context"
	"hash/fnv"
	"slices"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// StatusStore stores the reports in ConfigMaps flux-status in the garden.
type StatusStore interface {
	// Read returns the project's ConfigMap, or nil if it does not exist.
	Read(ctx context.Context, namespace string) (*corev1.ConfigMap, error)
	// Write replaces the entries and annotations of this seed in the ConfigMap. It returns false if another client has
	// written the ConfigMap since it was read.
	Write(ctx context.Context, namespace string, read *corev1.ConfigMap, entries, annotations map[string]string) (bool, error)
	// Projects calls found for each project whose ConfigMap this seed has written.
	Projects(ctx context.Context, found func(namespace string)) error
}

// Timing configures the intervals of a Reconciler.
type Timing struct {
	// Settle is how long further changes are collected after a change.
	Settle time.Duration
	// Interval is the minimum time between two reports to a project. A report that a rollout waits for may be sent
	// earlier.
	Interval time.Duration
	// Early is the maximum number of early reports to a project in a short time. After that, there is one in each
	// Interval.
	Early int
	// Refresh is the approximate time between two comparisons of the ConfigMap with the desired state, and between two
	// confirmations. With Watched, a project is compared more often if its rollout may depend on the ConfigMap.
	Refresh, Watched time.Duration
	// Sweep is the time between two searches for stale entries. Such entries cause no event.
	Sweep time.Duration
	// MaxBackoff is the maximum time until a failed report is retried.
	MaxBackoff time.Duration
}

// Reconciler reports the status of Shoots on this seed to their projects. It stores no state: Extensions and Clusters
// determine the desired report, the garden stores the current report, and each write contains all Shoots of the project
// on this seed.
type Reconciler struct {
	// Seed reads Extensions and Clusters from a cache with the index ClusterProject. The objects must not be changed.
	Seed client.Reader
	// SeedName is the name of the seed.
	SeedName string
	// Store stores the reports in the garden.
	Store StatusStore
	// Projects provides the rollouts of the projects.
	Projects garden.StateWatcher
	// Confined is true if the seed has access only to projects with Shoots on it. In this case, it does not search for
	// stale entries, and the garden controller removes entries of deleted Shoots.
	Confined bool
	// Checked returns the time of the last complete health check of a shoot since the start of the process. The time is
	// zero if there was none, or if the Extension does not have the conditions of this check yet.
	Checked func(ex *extensionsv1alpha1.Extension) time.Time
	// Events writes Events in the projects' namespaces in the garden.
	Events events.EventRecorder
	// Clock is the clock.
	Clock clock.PassiveClock
	// Timing configures the intervals.
	Timing Timing
	// Random returns a random duration below the given one.
	Random func(time.Duration) time.Duration
	// Limits limit the size of the ConfigMap.
	Limits fleet.Limits

	pace *pace
	// reported contains the results of the rollout that were reported last to each project.
	reported kube.ConcurrentMap[string, results]
}

// NewReconciler initializes the Reconciler and returns it.
func NewReconciler(r *Reconciler) *Reconciler {
	r.pace = newPace(r.Clock, r.Timing)
	return r
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile reports the status of a project's Shoots on this seed. The namespace of the request is the project
// namespace.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	state, err := r.rolloutOf(ctx, request.Namespace)
	if err != nil {
		return reconcile.Result{}, err
	}
	wait := r.pace.wait(request.Namespace)
	if wait > 0 && (state == nil || !r.pace.mayBeEarly(request.Namespace)) {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	shoots, err := r.shootsOf(ctx, request.Namespace)
	if err != nil {
		return reconcile.Result{}, err
	}
	results := resultsOf(state, shoots)
	if wait > 0 {
		if before, _ := r.reported.Load(request.Namespace); !results.hasMoreThan(before) {
			return reconcile.Result{RequeueAfter: wait}, nil
		}
		r.pace.early(request.Namespace)
	}
	next, err := r.report(ctx, request.Namespace, shoots)
	if r.Confined && len(shoots) == 0 && apierrors.IsForbidden(err) {
		err = nil // The seed loses access to the project with the last Shoot of the project.
	}
	if err != nil {
		// Only the first of consecutive failures is logged.
		if !r.pace.isFailing(request.Namespace) {
			logf.FromContext(ctx).Info("Failed to report the status of Shoots to the project, retrying", "project", request.Namespace, "reason", err.Error())
		}
		return reconcile.Result{RequeueAfter: r.pace.failed(request.Namespace)}, nil
	}
	r.pace.succeeded(request.Namespace)
	r.remember(request.Namespace, results)
	return reconcile.Result{RequeueAfter: next}, nil
}

// report reports to a project, and returns the time until the next report, or 0 if none is needed.
func (r *Reconciler) report(ctx context.Context, project string, shoots []fleet.ShootReport) (time.Duration, error) {
	configMap, err := r.Store.Read(ctx, project)
	if err != nil {
		return 0, err
	}
	var unsure error
	unknown := &unknownShoots{seed: r.Seed}
	plan := fleet.PlanOf(fleet.Input{
		ConfigMap: configMap, Seed: r.SeedName, Shoots: shoots, Limits: r.Limits, Now: r.Clock.Now(), Unconfirmed: r.period(project).Add(-r.Timing.Refresh / 2),
		Spare: func(name string) bool {
			has, err := unknown.has(ctx, name)
			if err != nil {
				unsure = err
			}
			return has || err != nil
		},
	})
	if unsure != nil {
		logf.FromContext(ctx).Info("Keeping entries of a project whose Extensions may exist", "project", project, "reason", unsure.Error())
	}
	r.pace.pause(project, r.Timing.Interval)
	if !plan.Write {
		return r.untilRefresh(project, plan, shoots), nil
	}
	written, err := r.Store.Write(ctx, project, configMap, plan.Entries, plan.Annotations)
	if err != nil {
		return 0, err
	}
	if !written {
		soon := r.Timing.Settle + r.Random(max(1, r.Timing.Settle))
		r.pace.pause(project, soon)
		return soon, nil
	}
	for _, e := range plan.Events {
		r.recordEvent(project, configMap, e)
	}
	if plan.Again {
		return r.Timing.Interval, nil
	}
	return r.untilRefresh(project, plan, shoots), nil
}

// sparedRefresh is the time until the next check whether entries of unknown Shoots can be removed. An Extension that is
// deleted after its Cluster triggers no report.
const sparedRefresh = time.Minute

// untilRefresh returns the time until the entries are compared with the desired state again, or 0 if this seed has no
// entries.
func (r *Reconciler) untilRefresh(project string, plan fleet.Plan, shoots []fleet.ShootReport) time.Duration {
	if len(shoots) == 0 && !plan.Kept {
		return 0
	}
	refresh := r.period(project).Add(r.Timing.Refresh).Sub(r.Clock.Now()) + r.Random(max(1, r.Timing.Refresh/60))
	if r.isWatched(shoots) {
		refresh = min(refresh, r.Timing.Watched-r.Random(max(1, r.Timing.Watched/5)))
	}
	if plan.Spared || plan.Awaited {
		refresh = min(refresh, max(sparedRefresh, r.Timing.Interval))
	}
	return refresh
}

// period returns the begin of the current period between two refreshes of the project. The periods of different
// projects differ. All seeds of a project confirm their entries at about the same time, so that readers read them
// together.
func (r *Reconciler) period(project string) time.Time {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(project)) // It does not fail.
	shift := r.Timing.Refresh * time.Duration(hash.Sum32()%3600) / 3600
	return r.Clock.Now().Add(-shift).Truncate(r.Timing.Refresh).Add(shift)
}

// proofAge is the maximum age of a status that a rollout may still need.
const proofAge = time.Hour

// isWatched reports whether a rollout may wait for the status of a Shoot. If so, an entry that another client has
// changed must be restored soon.
func (r *Reconciler) isWatched(shoots []fleet.ShootReport) bool {
	return slices.ContainsFunc(shoots, func(shoot fleet.ShootReport) bool {
		return shoot.Status.Ring != "" && (!shoot.Status.Ready || r.Clock.Since(shoot.Status.ObservedAt.Time) < proofAge)
	})
}

// recordEvent records an Event about a Shoot or the ConfigMap. The related object is the previous version of the
// ConfigMap: client-go aggregates Events with the same reason and related object for minutes, and keeps only the first
// note.
func (r *Reconciler) recordEvent(namespace string, before *corev1.ConfigMap, e fleet.Event) {
	status := metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.StatusConfigMapName}
	about := garden.ConfigMapReference(status, "")
	if e.Shoot != "" {
		about = &corev1.ObjectReference{APIVersion: gardencorev1beta1.SchemeGroupVersion.String(), Kind: "Shoot", Namespace: namespace, Name: e.Shoot, UID: e.UID}
	}
	if before != nil {
		status = before.ObjectMeta
	}
	garden.RecordEvent(r.Events, about, garden.ConfigMapReference(status, ""), e.Type, e.Reason, "ObserveShoot", e.Note)
}

// shootsOf returns the reports for the Shoots of the project, with the time of the last observation: the last health
// check, or the current time for a shoot that health checks do not read.
func (r *Reconciler) shootsOf(ctx context.Context, project string) ([]fleet.ShootReport, error) {
	var shoots []fleet.ShootReport
	err := seed.EachExtension(ctx, r.Seed, project, func(cluster *extensionsv1alpha1.Cluster, ex *extensionsv1alpha1.Extension) {
		shoot, known := fleet.ReadShoot(cluster.Spec.Shoot.Raw)
		if !known {
			return
		}
		status := fleet.StatusOf(ex, shoot, r.SeedName)
		status.ConfirmedAt = metav1.NewTime(r.Checked(ex))
		if status.State.Rests() || status.State == fluxv1alpha1.ShootUnreachable {
			status.ConfirmedAt = metav1.NewTime(r.Clock.Now())
		}
		shoots = append(shoots, fleet.ShootReport{
			Name: shoot.Name, Status: status,
			Leaving: seed.HasMigrateOperation(ex) || shoot.SeedName != "" && shoot.SeedName != r.SeedName,
		})
	})
	return shoots, err
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"context"
	"fmt"
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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// StatusStore stores the reports to projects, in ConfigMaps flux-status in the garden.
type StatusStore interface {
	// Read returns the project's ConfigMap; nil if there is none.
	Read(ctx context.Context, namespace string) (*corev1.ConfigMap, error)
	// Write replaces all entries and annotations of this seed in it, and returns false if it was written by another client since it was read.
	Write(ctx context.Context, namespace string, read *corev1.ConfigMap, entries, annotations map[string]string) (bool, error)
	// Projects calls found for each project in whose ConfigMap this seed has written.
	Projects(ctx context.Context, found func(namespace string)) error
}

// Timing are the times of a Reconciler.
type Timing struct {
	// Settle is the time after a change in which further changes are collected.
	Settle time.Duration
	// Interval is the shortest time between two reports to a project.
	Interval time.Duration
	// Refresh is the approximate time after which the ConfigMap is compared with the desired state again, and Watched that for a project whose rollout may
	// depend on what it has.
	Refresh, Watched time.Duration
	// Sweep is the time between two searches for entries that no event leads to any more.
	Sweep time.Duration
	// MaxBackoff is the longest time after which a failed report is tried again.
	MaxBackoff time.Duration
}

// Reconciler reports to projects on their Shoots on this seed. The desired state follows from the Extensions and Clusters alone, and the current
// state is stored in the garden, so that nothing has to be remembered: each write contains all Shoots of the project. Nothing waits for it, and
// an unreachable garden delays it.
type Reconciler struct {
	// Seed reads Extensions and Clusters from a cache with the index ClusterProject. The objects that it returns are not changed.
	Seed client.Reader
	// SeedName is the name of the seed.
	SeedName string
	// Store is in the garden.
	Store StatusStore
	// Confined is whether the seed has access to the projects with Shoots on it only. Then it does not search others for its entries: the garden controller
	// removes entries whose Shoot is gone.
	Confined bool
	// Events are written in the project's namespace in the garden.
	Events events.EventRecorder
	// Clock is the clock.
	Clock clock.PassiveClock
	// Timing are its times.
	Timing Timing
	// Random returns a time below the given one.
	Random func(time.Duration) time.Duration
	// Limits are those of a ConfigMap.
	Limits fleet.Limits

	pace *pace
}

// NewReconciler returns the given Reconciler, ready to use.
func NewReconciler(r *Reconciler) *Reconciler {
	r.pace = newPace(r.Clock, r.Timing.Interval, r.Timing.MaxBackoff)
	return r
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile reports to the project whose namespace is that of the request what has changed of its Shoots on this seed.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	if wait := r.pace.wait(request.Namespace); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	shoots, err := r.shootsOf(ctx, request.Namespace)
	if err != nil {
		return reconcile.Result{}, err
	}
	next, err := r.report(ctx, request.Namespace, shoots)
	if r.Confined && len(shoots) == 0 && apierrors.IsForbidden(err) {
		// The access was taken away after the last Shoot.
		r.pace.succeeded(request.Namespace)
		return reconcile.Result{}, nil
	}
	if err != nil {
		// Logged once until it succeeds.
		if !r.pace.isFailing(request.Namespace) {
			logf.FromContext(ctx).Info("Failed to report to the project on its Shoots, trying again", "project", request.Namespace, "reason", err.Error())
		}
		return reconcile.Result{RequeueAfter: r.pace.failed(request.Namespace)}, nil
	}
	r.pace.succeeded(request.Namespace)
	return reconcile.Result{RequeueAfter: next}, nil
}

// report returns the time until the next report; none if no further one is needed.
func (r *Reconciler) report(ctx context.Context, project string, shoots []fleet.ShootReport) (time.Duration, error) {
	configMap, err := r.Store.Read(ctx, project)
	if err != nil {
		return 0, err
	}
	var unsure error
	unknown := &unknownShoots{seed: r.Seed}
	plan, err := fleet.PlanOf(fleet.Input{
		ConfigMap: configMap, Seed: r.SeedName, Shoots: shoots, Limits: r.Limits, Now: r.Clock.Now(),
		Spare: func(name string) bool {
			has, err := unknown.has(ctx, name)
			if err != nil {
				unsure = err
			}
			return has || err != nil
		},
	})
	if err != nil {
		return 0, err
	}
	if unsure != nil {
		logf.FromContext(ctx).Info("Keeping entries of a project, because it could not be determined whether their Extensions exist", "project", project, "reason", unsure.Error())
	}
	r.pace.pause(project, r.Timing.Interval)
	if !plan.Write {
		return r.untilRefresh(plan, shoots), nil
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
	return r.untilRefresh(plan, shoots), nil
}

// sparedRefresh is the time after which it is checked again whether the Shoots of all Extensions are known. If an Extension is deleted after
// its Cluster, the event does not lead to the project to which it belonged.
const sparedRefresh = time.Minute

// untilRefresh returns the time after which the entries are compared with the desired state again; none if this seed has no entries.
func (r *Reconciler) untilRefresh(plan fleet.Plan, shoots []fleet.ShootReport) time.Duration {
	if len(shoots) == 0 && !plan.Kept {
		return 0
	}
	refresh := r.Timing.Refresh
	if r.isWatched(shoots) {
		refresh = r.Timing.Watched
	}
	refresh -= r.Random(max(1, refresh/5))
	if plan.Spared {
		refresh = min(refresh, max(sparedRefresh, r.Timing.Interval))
	}
	return refresh
}

// proofAge is the age of a status from which on no rollout is likely to be waiting for it.
const proofAge = time.Hour

// isWatched reports whether a rollout may wait for the status of one of the Shoots: what another client writes into its entry must not stay.
func (r *Reconciler) isWatched(shoots []fleet.ShootReport) bool {
	return slices.ContainsFunc(shoots, func(shoot fleet.ShootReport) bool {
		return shoot.Status.Ring != "" && (!shoot.Status.Ready || r.Clock.Since(shoot.Status.ObservedAt.Time) < proofAge)
	})
}

// recordEvent writes an Event about a Shoot, or about the ConfigMap. It relates to the ConfigMap as it was before: client-go aggregates Events
// with the same reason and the same related object for minutes, and keeps the note of the first.
func (r *Reconciler) recordEvent(namespace string, before *corev1.ConfigMap, e fleet.Event) {
	about := &metav1.PartialObjectMetadata{
		TypeMeta:   metav1.TypeMeta{APIVersion: corev1.SchemeGroupVersion.String(), Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.StatusConfigMapName},
	}
	if e.Shoot != "" {
		about.TypeMeta = metav1.TypeMeta{APIVersion: gardencorev1beta1.SchemeGroupVersion.String(), Kind: "Shoot"}
		about.Name, about.UID = e.Shoot, e.UID
	}
	related := &metav1.PartialObjectMetadata{
		TypeMeta:   metav1.TypeMeta{APIVersion: corev1.SchemeGroupVersion.String(), Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.StatusConfigMapName},
	}
	if before != nil {
		related.UID, related.ResourceVersion = before.UID, before.ResourceVersion
	}
	garden.RecordRelatedEvent(r.Events, about, related, e.Type, e.Reason, "ObserveShoot", e.Note)
}

// shootsOf returns what is to be reported on the Shoots of the project.
func (r *Reconciler) shootsOf(ctx context.Context, project string) ([]fleet.ShootReport, error) {
	clusters := &extensionsv1alpha1.ClusterList{}
	if err := r.Seed.List(ctx, clusters, client.MatchingFields{seed.ClusterProject: project}, client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list the Clusters of a project: %w", err)
	}
	var shoots []fleet.ShootReport
	for i := range clusters.Items {
		shoot, known := fleet.ReadShoot(clusters.Items[i].Spec.Shoot.Raw)
		if !known {
			continue
		}
		ex, err := seed.ExtensionIn(ctx, r.Seed, clusters.Items[i].Name)
		if err != nil {
			return nil, err
		}
		if ex != nil {
			shoots = append(shoots, fleet.ShootReport{
				Name: shoot.Name, Status: fleet.StatusOf(ex, shoot, r.SeedName),
				Leaving: seed.HasMigrateOperation(ex) || shoot.SeedName != "" && shoot.SeedName != r.SeedName,
			})
		}
	}
	return shoots, nil
}

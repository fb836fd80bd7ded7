// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package projectstatus maintains the entries of ConfigMaps flux-status that no seed can maintain. It removes entries
// of deleted Shoots if their seeds have not removed them. It adds entries with state NotReported for Shoots that no
// seed reports.
//
// The package must not change the report of a seed on an existing Shoot. It must not remove an entry only because a
// cache lacks the Shoot: the API server must confirm that the Shoot does not exist, has another UID or has no
// Extension.
package projectstatus

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
)

const (
	// mostReads is the maximum number of Shoots that one reconciliation reads from the API server.
	mostReads = 50
	// soon is the time until the next attempt after a conflict, or if work remains.
	soon = 2 * time.Second
)

// Timing configures the intervals of a Reconciler.
type Timing struct {
	// Settle is the time that a seed has to report a Shoot after a change.
	Settle time.Duration
	// Grace is the time until a Shoot without an entry gets an entry with state NotReported.
	Grace time.Duration
	// Refresh is the time between two checks of entries with state NotReported.
	Refresh time.Duration
	// Sweep is the time between two searches of a ConfigMap for entries of deleted Shoots.
	Sweep time.Duration
}

// Reconciler maintains the entries of ConfigMap flux-status that no seed can maintain. The name of a request is the
// namespace of a project.
type Reconciler struct {
	// Garden reads Shoots from a cache, and writes ConfigMaps.
	Garden client.Client
	// Live reads from the API server.
	Live client.Reader
	// Clock is the clock.
	Clock clock.PassiveClock
	// Timing configures the intervals.
	Timing Timing
	// Random returns a random duration below the given one.
	Random func(time.Duration) time.Duration
	// Limits limit the size of the ConfigMap.
	Limits fleet.Limits

	// missing contains the time when each Shoot without an entry was first observed, by project namespace. A restart
	// resets it.
	missing kube.ConcurrentMap[string, map[types.UID]time.Time]
}

// Reconcile removes the entries of deleted Shoots, and writes the entries of Shoots that no seed reports.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	o, err := r.observe(ctx, request.Name)
	if err != nil {
		return reconcile.Result{}, err
	}
	d := decide(o, r.Clock.Now(), r.Timing.Grace)
	r.remember(o.namespace, d.missing)
	gone, err := r.gone(ctx, o.namespace, d.doubtful)
	if err != nil {
		return reconcile.Result{}, err
	}
	if swept := d.settled(gone); len(swept) > 0 {
		if err := r.remove(ctx, o.configMap, swept); err != nil {
			return reconcile.Result{}, err
		}
		return reconcile.Result{RequeueAfter: soon}, nil
	}
	if entries, changed := fleet.PlanNotReported(o.configMap, garden.FieldOwner, d.unreported, r.Limits); changed {
		written, err := r.write(ctx, o, entries)
		if err != nil {
			return reconcile.Result{}, err
		}
		if !written {
			return reconcile.Result{RequeueAfter: soon}, nil
		}
	}
	return reconcile.Result{RequeueAfter: r.again(d)}, nil
}

// observe reads the ConfigMap before the Shoots, so that the Shoots of all entries are found.
func (r *Reconciler) observe(ctx context.Context, namespace string) (observation, error) {
	o := observation{namespace: namespace}
	var err error
	if o.configMap, err = garden.ReadConfigMap(ctx, r.Live, namespace, fluxv1alpha1.StatusConfigMapName); err != nil {
		return o, err
	}
	if o.shoots, err = garden.ListShoots(ctx, r.Garden, namespace); err != nil {
		return o, err
	}
	o.missing, _ = r.missing.Load(namespace)
	return o, nil
}

func (r *Reconciler) remember(namespace string, missing map[types.UID]time.Time) {
	if len(missing) == 0 {
		r.missing.Delete(namespace)
		return
	}
	r.missing.Store(namespace, missing)
}

// gone returns the doubtful entries if the API server confirms that their Shoot or its Extension is deleted. It checks
// a limited number of entries, and returns an error if a read fails.
func (r *Reconciler) gone(ctx context.Context, namespace string, doubtful map[string]fluxv1alpha1.ShootStatus) (map[string]bool, error) {
	gone := map[string]bool{}
	names := slices.Sorted(maps.Keys(doubtful))
	for _, name := range names[:min(len(names), mostReads)] {
		shoot := &gardencorev1beta1.Shoot{}
		switch err := r.Live.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, shoot); {
		case apierrors.IsNotFound(err) && !apierrors.IsUnexpectedServerError(err):
			// A response of a proxy, or of an API server that does not serve Shoots, does not confirm the deletion.
			shoot = nil
		case err != nil:
			return nil, fmt.Errorf("failed to read Shoot %s/%s: %w", namespace, name, err)
		}
		if maySweep(shoot, doubtful[name]) {
			gone[name] = true
		}
	}
	return gone, nil
}

// remove removes entries, including entries of other field managers, if the ConfigMap is unchanged since it was read.
func (r *Reconciler) remove(ctx context.Context, read *corev1.ConfigMap, names []string) error {
	entries := make(map[string]any, len(names))
	for _, name := range names {
		entries[name] = nil
	}
	configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: read.Namespace, Name: read.Name}}
	patch := kube.MergePatch{"metadata": map[string]any{"resourceVersion": read.ResourceVersion}, "data": entries}
	err := r.Garden.Patch(ctx, configMap, patch, client.FieldOwner(garden.FieldOwner))
	if apierrors.IsConflict(err) || apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("failed to remove entries of ConfigMap %s/%s: %w", read.Namespace, read.Name, err)
	}
	logf.FromContext(ctx).Info("Removed the entries of deleted Shoots that their seeds had not removed", "project", read.Namespace, "shoots", names)
	return nil
}

// write replaces the entries of the garden controller by server-side apply. It returns false if the ConfigMap was
// changed since it was read.
func (r *Reconciler) write(ctx context.Context, o observation, entries map[string]string) (bool, error) {
	configMap := corev1ac.ConfigMap(fluxv1alpha1.StatusConfigMapName, o.namespace).WithData(entries)
	if o.configMap != nil {
		configMap = configMap.WithResourceVersion(o.configMap.ResourceVersion)
	}
	err := r.Garden.Apply(ctx, configMap, client.ForceOwnership, client.FieldOwner(garden.FieldOwner))
	switch {
	case apierrors.IsConflict(err), o.configMap != nil && apierrors.IsNotFound(err):
		return false, nil
	case apierrors.IsNotFound(err), apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause):
		return true, nil
	case err != nil:
		return false, fmt.Errorf("failed to write ConfigMap %s/%s: %w", o.namespace, fluxv1alpha1.StatusConfigMapName, err)
	}
	logf.FromContext(ctx).Info("Reported Shoots that no seed reports", "project", o.namespace, "shoots", slices.Sorted(maps.Keys(entries)))
	return true, nil
}

// again returns the time until the next reconciliation if nothing changes, or 0 if none is needed.
func (r *Reconciler) again(d decision) time.Duration {
	switch {
	case len(d.doubtful) > mostReads:
		return soon
	case len(d.unreported) > 0 && (d.again == 0 || r.Timing.Refresh < d.again):
		return r.Timing.Refresh
	}
	return d.again
}

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-project-status"

// AddToManager adds the controller to the manager. The controller does not watch the ConfigMaps, because seeds write
// them frequently. It reconciles a project after changes of its Shoots, and periodically.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	sweep := garden.ConfigMapSearch{Garden: r.Live, Name: fluxv1alpha1.StatusConfigMapName, Every: r.Timing.Sweep}
	return builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		Watches(&gardencorev1beta1.Shoot{}, r.enqueueSettled()).
		// A Shoot may have been deleted while no garden controller was running. The requests are spread over the interval.
		WatchesRawSource(sweep.Source(ControllerName, func() time.Duration { return r.Random(max(1, r.Timing.Sweep)) })).
		Complete(kube.BoundReconciler(r))
}

// enqueueSettled returns a handler that adds the project of a changed Shoot to the queue after the Settle interval. For
// the initial list, it spreads the projects over the Refresh interval.
func (r *Reconciler) enqueueSettled() handler.EventHandler {
	add := func(queue garden.Queue, object client.Object, wait time.Duration) {
		queue.AddAfter(garden.Request(object.GetNamespace()), wait)
	}
	return handler.Funcs{
		CreateFunc: func(_ context.Context, e event.CreateEvent, queue garden.Queue) {
			wait := r.Timing.Settle
			if e.IsInInitialList {
				wait += r.Random(max(1, r.Timing.Refresh))
			}
			if expectsEntry(e.Object) {
				add(queue, e.Object, wait)
			}
		},
		UpdateFunc: func(_ context.Context, e event.UpdateEvent, queue garden.Queue) {
			if e.ObjectOld.GetUID() != e.ObjectNew.GetUID() || expectsEntry(e.ObjectOld) != expectsEntry(e.ObjectNew) {
				add(queue, e.ObjectNew, r.Timing.Settle)
			}
		},
		DeleteFunc: func(_ context.Context, e event.DeleteEvent, queue garden.Queue) {
			add(queue, e.Object, r.Timing.Settle)
		},
	}
}

// expectsEntry returns whether a seed has to report the Shoot.
func expectsEntry(object client.Object) bool {
	shoot, ok := object.(*gardencorev1beta1.Shoot)
	return ok && garden.UsesFlux(shoot) && shoot.DeletionTimestamp == nil
}

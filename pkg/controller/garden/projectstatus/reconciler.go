// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
)

const (
	// mostReads is how many Shoots are read from the API server at a time.
	mostReads = 50
	// soon is the time until the next attempt if there is more to do, or if another client has written meanwhile.
	soon = 2 * time.Second
)

// Timing are the times of a Reconciler.
type Timing struct {
	// Settle is the time after a change of a Shoot in which its seed may report it.
	Settle time.Duration
	// Grace is the time without an entry after which a Shoot is reported as NotReported.
	Grace time.Duration
	// Refresh is the time after which entries with state NotReported are compared with their Shoots again.
	Refresh time.Duration
	// Sweep is the time in which each ConfigMap is searched once for entries of Shoots that are gone.
	Sweep time.Duration
}

// Reconciler keeps in ConfigMap flux-status of the project whose namespace is the name of the request what no seed can.
type Reconciler struct {
	// Garden reads Shoots from a cache, and writes ConfigMaps.
	Garden client.Client
	// Live reads from the API server.
	Live client.Reader
	// Clock is the clock.
	Clock clock.PassiveClock
	// Timing are its times.
	Timing Timing
	// Random returns a time below the given one.
	Random func(time.Duration) time.Duration
	// Limits are those of a ConfigMap.
	Limits fleet.Limits

	// missing are the Shoots without an entry, by the namespaces of their projects, and when they were first seen so. A restart begins anew.
	missing kube.ConcurrentMap[string, map[types.UID]time.Time]
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile removes the entries of Shoots that are gone, and writes those of Shoots that no seed reports.
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
	entries, changed, err := fleet.PlanNotReported(o.configMap, garden.FieldOwner, d.unreported, r.Limits)
	if err != nil {
		return reconcile.Result{}, err
	}
	if changed {
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

// observe reads the ConfigMap from the API server, before any Shoot: a Shoot that has an entry was created before.
func (r *Reconciler) observe(ctx context.Context, namespace string) (observation, error) {
	o := observation{namespace: namespace}
	configMap := &corev1.ConfigMap{}
	switch err := r.Live.Get(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.StatusConfigMapName}, configMap); {
	case err == nil:
		o.configMap = configMap
	case !isAbsent(err):
		return o, fmt.Errorf("failed to read ConfigMap %s/%s: %w", namespace, fluxv1alpha1.StatusConfigMapName, err)
	}
	shoots := &gardencorev1beta1.ShootList{}
	if err := r.Garden.List(ctx, shoots, client.InNamespace(namespace), client.UnsafeDisableDeepCopy); err != nil {
		return o, fmt.Errorf("failed to list the Shoots of project namespace %s: %w", namespace, err)
	}
	o.shoots = shoots.Items
	o.missing, _ = r.missing.Load(namespace)
	return o, nil
}

// isAbsent returns whether the API server answers that the object does not exist. An answer of a proxy, or of an API server that does not
// serve the kind, is none.
func isAbsent(err error) bool {
	return apierrors.IsNotFound(err) && !apierrors.IsUnexpectedServerError(err)
}

func (r *Reconciler) remember(namespace string, missing map[types.UID]time.Time) {
	if len(missing) == 0 {
		r.missing.Delete(namespace)
		return
	}
	r.missing.Store(namespace, missing)
}

// gone returns for which of the doubtful entries, the first ones, the API server answers that the Shoot is gone, or its Extension. It returns an
// error if any answer is missing.
func (r *Reconciler) gone(ctx context.Context, namespace string, doubtful map[string]fluxv1alpha1.ShootStatus) (map[string]bool, error) {
	gone := map[string]bool{}
	names := slices.Sorted(maps.Keys(doubtful))
	for _, name := range names[:min(len(names), mostReads)] {
		shoot := &gardencorev1beta1.Shoot{}
		switch err := r.Live.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, shoot); {
		case isAbsent(err):
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

// remove removes entries, whichever client has written them, if the ConfigMap is as it was read.
func (r *Reconciler) remove(ctx context.Context, read *corev1.ConfigMap, names []string) error {
	entries := make(map[string]any, len(names))
	for _, name := range names {
		entries[name] = nil
	}
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{"resourceVersion": read.ResourceVersion}, "data": entries})
	if err != nil {
		return fmt.Errorf("failed to encode a patch: %w", err)
	}
	configMap := &corev1.ConfigMap{}
	configMap.Namespace, configMap.Name = read.Namespace, read.Name
	err = r.Garden.Patch(ctx, configMap, client.RawPatch(types.MergePatchType, patch), client.FieldOwner(garden.FieldOwner))
	if apierrors.IsConflict(err) || apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("failed to remove entries of ConfigMap %s/%s: %w", read.Namespace, read.Name, err)
	}
	logf.FromContext(ctx).Info("Removed the status of Shoots that are gone, which their seeds have not removed", "project", read.Namespace, "shoots", names)
	return nil
}

// write replaces the entries of the garden controller by server-side apply, and returns false if the ConfigMap has changed since it was read.
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

// again returns the time until the project has to be reconciled without any change; 0 if it does not have to.
func (r *Reconciler) again(d decision) time.Duration {
	switch {
	case len(d.doubtful) > mostReads:
		return soon
	case len(d.unreported) > 0 && (d.again == 0 || r.Timing.Refresh < d.again):
		return r.Timing.Refresh
	}
	return d.again
}

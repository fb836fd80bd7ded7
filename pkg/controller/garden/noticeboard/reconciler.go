// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"context"
	"fmt"
	"maps"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/versionrollout"
)

// Reader reads from caches.
type Reader interface {
	// ShootsOn returns the Shoots whose control plane the seed has, or will have. They are not changed.
	ShootsOn(ctx context.Context, seed string) ([]gardencorev1beta1.Shoot, error)
	// Versions returns those of a project's objects.
	Versions(ctx context.Context, project string) (noticeboard.Versions, error)
	// PushedAt returns the time of the last push of a project; zero if there is none.
	PushedAt(ctx context.Context, project string) (time.Time, error)
	// Board returns the notice board in the namespace of a seed; nil if there is none.
	Board(ctx context.Context, namespace string) (*corev1.ConfigMap, error)
	// VersionRollout returns the operator's rollout of the default Flux version; nil if there is none.
	VersionRollout(ctx context.Context) (*versionrollout.State, error)
	// Binding returns the RoleBinding with which a seed reads its notice board; nil if there is none.
	Binding(ctx context.Context, namespace string) (*rbacv1.RoleBinding, error)
}

// Timing are the times of a Reconciler.
type Timing struct {
	// Settle is the time after a change in which further changes are collected.
	Settle time.Duration
	// Interval is the shortest time between two writes of one board.
	Interval time.Duration
	// NamespaceRetry is the time after which it is tried again whether the seed has its namespace.
	NamespaceRetry time.Duration
}

// Reconciler keeps the board of the seed whose name is that of the request, and the RoleBinding with which only that seed reads it. What has to be on the
// board follows from what the garden has alone, so that nothing has to be remembered, and what was deleted or edited is written again.
type Reconciler struct {
	// Caches read the garden.
	Caches Reader
	// Pushes give Shoots their turns after a push; nil if the operator offers no webhooks.
	Pushes Pushes
	// Garden writes boards and RoleBindings.
	Garden client.Writer
	// Clock is the clock.
	Clock clock.PassiveClock
	// Timing are its times.
	Timing Timing

	written kube.ConcurrentMap[string, time.Time]
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile writes the board of a seed if it is not as it has to be.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	namespace := gardenerutils.ComputeGardenNamespace(request.Name)
	last, _ := r.written.Load(namespace)
	if wait := last.Add(r.Timing.Interval).Sub(r.Clock.Now()); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	projects, err := r.projectsOn(ctx, request.Name)
	if err != nil {
		return reconcile.Result{}, err
	}
	present, err := r.Caches.Board(ctx, namespace)
	if err != nil {
		return reconcile.Result{}, fmt.Errorf("failed to read the notice board in %s: %w", namespace, err)
	}
	if present == nil && len(projects) == 0 {
		return reconcile.Result{}, nil
	}
	binding, err := r.Caches.Binding(ctx, namespace)
	if err != nil {
		return reconcile.Result{}, fmt.Errorf("failed to read the RoleBinding for the notice board in %s: %w", namespace, err)
	}
	pushes, again, err := r.pushesTo(ctx, request.Name, projects, present)
	if err != nil {
		return reconcile.Result{}, err
	}
	desired := noticeboard.Encode(projects, pushes)
	r.postRelease(ctx, request.Name, desired, present)
	if result, err := r.keep(ctx, namespace, desired, present, binding); err != nil || !result.IsZero() {
		return result, err
	}
	return reconcile.Result{RequeueAfter: again}, nil
}

// keep writes what is not as desired.
func (r *Reconciler) keep(ctx context.Context, namespace string, desired map[string]string, present *corev1.ConfigMap, binding *rbacv1.RoleBinding) (reconcile.Result, error) {
	unchanged := present != nil && maps.Equal(present.Data, desired) && len(present.BinaryData) == 0
	if unchanged && grants(binding) {
		return reconcile.Result{}, nil
	}
	r.written.Store(namespace, r.Clock.Now())
	if !grants(binding) {
		if err := r.Garden.Apply(ctx, newBinding(namespace), client.ForceOwnership, client.FieldOwner(garden.FieldOwner)); err != nil {
			return r.retry(ctx, namespace, true, fmt.Errorf("failed to write the RoleBinding for the notice board in %s: %w", namespace, err))
		}
	}
	if unchanged {
		return reconcile.Result{}, nil
	}
	if err := r.write(ctx, namespace, present, desired); err != nil {
		return r.retry(ctx, namespace, present == nil, fmt.Errorf("failed to write the notice board in %s: %w", namespace, err))
	}
	return reconcile.Result{}, nil
}

// postRelease puts on the board which default Flux version the seed's Shoots may have. As long as that cannot be read, the board keeps what it has.
func (r *Reconciler) postRelease(ctx context.Context, seed string, desired map[string]string, present *corev1.ConfigMap) {
	rollout, err := r.Caches.VersionRollout(ctx)
	switch {
	case err != nil && present != nil:
		noticeboard.Keep(desired, present.Data)
	case rollout != nil:
		noticeboard.Post(desired, new(rollout.Release(seed)))
	}
}

// write creates the board by server-side apply, whose request has a name, or replaces what is in it. Whatever else has written it meanwhile is read
// before it is replaced.
func (r *Reconciler) write(ctx context.Context, namespace string, present *corev1.ConfigMap, data map[string]string) error {
	if present == nil {
		return r.Garden.Apply(ctx, corev1ac.ConfigMap(fluxv1alpha1.NoticeBoardName, namespace).WithData(data), client.ForceOwnership, client.FieldOwner(garden.FieldOwner))
	}
	board := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.NoticeBoardName, ResourceVersion: present.ResourceVersion}, Data: data}
	return r.Garden.Update(ctx, board, client.FieldOwner(garden.FieldOwner))
}

// retry returns when a write that has failed is tried again. One that creates an object fails without the namespace of the seed.
func (r *Reconciler) retry(ctx context.Context, namespace string, creates bool, err error) (reconcile.Result, error) {
	switch {
	case creates && isWithoutNamespace(err):
		logf.FromContext(ctx).V(1).Info("The seed has no namespace in the garden, so that nothing can be read there", "namespace", namespace)
		return reconcile.Result{RequeueAfter: r.Timing.NamespaceRetry}, nil
	case apierrors.IsConflict(err) || !creates && apierrors.IsNotFound(err):
		// The cache has not seen the last write yet, or the board was deleted. It is read again.
		return reconcile.Result{RequeueAfter: r.Timing.Interval}, nil
	}
	return reconcile.Result{}, err
}

// isWithoutNamespace returns whether an object could not be created because its namespace does not exist, or is being deleted.
func isWithoutNamespace(err error) bool {
	return apierrors.IsNotFound(err) || apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause)
}

// projectsOn returns the versions of the objects of all projects with Shoots on the seed.
func (r *Reconciler) projectsOn(ctx context.Context, seed string) (map[string]noticeboard.Versions, error) {
	shoots, err := r.Caches.ShootsOn(ctx, seed)
	if err != nil {
		return nil, fmt.Errorf("failed to list the Shoots of a seed: %w", err)
	}
	projects := map[string]noticeboard.Versions{}
	for i := range shoots {
		namespace := shoots[i].Namespace
		if _, has := projects[namespace]; has || !garden.UsesFlux(&shoots[i]) {
			continue
		}
		if projects[namespace], err = r.Caches.Versions(ctx, namespace); err != nil {
			return nil, fmt.Errorf("failed to read the versions of project %s: %w", namespace, err)
		}
	}
	return projects, nil
}

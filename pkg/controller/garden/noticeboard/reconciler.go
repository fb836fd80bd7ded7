// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package noticeboard writes the notice board of each seed: a ConfigMap in the seed's namespace in the garden. It
// contains the versions of the objects of all projects that have Shoots with Flux on the seed.
//
// The package must not read configurations or keys: it watches the metadata of these objects only.
package noticeboard

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
)

// Reader reads from caches.
type Reader interface {
	// ShootsOn returns the Shoots with Flux whose current or future control plane is on the seed. Callers must not change
	// them.
	ShootsOn(ctx context.Context, seed string) ([]gardencorev1beta1.Shoot, error)
	// Versions returns the resourceVersions of a project's objects.
	Versions(ctx context.Context, project string) (noticeboard.Versions, error)
	// PushedAt returns the time of the last push to a project, or the zero time if no push is recorded.
	PushedAt(ctx context.Context, project string) (time.Time, error)
	// Board returns the notice board in the namespace of a seed, or nil if it does not exist.
	Board(ctx context.Context, namespace string) (*corev1.ConfigMap, error)
	// VersionRollout returns the version rollout, or nil if it does not exist.
	VersionRollout(ctx context.Context) (*rollout.State, error)
	// BaselineRollout returns the rollout of the operator's baseline, or nil if it does not exist.
	BaselineRollout(ctx context.Context) (*rollout.State, error)
	// Seed returns a seed with its labels as a member of the operator's rollouts.
	Seed(ctx context.Context, name string) (rollout.Identity, error)
	// Binding returns the RoleBinding that lets a seed read its notice board, or nil if it does not exist.
	Binding(ctx context.Context, namespace string) (*rbacv1.RoleBinding, error)
}

// Timing configures the intervals of a Reconciler.
type Timing struct {
	// Settle is how long the reconciler collects changes after the first one.
	Settle time.Duration
	// Interval is the minimum time between two writes of a board.
	Interval time.Duration
	// NamespaceRetry is the time between two attempts to write to a namespace that does not exist.
	NamespaceRetry time.Duration
}

// Reconciler maintains the notice board of a seed, and the RoleBinding that lets only this seed read it. The name of a
// request is the name of the seed. The objects in the garden determine the content of a board. Therefore the reconciler
// stores no state, and restores boards that were deleted or edited.
type Reconciler struct {
	// Caches read from the garden.
	Caches Reader
	// Pushes schedules Shoots after a push; nil if the operator does not offer webhooks.
	Pushes Pushes
	// Stops is the record of the operator's stop of all rollouts, which is also on each board.
	Stops *stop.Landscape
	// Garden writes boards and RoleBindings.
	Garden client.Writer
	// HasBaseline is true if the operator configures a rollout of the baseline.
	HasBaseline bool
	// Clock is the clock.
	Clock clock.PassiveClock
	// Timing configures the intervals.
	Timing Timing

	written kube.ConcurrentMap[string, time.Time]
}

// Reconcile updates the board of a seed.
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
		return reconcile.Result{}, err
	}
	if present == nil && len(projects) == 0 {
		return reconcile.Result{}, nil
	}
	binding, err := r.Caches.Binding(ctx, namespace)
	if err != nil {
		return reconcile.Result{}, err
	}
	var posted map[string]string
	if present != nil {
		posted = present.Data
	}
	pushes, again, err := r.pushesTo(ctx, request.Name, projects, posted)
	if err != nil {
		return reconcile.Result{}, err
	}
	desired := noticeboard.Encode(projects, pushes)
	if record, err := r.Stops.Get(); err == nil {
		stop.Post(desired, record)
	} else {
		stop.Keep(desired, posted)
	}
	if err := r.postRelease(ctx, request.Name, desired, posted); err != nil {
		return reconcile.Result{}, err
	}
	if err := r.postBaseline(ctx, request.Name, desired, posted); err != nil {
		return reconcile.Result{}, err
	}
	if result, err := r.keep(ctx, namespace, desired, present, binding); err != nil || !result.IsZero() {
		return result, err
	}
	return reconcile.Result{RequeueAfter: again}, nil
}

// keep writes the board and the RoleBinding if they differ from the desired state.
func (r *Reconciler) keep(ctx context.Context, namespace string, desired map[string]string, present *corev1.ConfigMap, binding *rbacv1.RoleBinding) (reconcile.Result, error) {
	unchanged := present != nil && maps.Equal(present.Data, desired) && len(present.BinaryData) == 0
	if unchanged && grants(binding) {
		return reconcile.Result{}, nil
	}
	r.written.Store(namespace, r.Clock.Now())
	if !grants(binding) {
		if err := r.Garden.Apply(ctx, garden.RoleBinding(namespace, RoleName, garden.Subject(namespace)), client.ForceOwnership, client.FieldOwner(garden.FieldOwner)); err != nil {
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

// postRelease adds the release of the default Flux version for the seed. If the rollout cannot be read, it keeps the
// posted entry.
func (r *Reconciler) postRelease(ctx context.Context, seed string, desired, posted map[string]string) error {
	state, err := r.Caches.VersionRollout(ctx)
	if err != nil {
		noticeboard.Keep(desired, posted)
	}
	if err != nil || state == nil {
		return nil //nolint:nilerr // the posted entry is kept
	}
	member, err := r.Caches.Seed(ctx, seed)
	if err != nil {
		return err
	}
	noticeboard.Post(desired, landscape.ReleaseOfVersion(state, member))
	return nil
}

// postBaseline adds the release of the operator's baseline for the seed. If the rollout cannot be read, or the release
// is too large, it keeps the posted entry.
func (r *Reconciler) postBaseline(ctx context.Context, seed string, desired, posted map[string]string) error {
	if !r.HasBaseline {
		return nil
	}
	state, err := r.Caches.BaselineRollout(ctx)
	if err != nil || state == nil {
		noticeboard.KeepBaseline(desired, posted)
		return nil //nolint:nilerr // the posted entry is kept
	}
	member, err := r.Caches.Seed(ctx, seed)
	if err != nil {
		return err
	}
	if err := noticeboard.PostBaseline(desired, landscape.BaselineReleaseFor(state, member)); err != nil {
		logf.FromContext(ctx).Error(err, "Failed to release the baseline for a seed: it keeps the last release", "seed", seed)
		noticeboard.KeepBaseline(desired, posted)
	}
	return nil
}

// write creates or updates the board. It creates the board by server-side apply, because RBAC cannot limit a create
// request to a name. An update fails with a conflict if another client changed the board since it was read.
func (r *Reconciler) write(ctx context.Context, namespace string, present *corev1.ConfigMap, data map[string]string) error {
	if present == nil {
		return r.Garden.Apply(ctx, corev1ac.ConfigMap(fluxv1alpha1.NoticeBoardName, namespace).WithData(data), client.ForceOwnership, client.FieldOwner(garden.FieldOwner))
	}
	board := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.NoticeBoardName, ResourceVersion: present.ResourceVersion}, Data: data}
	return r.Garden.Update(ctx, board, client.FieldOwner(garden.FieldOwner))
}

// retry returns when to retry a failed write. A request that creates an object fails if the seed has no namespace in
// the garden.
func (r *Reconciler) retry(ctx context.Context, namespace string, creates bool, err error) (reconcile.Result, error) {
	switch {
	case creates && garden.IsNamespaceGone(err):
		logf.FromContext(ctx).V(1).Info("The seed has no namespace in the garden, so that nothing can be read there", "namespace", namespace)
		return reconcile.Result{RequeueAfter: r.Timing.NamespaceRetry}, nil
	case apierrors.IsConflict(err) || !creates && apierrors.IsNotFound(err):
		// The cache lags behind the last write, or the board was deleted. The retry reads it again.
		return reconcile.Result{RequeueAfter: r.Timing.Interval}, nil
	}
	return reconcile.Result{}, err
}

// projectsOn returns the projects with Shoots on the seed, with the versions of their objects.
func (r *Reconciler) projectsOn(ctx context.Context, seed string) (map[string]noticeboard.Versions, error) {
	shoots, err := r.Caches.ShootsOn(ctx, seed)
	if err != nil {
		return nil, fmt.Errorf("failed to list the Shoots of a seed: %w", err)
	}
	projects := map[string]noticeboard.Versions{}
	for i := range shoots {
		namespace := shoots[i].Namespace
		if _, ok := projects[namespace]; ok || !garden.UsesFlux(&shoots[i]) {
			continue
		}
		if projects[namespace], err = r.Caches.Versions(ctx, namespace); err != nil {
			return nil, fmt.Errorf("failed to read the versions of project %s: %w", namespace, err)
		}
	}
	return projects, nil
}

// RoleName is the name of the ClusterRole that lets a seed read its notice board, and of the RoleBinding for this
// ClusterRole in the namespace of the seed.
const RoleName = "extensions.gardener.cloud:extension-shoot-flux:notice-board"

// grants returns whether the RoleBinding lets the seed of its namespace, and no other client, read the notice board.
// binding may be nil.
func grants(binding *rbacv1.RoleBinding) bool {
	return binding != nil && binding.RoleRef == garden.RoleRef(RoleName) && slices.Equal(binding.Subjects, []rbacv1.Subject{garden.Subject(binding.Namespace)})
}

// Pushes schedules the Shoots of a project after a push.
type Pushes interface {
	// Turns returns the turns of a project's Shoots on a seed, and false if no Shoot has a turn. It returns
	// push.ErrNotKnown until the webhooks of projects are known.
	Turns(ctx context.Context, project, seed string, pushedAt time.Time) (push.Turns, bool, error)
}

const (
	// oldestPush is the maximum age of a push on the boards. The Shoots poll their sources within this time.
	oldestPush = time.Hour
	// latestPush limits how far a push may be in the future. It is not zero, because clocks differ.
	latestPush = time.Minute
	// knownRetry is the time between two checks for the webhooks of projects.
	knownRetry = time.Second
)

// pushesTo returns the pushes for a seed by project, and the time until the next attempt, or 0 if none is needed. A
// push on the board stays unchanged until the next push: a new Shoot is not a reason to write all boards.
func (r *Reconciler) pushesTo(ctx context.Context, seed string, projects map[string]noticeboard.Versions, posted map[string]string) (pushes map[string]push.Notice, again time.Duration, err error) {
	if r.Pushes == nil {
		return nil, 0, nil
	}
	pushes = map[string]push.Notice{}
	before := noticeboard.Decode(posted).Pushes()
	for project := range projects {
		at, err := r.Caches.PushedAt(ctx, project)
		if err != nil {
			return nil, 0, err
		}
		if notice, ok := before[project]; ok && (notice.PushedAt.Equal(at) || at.IsZero()) {
			pushes[project] = notice
			continue
		}
		if age := r.Clock.Since(at); at.IsZero() || age > oldestPush || age < -latestPush {
			continue
		}
		turns, asked, err := r.Pushes.Turns(ctx, project, seed, at)
		if errors.Is(err, push.ErrNotKnown) {
			again = knownRetry
			continue
		}
		if err != nil {
			return nil, 0, fmt.Errorf("failed to schedule the reads of project %s after a push: %w", project, err)
		}
		if asked {
			pushes[project] = push.Notice{PushedAt: at, Turns: turns}
		}
	}
	return pushes, again, nil
}

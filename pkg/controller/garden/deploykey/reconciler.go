// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package deploykey is the controller for the deploy keys of projects: rotation, host key scan, registration at Git
// hosts, retirement of previous keys, and reminders. It is the only controller that reads tokens of Git hosts and
// connects to these hosts. It reports to the seeds with annotations of the Secret with the key.
//
// The package must not generate the first key of a project or deliver keys to shoots: the seeds do. Members of the
// project may change the Secret at the same time, and another process may become the leader at any time. Therefore each
// step decides on the basis of the state in the garden, and writes only if the Secret is unchanged.
package deploykey

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/events"
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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

// Reconciler runs the steps for the deploy keys of a project.
type Reconciler struct {
	// Shoots reads Shoots from a cache. Callers must not change them.
	Shoots client.Reader
	// Garden annotates the Secrets with the keys. It must not read from a cache.
	Garden client.Client
	// Projects provides the states of the projects in the garden.
	Projects garden.StateWatcher
	// Resolver resolves the configurations of the projects.
	Resolver *configuration.Resolver
	// Store stores the deploy keys.
	Store *secrets.Store
	// Events records Events in the namespaces of projects.
	Events events.EventRecorder
	// Statuses reads the statuses of a project's Shoots, which contain the fingerprints of their keys.
	Statuses StatusReader
	// Reminders creates Events with deterministic names, so that no reminder is written twice.
	Reminders client.Writer
	// Clock is the clock.
	Clock clock.PassiveClock
	// Registration registers the keys at Git hosts.
	Registration *Registration
	// Costs delays projects whose keys require many requests.
	Costs *kube.Costs
	// Poll is the minimum time between two checks of the keys in Shoots after a rotation, and LongestPoll is the maximum.
	// The time increases with the age of the rotation.
	Poll, LongestPoll time.Duration
	// Scanner reads the keys of hosts.
	Scanner HostKeyScanner
	// ScanRetry is the time until a failed scan is retried.
	ScanRetry time.Duration

	// scanned contains the time of the last failed scan for each key.
	scanned kube.ConcurrentMap[string, time.Time]
	// announced contains the time of the last write of lagging Shoots for each key.
	announced kube.ConcurrentMap[string, time.Time]
}

// steps are the steps for a deploy key of a project. They do not depend on each other. Each step returns the time until
// it must run again, or 0 if it must run only after a change.
type steps struct {
	*Reconciler

	// store reads and writes the key.
	store *secrets.Store
	// keys returns the Secret with the keys of additional sources, and statuses returns the reported statuses of Shoots.
	// Each reads the garden at most once.
	keys     func() (*corev1.Secret, error)
	statuses func() (map[string]fluxv1alpha1.ShootStatus, error)
}

func (s steps) all() []func(context.Context, projectKey) (time.Duration, error) {
	return []func(context.Context, projectKey) (time.Duration, error){s.addSourceKey, s.rotate, s.scanHostKeys, s.register, s.retire, s.remind}
}

// Reconcile runs the steps for each deploy key of a project. The namespace of the request is the namespace of the
// project. A failed step is retried, and does not prevent the other steps.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	defer r.Costs.Measure(request.Namespace)()
	state, known, err := r.Projects.State(ctx, request.Namespace)
	if err != nil || !known {
		return reconcile.Result{}, err
	}
	keys, err := newProjectKeys(ctx, r.Resolver, request.Namespace, state)
	if err != nil {
		return reconcile.Result{}, err
	}
	if key := keys[0]; key.hostRefused && key.state.KeyVersion != "" {
		key.recordEvent(r.Events, corev1.EventTypeWarning, "GitHostNotAllowed", actionRegister, key.configurationErrors.Error())
	}
	var (
		next     []time.Duration
		failures []error
	)
	secret := r.sourceKeySecret(ctx, request.Namespace)
	statuses := sync.OnceValues(func() (map[string]fluxv1alpha1.ShootStatus, error) {
		return r.Statuses.Statuses(ctx, request.Namespace)
	})
	others, stale, err := unlisted(secret, keys)
	failures = append(failures, err)
	// A write to one key of an additional source changes the version of the Secret for the others.
	version := state.SourceKeys.Version
	if len(keys[0].configurationErrors) == 0 {
		version, err = r.forgetSources(ctx, request.Namespace, state.SourceKeys, stale)
		failures = append(failures, err)
	}
	keys = append(keys, others...)
	for _, key := range keys {
		if key.name != "" {
			key.state.KeyVersion, key.written = version, &version
		}
		for _, step := range (steps{r, r.Store.OfSource(key.name), secret, statuses}).all() {
			again, err := step(ctx, key)
			failures = append(failures, err)
			if again > 0 {
				next = append(next, again)
			}
		}
	}
	if err := errors.Join(failures...); err != nil || len(next) == 0 {
		return reconcile.Result{}, err
	}
	// Projects without Shoots with Flux do not use their keys.
	projects, err := garden.ProjectsWithFlux(ctx, r.Shoots, request.Namespace)
	if err != nil || len(projects) == 0 {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: slices.Min(next)}, nil
}

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-deploykeys"

// AddToManager adds the controller to the manager. Only the leader watches the projects.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	options.NewQueue = r.Costs.NewQueue
	return builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		WatchesRawSource(source.Func(r.watch)).
		// A Shoot that begins to use Flux enqueues its project, even if nothing else of the project changes.
		Watches(&gardencorev1beta1.Shoot{}, handler.EnqueueRequestsFromMapFunc(func(_ context.Context, object client.Object) []reconcile.Request {
			return []reconcile.Request{requestFor(object.GetNamespace())}
		}), builder.WithPredicates(usesFluxNow())).
		Complete(kube.BoundReconciler(r))
}

// usesFluxNow selects Shoots that begin to use Flux.
func usesFluxNow() predicate.Predicate {
	uses := func(object client.Object) bool {
		shoot, ok := object.(*gardencorev1beta1.Shoot)
		return ok && garden.UsesFlux(shoot)
	}
	return predicate.Funcs{
		CreateFunc: func(e event.CreateEvent) bool { return uses(e.Object) },
		UpdateFunc: func(e event.UpdateEvent) bool { return !uses(e.ObjectOld) && uses(e.ObjectNew) },
		DeleteFunc: func(event.DeleteEvent) bool { return false },
	}
}

// watch adds changed projects to the queue if they have Shoots with Flux. It does not wait for the garden.
func (r *Reconciler) watch(ctx context.Context, queue garden.Queue) error {
	log := logf.FromContext(ctx).WithName(ControllerName)
	return r.Projects.Follow(ctx, func(namespace string) {
		projects, err := garden.ProjectsWithFlux(ctx, r.Shoots, namespace)
		if err != nil {
			log.Error(err, "Failed to find the projects with Shoots that use Flux", "project", namespace)
		}
		for project := range projects {
			queue.Add(requestFor(project))
		}
	})
}

func requestFor(namespace string) reconcile.Request {
	return reconcile.Request{NamespacedName: client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.DeployKeySecretName}}
}

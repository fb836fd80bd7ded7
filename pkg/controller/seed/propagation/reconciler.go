// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package propagation

import (
	"context"
	"errors"
	"slices"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// Reconciler has an Extension reconciled at once when the configuration of its project, or what its overrides select, changes and the project wants that, when the project's
// rollout gives its Shoot something else, or when a deploy key was rotated. A change only triggers a check: an Extension is due if its recorded
// state is behind that of its project. So
// nothing is lost while the process is down, and nothing is done twice when it is up again.
type Reconciler struct {
	seed     client.Reader
	projects garden.StateWatcher
	versions Versions
	pace     Pace
	due      chan event.GenericEvent
	presents *presents
}

// Versions are the Flux versions that the seed can deliver.
type Versions interface {
	// Carries returns whether a version is one of them.
	Carries(version string) bool
	// Versions returns them, the oldest first.
	Versions() []string
}

// NewReconciler returns a Reconciler that reads Extensions and Clusters with the given reader, which may be a cache with the index
// ClusterProject. It follows the projects, and spreads the shoots at the pace.
func NewReconciler(seed client.Reader, projects garden.StateWatcher, versions Versions, pace Pace) *Reconciler {
	return &Reconciler{seed: seed, projects: projects, versions: versions, pace: pace, due: make(chan event.GenericEvent), presents: newPresents()}
}

// Due is the source of the Extensions that are due, for the controller that reconciles them.
func (r *Reconciler) Due() source.Source {
	return source.Channel(r.due, &handler.EnqueueRequestForObject{})
}

// projectWorkers is the number of projects that are checked at a time: what one has written may take long to decode.
const projectWorkers = 4

// watch is a source of Extensions. It does not wait for the garden. What follows from a change of a project is not worked out in the goroutine that reports
// it, which has the changes of all projects, and once for all changes of the project until then.
func (r *Reconciler) watch(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
	changed := workqueue.NewTypedDelayingQueue[string]()
	context.AfterFunc(ctx, changed.ShutDown)
	for range projectWorkers {
		go r.checkProjects(ctx, changed, queue)
	}
	return r.projects.Follow(ctx, func(namespace string) { changed.AddAfter(namespace, r.pace.fold()) })
}

// checkProjects adds the Extensions of the projects that have changed until the context ends.
func (r *Reconciler) checkProjects(ctx context.Context, changed workqueue.TypedInterface[string], queue workqueue.TypedRateLimitingInterface[reconcile.Request]) {
	log := logf.FromContext(ctx).WithName(fluxv1alpha1.ExtensionType + "-propagation")
	for {
		namespace, ended := changed.Get()
		if ended {
			return
		}
		if err := r.enqueue(ctx, queue, namespace); err != nil {
			log.Error(err, "Failed to find the Extensions of a project that has changed", "project", namespace)
		}
		changed.Done(namespace)
	}
}

// extensionOf returns the request for the Extension of the Shoot of a Cluster; none if it has none.
func (r *Reconciler) extensionOf(ctx context.Context, cluster client.Object) []reconcile.Request {
	ex, err := seed.ExtensionIn(ctx, r.seed, cluster.GetName())
	if err != nil {
		logf.FromContext(ctx).Error(err, "Failed to find the Extension of a Shoot whose labels have changed", "cluster", cluster.GetName())
	}
	if ex == nil {
		return nil
	}
	return []reconcile.Request{{NamespacedName: client.ObjectKeyFromObject(ex)}}
}

// enqueue adds each Extension of a project with a delay. Most changes of projects are not propagated, and with a rollout, most concern few Shoots. What a
// project without Shoots on this seed has written is not read.
func (r *Reconciler) enqueue(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request], namespace string) error {
	here, err := seed.ExtensionsOf(ctx, r.seed, namespace)
	if len(here) == 0 {
		return err
	}
	isMeant, known, stateErr := r.isMeant(ctx, namespace)
	if stateErr != nil || !known {
		return errors.Join(stateErr, err)
	}
	here = slices.DeleteFunc(here, func(e seed.ExtensionOfShoot) bool { return !isMeant(e) })
	for _, e := range here {
		queue.AddAfter(reconcile.Request{NamespacedName: client.ObjectKeyFromObject(e.Extension)}, r.pace.delay(len(here)))
	}
	return err
}

// isMeant returns which Extensions of a project may be due after its change, and whether that is known.
func (r *Reconciler) isMeant(ctx context.Context, namespace string) (isMeant func(seed.ExtensionOfShoot) bool, known bool, err error) {
	all := func(seed.ExtensionOfShoot) bool { return true }
	if namespace == metav1.NamespaceAll {
		return all, true, nil
	}
	state, known, err := r.projects.State(ctx, namespace)
	switch {
	case err != nil || !known:
		return nil, false, err
	case !mayPropagate(state):
		return wasInRollout, true, nil
	case state.Rollout == nil:
		return all, true, nil
	}
	now := r.presents.of(namespace, state)
	return func(e seed.ExtensionOfShoot) bool {
		due, err := r.isDue(e.Extension, e.Shoot, now)
		return due || err != nil
	}, true, nil
}

// wasInRollout returns whether a rollout has decided on what the Shoot has: it is released when the rollout is removed.
func wasInRollout(e seed.ExtensionOfShoot) bool {
	recorded, err := extensionstatus.ReadState(e.Extension)
	return err == nil && recorded.Observed.Ring != ""
}

// isDue returns whether the recorded state of an Extension is behind that of its project.
func (r *Reconciler) isDue(ex *extensionsv1alpha1.Extension, shoot seed.Shoot, now extensionstatus.Present) (bool, error) {
	recorded, err := extensionstatus.ReadState(ex)
	if err != nil {
		return false, err
	}
	versions := r.versions.Versions()
	gate := rollout.Gate{
		Shoot:   rollout.Member{Name: shoot.Name, UID: shoot.UID, Labels: selection.SelectableLabels(shoot.Labels), Purpose: shoot.Spec.Purpose},
		Carries: r.versions.Carries, Newest: versions[len(versions)-1],
	}
	if config := ex.Spec.ProviderConfig; config != nil {
		gate.NamesVersion = document.NamesFluxVersion(config.Raw)
	}
	return recorded.Due(now, gate, shoot.Spec.Hibernation.Enabled), nil
}

// mayPropagate returns whether a change may have to be propagated at once to all Shoots. The propagation that a project wanted before its
// configuration was removed, and the last rotation that was delivered, are recorded in each Extension.
func mayPropagate(state garden.State) bool {
	return state.ConfigMap.IsEmpty() || state.ConfigMap.Governed(state.Rollout != nil) || state.ConfigMap.Propagation() == fluxv1alpha1.PropagationImmediate ||
		state.KeyAnnotations[fluxv1alpha1.AnnotationRotatedAt] != "" || len(state.SourceKeys.Annotations) > 0
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile sends the Extension to the source Due if its recorded state is behind that of its project.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	ex := &extensionsv1alpha1.Extension{}
	if err := r.seed.Get(ctx, request.NamespacedName, ex); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if !seed.IsShootFlux(ex) || seed.IsBeingDeletedOrMigrated(ex) {
		return reconcile.Result{}, nil
	}
	shoot, err := seed.ShootOf(ctx, r.seed, ex)
	if err != nil || shoot.Namespace == "" || shoot.DeletionTimestamp != nil {
		return reconcile.Result{}, err
	}
	state, known, err := r.projects.State(ctx, shoot.Namespace)
	if err != nil || !known {
		return reconcile.Result{}, err
	}
	if due, err := r.isDue(ex, shoot, r.presents.of(shoot.Namespace, state)); err != nil || !due {
		return reconcile.Result{}, err
	}

	logf.FromContext(ctx).Info("Reconciling because the configuration, what the labels of the Shoot select of it, the rollout or the deploy key of the project has changed", "project", shoot.Namespace)
	select {
	case r.due <- event.GenericEvent{Object: ex}:
	case <-ctx.Done():
		return reconcile.Result{}, ctx.Err()
	}
	return reconcile.Result{}, nil
}

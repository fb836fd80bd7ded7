// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package propagation is the controller that has Extensions reconciled without an operation of gardenlet: when the
// configuration, the rollout or a deploy key of their project changes, or the labels of their Shoot.
// It decides which Extensions are due, and when. It must not render or write anything.
package propagation

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/lru"
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

// Reconciler has an Extension reconciled at once when its project changes the configuration and requests immediate
// propagation, when the rollout promotes another revision for its Shoot, or when a deploy key was rotated. A change
// only triggers a check: an Extension is due if its recorded state is behind the state of its project. So no change
// is lost while the process is down, and none is propagated twice after a restart.
type Reconciler struct {
	seed     client.Reader
	projects garden.StateWatcher
	versions Versions
	pace     Pace
	due      chan event.GenericEvent
	presents presents
}

// Versions are the Flux versions that the seed can deliver.
type Versions interface {
	// Carries returns whether the seed can deliver a version.
	Carries(version string) bool
	// Versions returns all versions, the oldest first.
	Versions() []string
}

// NewReconciler returns a Reconciler that reads Extensions and Clusters with the given reader, which may be a cache
// with the index ClusterProject. It follows the projects, and spreads the shoots at the pace.
func NewReconciler(reader client.Reader, projects garden.StateWatcher, versions Versions, pace Pace) *Reconciler {
	return &Reconciler{seed: reader, projects: projects, versions: versions, pace: pace, due: make(chan event.GenericEvent), presents: presents{lru.New(keptProjects)}}
}

// Due is the source of the Extensions that are due, for the controller that reconciles them.
func (r *Reconciler) Due() source.Source {
	return source.Channel(r.due, &handler.EnqueueRequestForObject{})
}

// enqueue adds the Extensions of a project that a change may concern, each with a delay. Most changes are not
// propagated, and with a rollout, most concern few Shoots. It does not read the documents of a project without Shoots
// on this seed.
func (r *Reconciler) enqueue(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request], namespace string) error {
	here, err := seed.ExtensionsOf(ctx, r.seed, namespace)
	if len(here) == 0 {
		return err
	}
	isMeant, stateErr := r.isMeant(ctx, namespace)
	if isMeant == nil {
		return errors.Join(stateErr, err)
	}
	here = slices.DeleteFunc(here, func(e seed.ExtensionOfShoot) bool { return !isMeant(e) })
	for _, e := range here {
		queue.AddAfter(reconcile.Request{NamespacedName: client.ObjectKeyFromObject(e.Extension)}, r.pace.delay(len(here)))
	}
	return err
}

// isMeant returns a filter for the Extensions that may be due after a change of their project; nil if the project is
// unknown.
func (r *Reconciler) isMeant(ctx context.Context, namespace string) (func(seed.ExtensionOfShoot) bool, error) {
	all := func(seed.ExtensionOfShoot) bool { return true }
	if namespace == metav1.NamespaceAll {
		return all, nil
	}
	state, known, err := r.projects.State(ctx, namespace)
	switch {
	case err != nil || !known:
		return nil, err
	case !mayPropagate(state):
		return wasInRollout, nil
	case state.Rollout == nil:
		return all, nil
	}
	now := r.presents.of(namespace, state)
	return func(e seed.ExtensionOfShoot) bool {
		due, err := r.isDue(e.Extension, e.Shoot, now)
		return due || err != nil
	}, nil
}

// wasInRollout returns whether a rollout has selected the revision of the Shoot. When the rollout is removed, the Shoot
// follows the project again.
func wasInRollout(e seed.ExtensionOfShoot) bool {
	recorded, err := extensionstatus.ReadState(e.Extension)
	return err == nil && recorded.Observed.Ring != ""
}

// isDue returns whether the recorded state of an Extension is behind the state of its project.
func (r *Reconciler) isDue(ex *extensionsv1alpha1.Extension, shoot seed.Shoot, now extensionstatus.Present) (bool, error) {
	recorded, err := extensionstatus.ReadState(ex)
	if err != nil {
		return false, err
	}
	versions := r.versions.Versions()
	gate := rollout.PermitRequest{
		Shoot:   rollout.Member{Name: shoot.Name, UID: shoot.UID, Labels: selection.SelectableLabels(shoot.Labels), Purpose: shoot.Spec.Purpose},
		Carries: r.versions.Carries, Newest: versions[len(versions)-1],
	}
	if config := ex.Spec.ProviderConfig; config != nil {
		gate.NamesVersion = document.NamesFluxVersion(config.Raw)
	}
	return recorded.Due(now, gate, shoot.Spec.Hibernation.Enabled), nil
}

// mayPropagate returns whether a change may have to be propagated at once to all Shoots. Each Extension records the
// last delivered rotation, and the propagation that the project requested before it removed its configuration.
func mayPropagate(state garden.State) bool {
	return state.ConfigMap.IsEmpty() || state.ConfigMap.Governed(state.Rollout != nil) || state.ConfigMap.Propagation() == fluxv1alpha1.PropagationImmediate ||
		state.KeyAnnotations[fluxv1alpha1.AnnotationRotatedAt] != "" || len(state.SourceKeys.Annotations) > 0
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile sends the Extension to the source Due if its recorded state is behind the state of its project.
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

	logf.FromContext(ctx).Info("Reconciling because configuration, rollout or deploy key of the project, or the labels of the Shoot have changed", "project", shoot.Namespace)
	select {
	case r.due <- event.GenericEvent{Object: ex}:
	case <-ctx.Done():
		return reconcile.Result{}, ctx.Err()
	}
	return reconcile.Result{}, nil
}

// keptProjects bounds the memory: a configuration can have 256 KiB.
const keptProjects = 100

// presents caches the current state of projects for all of their Shoots, because it takes long to compute from a large
// configuration. It is safe for concurrent use.
type presents struct{ kept *lru.Cache }

type workedOut struct {
	of      garden.State
	present extensionstatus.Present
}

// of returns the current state of the project.
func (p presents) of(namespace string, state garden.State) extensionstatus.Present {
	if found, has := p.kept.Get(namespace); has {
		if known, is := found.(workedOut); is && same(known.of, state) {
			return known.present
		}
	}
	present := extensionstatus.PresentOf(state.ConfigMap, state.Rollout, state.KeyVersion, state.KeyAnnotations).WithSourceKeys(state.SourceKeys.Annotations)
	p.kept.Add(namespace, workedOut{of: state, present: present})
	return present
}

func same(a, b garden.State) bool {
	return a.Rollout == b.Rollout && a.KeyVersion == b.KeyVersion && maps.Equal(a.KeyAnnotations, b.KeyAnnotations) && maps.Equal(a.SourceKeys.Annotations, b.SourceKeys.Annotations) && sameConfigMap(a.ConfigMap, b.ConfigMap)
}

func sameConfigMap(a, b *document.ConfigMap) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Namespace == b.Namespace && maps.Equal(a.Data, b.Data) && maps.EqualFunc(a.BinaryData, b.BinaryData, bytes.Equal)
}

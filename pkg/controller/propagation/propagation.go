// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package propagation

import (
	"context"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// Pace is how a change is handed on to many shoots, so that these do not come to the garden and the Git host at once.
type Pace struct {
	// Settle is the time in which further changes are waited for.
	Settle time.Duration
	// Step is the time that one shoot more adds to that over which the shoots are spread, and Longest the most of it.
	Step, Longest time.Duration
	// Random returns a time below the given one.
	Random func(time.Duration) time.Duration
}

// delay returns when one of so many shoots has its turn.
func (p Pace) delay(shoots int) time.Duration {
	return p.Settle + p.Random(max(1, min(time.Duration(shoots)*p.Step, p.Longest)))
}

// Propagation has the Extensions of a project reconciled at once when the project's configuration changes and the project wants
// that, or when its deploy key was rotated, without an operation of gardenlet. A change only makes it look: what decides is whether an Extension is behind what its
// project says. So nothing is lost while the process is down, and nothing is done twice when it comes back.
type Propagation struct {
	// Seed reads Extensions and Clusters, for which it may use a cache.
	Seed client.Reader
	// Projects are watched in the garden.
	Projects project.StateWatcher
	// Pace spreads the shoots.
	Pace Pace

	Due chan event.GenericEvent
}

// NewPropagation returns a Propagation that reads with the given reader.
func NewPropagation(seed client.Reader, projects project.StateWatcher, pace Pace) *Propagation {
	return &Propagation{Seed: seed, Projects: projects, Pace: pace, Due: make(chan event.GenericEvent)}
}

var _ reconcile.Reconciler = &Propagation{}

// Watch is a source that never waits for the garden.
func (p *Propagation) Watch(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
	log := logf.FromContext(ctx).WithName(fluxv1alpha1.ExtensionType + "-propagation")
	return p.Projects.Follow(ctx, func(namespace string) {
		if err := p.enqueue(ctx, queue, namespace); err != nil {
			log.Error(err, "Failed to find the Extensions of a project that has changed", "project", namespace)
		}
	})
}

// enqueue gives each Extension of a project its turn. Of most projects there is nothing to hand on.
func (p *Propagation) enqueue(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request], namespace string) error {
	if namespace != metav1.NamespaceAll {
		state, known, err := p.Projects.State(ctx, namespace)
		if err != nil || !known || !mayPropagate(state) {
			return err
		}
	}
	here, err := seed.ExtensionsOf(ctx, p.Seed, namespace)
	for _, e := range here {
		queue.AddAfter(reconcile.Request{NamespacedName: client.ObjectKeyFromObject(e.Extension)}, p.Pace.delay(len(here)))
	}
	return err
}

// mayPropagate tells whether a change may have to reach shoots at once. What an empty configuration wanted before, and which
// rotation of the deploy key it has followed, each Extension knows.
func mayPropagate(state project.State) bool {
	return state.ConfigMap.IsEmpty() || configuration.PropagationOf(state.ConfigMap) == fluxv1alpha1.PropagationImmediate ||
		state.KeyAnnotations[fluxv1alpha1.AnnotationRotatedAt] != ""
}

// Reconcile hands an Extension that is behind what its project says to the controller for Extensions.
func (p *Propagation) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	ex := &extensionsv1alpha1.Extension{}
	if err := p.Seed.Get(ctx, request.NamespacedName, ex); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if !seed.IsOurs(ex) || seed.IsInTransition(ex) {
		return reconcile.Result{}, nil
	}
	shoot, err := seed.ShootOf(ctx, p.Seed, ex)
	if err != nil || shoot.Namespace == "" || shoot.DeletionTimestamp != nil {
		return reconcile.Result{}, err
	}
	state, known, err := p.Projects.State(ctx, shoot.Namespace)
	if err != nil || !known {
		return reconcile.Result{}, err
	}
	noted, err := extensionstatus.ReadState(ex)
	if err != nil || !noted.Behind(state.ConfigMap, state.KeyVersion, state.KeyAnnotations) {
		return reconcile.Result{}, err
	}

	logf.FromContext(ctx).Info("Reconciling because the project says something else than before", "project", shoot.Namespace)
	select {
	case p.Due <- event.GenericEvent{Object: ex}:
	case <-ctx.Done():
		return reconcile.Result{}, ctx.Err()
	}
	return reconcile.Result{}, nil
}

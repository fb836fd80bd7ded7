// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// mostAtATime is the number of Shoots that are asked at a time.
const mostAtATime = 64

// ShootChanger changes objects in shoots.
type ShootChanger interface {
	// Change calls change with a client for the shoot whose control plane is in the namespace.
	Change(ctx context.Context, namespace string, change func(context.Context, client.Client) error) error
}

// Counter counts what became of the turns of Shoots.
type Counter interface {
	// Asked counts a Shoot whose source is read because of a push, Skipped one that was not asked, and Failed one that could not be.
	Asked()
	Skipped()
	Failed()
}

// Reconciler asks the Shoot of an Extension when it has its turn. What it cannot ask polls: nothing is tried again.
type Reconciler struct {
	// Seed reads Extensions and Clusters from a cache with the index ClusterProject.
	Seed client.Reader
	// Board is the notice board of the seed.
	Board garden.NoticeBoard
	// Shoots changes the sources.
	Shoots ShootChanger
	// Clock is the clock.
	Clock clock.PassiveClock
	// Settle is the time after which a shoot that was asked is checked.
	Settle time.Duration
	// Checks takes Extensions whose shoots are to be checked, and is watched by the controller for conditions.
	Checks chan event.GenericEvent
	// Counter counts.
	Counter Counter

	turns *turns
}

// NewReconciler returns the given Reconciler, ready to use.
func NewReconciler(r *Reconciler) *Reconciler {
	r.turns = newTurns()
	return r
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile asks the Shoot, waits for its turn, or has it checked.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	ex := &extensionsv1alpha1.Extension{}
	if err := r.Seed.Get(ctx, request.NamespacedName, ex); err != nil {
		if apierrors.IsNotFound(err) {
			r.turns.forget(request.Namespace)
		}
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	shoot, err := seed.ShootOf(ctx, r.Seed, ex)
	if err != nil {
		return reconcile.Result{}, err
	}
	now := r.Clock.Now()
	due, notice, after := r.turns.take(shoot.Namespace, ex.Namespace, now)
	switch due {
	case wait:
		return reconcile.Result{RequeueAfter: after}, nil
	case check:
		return reconcile.Result{}, r.check(ctx, ex)
	case nothing:
		return reconcile.Result{}, nil
	}
	recorded, may := isAsked(ex, shoot)
	asked := false
	if may {
		err = r.Shoots.Change(ctx, ex.Namespace, func(ctx context.Context, shoot client.Client) error {
			var err error
			asked, err = askSource(ctx, shoot, recorded, notice, r.Clock.Now())
			return err
		})
	}
	switch {
	case err != nil:
		r.turns.asked(shoot.Namespace, ex.Namespace, time.Time{})
		r.Counter.Failed()
		logf.FromContext(ctx).V(1).Info("Failed to ask Flux in the shoot to read its source, which it does at its next poll", "reason", err.Error())
		return reconcile.Result{}, nil
	case !asked:
		r.turns.asked(shoot.Namespace, ex.Namespace, time.Time{})
		r.Counter.Skipped()
		return reconcile.Result{}, nil
	}
	r.turns.asked(shoot.Namespace, ex.Namespace, r.Clock.Now().Add(r.Settle))
	r.Counter.Asked()
	return reconcile.Result{RequeueAfter: r.Settle}, nil
}

// check has the conditions of a shoot reported, which the push has changed.
func (r *Reconciler) check(ctx context.Context, ex *extensionsv1alpha1.Extension) error {
	select {
	case r.Checks <- event.GenericEvent{Object: ex}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"fmt"
	"slices"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-push"

// AddToManager adds the controller to the manager.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	options.MaxConcurrentReconciles = mostAtATime
	if err := builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		WatchesRawSource(source.Func(r.watch)).
		Complete(kube.BoundReconciler(r)); err != nil {
		return fmt.Errorf("failed to add the controller for pushes: %w", err)
	}
	return nil
}

// watch is a source of Extensions that have a turn. It does not wait for the garden.
func (r *Reconciler) watch(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
	log := logf.FromContext(ctx).WithName(ControllerName)
	go func() {
		err := r.Board.Watch(ctx, func(board *noticeboard.Board) {
			for project, notice := range board.Pushes() {
				if err := r.follow(ctx, queue, project, notice); err != nil {
					log.Error(err, "Failed to find the Shoots of a project after a push", "project", project)
				}
			}
		})
		if err != nil && ctx.Err() == nil {
			log.Error(err, "Failed to watch the notice board of this seed: Flux polls")
		}
	}()
	return nil
}

// follow gives the Shoots of a project their turns after a push.
func (r *Reconciler) follow(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request], project string, notice push.Notice) error {
	var (
		failure error
		now     = r.Clock.Now()
		names   = map[string]string{}
	)
	given := r.turns.give(project, notice, func() []string {
		here, err := seed.ExtensionsOf(ctx, r.Seed, project)
		failure = err
		var shoots []string
		for _, e := range here {
			if _, may := isAsked(e.Extension, e.Shoot); may {
				shoots = append(shoots, e.Extension.Namespace)
				names[e.Extension.Namespace] = e.Extension.Name
			}
		}
		slices.Sort(shoots)
		return shoots
	}, now)
	for namespace, at := range given {
		queue.AddAfter(reconcile.Request{NamespacedName: client.ObjectKey{Namespace: namespace, Name: names[namespace]}}, max(time.Duration(0), at.Sub(now)))
	}
	return failure
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
)

// AddToManager adds the controller of the Method to the manager.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	b := builder.ControllerManagedBy(mgr).Named(r.Method.Name()).WithOptions(options)
	r.Method.Watch(b, r.Stops)
	return b.Complete(kube.BoundReconciler(r))
}

// once returns a source with one request, for a rollout of the whole landscape that is decided on at intervals. The
// request is repeated when a stop of all rollouts begins or ends.
func once(request string, stops *stop.Landscape) source.Source {
	return source.Func(func(_ context.Context, queue garden.Queue) error {
		add := func() { queue.Add(garden.Request(request)) }
		stops.Follow(add)
		add()
		return nil
	})
}

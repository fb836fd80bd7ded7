// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"context"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

// Trigger is a channel through which one controller enqueues objects in another controller.
type Trigger chan event.GenericEvent

// Source returns the event source for the receiving controller, which must have a priority queue. It enqueues each
// object with the options.
func (t Trigger) Source(options priorityqueue.AddOpts) source.Source {
	return source.Channel(t, handler.Funcs{GenericFunc: func(_ context.Context, e event.GenericEvent, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) {
		queue.(priorityqueue.PriorityQueue[reconcile.Request]).AddWithOpts(options, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(e.Object)})
	}})
}

// Send sends an object. It blocks until the receiving controller accepts the object, or the context ends.
func (t Trigger) Send(ctx context.Context, object client.Object) error {
	select {
	case t <- event.GenericEvent{Object: object}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controllertest

import (
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// RecordingQueue records the requests that are added with a delay.
type RecordingQueue struct {
	workqueue.TypedRateLimitingInterface[reconcile.Request]
	Delayed chan DelayedRequest
}

// DelayedRequest is the namespace of a request, and its delay.
type DelayedRequest struct {
	Namespace string
	After     time.Duration
}

// AddAfter records the request.
func (t *RecordingQueue) AddAfter(request reconcile.Request, after time.Duration) {
	t.Delayed <- DelayedRequest{Namespace: request.Namespace, After: after}
}

// Namespaces returns and removes the namespaces of the recorded requests, in their order.
func (t *RecordingQueue) Namespaces() []string {
	var namespaces []string
	for len(t.Delayed) > 0 {
		namespaces = append(namespaces, (<-t.Delayed).Namespace)
	}
	return namespaces
}

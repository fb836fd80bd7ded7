// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controllertest

import (
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"time"
)

// Turns notes when whose turn is.
type Turns struct {
	workqueue.TypedRateLimitingInterface[reconcile.Request]
	Given chan Turn
}

type Turn struct {
	Namespace string
	After     time.Duration
}

func (t *Turns) AddAfter(request reconcile.Request, after time.Duration) {
	t.Given <- Turn{Namespace: request.Namespace, After: after}
}

// Namespaces are those whose turn was given, in their order.
func (t *Turns) Namespaces() []string {
	var namespaces []string
	for len(t.Given) > 0 {
		namespaces = append(namespaces, (<-t.Given).Namespace)
	}
	return namespaces
}

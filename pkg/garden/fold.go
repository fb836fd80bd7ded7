// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"

	"k8s.io/client-go/util/workqueue"
)

// foldWorkers is how many projects a Fold works on at a time, so that one whose configuration takes long to read does not keep back the others.
const foldWorkers = 4

// Fold calls a function for projects that have changed, outside the goroutine of the informer that has seen the change: reading the configuration of a
// project may take long. However many changes there are of a project meanwhile, they lead to one more call, and no project has two calls at a time.
type Fold struct {
	queue workqueue.TypedInterface[string]
}

// NewFold returns a Fold. It keeps added namespaces until it is started.
func NewFold() *Fold { return &Fold{queue: workqueue.NewTyped[string]()} }

// Add adds the namespace of a project that has changed. It does not block.
func (f *Fold) Add(namespace string) { f.queue.Add(namespace) }

// Start calls changed until the context ends. It does not block.
func (f *Fold) Start(ctx context.Context, changed func(namespace string)) {
	context.AfterFunc(ctx, f.queue.ShutDown)
	for range foldWorkers {
		go func() {
			for {
				namespace, ended := f.queue.Get()
				if ended {
					return
				}
				if ctx.Err() == nil {
					changed(namespace)
				}
				f.queue.Done(namespace)
			}
		}()
	}
}

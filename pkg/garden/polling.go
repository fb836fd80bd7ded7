// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"time"

	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// Polling holds the polled projects of a controller, with a value for each of them. Controllers do not watch the
// ConfigMaps flux-status, because seeds write them frequently.
type Polling[V any] struct {
	// Interval is the time between two reads of a project's reports. With many projects, it increases to Pace multiplied
	// by the number of projects.
	Interval, Pace time.Duration
	// Random returns a random duration below the given one.
	Random func(time.Duration) time.Duration

	projects kube.ConcurrentMap[string, *V]
}

// Of returns the value of a project, which is empty at first.
func (p *Polling[V]) Of(namespace string) *V {
	value, _ := p.projects.Update(namespace, func(value *V, has bool) (*V, bool) {
		if !has {
			value = new(V)
		}
		return value, true
	})
	return value
}

// Forget removes a project.
func (p *Polling[V]) Forget(namespace string) { p.projects.Delete(namespace) }

// Next returns the time until the next read of a project.
func (p *Polling[V]) Next() time.Duration {
	next := max(p.Interval, time.Duration(p.projects.Len())*p.Pace)
	return next - p.Random(max(1, next/5))
}

// ConfiguredProjects returns a source of the projects whose configuration has changed. For metav1.NamespaceAll, which
// StateWatcher reports after the first list, it returns the projects with a configuration that is accepted.
func ConfiguredProjects(projects Projects, controller string, isAccepted func(*document.ConfigMap) bool) source.Source {
	return Changes(projects, func(ctx context.Context, queue Queue) {
		namespaces, err := projects.Namespaces(ctx)
		if err != nil {
			logf.FromContext(ctx).WithName(controller).Error(err, "Failed to find the projects with a configuration")
		}
		for _, namespace := range namespaces {
			if state, known, err := projects.State(ctx, namespace); err == nil && known && isAccepted(state.ConfigMap) {
				queue.Add(Request(namespace))
			}
		}
	})
}

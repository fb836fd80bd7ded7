// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// Pacing holds the projects whose reports a controller reads, with a value for each of them.
type Pacing[V any] struct {
	// Interval is the time between a change of a project's reports and the next read. With many projects, it increases to
	// Pace multiplied by the number of projects.
	Interval, Pace time.Duration
	// Random returns a random duration below the given one.
	Random func(time.Duration) time.Duration

	projects kube.ConcurrentMap[string, *V]
}

// Of returns the value of a project, which is empty at first.
func (p *Pacing[V]) Of(namespace string) *V {
	value, _ := p.projects.Update(namespace, func(value *V, has bool) (*V, bool) {
		if !has {
			value = new(V)
		}
		return value, true
	})
	return value
}

// Forget removes a project.
func (p *Pacing[V]) Forget(namespace string) { p.projects.Delete(namespace) }

// wait returns the time until a project whose reports have changed is read.
func (p *Pacing[V]) wait() time.Duration {
	return p.spread(max(p.Interval, time.Duration(p.projects.Len())*p.Pace))
}

// Rest returns the time until a project is read again although its reports have not changed, because its Shoots may
// have changed.
func (p *Pacing[V]) Rest() time.Duration { return p.spread(time.Hour) }

func (p *Pacing[V]) spread(wait time.Duration) time.Duration { return wait - p.Random(max(1, wait/5)) }

// Source returns a source of the projects whose reports have changed.
func (p *Pacing[V]) Source(reports Follower) source.Source {
	return source.Func(func(ctx context.Context, queue Queue) error {
		return reports.Follow(ctx, func(changed string) {
			namespaces := []string{changed}
			if changed == metav1.NamespaceAll {
				namespaces = p.projects.Keys()
			}
			for _, namespace := range namespaces {
				if _, known := p.projects.Load(namespace); known {
					queue.AddAfter(Request(namespace), p.wait())
				}
			}
		})
	})
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

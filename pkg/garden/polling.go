// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
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

// ReadOrCreateConfigMap returns a ConfigMap of the project that only this extension writes. It creates a missing
// ConfigMap without content, so that all content is written by updates: if two replicas write, one of them gets a
// conflict.
func ReadOrCreateConfigMap(ctx context.Context, garden client.Client, namespace, name string) (configMap *corev1.ConfigMap, created bool, err error) {
	configMap, err = ReadConfigMap(ctx, garden, namespace, name)
	if err != nil || configMap != nil {
		return configMap, false, err
	}
	empty := corev1ac.ConfigMap(name, namespace).WithLabels(map[string]string{fluxv1alpha1.LabelManagedBy: FieldOwner})
	if err := garden.Apply(ctx, empty, client.FieldOwner(FieldOwner)); err != nil {
		return nil, false, fmt.Errorf("failed to create ConfigMap %s/%s: %w", namespace, name, err)
	}
	configMap, err = ReadConfigMap(ctx, garden, namespace, name)
	if err == nil && configMap == nil {
		err = fmt.Errorf("ConfigMap %s/%s was deleted while it was created", namespace, name)
	}
	return configMap, true, err
}

// WithoutData returns the ConfigMap without data, for a later update.
func WithoutData(configMap *corev1.ConfigMap) *corev1.ConfigMap {
	configMap.Data, configMap.BinaryData, configMap.ManagedFields = nil, nil, nil
	return configMap
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

// Queue is the work queue of a controller.
type Queue = workqueue.TypedRateLimitingInterface[reconcile.Request]

// Request returns the request for the project with the namespace.
func Request(namespace string) reconcile.Request {
	return reconcile.Request{NamespacedName: types.NamespacedName{Name: namespace}}
}

// RequestsOf returns the request for the project of an object.
func RequestsOf(_ context.Context, object client.Object) []reconcile.Request {
	return []reconcile.Request{Request(object.GetNamespace())}
}

// Projects provides the states of projects, and lists the projects with a configuration.
type Projects interface {
	StateWatcher
	// Namespaces returns the namespaces of the projects with a configuration.
	Namespaces(ctx context.Context) ([]string, error)
}

// Changes returns a source of the projects whose configuration has changed. It calls all for metav1.NamespaceAll, which
// StateWatcher reports after the first list. The source does not wait for the garden.
func Changes(projects StateWatcher, all func(ctx context.Context, queue Queue)) source.Source {
	return source.Func(func(ctx context.Context, queue Queue) error {
		return projects.Follow(ctx, func(namespace string) {
			if namespace == metav1.NamespaceAll {
				all(ctx, queue)
				return
			}
			queue.Add(Request(namespace))
		})
	})
}

// Source returns a source of the projects that have the ConfigMap. wait returns the delay of each request.
func (c ConfigMapSearch) Source(controller string, wait func() time.Duration) source.Source {
	return source.Func(func(ctx context.Context, queue Queue) error {
		c.Start(ctx, controller, func(namespace string) { queue.AddAfter(Request(namespace), wait()) })
		return nil
	})
}

// ListShoots returns the Shoots of a project, or all Shoots for metav1.NamespaceAll. Callers must not change them,
// because they are not copies of the objects in the cache.
func ListShoots(ctx context.Context, shoots client.Reader, namespace string) ([]gardencorev1beta1.Shoot, error) {
	list := &gardencorev1beta1.ShootList{}
	if err := shoots.List(ctx, list, client.InNamespace(namespace), client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list Shoots in the garden: %w", err)
	}
	return list.Items, nil
}

// ListFluxShoots returns the Shoots that use Flux and are not being deleted. It has the same parameters as ListShoots.
func ListFluxShoots(ctx context.Context, shoots client.Reader, namespace string) ([]*gardencorev1beta1.Shoot, error) {
	all, err := ListShoots(ctx, shoots, namespace)
	var living []*gardencorev1beta1.Shoot
	for i := range all {
		if shoot := &all[i]; UsesFlux(shoot) && shoot.DeletionTimestamp == nil {
			living = append(living, shoot)
		}
	}
	return living, err
}

// ProjectsWithFlux returns the namespaces with at least one Shoot that uses Flux. It has the same parameters as
// ListShoots.
func ProjectsWithFlux(ctx context.Context, shoots client.Reader, namespace string) (map[string]bool, error) {
	all, err := ListShoots(ctx, shoots, namespace)
	projects := map[string]bool{}
	for i := range all {
		if UsesFlux(&all[i]) {
			projects[all[i].Namespace] = true
		}
	}
	return projects, err
}

// ConfigMapReference returns a reference for Events about this version of the ConfigMap. field may be empty. The
// recorder aggregates Events about the same field of the same version, and keeps only the first note.
func ConfigMapReference(configMap metav1.ObjectMeta, field string) *corev1.ObjectReference {
	return &corev1.ObjectReference{
		APIVersion: "v1", Kind: "ConfigMap", Namespace: configMap.Namespace, Name: configMap.Name,
		UID: configMap.UID, ResourceVersion: configMap.ResourceVersion, FieldPath: field,
	}
}

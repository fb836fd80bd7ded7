// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"context"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-notifications"

type requestQueue = workqueue.TypedRateLimitingInterface[reconcile.Request]

// AddToManager adds the controller to the manager. It does not watch the ConfigMaps flux-status, which seeds write all the time: those of projects with
// receivers are read once in a while.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	options.MaxConcurrentReconciles = r.Workers
	if err := builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		WatchesRawSource(source.Func(r.follow)).
		WatchesRawSource(source.Func(r.findLeftOver)).
		Complete(kube.BoundReconciler(r)); err != nil {
		return fmt.Errorf("failed to add the controller for notifications: %w", err)
	}
	return nil
}

func requestFor(project string) reconcile.Request {
	return reconcile.Request{NamespacedName: types.NamespacedName{Name: project}}
}

// follow is a source of the projects whose configuration changes, and at first of those with receivers. It does not wait for the garden.
func (r *Reconciler) follow(ctx context.Context, queue requestQueue) error {
	log := logf.FromContext(ctx).WithName(ControllerName)
	return r.Projects.Follow(ctx, func(namespace string) {
		if namespace != metav1.NamespaceAll {
			queue.Add(requestFor(namespace))
			return
		}
		namespaces, err := r.Projects.Namespaces(ctx)
		if err != nil {
			log.Error(err, "Failed to find the projects with a configuration")
		}
		for _, each := range namespaces {
			if state, known, err := r.Projects.State(ctx, each); err == nil && known {
				if _, configured := state.ConfigMap.Notifications(); configured == document.Valid {
					queue.Add(requestFor(each))
				}
			}
		}
	})
}

// findLeftOver is a source of the projects with a ConfigMap flux-notifications, once: a project can have removed its receivers while the process was not
// running.
func (r *Reconciler) findLeftOver(ctx context.Context, queue requestQueue) error {
	garden.ConfigMapSearch{Garden: r.Garden, Name: fluxv1alpha1.NotificationConfigMapName}.Start(ctx, ControllerName, func(namespace string) { queue.Add(requestFor(namespace)) })
	return nil
}

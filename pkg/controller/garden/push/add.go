// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-push"

// AddToManager adds the controller to the manager, in each replica.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	options.NeedLeaderElection = ptr.To(false)
	if err := builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		WatchesRawSource(source.Func(r.watch)).
		Complete(kube.BoundReconciler(r)); err != nil {
		return fmt.Errorf("failed to add the controller for webhooks of projects: %w", err)
	}
	return mgr.AddReadyzCheck(ControllerName, func(*http.Request) error {
		if !r.Hooks.AreKnown() {
			return errors.New("the webhooks of projects are not known yet")
		}
		return nil
	})
}

// watch is a source of projects. It does not wait for the garden. A replica that becomes the leader reports the webhooks of all of them.
func (r *Reconciler) watch(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
	log := logf.FromContext(ctx).WithName(ControllerName)
	all := func() {
		namespaces, err := r.Projects.Namespaces(ctx)
		if err != nil {
			log.Error(err, "Failed to find the projects with a configuration")
			return
		}
		r.Hooks.expect(namespaces)
		for _, namespace := range namespaces {
			queue.Add(requestFor(namespace))
		}
	}
	go func() {
		select {
		case <-ctx.Done():
		case <-r.Leads:
			all()
		}
	}()
	return r.Projects.Follow(ctx, func(namespace string) {
		if namespace == metav1.NamespaceAll {
			all()
			return
		}
		queue.Add(requestFor(namespace))
	})
}

func requestFor(namespace string) reconcile.Request {
	return reconcile.Request{NamespacedName: client.ObjectKey{Name: namespace}}
}

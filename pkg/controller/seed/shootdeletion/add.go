// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package shootdeletion

import (
	"encoding/json"
	"fmt"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-shoot-deletion"

// AddToManager adds the controller to the manager.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	if err := builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		For(&extensionsv1alpha1.Cluster{}, builder.WithPredicates(deletionBegins())).
		Complete(kube.BoundReconciler(r)); err != nil {
		return fmt.Errorf("failed to add the controller for shoots that are being deleted: %w", err)
	}
	return nil
}

// deletionBegins accepts Clusters whose Shoot is being deleted, and an update only if the Shoot was not being deleted before.
func deletionBegins() predicate.Predicate {
	return predicate.Funcs{
		CreateFunc: func(e event.CreateEvent) bool { return isShootBeingDeleted(e.Object) },
		UpdateFunc: func(e event.UpdateEvent) bool {
			return isShootBeingDeleted(e.ObjectNew) && !isShootBeingDeleted(e.ObjectOld)
		},
		DeleteFunc:  func(event.DeleteEvent) bool { return false },
		GenericFunc: func(event.GenericEvent) bool { return false },
	}
}

// isShootBeingDeleted decodes no more of the Shoot than its metadata.
func isShootBeingDeleted(object client.Object) bool {
	cluster, ok := object.(*extensionsv1alpha1.Cluster)
	if !ok {
		return false
	}
	shoot := &metav1.PartialObjectMetadata{}
	return json.Unmarshal(cluster.Spec.Shoot.Raw, shoot) == nil && shoot.DeletionTimestamp != nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	predicateutils "github.com/gardener/gardener/pkg/controllerutils/predicate"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// AddToManager adds the controller to the manager, whose cache needs the index of seed.AddClusterIndex.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	return builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		Watches(&extensionsv1alpha1.Extension{}, r.enqueueSettled(r.projectOfExtension), builder.WithPredicates(
			predicateutils.HasType(fluxv1alpha1.ExtensionType), predicateutils.HasClass(extensionsv1alpha1.ExtensionClassShoot), statusChanges())).
		Watches(&extensionsv1alpha1.Cluster{}, r.enqueueSettled(r.projectOfCluster), builder.WithPredicates(statusChanges())).
		WatchesRawSource(source.Func(r.sweep)).
		Complete(kube.BoundReconciler(r))
}

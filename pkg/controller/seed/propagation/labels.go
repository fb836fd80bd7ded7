// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package propagation

import (
	"bytes"
	"maps"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// selectionChanges accepts updates of Clusters whose Shoot has other labels or another purpose than before, by which overrides and rings select it.
// gardenlet writes them into the Cluster when it reconciles the Shoot the next time, and in some cases without an operation for the Extension.
func selectionChanges() predicate.Predicate {
	return predicate.Funcs{
		CreateFunc: func(event.CreateEvent) bool { return false },
		UpdateFunc: func(e event.UpdateEvent) bool {
			before, wasCluster := e.ObjectOld.(*extensionsv1alpha1.Cluster)
			now, isCluster := e.ObjectNew.(*extensionsv1alpha1.Cluster)
			if !wasCluster || !isCluster || bytes.Equal(before.Spec.Shoot.Raw, now.Spec.Shoot.Raw) {
				return false
			}
			was, is := seed.ShootIn(before), seed.ShootIn(now)
			return !maps.Equal(was.Labels, is.Labels) || was.Spec.Purpose != is.Spec.Purpose
		},
		DeleteFunc:  func(event.DeleteEvent) bool { return false },
		GenericFunc: func(event.GenericEvent) bool { return false },
	}
}

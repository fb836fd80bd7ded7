// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"fmt"
	"strconv"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
)

// IsPaused reports whether gardener-resource-manager applies nothing of the ManagedResource, and reports it as healthy all the same.
func IsPaused(resource *resourcesv1alpha1.ManagedResource) bool {
	paused, err := strconv.ParseBool(resource.Annotations[resourcesv1alpha1.Ignore])
	return err == nil && paused
}

// judgePaused reports whether a ManagedResource is paused, and fills in the verdict then.
func judgePaused(o Observation, verdict *Verdict) bool {
	var paused []string
	for _, resource := range o.ManagedResources {
		if IsPaused(resource) {
			paused = append(paused, resource.Name)
		}
	}
	if len(paused) == 0 {
		return false
	}
	if o.ShootDying {
		verdict.Status, verdict.Reason = gardencorev1beta1.ConditionProgressing, "ShootDeletion"
		verdict.Message = "the shoot is being deleted. Flux is suspended, so that it does not recreate what Gardener cleans up"
		return true
	}
	verdict.Status, verdict.Reason = gardencorev1beta1.ConditionFalse, "Paused"
	verdict.Message = fmt.Sprintf("ManagedResource %s has the annotation %s=true: gardener-resource-manager applies nothing of it, and reports it as healthy. "+
		"The annotation is left of a removal of the extension that was cut short, or was set by hand. Reconcile the Shoot to remove it",
		strings.Join(paused, ", "), resourcesv1alpha1.Ignore)
	return true
}

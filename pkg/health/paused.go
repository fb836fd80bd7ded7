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

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// IsPaused reports whether gardener-resource-manager applies nothing of the ManagedResource, and reports it as healthy all the same.
func IsPaused(resource *resourcesv1alpha1.ManagedResource) bool {
	paused, err := strconv.ParseBool(resource.Annotations[resourcesv1alpha1.Ignore])
	return err == nil && paused
}

// IsPausedByExtension reports whether the extension itself has paused the ManagedResource, as it does before a removal. It does so also where
// only the annotation that records it is left.
func IsPausedByExtension(resource *resourcesv1alpha1.ManagedResource) bool {
	return resource.Annotations[fluxv1alpha1.AnnotationPaused] == "true"
}

// judgePaused reports whether a ManagedResource is paused, and fills in the verdict then.
func judgePaused(o Observation, verdict *Verdict) bool {
	var own, others []string
	for _, resource := range o.ManagedResources {
		switch {
		case !IsPaused(resource):
		case IsPausedByExtension(resource):
			own = append(own, resource.Name)
		default:
			others = append(others, resource.Name)
		}
	}
	if len(own)+len(others) == 0 {
		return false
	}
	if o.ShootDying {
		verdict.Status, verdict.Reason = gardencorev1beta1.ConditionProgressing, "ShootDeletion"
		verdict.Message = "the shoot is being deleted. Flux is suspended, so that it does not recreate what Gardener cleans up"
		return true
	}
	verdict.Status, verdict.Reason = gardencorev1beta1.ConditionFalse, "Paused"
	var texts []string
	if len(others) > 0 {
		texts = append(texts, pausedText(others)+"The extension did not set the annotation and does not remove it. Remove it from the ManagedResource in the seed for Flux to follow its configuration again")
	}
	if len(own) > 0 {
		texts = append(texts, pausedText(own)+"The annotation is left of a removal of the extension that was cut short. Reconcile the Shoot to remove it")
	}
	verdict.Message = strings.Join(texts, ". ")
	return true
}

func pausedText(names []string) string {
	return fmt.Sprintf("ManagedResource %s has the annotation %s=true: gardener-resource-manager applies nothing of it, and reports it as healthy. ",
		strings.Join(names, ", "), resourcesv1alpha1.Ignore)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// HasUnhealthyControllers returns whether the seed knows that controllers of Flux do not run, so that it is worth to ask the shoot why.
func HasUnhealthyControllers(o Observation) bool {
	for _, resource := range o.ManagedResources {
		if resource.Name == fluxv1alpha1.ManagedResourceControllers && !o.ShootDying && !o.LeftAlone && !IsPaused(resource) {
			return isUnhealthy(resource)
		}
	}
	return false
}

func isUnhealthy(resource *resourcesv1alpha1.ManagedResource) bool {
	healthy := v1beta1helper.GetCondition(resource.Status.Conditions, resourcesv1alpha1.ResourcesHealthy)
	return healthy != nil && healthy.Status == gardencorev1beta1.ConditionFalse && resource.Status.ObservedGeneration == resource.Generation
}

// ExplainPods returns what is wrong with the first of the pods of a workload, which have these labels, that are not ready, in one word and in a sentence that names
// pod, container and image; both are empty if nothing is reported that a user would have to correct. It makes five requests at most.
func ExplainPods(ctx context.Context, shoot client.Reader, workload, namespace string, labels map[string]string) (reason, message string, err error) {
	pods, err := observe.ReadPods(ctx, shoot, workload, namespace, labels)
	if err != nil {
		return "", "", err
	}
	found := OfController(observe.Controller{Namespace: namespace, Pods: pods})
	if found == nil || found.Reason == ReasonContainerNotReady {
		return "", "", nil
	}
	return found.Reason, text.Format(found.Subject, found.Message, ""), nil
}

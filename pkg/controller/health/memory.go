// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/concurrent"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// memory is what is remembered of shoots between two health checks, by the namespaces of their control planes.
type memory = concurrent.Map[string, shootMemory]

// shootMemory is what is remembered of one shoot. It can be lost with the process without harm.
type shootMemory struct {
	// unreachableSince is the time since when the shoot has been unreachable; zero if it is reachable.
	unreachableSince time.Time
	// key is the deploy key that was observed in the shoot, keyObservedAt the time of the observation, and keyDelivery the delivery then.
	key           health.KeyObservation
	keyObservedAt time.Time
	keyDelivery   delivery
	// objects is what is remembered of Flux's objects.
	objects objectsMemory
}

// delivery identifies a delivery, and whether it is applied.
type delivery struct {
	state                string
	generation, observed int64
	applied              gardencorev1beta1.ConditionStatus
}

func deliveryOf(ex *extensionsv1alpha1.Extension, config *resourcesv1alpha1.ManagedResource) delivery {
	var d delivery
	if ex.Status.State != nil {
		d.state = string(ex.Status.State.Raw)
	}
	if config != nil {
		d.generation, d.observed = config.Generation, config.Status.ObservedGeneration
		if applied := v1beta1helper.GetCondition(config.Status.Conditions, resourcesv1alpha1.ResourcesApplied); applied != nil {
			d.applied = applied.Status
		}
	}
	return d
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"sync"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// looks is what is remembered of looks at shoots: nothing that is lost with the process without harm. There is one entry for each
// shoot with the extension. It is safe for concurrent use.
type looks struct {
	mutex  sync.Mutex
	shoots map[string]look
}

type look struct {
	// unreachableSince is since when the shoot could not be asked; zero if it could.
	unreachableSince time.Time
	// key is the deploy key that was seen, keyAt when, and keyOf what was delivered then.
	key   health.KeyObservation
	keyAt time.Time
	keyOf delivery
}

// delivery tells one delivery from another, and whether it has arrived.
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

func (l *looks) of(namespace string) look {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.shoots[namespace]
}

func (l *looks) note(namespace string, seen look) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.shoots == nil {
		l.shoots = map[string]look{}
	}
	l.shoots[namespace] = seen
}

func (l *looks) forget(namespace string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	delete(l.shoots, namespace)
}

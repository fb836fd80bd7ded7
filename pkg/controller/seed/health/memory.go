// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"fmt"
	"time"

	"github.com/fluxcd/pkg/apis/meta"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/tree"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// memory is what is remembered of shoots between two health checks, by the namespaces of their control planes.
type memory = kube.ConcurrentMap[string, shootMemory]

// shootMemory is what is remembered of one shoot. It can be lost with the process without harm.
type shootMemory struct {
	// unreachableSince is the time since when the shoot has been unreachable; zero if it is reachable.
	unreachableSince time.Time
	// key is the deploy key that was observed in the shoot, keyObservedAt the time of the observation, and keyDelivery the delivery then.
	key           observe.Key
	keyObservedAt time.Time
	keyDelivery   delivery
	// objects is what is remembered of Flux's objects.
	objects objectsMemory
	// seen identifies what the last health check has reported, and changes is how many of them in a row have reported something else.
	seen    string
	changes int
}

// fewChanges is how many health checks in a row may each report something else before the time between them grows. A commit that is applied,
// and fails, and is corrected, takes fewer.
const fewChanges = 8

// follow takes over what a health check has reported of a shoot, and returns the shortest time to the next one: status of
// Flux's objects that changes all the time is reported at the usual intervals in the end.
func (m *shootMemory) follow(observed health.Observation, verdicts []health.Verdict, settle, usual time.Duration) time.Duration {
	seen := ""
	if observed.Shoot.Kustomization != nil {
		seen = rootOf(observed.Shoot)
	}
	for _, verdict := range verdicts {
		seen += " " + string(verdict.Type) + " " + string(verdict.Status) + " " + verdict.Reason
	}
	if seen == m.seen {
		m.changes = 0
		return settle
	}
	m.seen = seen
	if m.changes++; m.changes <= fewChanges {
		return settle
	}
	return min(settle<<min(m.changes-fewChanges, 10), usual)
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

// quietAfter is the time after the last change in the shoot from which a short unreadiness counts as a retry of the applied revision.
const quietAfter = 10 * time.Minute

// objectsMemory is what is remembered of the objects of a shoot.
type objectsMemory struct {
	// root identifies what the root Kustomization has applied, and changedAt is when that, or what any other object has applied, changed.
	root      string
	changedAt time.Time
	// proven is the root with which they were read last, and print identifies what they had applied then; empty if they were not read.
	proven, print string
	// readAt is when they were read, which took so long, and rounds how often they were since the empty kinds were read.
	readAt time.Time
	took   time.Duration
	rounds int
	empty  []schema.GroupVersionKind
	marks  map[tree.ID]tree.Mark
	// failedSince is since when they cannot be read; zero if they can.
	failedSince time.Time
}

// follow takes over what the root Kustomization has applied. After a restart, what was reported of it is what there was.
func (m *objectsMemory) follow(observation health.Observation, before *fluxv1alpha1.ObservedShoot, now time.Time) {
	root := rootOf(observation.Shoot)
	if root == m.root {
		return
	}
	restarted := m.root == "" && before != nil && before.Objects != nil && before.AppliedRevision == observation.Shoot.Kustomization.Status.LastAppliedRevision
	if m.root = root; restarted {
		m.proven = root
		return
	}
	m.changedAt = now
}

// isProven returns whether what is reported of the objects is about what the root Kustomization has applied.
func (m *objectsMemory) isProven() bool { return m.proven == m.root }

// isQuiet returns whether nothing was changed in the shoot for a while. After a restart it is not known of objects that were not all ready.
func (m *objectsMemory) isQuiet(condition *gardencorev1beta1.Condition, now time.Time) bool {
	isNew := m.print == "" && condition != nil && condition.Status != gardencorev1beta1.ConditionTrue
	return !isNew && now.Sub(m.changedAt) >= quietAfter
}

// prove records that the objects were read. If any object has applied something else meanwhile, the shoot is not quiet.
func (m *objectsMemory) prove(applied string, now time.Time) {
	if m.print != "" && m.print != applied {
		m.changedAt = now
	}
	m.proven, m.print = m.root, applied
}

// rootOf identifies what the root Kustomization has applied, or tries to.
func rootOf(shoot observe.Shoot) string {
	root := shoot.Kustomization
	ready := metav1.ConditionUnknown
	if condition := apimeta.FindStatusCondition(root.Status.Conditions, meta.ReadyCondition); condition != nil && condition.Status == metav1.ConditionFalse {
		ready = condition.Status
	}
	return fmt.Sprint(root.Generation, root.Status.LastAppliedRevision, root.Status.LastAttemptedRevision, root.Spec.Suspend, ready)
}

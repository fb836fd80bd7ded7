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

// memory keeps data of shoots between health checks, by the namespaces of their control planes.
type memory = kube.ConcurrentMap[string, shootMemory]

// shootMemory is the data of one shoot. A restart loses it.
type shootMemory struct {
	// unreachableSince is the time of the first consecutive failure to read the shoot; zero if the shoot is reachable.
	unreachableSince time.Time
	// key is the observed deploy key. keyObservedAt is the time of this observation, and keyDelivery is the delivery at
	// that time.
	key           observe.Key
	keyObservedAt time.Time
	keyDelivery   delivery
	// objects is the data on Flux's objects.
	objects objectsMemory
	// history is the stored record of the applied objects.
	history storedHistory
	// baseline is the release of the operator's baseline whose delivery was requested last.
	baseline string
	// seen identifies the report of the last health check. changes is the number of consecutive health checks with a new
	// report.
	seen    string
	changes int
	// repairs schedules the repairs of a replaced source or root Kustomization.
	repairs kube.Backoff
}

// fewChanges is the number of consecutive health checks with a new report before the interval increases. A failing
// commit and its correction cause fewer new reports.
const fewChanges = 8

// follow records the report of a health check, and returns the minimum time to the next one. If the status of Flux's
// objects changes in each health check, this time increases to the usual interval.
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

// delivery identifies a delivery and its progress.
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

// quietAfter is the time after the last change until a shoot is quiet. In a quiet shoot, a short unready phase is
// treated as a retry of the applied revision.
const quietAfter = 10 * time.Minute

// objectsMemory is the data on the objects of a shoot.
type objectsMemory struct {
	// root identifies the state that the root Kustomization has applied. changedAt is the time of the last change of any
	// object.
	root      string
	changedAt time.Time
	// proven is the value of root at the last read. print identifies the state that the objects had applied at the last
	// read; empty before the first read.
	proven, print string
	// readAt is the time of the last read, and took is its duration. rounds is the number of reads since the last read of
	// all kinds.
	readAt time.Time
	took   time.Duration
	rounds int
	empty  []schema.GroupVersionKind
	marks  map[tree.ID]tree.Mark
	// unrecorded is true if the objects of the last read could not be compared, because the project was not known.
	unrecorded bool
	// early is true if the objects of the last read are not recorded, because the shoot was not ready yet.
	early bool
	// failedSince is the time of the first consecutive failure; zero if the last read succeeded.
	failedSince time.Time
}

// follow records the state that the root Kustomization has applied. After a restart, it compares this state with the
// last report.
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

// revertUnreported returns a function that restores the earlier record of Flux's objects if the health check has not
// reported its result. Without this, the next health check could skip the read and keep an outdated condition.
func (r *Reconciler) revertUnreported(namespace string, reported *bool) func() {
	before, _ := r.memory.Load(namespace)
	return func() {
		if *reported {
			return
		}
		r.memory.Update(namespace, func(remembered shootMemory, found bool) (shootMemory, bool) {
			remembered.objects = before.objects
			return remembered, found
		})
	}
}

// isProven reports whether the objects were read since the root Kustomization applied its current state.
func (m *objectsMemory) isProven() bool { return m.proven == m.root }

// isRecordedSoon reports whether the objects have to be read again to record them. It is false if the shoot does not
// become ready soon after a change.
func (m *objectsMemory) isRecordedSoon(threshold time.Duration, now time.Time) bool {
	return m.early && now.Sub(m.changedAt) < threshold
}

// isQuiet reports whether the shoot has not changed for the time quietAfter. After a restart, a shoot with an unready
// object is not quiet.
func (m *objectsMemory) isQuiet(condition *gardencorev1beta1.Condition, now time.Time) bool {
	isNew := m.print == "" && condition != nil && condition.Status != gardencorev1beta1.ConditionTrue
	return !isNew && now.Sub(m.changedAt) >= quietAfter
}

// prove records that the objects were read. If the applied state of an object has changed since the last read, the
// shoot is not quiet.
func (m *objectsMemory) prove(applied string, now time.Time) {
	if m.print != "" && m.print != applied {
		m.changedAt = now
	}
	m.proven, m.print = m.root, applied
}

// rootOf returns an identifier of the state that the root Kustomization has applied or attempted.
func rootOf(shoot observe.Shoot) string {
	root := shoot.Kustomization
	ready := metav1.ConditionUnknown
	if condition := apimeta.FindStatusCondition(root.Status.Conditions, meta.ReadyCondition); condition != nil && condition.Status == metav1.ConditionFalse {
		ready = condition.Status
	}
	return fmt.Sprint(root.Generation, root.Status.LastAppliedRevision, root.Status.LastAttemptedRevision, root.Spec.Suspend, ready)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package commitstatus

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/commitstatus"
)

const (
	// afterConflict is the time until the next attempt after a conflict.
	afterConflict = 2 * time.Second
	// saveTimeout limits the duration of the write of a record.
	saveTimeout = 10 * time.Second
)

// Memory is the state of a project in this process. One worker uses it at a time.
type Memory struct {
	// namespace is the namespace of the project.
	namespace string
	// stored is the last known version of ConfigMap flux-commit-status without its data; nil if it must be read. saved is
	// its record.
	stored *corev1.ConfigMap
	saved  *commitstatus.Record
	// record is the current record. If a write to the garden fails, it is newer than saved.
	record *commitstatus.Record
	// connection identifies the settings of the connection at the last attempt.
	connection string
	// failures is the number of transient failures since the last success, and next the time of the next attempt.
	failures int
	next     time.Time
	// checked is the time of the last read of the Secret.
	checked time.Time
	// repeat is true if the next reconciliation follows at once.
	repeat bool
	// notes are the Events to record after the record is saved.
	notes []string
}

// use returns the record for a decision. If the settings of the connection have changed, refused statuses are tried
// again at once.
func (m *Memory) use(connection string) *commitstatus.Record {
	if m.connection != connection {
		m.connection, m.failures, m.next, m.record = connection, 0, time.Time{}, m.record.Retrying()
	}
	return m.record
}

// fail schedules the next attempt after a transient failure.
func (m *Memory) fail(now time.Time, retryAfter time.Duration, random func(time.Duration) time.Duration) {
	wait := longestRetry
	if m.failures < 10 {
		wait = min(longestRetry, firstRetry<<m.failures)
	}
	m.failures++
	m.next = now.Add(max(wait+random(wait/4), retryAfter))
}

// load reads the stored record of the project if it is unknown. After a conflict, the record of this process applies,
// unless the ConfigMap was deleted.
//
// Refused statuses are tried again after a restart, because the operator may have allowed the host.
func (r *Reconciler) load(ctx context.Context, namespace string, m *Memory) error {
	if m.stored != nil {
		return nil
	}
	m.namespace = namespace
	stored, created, err := garden.ReadOrCreateConfigMap(ctx, r.Garden, namespace, fluxv1alpha1.CommitStatusConfigMapName)
	if err != nil {
		return err
	}
	if created {
		m.record = nil
	}
	m.saved, err = commitstatus.Decode(stored)
	if err != nil {
		logf.FromContext(ctx).Info("Failed to read the recorded commit statuses of a project, writing current ones again", "project", namespace, "reason", err.Error())
		m.saved = &commitstatus.Record{}
	}
	if m.record == nil {
		m.record = m.saved.Retrying()
	}
	m.stored = garden.WithoutData(stored)
	return nil
}

// save writes the record if it differs from the stored one, and then records Events. It returns false if the ConfigMap
// was changed since it was read. It does not stop when the context is cancelled.
func (r *Reconciler) save(ctx context.Context, namespace string, m *Memory) (bool, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTimeout)
	defer cancel()
	if !equality.Semantic.DeepEqual(m.record, m.saved) {
		data, err := m.record.Encode()
		if err != nil {
			return false, err
		}
		desired := m.stored.DeepCopy()
		desired.Data = data
		written, err := garden.UpdateConfigMap(ctx, r.Garden, desired)
		if !written {
			m.stored = nil // After an error, it is unknown whether the write succeeded.
			return false, err
		}
		m.stored, m.saved = garden.WithoutData(desired), m.record
	}
	r.report(ctx, namespace, m.notes, m.stored)
	m.notes = nil
	return true, nil
}

// remove deletes the record of a project without commit statuses, unless another client changed it in the meantime.
func (r *Reconciler) remove(ctx context.Context, namespace string) error {
	stored, err := garden.ReadConfigMap(ctx, r.Garden, namespace, fluxv1alpha1.CommitStatusConfigMapName)
	if err != nil || stored == nil {
		return err
	}
	logf.FromContext(ctx).Info("Deleting the recorded commit statuses of a project that writes none", "project", namespace)
	return garden.DeleteConfigMap(ctx, r.Garden, stored)
}

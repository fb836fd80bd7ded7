// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package commitstatus

import (
	"context"
	"time"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/record"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
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
	// stored is the last known version of ConfigMap flux-commit-status; nil if it must be read.
	stored *record.Record[*commitstatus.Record]
	// record is the current record. If a write to the garden fails, it is newer than the stored one.
	record *commitstatus.Record
	// existed is true if the ConfigMap existed when it was last read or written.
	existed bool
	// connection identifies the settings of the connection at the last attempt.
	connection string
	// backoff schedules the attempts after transient failures.
	backoff kube.Backoff
	// checked is the time of the last read of the Secret.
	checked time.Time
	// repeat is true if the next reconciliation follows at once.
	repeat bool
	// notes are the Events to record after the record is saved.
	notes []string
}

// use returns the record for a decision. If the settings of the connection have changed, refused statuses are retried
// immediately.
func (m *Memory) use(connection string) *commitstatus.Record {
	if m.connection != connection {
		m.connection, m.backoff, m.record = connection, kube.Backoff{}, m.record.Retrying()
	}
	return m.record
}

// records returns the records of the projects. If one is damaged, current statuses are written again.
func (r *Reconciler) records() record.Kind[*commitstatus.Record] {
	return record.Kind[*commitstatus.Record]{Reader: r.Garden, Writer: r.Garden, Name: fluxv1alpha1.CommitStatusConfigMapName, Decode: commitstatus.Decode, Encode: (*commitstatus.Record).Encode}
}

// load reads the stored record of the project if it is unknown. After a conflict, the record of this process applies,
// unless the ConfigMap was deleted.
//
// Refused statuses are retried after a restart, because the operator may have allowed the host.
func (r *Reconciler) load(ctx context.Context, namespace string, m *Memory) error {
	if m.stored != nil {
		return nil
	}
	m.namespace = namespace
	stored, err := r.records().Load(ctx, namespace)
	if err != nil {
		return err
	}
	if m.record == nil || m.existed && !stored.Exists() {
		m.record = stored.Value.Retrying()
	}
	m.stored, m.existed = stored, stored.Exists()
	return nil
}

// save writes the record if it differs from the stored one, and then records Events. It returns false if the ConfigMap
// was changed since it was read. It does not stop when the context is cancelled.
func (r *Reconciler) save(ctx context.Context, m *Memory) (bool, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTimeout)
	defer cancel()
	var err error
	if m.stored, err = r.records().Save(ctx, m.stored, m.record); m.stored == nil || err != nil {
		return false, err
	}
	for _, note := range m.notes {
		r.records().Warn(ctx, r.Events, m.stored, "project.commitStatus", reasonFailing, "WriteCommitStatus", note)
	}
	m.notes, m.existed = nil, true
	return true, nil
}

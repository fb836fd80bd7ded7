// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"maps"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/resourceversion"
	"k8s.io/utils/clock"
)

// forgottenAfter is the age of an abandoned migration before it is forgotten.
const forgottenAfter = time.Hour

// mostRecorded and longestID bound the record of a kind: the objects, and the bytes of a UID and a resource
// version.
const (
	mostRecorded = 100_000
	longestID    = 64
)

// Migrations migrates shoots, and records the progress for each, so that the next attempt continues where the
// last one ended. It is safe for concurrent use.
type Migrations struct {
	clock  clock.PassiveClock
	mutex  sync.Mutex
	shoots map[string]*progress
}

// NewMigrations returns Migrations without records.
func NewMigrations(now clock.PassiveClock) *Migrations {
	return &Migrations{clock: now, shoots: map[string]*progress{}}
}

// progressOf returns the progress for a shoot, and forgets abandoned migrations.
func (m *Migrations) progressOf(technicalID string) *progress {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	maps.DeleteFunc(m.shoots, func(_ string, p *progress) bool { return m.clock.Since(p.seen) > forgottenAfter })
	p, known := m.shoots[technicalID]
	if !known {
		p = &progress{kinds: map[string]*written{}}
		m.shoots[technicalID] = p
	}
	p.seen = m.clock.Now()
	return p
}

func (m *Migrations) forget(technicalID string) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	delete(m.shoots, technicalID)
}

// progress is the progress of a shoot's migration.
type progress struct {
	seen  time.Time
	mutex sync.Mutex
	kinds map[string]*written
}

// writtenOf returns the rewritten objects of a kind. A changed definition invalidates them, because it may
// store objects in another version.
func (p *progress) writtenOf(k kind) *written {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	w, known := p.kinds[k.CRD]
	if !known || w.of != k.identity {
		w = &written{of: k.identity, objects: map[types.UID]record{}}
		p.kinds[k.CRD] = w
	}
	return w
}

func (p *progress) settled(k kind) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.kinds, k.CRD)
}

// written records the rewritten objects of a kind.
type written struct {
	of      crdIdentity
	mutex   sync.Mutex
	round   int
	objects map[types.UID]record
}

// record is the version of a rewritten object, and the last round that listed it.
type record struct {
	version string
	round   int
}

// begin begins a round, which lists all objects.
func (w *written) begin() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.round++
}

// end ends the round: an object that it did not list does not exist any more.
func (w *written) end() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	maps.DeleteFunc(w.objects, func(_ types.UID, r record) bool { return r.round != w.round })
}

// has reports whether the object has been stored again. An object older than that has not: the shoot was
// restored from a backup.
func (w *written) has(object *metav1.PartialObjectMetadata) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	r, known := w.objects[object.UID]
	order, err := resourceversion.CompareResourceVersion(object.ResourceVersion, r.version)
	if !known || err != nil || order < 0 {
		return false
	}
	w.objects[object.UID] = record{r.version, w.round}
	return true
}

func (w *written) add(object *metav1.PartialObjectMetadata) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	// An object that is not recorded is rewritten again.
	if len(w.objects) < mostRecorded && len(object.UID) <= longestID && len(object.ResourceVersion) <= longestID {
		w.objects[object.UID] = record{object.ResourceVersion, w.round}
	}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"maps"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/resourceversion"
	"k8s.io/utils/clock"
)

// forgottenAfter is when a shoot is forgotten whose migration is not tried any more.
const forgottenAfter = time.Hour

// mostRecorded and longestID bound what is recorded of a kind: the objects, and the bytes of a UID and a resource version.
const (
	mostRecorded = 100_000
	longestID    = 64
)

// Migrations migrates shoots, and records how far it has come with each, so that the next attempt goes on where the last one has ended.
// It is safe for concurrent use.
type Migrations struct {
	clock  clock.PassiveClock
	mutex  sync.Mutex
	shoots map[string]*progress
}

// NewMigrations returns one that remembers nothing yet.
func NewMigrations(now clock.PassiveClock) *Migrations {
	return &Migrations{clock: now, shoots: map[string]*progress{}}
}

// progressOf returns how far the shoot of that technical ID has come, and forgets those whose migration is not continued.
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

// progress is how far the migration of a shoot has come.
type progress struct {
	seen  time.Time
	mutex sync.Mutex
	kinds map[string]*written
}

// writtenOf returns the objects of a kind that are written already. When its definition has changed, objects may be stored otherwise.
func (p *progress) writtenOf(k StoredKind) *written {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	w, known := p.kinds[k.CRD]
	if !known || w.of != k.Definition {
		w = &written{of: k.Definition, objects: map[types.UID]record{}}
		p.kinds[k.CRD] = w
	}
	return w
}

func (p *progress) settled(k StoredKind) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.kinds, k.CRD)
}

// Definition distinguishes a CustomResourceDefinition from others, and from itself with other versions.
type Definition struct {
	// UID is its UID.
	UID types.UID
	// Generation is its generation.
	Generation int64
}

// StoredKind is a kind as a shoot stores its objects.
type StoredKind struct {
	// CRD is the name of its CustomResourceDefinition.
	CRD string
	schema.GroupVersionKind
	// Stored are the versions in which objects are, or may still be, stored, and Storage is the one in which they are written.
	Stored  []string
	Storage string
	// ResourceVersion is that of the CustomResourceDefinition, and Definition identifies it.
	ResourceVersion string
	Definition      Definition
}

// written are objects of a kind that have been stored again.
type written struct {
	of      Definition
	mutex   sync.Mutex
	round   int
	objects map[types.UID]record
}

// record is the version in which an object was stored again, and the round in which it was listed last.
type record struct {
	version string
	round   int
}

// begin begins a round, in which all objects are listed.
func (w *written) begin() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.round++
}

// end ends the round: what was not listed in it does not exist any more.
func (w *written) end() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	maps.DeleteFunc(w.objects, func(_ types.UID, r record) bool { return r.round != w.round })
}

// has reports whether the object has been stored again. It has not if it is older than that: the shoot was restored from a backup.
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

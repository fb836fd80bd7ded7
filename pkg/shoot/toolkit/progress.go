// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"maps"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/resourceversion"
	"k8s.io/utils/clock"
)

// forgottenAfter is the time until an abandoned migration is forgotten.
const forgottenAfter = time.Hour

// mostRecorded limits the recorded objects of a kind, and longestID the bytes of a recorded UID or resource version.
const (
	mostRecorded = 100_000
	longestID    = 64
)

// Migrations records the rewritten objects of shoots, so that the next attempt continues where the last one stopped. It
// is safe for concurrent use.
type Migrations struct {
	clock clock.PassiveClock
	mutex sync.Mutex
	kinds map[version]*written
}

// NewMigrations returns Migrations without records.
func NewMigrations(now clock.PassiveClock) *Migrations {
	return &Migrations{clock: now, kinds: map[version]*written{}}
}

// version identifies one generation of a CustomResourceDefinition in a shoot. A changed definition may store objects in
// a different API version.
type version struct {
	technicalID string
	crd         types.UID
	generation  int64
}

// writtenOf returns the record of a version, and forgets abandoned migrations.
func (m *Migrations) writtenOf(v version) *written {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	maps.DeleteFunc(m.kinds, func(_ version, w *written) bool { return m.clock.Since(w.seen) > forgottenAfter })
	w, ok := m.kinds[v]
	if !ok {
		w = &written{objects: map[types.UID]string{}}
		m.kinds[v] = w
	}
	w.seen = m.clock.Now()
	return w
}

func (m *Migrations) settled(v version) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	delete(m.kinds, v)
}

// written records the rewritten objects of a kind, with their resource versions.
type written struct {
	seen    time.Time
	mutex   sync.Mutex
	objects map[types.UID]string
}

// has reports whether the object was already rewritten. An object with an older resource version than the recorded one
// was restored from a backup and counts as not rewritten.
func (w *written) has(object *metadata) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	version, ok := w.objects[object.UID]
	order, err := resourceversion.CompareResourceVersion(object.ResourceVersion, version)
	return ok && err == nil && order >= 0
}

func (w *written) add(object *metadata) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	// An object that is not recorded is rewritten again.
	if len(w.objects) < mostRecorded && len(object.UID) <= longestID && len(object.ResourceVersion) <= longestID {
		w.objects[object.UID] = object.ResourceVersion
	}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package stop

import (
	"errors"
	"sync"
)

// Landscape is the newest known record. The controller of the stop sets it, and rollouts and notice boards read it. It
// is safe for concurrent use.
type Landscape struct {
	mutex   sync.Mutex
	known   bool
	record  Record
	changed []func()
}

// NewLandscape returns a Landscape whose record is unknown until the first Set.
func NewLandscape() *Landscape { return &Landscape{} }

// ErrNotKnown is the error while it is unknown after a start whether all rollouts are stopped.
var ErrNotKnown = errors.New("it is not known yet whether the operator has stopped all rollouts")

// Get returns the record. It returns ErrNotKnown while the record is unknown: nothing may begin until then.
func (l *Landscape) Get() (Record, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if !l.known {
		return Record{}, ErrNotKnown
	}
	return l.record, nil
}

// Follow registers a function to call after each change of the record.
func (l *Landscape) Follow(changed func()) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.changed = append(l.changed, changed)
}

// Set sets the record, and calls the registered functions if it has changed.
func (l *Landscape) Set(record Record) {
	l.mutex.Lock()
	isNew := !l.known || l.record.Encode() != record.Encode()
	l.known, l.record = true, record
	followers := l.changed
	l.mutex.Unlock()
	if isNew {
		for _, changed := range followers {
			changed()
		}
	}
}

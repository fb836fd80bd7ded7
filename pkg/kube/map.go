// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"maps"
	"slices"
	"sync"
)

// ConcurrentMap is a map for concurrent use. Its zero value is an empty map. It must not be copied after first
// use.
//
// Unlike sync.Map, it is typed, and Update can change an entry with a function.
type ConcurrentMap[K comparable, V any] struct {
	mutex   sync.Mutex
	entries map[K]V
}

// Load returns the value of the key, and whether the key exists.
func (m *ConcurrentMap[K, V]) Load(key K) (V, bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	value, ok := m.entries[key]
	return value, ok
}

// Store sets the value of the key.
func (m *ConcurrentMap[K, V]) Store(key K, value V) {
	m.Update(key, func(V, bool) (V, bool) { return value, true })
}

// Len returns the number of keys.
func (m *ConcurrentMap[K, V]) Len() int {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return len(m.entries)
}

// Keys returns the keys in no order.
func (m *ConcurrentMap[K, V]) Keys() []K {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return slices.Collect(maps.Keys(m.entries))
}

// Delete removes the key. It returns the removed value, and whether the key existed.
func (m *ConcurrentMap[K, V]) Delete(key K) (V, bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	value, ok := m.entries[key]
	delete(m.entries, key)
	return value, ok
}

// Update replaces the value of the key with the result of change, and returns that result. It calls change once, with
// the zero value if the key does not exist. If change returns false, Update removes the key. The map is locked during
// the call, so that change must be short and must not use the map.
func (m *ConcurrentMap[K, V]) Update(key K, change func(value V, found bool) (V, bool)) (V, bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	value, ok := m.entries[key]
	value, keep := change(value, ok)
	if !keep {
		delete(m.entries, key)
		return value, false
	}
	if m.entries == nil {
		m.entries = map[K]V{}
	}
	m.entries[key] = value
	return value, true
}

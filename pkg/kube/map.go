// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import "sync"

// Map is a map that is safe for concurrent use. Its zero value is empty and ready to use. It must not be copied after first use.
//
// Unlike sync.Map it has types, and an entry can be changed with a function (see Update).
type ConcurrentMap[K comparable, V any] struct {
	mutex   sync.Mutex
	entries map[K]V
}

// Load returns the value of the key, and whether there is one. Without one, the value is the zero value.
func (m *ConcurrentMap[K, V]) Load(key K) (V, bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	value, found := m.entries[key]
	return value, found
}

// Store sets the value of the key.
func (m *ConcurrentMap[K, V]) Store(key K, value V) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.store(key, value)
}

// Delete removes the key and returns the value that it had, and whether it had one.
func (m *ConcurrentMap[K, V]) Delete(key K) (V, bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	value, found := m.entries[key]
	delete(m.entries, key)
	return value, found
}

// Update replaces the value of the key with what change returns for it, and returns the same. Change is called once, with the zero value if
// there is none; if it returns false, the key is removed. The map is locked meanwhile, so change must be short and must not use the map.
func (m *ConcurrentMap[K, V]) Update(key K, change func(value V, found bool) (V, bool)) (V, bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	value, found := m.entries[key]
	value, keep := change(value, found)
	if keep {
		m.store(key, value)
	} else {
		delete(m.entries, key)
	}
	return value, keep
}

func (m *ConcurrentMap[K, V]) store(key K, value V) {
	if m.entries == nil {
		m.entries = map[K]V{}
	}
	m.entries[key] = value
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package ordered iterates over maps in the order of their keys, so that messages and decisions do not depend on the
// random order of a map.
package ordered

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// Map returns the entries of a map in the order of the keys.
func Map[M ~map[K]V, K cmp.Ordered, V any](entries M) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, key := range slices.Sorted(maps.Keys(entries)) {
			if !yield(key, entries[key]) {
				return
			}
		}
	}
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"maps"
	"slices"
)

// seeds are the seed corpus of the fuzz test: all valid configurations. Invalid ones are in testdata.
func seeds(t failer) []documents {
	t.Helper()
	all, err := accepted()
	if err != nil {
		t.Fatalf("the examples cannot be read: %v", err)
	}
	var found []documents
	for _, name := range slices.Sorted(maps.Keys(all)) {
		found = append(found, all[name])
	}
	return found
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package selection

import (
	"maps"
	"slices"
)

// mostLabelBytes bounds the labels of a Shoot by which it is selected: the garden controller keeps those of all Shoots.
const mostLabelBytes = 4 << 10

// SelectableLabels returns the labels by which a Shoot is selected: all, or of a Shoot with very many the first ones by their keys.
func SelectableLabels(labels map[string]string) map[string]string {
	size := 0
	for key, value := range labels {
		size += len(key) + len(value)
	}
	if size <= mostLabelBytes {
		return labels
	}
	first := map[string]string{}
	size = 0
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		if size += len(key) + len(labels[key]); size > mostLabelBytes {
			break
		}
		first[key] = labels[key]
	}
	return first
}

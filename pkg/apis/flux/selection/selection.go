// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package selection selects Shoots of a project by label and purpose, for rings of a rollout and for overrides.
// It is pure.
package selection

import (
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Selector selects Shoots. It is compiled once, because a project may have many selectors and Shoots.
type Selector struct {
	purposes []string
	labels   labels.Selector
}

// Compile compiles a ShootSelector. An invalid selector selects nothing, an empty one everything.
func Compile(selector fluxv1alpha1.ShootSelector) Selector {
	compiled := Selector{purposes: selector.Purposes, labels: labels.Everything()}
	if selector.Shoots != nil {
		var err error
		if compiled.labels, err = metav1.LabelSelectorAsSelector(selector.Shoots); err != nil {
			compiled.labels = labels.Nothing()
		}
	}
	return compiled
}

// Selects returns whether it selects a Shoot with these SelectableLabels and this spec.purpose.
func (s Selector) Selects(of map[string]string, purpose string) bool {
	return (len(s.purposes) == 0 || slices.Contains(s.purposes, purpose)) && s.labels.Matches(labels.Set(of))
}

// mostLabelBytes bounds the selectable labels of a Shoot. The garden controller keeps them for all Shoots.
const mostLabelBytes = 4 << 10

// SelectableLabels returns the selectable labels of a Shoot: all, or the first ones sorted by key if they
// exceed mostLabelBytes.
func SelectableLabels(all map[string]string) map[string]string {
	size, first := 0, map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if size += len(key) + len(all[key]); size > mostLabelBytes {
			return first
		}
		first[key] = all[key]
	}
	return all
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package selection implements the selection of a project's Shoots by label and purpose, for rings of a rollout and for
// overrides. It is pure.
package selection

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// Selector is a compiled ShootSelector. Compiling a selector only once matters, because a project may have many
// selectors and Shoots.
type Selector struct {
	purposes []string
	labels   labels.Selector
}

// Compile compiles a ShootSelector. An invalid selector selects no Shoot, and an empty one selects all Shoots.
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

// Selects returns whether the selector selects a Shoot with the given SelectableLabels and spec.purpose.
func (s Selector) Selects(of map[string]string, purpose string) bool {
	return (len(s.purposes) == 0 || slices.Contains(s.purposes, purpose)) && s.labels.Matches(labels.Set(of))
}

// mostLabelBytes is the maximum size of the selectable labels of a Shoot, because the garden controller keeps them in
// memory for all Shoots.
const mostLabelBytes = 4 << 10

// SelectableLabels returns the labels of a Shoot that selectors can match: all labels, or, if they exceed
// mostLabelBytes, the first ones in the order of their keys.
func SelectableLabels(all map[string]string) map[string]string {
	size, first := 0, map[string]string{}
	for key, value := range ordered.Map(all) {
		if size += len(key) + len(value); size > mostLabelBytes {
			return first
		}
		first[key] = value
	}
	return all
}

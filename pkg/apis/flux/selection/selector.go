// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package selection

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Selector selects Shoots. It is compiled once: a project may write many with many values, and has many Shoots.
type Selector struct {
	purposes []string
	labels   labels.Selector
}

// Compile returns the Selector for a ShootSelector. One that is invalid selects nothing, and an empty one everything.
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

// Selects returns whether it selects a Shoot with these labels, which are SelectableLabels, and this spec.purpose.
func (s Selector) Selects(of map[string]string, purpose string) bool {
	return (len(s.purposes) == 0 || slices.Contains(s.purposes, purpose)) && s.labels.Matches(labels.Set(of))
}

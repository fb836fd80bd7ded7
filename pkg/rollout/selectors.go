// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// selectors are those of the rings of a rollout, each of them compiled once: a project may write many with many values, and has many Shoots.
type selectors []labels.Selector

// compile returns the selectors of the rings. One that is invalid selects nothing.
func compile(rings []fluxv1alpha1.Ring) selectors {
	compiled := make(selectors, len(rings))
	for i, ring := range rings {
		compiled[i] = labels.Everything()
		if ring.Shoots == nil {
			continue
		}
		selector, err := metav1.LabelSelectorAsSelector(ring.Shoots)
		if err != nil {
			selector = labels.Nothing()
		}
		compiled[i] = selector
	}
	return compiled
}

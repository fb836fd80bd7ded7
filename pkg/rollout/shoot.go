// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Member is what of a Shoot decides on its ring.
type Member struct {
	// Name and UID are those of the Shoot.
	Name string
	UID  types.UID
	// Labels are those of the Shoot, and Purpose is its spec.purpose.
	Labels  map[string]string
	Purpose string
}

// RingOf returns the index of the first ring that selects the Shoot. The rollout has its defaults, so that there is one.
func RingOf(r *fluxv1alpha1.Rollout, shoot Member) int {
	for i := range r.Rings {
		if selects(&r.Rings[i], shoot) {
			return i
		}
	}
	return len(r.Rings) - 1
}

func selects(ring *fluxv1alpha1.Ring, shoot Member) bool {
	if len(ring.Purposes) > 0 && !slices.Contains(ring.Purposes, shoot.Purpose) {
		return false
	}
	if ring.Shoots == nil {
		return true
	}
	selector, err := metav1.LabelSelectorAsSelector(ring.Shoots)
	return err == nil && selector.Matches(labels.Set(shoot.Labels))
}

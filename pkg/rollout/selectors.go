// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// selectors are those of the rings of a rollout.
type selectors []selection.Selector

func compile(rings []fluxv1alpha1.Ring) selectors {
	compiled := make(selectors, len(rings))
	for i, ring := range rings {
		compiled[i] = selection.Compile(ring.ShootSelector)
	}
	return compiled
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
)

// MemberOf returns what of the Shoot decides on its ring.
func MemberOf(shoot *gardencorev1beta1.Shoot) Member {
	purpose := ptr.Deref(shoot.Spec.Purpose, "")
	return Member{Name: shoot.Name, UID: shoot.UID, Labels: selection.SelectableLabels(shoot.Labels), Purpose: string(purpose)}
}

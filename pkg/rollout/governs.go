// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// Governs returns whether a rollout decides what the Shoots of a project get. As long as it cannot be read what the project configures, that is so if
// there is a ConfigMap flux-rollout, damaged or not. A project without configuration has no rollout.
func Governs(project *document.ConfigMap, exists bool) bool {
	_, configured := Read(project)
	return configured.Governs(exists)
}

// Governs returns the same for what a project configures.
func (c Configured) Governs(exists bool) bool { return c == Valid || c == Unreadable && exists }

// MemberOf returns what of the Shoot decides on its ring.
func MemberOf(shoot *gardencorev1beta1.Shoot) Member {
	purpose := ptr.Deref(shoot.Spec.Purpose, "")
	return Member{Name: shoot.Name, UID: shoot.UID, Labels: selection.SelectableLabels(shoot.Labels), Purpose: string(purpose)}
}

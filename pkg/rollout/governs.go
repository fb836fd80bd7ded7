// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"maps"
	"slices"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"k8s.io/utils/ptr"

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
	return Member{Name: shoot.Name, UID: shoot.UID, Labels: SelectableLabels(shoot.Labels), Purpose: string(purpose)}
}

// mostLabelBytes bounds the labels of a Shoot by which rings select: the garden controller keeps those of all Shoots.
const mostLabelBytes = 4 << 10

// SelectableLabels returns the labels by which rings select: all, or of a Shoot with very many the first ones by their keys.
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// StatusConfigMapName is the name of the ConfigMap in the project namespace that tells the project about its Shoots. Its keys are
// the names of the Shoots, its values ShootStatus as JSON. Each is written by the seed that the Shoot is on.
const StatusConfigMapName = "flux-status"

// ShootStatus is what a project is told about one of its Shoots. It holds no secret.
type ShootStatus struct {
	// UID is that of the Shoot. A Shoot that is created anew under the same name has another.
	UID types.UID `json:"uid"`
	// DeployKeyFingerprint is that of the deploy key which the shoot has; empty if it is to have none, and DeployKeyUnknown as long
	// as the one that it is to have was not seen in it.
	// +optional
	DeployKeyFingerprint string `json:"deployKeyFingerprint,omitempty"`
	// Hibernated is whether the Shoot sleeps. It gets the present key when it wakes up.
	// +optional
	Hibernated bool `json:"hibernated,omitempty"`
	// ObservedAt is when this was seen.
	ObservedAt metav1.Time `json:"observedAt"`
}

// DeployKeyUnknown stands for the fingerprint of a deploy key that was not seen in the shoot yet.
const DeployKeyUnknown = "unknown"

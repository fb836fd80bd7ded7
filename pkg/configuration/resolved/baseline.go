// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resolved

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
)

// Baseline is the operator's baseline for a Shoot.
type Baseline struct {
	// State is empty if the operator configures no baseline. If it is Absent, only DeletionPolicy is set in addition.
	State          configv1alpha1.BaselineState
	DeletionPolicy configv1alpha1.BaselineDeletionPolicy
	// Namespace contains Source, Kustomization, and the ServiceAccount with Permissions.
	Namespace             string
	Permissions           configv1alpha1.BaselinePermissions
	Source, Kustomization *unstructured.Unstructured
	// Secret is true if the source or the Kustomization refers to the operator's Secret.
	Secret bool
	// Revision identifies the baseline, and Commit is the commit that Source is pinned to. They are empty without a
	// rollout of the baseline.
	Revision, Commit string
	// Waits is true if the rollout has not released a baseline for the seed yet. The other fields are then empty.
	Waits bool
}

// Pin pins the source to a revision in the format of Flux's status, and returns whether it did.
func (b *Baseline) Pin(revision string) bool { return pin(b.Source, revision) }

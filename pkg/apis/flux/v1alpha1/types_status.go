// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object

// FluxStatus is what the extension tells beside conditions, in the providerStatus of the Extension.
type FluxStatus struct {
	metav1.TypeMeta `json:",inline"`

	// DeployKey tells of the project's deploy key; missing if the shoot's source is not read with it.
	// +optional
	DeployKey *DeployKeyStatus `json:"deployKey,omitempty"`
	// Shoot tells what was seen in the shoot; missing as long as it was not looked at.
	// +optional
	Shoot *ObservedShoot `json:"shoot,omitempty"`
}

// ObservedShoot tells what was seen in the shoot when its API server was asked the last time. It holds nothing secret.
type ObservedShoot struct {
	// SourceCause says why the source is not ready, as far as condition FluxSourceReady tells of it; empty if it is, or if nothing is synced.
	// +optional
	SourceCause Cause `json:"sourceCause,omitempty"`
	// KustomizationCause says why the root Kustomization is not ready, as far as condition FluxKustomizationReady tells of it; empty if it
	// is, or if nothing is synced.
	// +optional
	KustomizationCause Cause `json:"kustomizationCause,omitempty"`
	// AppliedRevision is the revision that the root Kustomization has applied last.
	// +optional
	AppliedRevision string `json:"appliedRevision,omitempty"`
	// AttemptedRevision is the revision that it has tried last.
	// +optional
	AttemptedRevision string `json:"attemptedRevision,omitempty"`
	// DeployKeyFingerprint is that of the deploy key which the shoot has; empty if it is to have none, and "unknown" as long as the
	// one that it is to have was not seen in it.
	// +optional
	DeployKeyFingerprint string `json:"deployKeyFingerprint,omitempty"`
}

// DeployKeyStatus tells of the project's deploy key. It holds nothing secret.
type DeployKeyStatus struct {
	// PublicKey is the public half of the key in authorized_keys format.
	// +optional
	PublicKey string `json:"publicKey,omitempty"`
	// Fingerprint is the SHA256 fingerprint of the key.
	// +optional
	Fingerprint string `json:"fingerprint,omitempty"`
	// NextPublicKey is the public half of the next key, while a rotation is prepared.
	// +optional
	NextPublicKey string `json:"nextPublicKey,omitempty"`
	// NextFingerprint is the SHA256 fingerprint of the next key, while a rotation is prepared.
	// +optional
	NextFingerprint string `json:"nextFingerprint,omitempty"`
	// Phase says how far a rotation of the key is.
	Phase DeployKeyPhase `json:"phase"`
}

// DeployKeyPhase says how far a rotation of the deploy key is.
// +kubebuilder:validation:Enum=InUse;RotationPrepared;RotationCompleting
type DeployKeyPhase string

const (
	// DeployKeyPhaseInUse is a key that is not being rotated.
	DeployKeyPhaseInUse DeployKeyPhase = "InUse"
	// DeployKeyPhasePrepared is a key beside which the next one is prepared.
	DeployKeyPhasePrepared DeployKeyPhase = "RotationPrepared"
	// DeployKeyPhaseCompleting is a key that has taken the place of another, which some Shoots may still have.
	DeployKeyPhaseCompleting DeployKeyPhase = "RotationCompleting"
)

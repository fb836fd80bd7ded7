// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ShootSelector selects Shoots of a project.
type ShootSelector struct {
	// Shoots selects Shoots by their labels. Defaults to all.
	// +optional
	Shoots *metav1.LabelSelector `json:"shoots,omitempty"`
	// Purposes selects Shoots by spec.purpose: evaluation, testing, development, production or infrastructure. Defaults to all. With Shoots,
	// both have to select a Shoot.
	// +optional
	Purposes []string `json:"purposes,omitempty"`
}

// Override is configuration for some of the project's Shoots. It is merged over that of the project and the overrides before it, and below the
// Shoot's own.
type Override struct {
	// Name identifies the override in messages.
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name"`
	// ShootSelector selects the Shoots that it is for. At least one of its fields has to be set.
	ShootSelector `json:",inline"`
	// Config is what differs for these Shoots.
	Config OverrideConfig `json:"config"`
}

// OverrideConfig is what an override configures: all of a FluxConfig but what concerns the project as a whole, or one shoot alone. As in the
// ConfigMap, null removes, and namespaces cannot be set.
type OverrideConfig struct {
	// Flux configures the installation of Flux.
	// +optional
	Flux *FluxInstallation `json:"flux,omitempty"`
	// Source is where Flux reads from.
	// +optional
	Source *Source `json:"source,omitempty"`
	// Kustomization is the root Kustomization.
	// +optional
	Kustomization *Kustomization `json:"kustomization,omitempty"`
	// Decryption gives the root Kustomization a key for Secrets that are encrypted with SOPS.
	// +optional
	Decryption *Decryption `json:"decryption,omitempty"`
	// AdditionalSecretResources replace those of the project.
	// +optional
	AdditionalSecretResources []AdditionalResource `json:"additionalSecretResources,omitempty"`
	// AdditionalConfigMapResources replace those of the project.
	// +optional
	AdditionalConfigMapResources []AdditionalResource `json:"additionalConfigMapResources,omitempty"`
	// AdditionalSources replaces the list of sources beside that of the root Kustomization.
	// +optional
	AdditionalSources []AdditionalSource `json:"additionalSources,omitempty"`
	// Mode defines what the extension does with Flux, the source and the root Kustomization once they are in the shoot.
	// +optional
	Mode *Mode `json:"mode,omitempty"`
	// DeletionPolicy defines what happens when the extension is removed from a shoot that is not deleted.
	// +optional
	DeletionPolicy *DeletionPolicy `json:"deletionPolicy,omitempty"`
}

// SPDX-FileCopyrightText: 2024 SAP SE or an SAP affiliate company and Gardener contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import corev1 "k8s.io/api/core/v1"

// StorageProvider defines the type of object store provider for storing backups.
type StorageProvider string

// StoreSpec defines parameters related to ObjectStore persisting backups
type StoreSpec struct {
	// Container is the name of the container the backup is stored at.
	// +optional
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern=`^[a-zA-Z0-9][a-zA-Z0-9._-]{1,61}[a-zA-Z0-9]$`
	Container *string `json:"container,omitempty"`
	// EndpointOverride denotes the storage endpoint that will be used to override the storage provider's default endpoint.
	// +optional
	// +kubebuilder:validation:XValidation:message="endpoint override must be a valid URL.",rule="isURL(self)"
	EndpointOverride *string `json:"endpointOverride,omitempty"`
	// Prefix is the prefix used for the store.
	// +required
	Prefix string `json:"prefix"`
	// Provider is the name of the backup provider.
	// +optional
	Provider *StorageProvider `json:"provider,omitempty"`
	// SecretRef is the reference to the secret which is used to connect to the backup store.
	// It is optional: when omitted, backup-restore falls back to the pod's cloud identity
	// (the provider SDK's default credential chain). On clusters where no such identity is
	// configured, omitting SecretRef will cause backup-restore to fail to create the snapstore.
	// +optional
	SecretRef *corev1.SecretReference `json:"secretRef,omitempty"`
}

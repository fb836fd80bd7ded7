// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import "k8s.io/utils/ptr"

const (
	// DefaultRegistry is where the Flux project publishes its images.
	DefaultRegistry = "ghcr.io/fluxcd"
	// DefaultClusterDomain is the DNS domain of Services in every shoot that Gardener makes.
	DefaultClusterDomain = "cluster.local"
	// DefaultServiceAccount is the ServiceAccount that every namespace has.
	DefaultServiceAccount = "default"
)

// SetDefaults_FluxConfig makes sure that the installation can be defaulted, and that nothing is lost with the extension.
func SetDefaults_FluxConfig(config *FluxConfig) {
	if config.Flux == nil {
		config.Flux = &FluxInstallation{}
	}
	if config.Mode == nil {
		config.Mode = ptr.To(ModeManaged)
	}
	if config.DeletionPolicy == nil {
		config.DeletionPolicy = ptr.To(DeletionPolicyOrphan)
	}
}

// SetDefaults_ProjectSettings keeps to Gardener's contract: shoots change when they are reconciled, and their conditions are about what
// Gardener is responsible for.
func SetDefaults_ProjectSettings(settings *ProjectSettings) {
	if settings.Propagation == nil {
		settings.Propagation = ptr.To(PropagationOnShootReconcile)
	}
	if settings.ReportInShoot == nil {
		settings.ReportInShoot = ptr.To(false)
	}
}

// SetDefaults_DeployKey sets the algorithm that is short, and known to all Git hosts of today. The extension scans no host unless it
// is configured to.
func SetDefaults_DeployKey(key *DeployKey) {
	if key.Algorithm == nil {
		key.Algorithm = ptr.To(KeyAlgorithmEd25519)
	}
	if key.ScanHostKeys == nil {
		key.ScanHostKeys = ptr.To(false)
	}
}

// SetDefaults_KeyRegistration sets the name that the garden's ClusterRole of the extension allows to read by default.
func SetDefaults_KeyRegistration(registration *KeyRegistration) {
	if registration.SecretName == nil {
		registration.SecretName = ptr.To(GitHostSecretName)
	}
}

// SetDefaults_FluxInstallation sets what 'flux install' sets. The version stays empty: that means the newest that the
// extension carries.
func SetDefaults_FluxInstallation(flux *FluxInstallation) {
	if flux.Registry == nil {
		flux.Registry = ptr.To(DefaultRegistry)
	}
	if flux.Namespace == nil {
		flux.Namespace = ptr.To(FluxNamespace)
	}
	if flux.Components == nil {
		flux.Components = []Component{ComponentSource, ComponentKustomize, ComponentHelm, ComponentNotification}
	}
	if flux.NetworkPolicy == nil {
		flux.NetworkPolicy = ptr.To(true)
	}
	if flux.LogLevel == nil {
		flux.LogLevel = ptr.To(LogLevelInfo)
	}
	if flux.ClusterDomain == nil {
		flux.ClusterDomain = ptr.To(DefaultClusterDomain)
	}
}

// SetDefaults_Multitenancy sets the ServiceAccount that every namespace has.
func SetDefaults_Multitenancy(multitenancy *Multitenancy) {
	if multitenancy.Enabled == nil {
		multitenancy.Enabled = ptr.To(false)
	}
	if multitenancy.DefaultServiceAccount == nil {
		multitenancy.DefaultServiceAccount = ptr.To(DefaultServiceAccount)
	}
}

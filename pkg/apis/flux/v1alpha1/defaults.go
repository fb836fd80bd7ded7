// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
)

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

// SetDefaults_Rollout sets times that fit to Flux's default intervals, and adds the ring for all Shoots that no other selects.
func SetDefaults_Rollout(rollout *Rollout) {
	if rollout.Source == nil {
		rollout.Source = ptr.To(RolloutSourceFollow)
	}
	if rollout.ProgressDeadline == nil {
		rollout.ProgressDeadline = &metav1.Duration{Duration: 30 * time.Minute}
	}
	if rollout.OnFailure == nil {
		rollout.OnFailure = ptr.To(OnFailurePause)
	}
	if !slices.ContainsFunc(rollout.Rings, selectsAll) {
		rollout.Rings = append(slices.Clip(rollout.Rings), Ring{Name: RingRest})
	}
	for i := range rollout.Rings {
		SetDefaults_Ring(&rollout.Rings[i])
	}
}

func selectsAll(ring Ring) bool {
	return len(ring.Purposes) == 0 && (ring.Shoots == nil || len(ring.Shoots.MatchLabels)+len(ring.Shoots.MatchExpressions) == 0)
}

// SetDefaults_Ring has a ring begin by itself, with all of its Shoots, and stop at the first failure.
func SetDefaults_Ring(ring *Ring) {
	if ring.MaxConcurrent == nil {
		ring.MaxConcurrent = ptr.To(intstr.FromString("100%"))
	}
	if ring.MaxFailures == nil {
		ring.MaxFailures = ptr.To(int32(0))
	}
	if ring.Soak == nil {
		ring.Soak = &metav1.Duration{Duration: 5 * time.Minute}
	}
	if ring.Approval == nil {
		ring.Approval = ptr.To(ApprovalAutomatic)
	}
	if ring.Window == nil {
		ring.Window = ptr.To(WindowAnytime)
	}
}

// SetDefaults_DeployKey has the extension scan no host unless it is configured to. The algorithm depends on the repository.
func SetDefaults_DeployKey(key *DeployKey) {
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

// SetDefaults_Push sets the name that the garden's ClusterRole of the extension allows to read by default.
func SetDefaults_Push(push *Push) {
	if push.SecretName == nil {
		push.SecretName = ptr.To(PushSecretName)
	}
}

// SetDefaults_Notification names the receiver by its type, and sets the name that the garden's ClusterRole of the extension allows to read by default.
func SetDefaults_Notification(notification *Notification) {
	if notification.Name == nil {
		notification.Name = ptr.To(string(notification.Type))
	}
	if notification.SecretName == nil {
		notification.SecretName = ptr.To(NotificationSecretName)
	}
	if notification.MinimumState == nil {
		notification.MinimumState = ptr.To(NotificationStateDegraded)
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
	if flux.WorkloadIdentity != nil {
		for i := range flux.WorkloadIdentity.ServiceAccounts {
			if account := &flux.WorkloadIdentity.ServiceAccounts[i]; account.Namespace == nil {
				account.Namespace = ptr.To(*flux.Namespace)
			}
		}
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

// SetDefaults_WorkloadIdentity enables what is configured.
func SetDefaults_WorkloadIdentity(identity *WorkloadIdentity) {
	if identity.Enabled == nil {
		identity.Enabled = ptr.To(true)
	}
}

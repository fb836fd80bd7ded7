// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

const (
	// DefaultRegistry is the registry of the Flux project's images.
	DefaultRegistry = "ghcr.io/fluxcd"
	// DefaultServiceAccount is the ServiceAccount that every namespace has.
	DefaultServiceAccount = "default"
)

func setDefault[T any](target **T, value T) {
	if *target == nil {
		*target = &value
	}
}

// SetDefaults_FluxConfig adds the installation, so that it gets defaults, and the modes that lose nothing.
func SetDefaults_FluxConfig(config *FluxConfig) {
	setDefault(&config.Flux, FluxInstallation{})
	setDefault(&config.Mode, ModeManaged)
	setDefault(&config.DeletionPolicy, DeletionPolicyOrphan)
}

// SetDefaults_ProjectSettings follows Gardener's contract: shoots change when they are reconciled, and their
// conditions report Gardener's responsibilities.
func SetDefaults_ProjectSettings(settings *ProjectSettings) {
	setDefault(&settings.Propagation, PropagationOnShootReconcile)
	setDefault(&settings.ReportInShoot, false)
}

// SetDefaults_Rollout sets a deadline that fits Flux's default intervals, and adds the ring for all Shoots that
// no other ring selects.
func SetDefaults_Rollout(rollout *Rollout) {
	setDefault(&rollout.Source, RolloutSourceFollow)
	setDefault(&rollout.ProgressDeadline, metav1.Duration{Duration: 30 * time.Minute})
	setDefault(&rollout.OnFailure, OnFailurePause)
	if !slices.ContainsFunc(rollout.Rings, func(ring Ring) bool { return ring.SelectsAll() }) {
		rollout.Rings = append(slices.Clip(rollout.Rings), Ring{Name: RingRest})
	}
	for i := range rollout.Rings {
		SetDefaults_Ring(&rollout.Rings[i])
	}
}

// SetDefaults_Ring lets a ring start automatically, with all of its Shoots, and stop at the first failure.
func SetDefaults_Ring(ring *Ring) {
	setDefault(&ring.MaxConcurrent, intstr.FromString("100%"))
	setDefault(&ring.MaxFailures, 0)
	setDefault(&ring.Soak, metav1.Duration{Duration: 5 * time.Minute})
	setDefault(&ring.Approval, ApprovalAutomatic)
	setDefault(&ring.Window, WindowAnytime)
}

// SetDefaults_DeployKey disables host key scans. The default algorithm depends on the repository.
func SetDefaults_DeployKey(key *DeployKey) { setDefault(&key.ScanHostKeys, false) }

// SetDefaults_KeyRegistration sets the Secret name that the extension's ClusterRole in the garden allows by
// default.
func SetDefaults_KeyRegistration(registration *KeyRegistration) {
	setDefault(&registration.SecretName, GitHostSecretName)
}

// SetDefaults_Push sets the Secret name that the extension's ClusterRole in the garden allows by default.
func SetDefaults_Push(push *Push) { setDefault(&push.SecretName, PushSecretName) }

// SetDefaults_Notification sets the Secret name that the extension's ClusterRole in the garden allows by
// default.
func SetDefaults_Notification(notification *Notification) {
	setDefault(&notification.Name, string(notification.Type))
	setDefault(&notification.SecretName, NotificationSecretName)
	setDefault(&notification.MinimumState, NotificationStateDegraded)
}

// SetDefaults_FluxInstallation sets the defaults of 'flux install'. The version stays empty, which selects the
// newest version in the extension.
func SetDefaults_FluxInstallation(flux *FluxInstallation) {
	setDefault(&flux.Registry, DefaultRegistry)
	setDefault(&flux.Namespace, FluxNamespace)
	if flux.Components == nil {
		flux.Components = []Component{ComponentSource, ComponentKustomize, ComponentHelm, ComponentNotification}
	}
	setDefault(&flux.NetworkPolicy, true)
	setDefault(&flux.LogLevel, LogLevelInfo)
	// Gardener uses this domain in every shoot.
	setDefault(&flux.ClusterDomain, "cluster.local")
	if flux.WorkloadIdentity != nil {
		for i := range flux.WorkloadIdentity.ServiceAccounts {
			setDefault(&flux.WorkloadIdentity.ServiceAccounts[i].Namespace, *flux.Namespace)
		}
	}
}

// SetDefaults_Multitenancy sets the ServiceAccount that every namespace has.
func SetDefaults_Multitenancy(multitenancy *Multitenancy) {
	setDefault(&multitenancy.Enabled, false)
	setDefault(&multitenancy.DefaultServiceAccount, DefaultServiceAccount)
}

// SetDefaults_WorkloadIdentity enables a configured workload identity.
func SetDefaults_WorkloadIdentity(identity *WorkloadIdentity) { setDefault(&identity.Enabled, true) }

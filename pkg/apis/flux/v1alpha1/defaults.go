// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"cmp"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

const (
	// DefaultRegistry is the registry where the Flux project publishes its images.
	DefaultRegistry = "ghcr.io/fluxcd"
	// DefaultServiceAccount is the name of the ServiceAccount that exists in every namespace.
	DefaultServiceAccount = "default"
)

func setDefault[T any](target **T, value T) {
	if *target == nil {
		*target = &value
	}
}

// SetDefaults_FluxConfig adds an empty installation, so that it gets defaulted, and sets the default mode and deletion
// policy. The default policy keeps the objects that Flux applied.
func SetDefaults_FluxConfig(config *FluxConfig) {
	setDefault(&config.Flux, FluxInstallation{})
	setDefault(&config.Mode, ModeManaged)
	setDefault(&config.DeletionPolicy, DeletionPolicyOrphan)
}

// SetDefaults_ProjectSettings sets the default of Propagation: a change reaches Shoots at once, as Gardener applies a
// change of a Shoot. The default of ReportInShoot depends on the operator.
func SetDefaults_ProjectSettings(settings *ProjectSettings) {
	setDefault(&settings.Propagation, PropagationImmediate)
}

// SetDefaults_Rollout sets the defaults of a rollout, with a deadline that fits Flux's default intervals. It adds a
// last ring for all Shoots that no other ring selects, and sets the defaults of all rings.
func SetDefaults_Rollout(rollout *Rollout) {
	setDefault(&rollout.Source, RolloutSourceFollow)
	setDefault(&rollout.ProgressDeadline, metav1.Duration{Duration: 30 * time.Minute})
	setDefault(&rollout.OnFailure, OnFailurePause)
	setDefault(&rollout.Guard, Guard{})
	SetDefaults_Guard(rollout.Guard)
	if !slices.ContainsFunc(rollout.Rings, func(ring Ring) bool { return ring.SelectsAll() }) {
		rollout.Rings = append(slices.Clip(rollout.Rings), Ring{Name: RingRest})
	}
	for i := range rollout.Rings {
		SetDefaults_Ring(&rollout.Rings[i])
	}
}

// SetDefaults_Guard sets the defaults of a guard. It protects kinds whose removal destroys more than the object itself:
// what a Namespace, a HelmRelease or a Kustomization contains, all objects of a CustomResourceDefinition, and the data
// of volumes.
func SetDefaults_Guard(guard *Guard) {
	setDefault(&guard.MaxRemoved, intstr.FromString("20%"))
	if guard.Protect == nil {
		guard.Protect = []string{"Namespace", "PersistentVolumeClaim", "PersistentVolume", "CustomResourceDefinition", "HelmRelease", "Kustomization"}
	}
}

// SetDefaults_Ring sets the defaults of a ring, which begins automatically at any time with all of its Shoots, and
// stops at the first failure.
func SetDefaults_Ring(ring *Ring) {
	setDefault(&ring.MaxConcurrent, intstr.FromString("100%"))
	setDefault(&ring.MaxFailures, 0)
	setDefault(&ring.Soak, metav1.Duration{Duration: 5 * time.Minute})
	setDefault(&ring.Approval, ApprovalAutomatic)
	setDefault(&ring.AllowEmpty, false)
	for i := range ring.Checks {
		SetDefaults_Check(&ring.Checks[i])
	}
}

// SetDefaults_Check sets the defaults of a check, which is asked while the ring is ready, for up to an hour.
func SetDefaults_Check(check *Check) {
	check.When = cmp.Or(check.When, CheckAfterReady)
	setDefault(&check.Deadline, metav1.Duration{Duration: time.Hour})
}

// SetDefaults_DeployKey disables host key scans by default. It does not set the algorithm, because the default
// algorithm depends on the repository.
func SetDefaults_DeployKey(key *DeployKey) { setDefault(&key.ScanHostKeys, false) }

// SetDefaults_KeyRegistration sets the default Secret name, which the extension's ClusterRole in the garden allows.
func SetDefaults_KeyRegistration(registration *KeyRegistration) {
	setDefault(&registration.SecretName, GitHostSecretName)
}

// SetDefaults_Push sets the default Secret name, which the extension's ClusterRole in the garden allows.
func SetDefaults_Push(push *Push) { setDefault(&push.SecretName, PushSecretName) }

// SetDefaults_Notification sets the default name, minimum state and Secret name of a receiver. The extension's
// ClusterRole in the garden allows this Secret name.
func SetDefaults_Notification(notification *Notification) {
	setDefault(&notification.Name, string(notification.Type))
	setDefault(&notification.SecretName, NotificationSecretName)
	setDefault(&notification.MinimumState, NotificationStateDegraded)
}

// SetDefaults_FluxInstallation sets the same defaults as 'flux install', and the default namespace of cloud
// ServiceAccounts. It does not set the version: an empty version selects the newest one in the extension.
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

// SetDefaults_Multitenancy disables multi-tenancy by default, and sets the default ServiceAccount to the one that
// exists in every namespace.
func SetDefaults_Multitenancy(multitenancy *Multitenancy) {
	setDefault(&multitenancy.Enabled, false)
	setDefault(&multitenancy.DefaultServiceAccount, DefaultServiceAccount)
}

// SetDefaults_WorkloadIdentity enables workload identity by default if it is configured.
func SetDefaults_WorkloadIdentity(identity *WorkloadIdentity) { setDefault(&identity.Enabled, true) }

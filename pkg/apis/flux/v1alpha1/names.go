// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

const (
	// GroupName is the API group of the extension's configuration and the prefix of its annotation keys.
	GroupName = "flux.extensions.gardener.cloud"
	// ExtensionType is the type of the Extension resources the controller is responsible for, and the entry users
	// write into Shoot.spec.extensions.
	ExtensionType = "shoot-flux"
	// ExtensionName is the name of the controller, its chart and its webhook configuration.
	ExtensionName = "gardener-extension-shoot-flux"

	// ConfigMapName is the name of the ConfigMap in the project namespace that holds the project's configuration.
	ConfigMapName = "flux-config"
	// KeyConfig is the key of that ConfigMap with a FluxConfig.
	KeyConfig = "config.yaml"
	// KeyFluxVersion is the flat key with the Flux version. The flat keys are the short form, instead of KeyConfig; the
	// first four keep the meaning that the archived 23technologies extension documented for them.
	KeyFluxVersion = "fluxVersion"
	// KeyRepositoryURL is the flat key with the URL of a Git repository.
	KeyRepositoryURL = "repositoryUrl"
	// KeyRepositoryBranch is the flat key with the branch to follow.
	KeyRepositoryBranch = "repositoryBranch"
	// KeyRepositoryType is the flat key for how the repository is read: RepositoryTypePublic or RepositoryTypePrivate.
	KeyRepositoryType = "repositoryType"
	// KeyKnownHosts is the flat key with the known_hosts lines for the repository's host.
	KeyKnownHosts = "knownHosts"
	// RepositoryTypePublic is a public repository that is read over http or https.
	RepositoryTypePublic = "public"
	// RepositoryTypePrivate is a repository that is read over ssh with the project's deploy key.
	RepositoryTypePrivate = "private"
	// DefaultBranch is the branch that is followed when none is given, as in 'flux bootstrap git'.
	DefaultBranch = "main"

	// DeployKeySecretName is the name of the Secret in the project namespace that holds the project's deploy key.
	DeployKeySecretName = "flux-source"
	// SourceKeysSecretName is the name of the Secret in the project namespace that holds the deploy keys of additional sources.
	SourceKeysSecretName = "flux-source-keys"
	// GardenServiceAccountName is the name of the ServiceAccount in the namespace seed-<seed> of the garden with which
	// the controller acts in the garden.
	GardenServiceAccountName = "shoot-flux-garden"

	// NoticeBoardName is the name of the ConfigMap in the namespace seed-<seed> of the garden by which the garden controller notifies the
	// seed of changes of projects.
	NoticeBoardName = "shoot-flux"

	// SecretKeyIdentity is the key of a source's Secret with the private key. This and the following three are Flux's
	// (https://fluxcd.io/flux/components/source/gitrepositories/#ssh-authentication), and the deploy key Secret has the
	// same shape.
	SecretKeyIdentity = "identity"
	// SecretKeyPublicKey is the key with the public key; Flux does not read it.
	SecretKeyPublicKey = "identity.pub"
	// SecretKeyKnownHosts is the key with the host keys.
	SecretKeyKnownHosts = "known_hosts"
	// SecretKeyPassphrase is the key with the passphrase of an encrypted private key.
	SecretKeyPassphrase = "password"

	// SecretKeyNextIdentity is the key of the deploy key Secret with the next private key, while a rotation is prepared.
	SecretKeyNextIdentity = "next.identity"
	// SecretKeyNextPublicKey is the key with its public half.
	SecretKeyNextPublicKey = "next.identity.pub"

	// GitHostSecretName is the name of the Secret in the project namespace with the token for the Git host if the configuration
	// names no other.
	GitHostSecretName = "flux-git-host"
	// SecretKeyToken is the key of that Secret with the token.
	SecretKeyToken = "token"
	// SecretKeyCACert is the key of that Secret with certificates of authorities, as Flux has it in a source's Secret.
	SecretKeyCACert = "ca.crt"

	// AnnotationPublicKey is the annotation of the deploy key Secret with the public key in authorized_keys format.
	AnnotationPublicKey = GroupName + "/public-key"
	// AnnotationFingerprint is the annotation of the deploy key Secret with the SHA256 fingerprint of the public key.
	AnnotationFingerprint = GroupName + "/fingerprint"
	// AnnotationGeneratedAt is the annotation of the deploy key Secret with the time when the key was generated (RFC 3339).
	AnnotationGeneratedAt = GroupName + "/generated-at"
	// AnnotationNextPublicKey is the annotation with the public half of the next key, while a rotation is prepared.
	AnnotationNextPublicKey = GroupName + "/next-public-key"
	// AnnotationNextFingerprint is the annotation with its fingerprint.
	AnnotationNextFingerprint = GroupName + "/next-fingerprint"
	// AnnotationNextGeneratedAt is the annotation with the time when it was generated (RFC 3339).
	AnnotationNextGeneratedAt = GroupName + "/next-generated-at"
	// AnnotationPreviousPublicKey is the annotation with the public half of the key before the present one, until it is used nowhere
	// any more.
	AnnotationPreviousPublicKey = GroupName + "/previous-public-key"
	// AnnotationPreviousFingerprint is the annotation with its fingerprint.
	AnnotationPreviousFingerprint = GroupName + "/previous-fingerprint"
	// AnnotationRotatedAt is the time when the last rotation was completed (RFC 3339). All shoots follow it at once.
	AnnotationRotatedAt = GroupName + "/rotated-at"
	// AnnotationLaggingShoots are the Shoots that are not known to have the key of the last rotation, as long as there are any.
	AnnotationLaggingShoots = GroupName + "/lagging-shoots"
	// AnnotationHostKeyScanError is the reason why the keys of the repository's host could not be read from the host.
	AnnotationHostKeyScanError = GroupName + "/host-key-scan-error"
	// AnnotationUnused is, with the value true, on the deploy key of an additional source that the configuration does not list any more.
	AnnotationUnused = GroupName + "/unused"
	// AnnotationOperation is the annotation that requests an operation on the deploy key Secret.
	AnnotationOperation = GroupName + "/operation"
	// AnnotationOperationError is the reason why the last requested operation was refused.
	AnnotationOperationError = GroupName + "/operation-error"
	// AnnotationRegistration is what is known of the registration of the keys at the Git host, as JSON.
	AnnotationRegistration = GroupName + "/registration"

	// OperationRotateStart generates the next key beside the present one.
	OperationRotateStart = "rotate-deploy-key-start"
	// OperationRotateComplete replaces the present key by the next one.
	OperationRotateComplete = "rotate-deploy-key-complete"
	// OperationRotateAbort drops the next key.
	OperationRotateAbort = "rotate-deploy-key-abort"
	// OperationDeregister removes the deploy key at the Git host at which the extension has registered it.
	OperationDeregister = "deregister-deploy-key"

	// AnnotationCopyLabels on a Secret or ConfigMap of a project, with the value true, has its labels copied into the shoot
	// with it. The key is that of the stackitcloud extension.
	AnnotationCopyLabels = ExtensionName + "/copy-labels"

	// FluxNamespace is the namespace of the shoot in which Flux runs by default.
	FluxNamespace = "flux-system"
	// SyncName is the name of Flux's source, root Kustomization and source Secret, as 'flux bootstrap' chooses it.
	SyncName = "flux-system"

	// DecryptionSecretName is the name of the Secret with the SOPS key in the shoot if the Kustomization names no other.
	DecryptionSecretName = "flux-sops"
	// ProxySecretName is the name of the Secret in the shoot with the proxies' URLs if these need credentials.
	ProxySecretName = "flux-proxy"
	// ImagePullSecretName is the name of the Secret in the shoot with which the controllers' images are pulled.
	ImagePullSecretName = "flux-image-pull"
	// ShootInfoConfigMapName is the name of the ConfigMap in the shoot with the shoot info.
	ShootInfoConfigMapName = "shoot-info"

	// LabelManagedBy is the label of what the stackitcloud extension has created in a shoot, with PredecessorManagedBy as its value.
	LabelManagedBy = "app.kubernetes.io/managed-by"
	// PredecessorManagedBy is the value of that label.
	PredecessorManagedBy = "gardener-extension-shoot-flux"

	// ManagedResourceCRDs is the ManagedResource with Flux's namespace and CustomResourceDefinitions, and the volume of source-controller.
	ManagedResourceCRDs = "extension-shoot-flux-crds"
	// ManagedResourceControllers is the ManagedResource with Flux's controllers.
	ManagedResourceControllers = "extension-shoot-flux-controllers"
	// ManagedResourceConfig is the ManagedResource with the shoot info, copies, the source and the root Kustomization.
	ManagedResourceConfig = "extension-shoot-flux-config"
	// PredecessorManagedResourceInstall is the ManagedResource of the archived 23technologies extension with Flux.
	PredecessorManagedResourceInstall = "extension-shoot-flux-flux-install"
	// PredecessorManagedResourceConfig is that extension's ManagedResource with source and root Kustomization.
	PredecessorManagedResourceConfig = "extension-shoot-flux-flux-config"
	// PredecessorSourceName is the name of its source in FluxNamespace.
	PredecessorSourceName = "main-gitrepo"
	// PredecessorRootName is the name of its root Kustomization in FluxNamespace.
	PredecessorRootName = "main-ks"

	// LabelStorage is the label of the PersistentVolumeClaim of a controller in a shoot, with the name of its Deployment as the value.
	LabelStorage = GroupName + "/storage"
	// AnnotationPaused is on a ManagedResource, with the value true, that the extension itself has annotated to be ignored by
	// gardener-resource-manager. Without it, the operator of the seed has done that.
	AnnotationPaused = GroupName + "/paused"

	// ManagedResourceOrigin is the value of the label 'origin' on the ManagedResources. It must not be 'gardener',
	// because gardenlet deletes those on its own account during migration and deletion.
	ManagedResourceOrigin = "shoot-flux"
)

const (
	// ConditionConfigured reports whether the project's configuration is valid and what follows from it.
	ConditionConfigured gardencorev1beta1.ConditionType = "FluxConfigured"
	// ConditionInstalled reports whether gardener-resource-manager has applied Flux to the shoot and its controllers run.
	ConditionInstalled gardencorev1beta1.ConditionType = "FluxInstalled"
	// ConditionSourceReady repeats the condition Ready of the source, with a suggested fix where it is known.
	ConditionSourceReady gardencorev1beta1.ConditionType = "FluxSourceReady"
	// ConditionDeployKey reports the status of the project's deploy key: whether it is registered, and the phase of a rotation.
	ConditionDeployKey gardencorev1beta1.ConditionType = "FluxDeployKey"
	// ConditionKustomizationReady repeats the condition Ready of the root Kustomization.
	ConditionKustomizationReady gardencorev1beta1.ConditionType = "FluxKustomizationReady"
	// ConditionObjectsReady reports whether all of Flux's objects in the shoot are ready, and the workloads that they have applied.
	ConditionObjectsReady gardencorev1beta1.ConditionType = "FluxObjectsReady"
	// ConditionInShoot is what all of them but FluxConfigured and FluxDeployKey come to, if the project has set
	// reportInShoot. gardenlet makes it part of the Shoot's condition of this type.
	ConditionInShoot = gardencorev1beta1.ShootObservabilityComponentsHealthy
)

// FlatKeys returns the keys of the ConfigMap flux-config that replace a FluxConfig.
func FlatKeys() []string {
	return []string{KeyFluxVersion, KeyRepositoryURL, KeyRepositoryBranch, KeyRepositoryType, KeyKnownHosts}
}

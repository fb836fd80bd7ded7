// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
)

const (
	// GroupName is the API group of the extension's configuration and the prefix of its annotation keys.
	GroupName = "flux.extensions.gardener.cloud"
	// ExtensionType is the type of the extension in Extension resources and in Shoot.spec.extensions.
	ExtensionType = "shoot-flux"
	// ExtensionName is the name of the controller, its chart and its webhook configuration.
	ExtensionName = "gardener-extension-shoot-flux"

	// ConfigMapName is the name of the ConfigMap in the project namespace with the project's configuration.
	ConfigMapName = "flux-config"
	// KeyConfig is the key of that ConfigMap with a FluxConfig.
	KeyConfig = "config.yaml"
	// KeyFluxVersion is the flat key with the Flux version. Flat keys are the short form, instead of KeyConfig.
	// The first four have the documented meaning of the archived 23technologies extension.
	KeyFluxVersion = "fluxVersion"
	// KeyRepositoryURL is the flat key with the URL of a Git repository.
	KeyRepositoryURL = "repositoryUrl"
	// KeyRepositoryBranch is the flat key with the branch.
	KeyRepositoryBranch = "repositoryBranch"
	// KeyRepositoryType is the flat key with the repository's type: RepositoryTypePublic or RepositoryTypePrivate.
	KeyRepositoryType = "repositoryType"
	// KeyKnownHosts is the flat key with the known_hosts lines for the repository's host.
	KeyKnownHosts = "knownHosts"
	// RepositoryTypePublic is a public repository, read over http or https.
	RepositoryTypePublic = "public"
	// RepositoryTypePrivate is a repository that is read over ssh with the project's deploy key.
	RepositoryTypePrivate = "private"
	// DefaultBranch is the default branch, as in 'flux bootstrap git'.
	DefaultBranch = "main"

	// DeployKeySecretName is the name of the Secret in the project namespace with the project's deploy key.
	DeployKeySecretName = "flux-source"
	// SourceKeysSecretName is the name of the Secret in the project namespace with the deploy keys of additional
	// sources.
	SourceKeysSecretName = "flux-source-keys"
	// GardenServiceAccountName is the name of the controller's ServiceAccount in the namespace seed-<seed> of the
	// garden.
	GardenServiceAccountName = "shoot-flux-garden"

	// NoticeBoardName is the name of the ConfigMap in the namespace seed-<seed> of the garden with the changed
	// projects of the seed. The garden controller writes it.
	NoticeBoardName = "shoot-flux"

	// SecretKeyIdentity is the key of a source's Secret with the private key. Flux defines this key and the next
	// three (https://fluxcd.io/flux/components/source/gitrepositories/#ssh-authentication); the deploy key Secret
	// has the same form.
	SecretKeyIdentity = "identity"
	// SecretKeyPublicKey is the key with the public key. Flux does not read it.
	SecretKeyPublicKey = "identity.pub"
	// SecretKeyKnownHosts is the key with the host keys.
	SecretKeyKnownHosts = "known_hosts"
	// SecretKeyPassphrase is the key with the passphrase of an encrypted private key.
	SecretKeyPassphrase = "password"

	// SecretKeyNextIdentity is the key of the deploy key Secret with the next private key during a prepared
	// rotation.
	SecretKeyNextIdentity = "next.identity"
	// SecretKeyNextPublicKey is the key with the next public key.
	SecretKeyNextPublicKey = "next.identity.pub"

	// GitHostSecretName is the default name of the Secret in the project namespace with the token of the Git host.
	GitHostSecretName = "flux-git-host"
	// SecretKeyToken is the key of that Secret with the token.
	SecretKeyToken = "token"
	// SecretKeyCACert is the key of that Secret with CA certificates, as in the Secret of a Flux source.
	SecretKeyCACert = "ca.crt"

	// AnnotationPublicKey of the deploy key Secret is the public key in authorized_keys format.
	AnnotationPublicKey = GroupName + "/public-key"
	// AnnotationFingerprint is the SHA256 fingerprint of the public key.
	AnnotationFingerprint = GroupName + "/fingerprint"
	// AnnotationGeneratedAt is the time when the key was generated (RFC 3339).
	AnnotationGeneratedAt = GroupName + "/generated-at"
	// AnnotationNextPublicKey is the public key of the next key during a prepared rotation.
	AnnotationNextPublicKey = GroupName + "/next-public-key"
	// AnnotationNextFingerprint is the SHA256 fingerprint of the next key.
	AnnotationNextFingerprint = GroupName + "/next-fingerprint"
	// AnnotationNextGeneratedAt is the time when the next key was generated (RFC 3339).
	AnnotationNextGeneratedAt = GroupName + "/next-generated-at"
	// AnnotationPreviousPublicKey is the public key of the previous key until no Shoot uses it.
	AnnotationPreviousPublicKey = GroupName + "/previous-public-key"
	// AnnotationPreviousFingerprint is the SHA256 fingerprint of the previous key.
	AnnotationPreviousFingerprint = GroupName + "/previous-fingerprint"
	// AnnotationRotatedAt is the time when the last rotation completed (RFC 3339). All shoots get the new key
	// immediately.
	AnnotationRotatedAt = GroupName + "/rotated-at"
	// AnnotationLaggingShoots lists the Shoots that are not known to have the key of the last rotation.
	AnnotationLaggingShoots = GroupName + "/lagging-shoots"
	// AnnotationHostKeyScanError is the error of the host key scan of the repository's host.
	AnnotationHostKeyScanError = GroupName + "/host-key-scan-error"
	// AnnotationUnused has the value true for the deploy key of an additional source that is no longer configured.
	AnnotationUnused = GroupName + "/unused"
	// AnnotationOperation requests an operation on the deploy key.
	AnnotationOperation = GroupName + "/operation"
	// AnnotationOperationError is the reason why the last requested operation was refused.
	AnnotationOperationError = GroupName + "/operation-error"
	// AnnotationRegistration is the state of the keys' registration at the Git host, as JSON.
	AnnotationRegistration = GroupName + "/registration"

	// OperationRotateStart generates the next key.
	OperationRotateStart = "rotate-deploy-key-start"
	// OperationRotateComplete replaces the current key with the next one.
	OperationRotateComplete = "rotate-deploy-key-complete"
	// OperationRotateAbort drops the next key.
	OperationRotateAbort = "rotate-deploy-key-abort"
	// OperationDeregister removes the deploy key from the Git host where the extension registered it.
	OperationDeregister = "deregister-deploy-key"

	// AnnotationCopyLabels with the value true on a Secret or ConfigMap of a project copies its labels into the
	// shoot. The key is from the stackitcloud extension.
	AnnotationCopyLabels = ExtensionName + "/copy-labels"

	// FluxNamespace is the default namespace of Flux in the shoot.
	FluxNamespace = "flux-system"
	// SyncName is the name of Flux's source, root Kustomization and source Secret, as in 'flux bootstrap'.
	SyncName = "flux-system"

	// DecryptionSecretName is the default name of the Secret in the shoot with the SOPS key.
	DecryptionSecretName = "flux-sops"
	// ProxySecretName is the name of the Secret in the shoot with the URLs of proxies that require credentials.
	ProxySecretName = "flux-proxy"
	// ImagePullSecretName is the name of the image pull Secret of the controllers in the shoot.
	ImagePullSecretName = "flux-image-pull"
	// ShootInfoConfigMapName is the name of the ConfigMap in the shoot with the shoot info.
	ShootInfoConfigMapName = "shoot-info"

	// LabelManagedBy with the value PredecessorManagedBy is the label of objects that the stackitcloud extension
	// created in a shoot.
	LabelManagedBy = "app.kubernetes.io/managed-by"
	// PredecessorManagedBy is the value of that label.
	PredecessorManagedBy = "gardener-extension-shoot-flux"

	// ManagedResourceCRDs is the ManagedResource with Flux's namespace and CustomResourceDefinitions, and the
	// volume of source-controller.
	ManagedResourceCRDs = "extension-shoot-flux-crds"
	// ManagedResourceControllers is the ManagedResource with Flux's controllers.
	ManagedResourceControllers = "extension-shoot-flux-controllers"
	// ManagedResourceConfig is the ManagedResource with the shoot info, copies, the source and the root
	// Kustomization.
	ManagedResourceConfig = "extension-shoot-flux-config"
	// PredecessorManagedResourceInstall is the ManagedResource of the archived 23technologies extension with Flux.
	PredecessorManagedResourceInstall = "extension-shoot-flux-flux-install"
	// PredecessorManagedResourceConfig is that extension's ManagedResource with source and root Kustomization.
	PredecessorManagedResourceConfig = "extension-shoot-flux-flux-config"
	// PredecessorSourceName is the name of that extension's source in FluxNamespace.
	PredecessorSourceName = "main-gitrepo"
	// PredecessorRootName is the name of that extension's root Kustomization in FluxNamespace.
	PredecessorRootName = "main-ks"

	// LabelStorage is the label of a controller's PersistentVolumeClaim in a shoot. The value is the name of its
	// Deployment.
	LabelStorage = GroupName + "/storage"
	// AnnotationPaused with the value true marks a ManagedResource that the extension excluded from
	// gardener-resource-manager. Without this annotation, the operator of the seed excluded it.
	AnnotationPaused = GroupName + "/paused"
	// LabelShard is Flux's label with the shard of an object.
	LabelShard = "sharding.fluxcd.io/key"

	// ManagedResourceOrigin is the value of the label 'origin' of the ManagedResources. It must not be 'gardener':
	// gardenlet deletes such ManagedResources itself during migration and deletion.
	ManagedResourceOrigin = "shoot-flux"

	// PushSecretName is the default name of the Secret in the project namespace with the token of the project's
	// webhook, under SecretKeyToken.
	PushSecretName = "flux-push"
	// PushConfigMapName is the name of the ConfigMap in the project namespace with the time of the last push.
	PushConfigMapName = "flux-push"
	// KeyPushedAt is the key of that ConfigMap with the time (see FormatPushTime).
	KeyPushedAt = "pushedAt"
	// AnnotationPushURL of the ConfigMap flux-config is the URL of the project's webhook.
	AnnotationPushURL = GroupName + "/push-url"
	// AnnotationPushError of the ConfigMap flux-config is the reason why the project has no webhook.
	AnnotationPushError = GroupName + "/push-error"
	// AnnotationPushedAt of the source in a shoot is the time of the push that requested its last reconciliation.
	AnnotationPushedAt = GroupName + "/pushed-at"

	// NotificationSecretName is the default name of the Secret in the project namespace with the address of a
	// receiver. Its keys are SecretKeyAddress, SecretKeyToken and SecretKeyCACert.
	NotificationSecretName = "flux-notifications"
	// SecretKeyAddress is the key of that Secret with the URL of the receiver.
	SecretKeyAddress = "address"
	// NotificationConfigMapName is the name of the ConfigMap in the project namespace with the state of its
	// notifications.
	NotificationConfigMapName = "flux-notifications"
)

const (
	// ConditionConfigured reports whether the project's configuration is valid.
	ConditionConfigured gardencorev1beta1.ConditionType = "FluxConfigured"
	// ConditionInstalled reports whether gardener-resource-manager applied Flux to the shoot and its controllers
	// run.
	ConditionInstalled gardencorev1beta1.ConditionType = "FluxInstalled"
	// ConditionSourceReady repeats the condition Ready of the source and adds a suggested fix, if known.
	ConditionSourceReady gardencorev1beta1.ConditionType = "FluxSourceReady"
	// ConditionDeployKey reports the registration and the rotation of the project's deploy key.
	ConditionDeployKey gardencorev1beta1.ConditionType = "FluxDeployKey"
	// ConditionKustomizationReady repeats the condition Ready of the root Kustomization.
	ConditionKustomizationReady gardencorev1beta1.ConditionType = "FluxKustomizationReady"
	// ConditionObjectsReady reports whether all Flux objects in the shoot, and the workloads that they applied,
	// are ready.
	ConditionObjectsReady gardencorev1beta1.ConditionType = "FluxObjectsReady"
	// ConditionInShoot summarizes all conditions except FluxConfigured and FluxDeployKey, if
	// the project sets reportInShoot. gardenlet includes it in the Shoot's condition of this type.
	ConditionInShoot = gardencorev1beta1.ShootObservabilityComponentsHealthy

	// ReasonMigrating is the reason of FluxConfigured until a migration succeeds. The health check depends on it.
	ReasonMigrating = "Migrating"
)

// FlatKeys returns the keys of the ConfigMap flux-config that replace a FluxConfig.
func FlatKeys() []string {
	return []string{KeyFluxVersion, KeyRepositoryURL, KeyRepositoryBranch, KeyRepositoryType, KeyKnownHosts}
}

// pushTimeLayout is RFC 3339 in UTC with milliseconds.
const pushTimeLayout = "2006-01-02T15:04:05.000Z"

// FormatPushTime formats the time of a push for annotations and ConfigMaps.
func FormatPushTime(at time.Time) string { return at.UTC().Format(pushTimeLayout) }

// ParsePushTime parses the result of FormatPushTime. It returns the zero time for any other text.
func ParsePushTime(text string) time.Time {
	at, err := time.Parse(pushTimeLayout, text)
	if err != nil {
		return time.Time{}
	}
	return at
}

// ShootInfo contains the shoot info variables by name. They are the data of the ConfigMap shoot-info in the
// shoot, for spec.postBuild.substituteFrom of Kustomizations, and the values of ${SHOOT_INFO_…} in templates.
type ShootInfo map[string]string

// Names of variables. The first four have the names and values of the stackitcloud extension.
const (
	// ShootInfoClusterIdentity is unique even among clusters that were recreated under the same name.
	ShootInfoClusterIdentity = ShootInfoPrefix + "CLUSTER_IDENTITY"
	// ShootInfoName is the name of the Shoot. It is unique in its project only.
	ShootInfoName = ShootInfoPrefix + "NAME"
	// ShootInfoTechnicalID is unique in a Gardener installation.
	ShootInfoTechnicalID = ShootInfoPrefix + "TECHNICAL_ID"
	// ShootInfoGardenClusterIdentity is the identity of the garden.
	ShootInfoGardenClusterIdentity = ShootInfoPrefix + "GARDEN_CLUSTER_IDENTITY"
	// ShootInfoProjectName is the name of the project.
	ShootInfoProjectName = ShootInfoPrefix + "PROJECT_NAME"
	// ShootInfoProjectNamespace is the namespace of the project in the garden.
	ShootInfoProjectNamespace = ShootInfoPrefix + "PROJECT_NAMESPACE"
	// ShootInfoRegion is the region.
	ShootInfoRegion = ShootInfoPrefix + "REGION"
	// ShootInfoProvider is the type of the infrastructure provider.
	ShootInfoProvider = ShootInfoPrefix + "PROVIDER"
	// ShootInfoKubernetesVersion is the version of Kubernetes, without leading 'v'.
	ShootInfoKubernetesVersion = ShootInfoPrefix + "KUBERNETES_VERSION"
	// ShootInfoDomain is the DNS domain of the shoot. It may be empty.
	ShootInfoDomain = ShootInfoPrefix + "DOMAIN"
	// ShootInfoPurpose is the purpose, such as production.
	ShootInfoPurpose = ShootInfoPrefix + "PURPOSE"
	// ShootInfoSeed is the name of the seed that runs the control plane.
	ShootInfoSeed = ShootInfoPrefix + "SEED"

	// ShootInfoPrefix begins the name of every variable.
	ShootInfoPrefix = "SHOOT_INFO_"
	// ShootInfoLabelPrefix begins the names of the variables for labels of the Shoot.
	ShootInfoLabelPrefix = ShootInfoPrefix + "LABEL_"
)

// ShootInfoNames returns the names of the variables that every shoot has.
func ShootInfoNames() []string {
	return []string{
		ShootInfoClusterIdentity, ShootInfoDomain, ShootInfoGardenClusterIdentity, ShootInfoKubernetesVersion, ShootInfoName,
		ShootInfoProjectName, ShootInfoProjectNamespace, ShootInfoProvider, ShootInfoPurpose, ShootInfoRegion, ShootInfoSeed,
		ShootInfoTechnicalID,
	}
}

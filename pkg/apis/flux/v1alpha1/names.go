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
	// KeyConfig is the key of the FluxConfig in that ConfigMap.
	KeyConfig = "config.yaml"
	// KeyFluxVersion is the flat key for the Flux version. Flat keys are a short alternative to KeyConfig. The first four
	// have the same meaning as in the archived 23technologies extension.
	KeyFluxVersion = "fluxVersion"
	// KeyRepositoryURL is the flat key for the URL of a Git repository.
	KeyRepositoryURL = "repositoryUrl"
	// KeyRepositoryBranch is the flat key for the branch.
	KeyRepositoryBranch = "repositoryBranch"
	// KeyRepositoryType is the flat key for the repository's type, which is RepositoryTypePublic or RepositoryTypePrivate.
	KeyRepositoryType = "repositoryType"
	// KeyKnownHosts is the flat key for the known_hosts lines of the repository's host.
	KeyKnownHosts = "knownHosts"
	// KeyPropagation is the flat key for the propagation of changes.
	KeyPropagation = "propagation"
	// RepositoryTypePublic is the type of a public repository that Flux reads over http or https.
	RepositoryTypePublic = "public"
	// RepositoryTypePrivate is the type of a repository that Flux reads over ssh with the project's deploy key.
	RepositoryTypePrivate = "private"
	// DefaultBranch is the default branch, as in 'flux bootstrap git'.
	DefaultBranch = "main"

	// DeployKeySecretName is the name of the Secret in the project namespace with the project's deploy key.
	DeployKeySecretName = "flux-source"
	// SourceKeysSecretName is the name of the Secret in the project namespace with the deploy keys of additional
	// sources.
	SourceKeysSecretName = "flux-source-keys"
	// GardenServiceAccountName is the name of the controller's ServiceAccount in the namespace seed-<seed> of the
	// garden. For a self-hosted Shoot, it is the suffix of the name.
	GardenServiceAccountName = "shoot-flux-garden"
	// SelfHostedPrefix followed by the name of a self-hosted Shoot takes the place of the name of a seed. No seed has
	// such a name, because names of seeds contain no '_'.
	SelfHostedPrefix = "self-hosted_"

	// NoticeBoardName is the name of the ConfigMap that lists the changed projects of a seed. The garden controller writes
	// it to the namespace seed-<seed> of the garden.
	NoticeBoardName = "shoot-flux"
	// BaselineRolloutName is the name of the ConfigMap in namespace garden of the garden with the rollout of the
	// operator's baseline.
	BaselineRolloutName = "shoot-flux-baseline"

	// SecretKeyIdentity is the key of the private key in the Secret of a source. Flux defines this key and the next three
	// (https://fluxcd.io/flux/components/source/gitrepositories/#ssh-authentication). The deploy key Secret uses the same
	// keys.
	SecretKeyIdentity = "identity"
	// SecretKeyPublicKey is the key of the public key, which Flux does not read.
	SecretKeyPublicKey = "identity.pub"
	// SecretKeyKnownHosts is the key of the known_hosts lines.
	SecretKeyKnownHosts = "known_hosts"
	// SecretKeyPassphrase is the key of the passphrase for an encrypted private key.
	SecretKeyPassphrase = "password"

	// SecretKeyNextIdentity is the key of the next private key in the deploy key Secret while a rotation is prepared.
	SecretKeyNextIdentity = "next.identity"
	// SecretKeyNextPublicKey is the key of the next public key.
	SecretKeyNextPublicKey = "next.identity.pub"

	// GitHostSecretName is the default name of the Secret in the project namespace with the token for the Git host's API.
	GitHostSecretName = "flux-git-host"
	// SecretKeyToken is the key of the token in that Secret.
	SecretKeyToken = "token"
	// SecretKeyCACert is the key of CA certificates in that Secret, as in the Secret of a Flux source.
	SecretKeyCACert = "ca.crt"

	// AnnotationPublicKey is the annotation of the deploy key Secret with the public key in authorized_keys format.
	AnnotationPublicKey = GroupName + "/public-key"
	// AnnotationFingerprint contains the SHA256 fingerprint of the public key.
	AnnotationFingerprint = GroupName + "/fingerprint"
	// AnnotationGeneratedAt contains the time when the key was generated (RFC 3339).
	AnnotationGeneratedAt = GroupName + "/generated-at"
	// AnnotationNextPublicKey contains the next public key while a rotation is prepared.
	AnnotationNextPublicKey = GroupName + "/next-public-key"
	// AnnotationNextFingerprint contains the SHA256 fingerprint of the next key.
	AnnotationNextFingerprint = GroupName + "/next-fingerprint"
	// AnnotationNextGeneratedAt contains the time when the next key was generated (RFC 3339).
	AnnotationNextGeneratedAt = GroupName + "/next-generated-at"
	// AnnotationPreviousPublicKey contains the previous public key as long as a Shoot may still use the key.
	AnnotationPreviousPublicKey = GroupName + "/previous-public-key"
	// AnnotationPreviousFingerprint contains the SHA256 fingerprint of the previous key.
	AnnotationPreviousFingerprint = GroupName + "/previous-fingerprint"
	// AnnotationRotatedAt contains the time when the last rotation was completed (RFC 3339).
	AnnotationRotatedAt = GroupName + "/rotated-at"
	// AnnotationLaggingShoots lists the Shoots that have not been observed with the key of the last rotation yet.
	AnnotationLaggingShoots = GroupName + "/lagging-shoots"
	// AnnotationHostKeyScanError contains the error of the last host key scan.
	AnnotationHostKeyScanError = GroupName + "/host-key-scan-error"
	// AnnotationUnused has the value true if the additional source of the deploy key is no longer configured.
	AnnotationUnused = GroupName + "/unused"
	// AnnotationOperation requests an operation on the deploy key. A user sets it.
	AnnotationOperation = GroupName + "/operation"
	// AnnotationOperationError contains the reason why the last requested operation was refused.
	AnnotationOperationError = GroupName + "/operation-error"
	// AnnotationRegistration contains the state of the registration of the keys at the Git host, as JSON.
	AnnotationRegistration = GroupName + "/registration"

	// OperationRotateStart generates the next key.
	OperationRotateStart = "rotate-deploy-key-start"
	// OperationRotateComplete replaces the current key with the next one.
	OperationRotateComplete = "rotate-deploy-key-complete"
	// OperationRotateAbort removes the next key.
	OperationRotateAbort = "rotate-deploy-key-abort"
	// OperationDeregister removes the deploy key from the Git host where the extension registered it.
	OperationDeregister = "deregister-deploy-key"

	// AnnotationCopyLabels is an annotation of a project's Secret or ConfigMap. With the value true, the labels of the
	// object are copied to the shoot as well. The stackitcloud extension introduced this key.
	AnnotationCopyLabels = ExtensionName + "/copy-labels"

	// FluxNamespace is the default namespace of Flux in the shoot.
	FluxNamespace = "flux-system"
	// SyncName is the default name of the source, the source's Secret and the root Kustomization, as in 'flux bootstrap'.
	SyncName = "flux-system"

	// DecryptionSecretName is the default name of the Secret in the shoot with the SOPS key.
	DecryptionSecretName = "flux-sops"
	// ProxySecretName is the name of the Secret in the shoot with the proxy URLs, which contain credentials.
	ProxySecretName = "flux-proxy"
	// ImagePullSecretName is the name of the image pull Secret of Flux's controllers in the shoot.
	ImagePullSecretName = "flux-image-pull"
	// ShootInfoConfigMapName is the name of the ConfigMap in the shoot with the shoot info.
	ShootInfoConfigMapName = "shoot-info"

	// LabelManagedBy is the label that has the value PredecessorManagedBy on objects that the stackitcloud extension
	// created in a shoot.
	LabelManagedBy = "app.kubernetes.io/managed-by"
	// PredecessorManagedBy is the value of that label.
	PredecessorManagedBy = "gardener-extension-shoot-flux"

	// ManagedResourceCRDs is the ManagedResource with Flux's namespace and CustomResourceDefinitions, and the
	// volume of source-controller.
	ManagedResourceCRDs = "extension-shoot-flux-crds"
	// ManagedResourceControllers is the ManagedResource with Flux's controllers.
	ManagedResourceControllers = "extension-shoot-flux-controllers"
	// ManagedResourceConfig is the ManagedResource with the shoot info, the copied Secrets and ConfigMaps, the source and
	// the root Kustomization.
	ManagedResourceConfig = "extension-shoot-flux-config"
	// ManagedResourceBaseline is the ManagedResource with the operator's baseline.
	ManagedResourceBaseline = "extension-shoot-flux-baseline"
	// PredecessorManagedResourceInstall is the ManagedResource that the archived 23technologies extension used to install
	// Flux.
	PredecessorManagedResourceInstall = "extension-shoot-flux-flux-install"
	// PredecessorManagedResourceConfig is that extension's ManagedResource with the source and the root Kustomization.
	PredecessorManagedResourceConfig = "extension-shoot-flux-flux-config"
	// PredecessorSourceName is the name of that extension's source in FluxNamespace.
	PredecessorSourceName = "main-gitrepo"
	// PredecessorRootName is the name of that extension's root Kustomization in FluxNamespace.
	PredecessorRootName = "main-ks"

	// BaselineName is the name of the source, the Kustomization, the ServiceAccount and the Secret of the operator's
	// baseline, and of the operator's Secret in namespace garden of the garden.
	BaselineName = "flux-baseline"

	// LabelStorage is the label of a controller's PersistentVolumeClaim in a shoot. Its value is the name of the
	// controller's Deployment.
	LabelStorage = GroupName + "/storage"
	// AnnotationPaused has the value true on a ManagedResource that the extension has excluded from reconciliation by
	// gardener-resource-manager. It distinguishes such a ManagedResource from one that the operator has excluded.
	AnnotationPaused = GroupName + "/paused"
	// LabelShard is the label that assigns an object to a shard of Flux.
	LabelShard = "sharding.fluxcd.io/key"

	// ManagedResourceOrigin is the value of the label 'origin' of the extension's ManagedResources. It must not be
	// 'gardener', because gardenlet itself deletes such ManagedResources during migration and deletion.
	ManagedResourceOrigin = "shoot-flux"

	// PushSecretName is the default name of the Secret in the project namespace that contains the token of the project's
	// webhook under SecretKeyToken.
	PushSecretName = "flux-push"
	// PushConfigMapName is the name of the ConfigMap in the project namespace with the time of the last push.
	PushConfigMapName = "flux-push"
	// KeyPushedAt is the key of the time in that ConfigMap, in the format of FormatPushTime.
	KeyPushedAt = "pushedAt"
	// AnnotationPushURL is the annotation of ConfigMap flux-config with the URL of the project's webhook.
	AnnotationPushURL = GroupName + "/push-url"
	// AnnotationPushError is the annotation of ConfigMap flux-config with the reason why the project has no webhook.
	AnnotationPushError = GroupName + "/push-error"
	// AnnotationReconcile is the annotation of ConfigMap flux-config that has Shoots reconciled (package
	// reconcilerequest).
	AnnotationReconcile = GroupName + "/reconcile"
	// AnnotationNotificationTest is the annotation of ConfigMap flux-config that has the garden controller send a test
	// message to each receiver. Its value is the time of the request (RFC 3339), which also identifies the request.
	AnnotationNotificationTest = GroupName + "/notification-test"
	// AnnotationPushedAt is the annotation of a source in a shoot with the time of the last push that made the extension
	// request a reconciliation of the source.
	AnnotationPushedAt = GroupName + "/pushed-at"
	// AnnotationReadWith is the annotation of a source in a shoot with an identifier of its Secrets, followed by the value
	// of the reconciliation request until Flux has read the source with these Secrets.
	AnnotationReadWith = GroupName + "/read-with"
	// AnnotationDelivery is the annotation of the source and the root Kustomization in a shoot with an identifier of the
	// delivery. A restore of the shoot's etcd brings back the identifier of the backup.
	AnnotationDelivery = GroupName + "/delivery"

	// NotificationSecretName is the default name of the Secret in the project namespace with the address of a
	// receiver. Its keys are SecretKeyAddress, SecretKeyToken and SecretKeyCACert.
	NotificationSecretName = "flux-notifications"
	// SecretKeyAddress is the key of the receiver's URL in that Secret.
	SecretKeyAddress = "address"
	// NotificationConfigMapName is the name of the ConfigMap in the project namespace with the state of its
	// notifications.
	NotificationConfigMapName = "flux-notifications"

	// CommitStatusSecretName is the name of the Secret in the project namespace with the token for commit statuses. Its
	// keys are SecretKeyToken and SecretKeyCACert.
	CommitStatusSecretName = "flux-commit-status"
	// CommitStatusConfigMapName is the name of the ConfigMap in the project namespace with the written commit statuses.
	CommitStatusConfigMapName = "flux-commit-status"
)

const (
	// ConditionConfigured reports whether the project's configuration is valid.
	ConditionConfigured gardencorev1beta1.ConditionType = "FluxConfigured"
	// ConditionInstalled reports whether gardener-resource-manager has applied Flux to the shoot and Flux's controllers
	// run.
	ConditionInstalled gardencorev1beta1.ConditionType = "FluxInstalled"
	// ConditionUpToDate reports whether the shoot has the project's present configuration.
	ConditionUpToDate gardencorev1beta1.ConditionType = "FluxUpToDate"
	// ConditionSourceReady mirrors the condition Ready of the source, and adds a suggested fix if one is known.
	ConditionSourceReady gardencorev1beta1.ConditionType = "FluxSourceReady"
	// ConditionDeployKey reports the registration and the rotation of the project's deploy key.
	ConditionDeployKey gardencorev1beta1.ConditionType = "FluxDeployKey"
	// ConditionKustomizationReady mirrors the condition Ready of the root Kustomization.
	ConditionKustomizationReady gardencorev1beta1.ConditionType = "FluxKustomizationReady"
	// ConditionObjectsReady reports whether all Flux objects in the shoot are ready, and all workloads that these objects
	// applied.
	ConditionObjectsReady gardencorev1beta1.ConditionType = "FluxObjectsReady"
	// ConditionBaselineReady reports whether the operator's baseline is applied to the shoot and ready.
	ConditionBaselineReady gardencorev1beta1.ConditionType = "FluxBaselineReady"
	// ConditionInShoot summarizes all conditions except FluxConfigured and FluxDeployKey. It is set only if the project
	// sets reportInShoot. gardenlet includes it in the Shoot's condition of the same type.
	ConditionInShoot = gardencorev1beta1.ShootObservabilityComponentsHealthy

	// ReasonNotConfigured is the reason of the condition FluxConfigured of a Shoot that gets nothing because it has no
	// configuration. The status of the Shoot depends on it.
	ReasonNotConfigured = "NotConfigured"
	// ReasonRemovingFlux is the reason of the condition FluxConfigured while a Flux that came only for the operator's
	// baseline is removed.
	ReasonRemovingFlux = "RemovingFlux"
	// ReasonMigrating is the reason of the condition FluxConfigured until a migration succeeds. The health check reads it.
	ReasonMigrating = "Migrating"
	// ReasonBaselineInvalid is the reason of the condition FluxBaselineReady if the operator's configuration is invalid.
	// The status of the Shoot depends on it.
	ReasonBaselineInvalid = "InvalidConfiguration"
	// ReasonBaselineRemoving is the reason of the condition FluxBaselineReady while the baseline is removed. The status of
	// the Shoot depends on it.
	ReasonBaselineRemoving = "Removing"
)

// FlatKeys returns the keys of ConfigMap flux-config that can be used instead of KeyConfig.
func FlatKeys() []string {
	return []string{KeyFluxVersion, KeyRepositoryURL, KeyRepositoryBranch, KeyRepositoryType, KeyKnownHosts, KeyPropagation}
}

// pushTimeLayout is the RFC 3339 layout in UTC with milliseconds.
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

// These are the names of the variables. The first four have the same names and values as in the stackitcloud extension.
const (
	// ShootInfoClusterIdentity is the cluster identity, which is unique even among clusters that were recreated under the
	// same name.
	ShootInfoClusterIdentity = ShootInfoPrefix + "CLUSTER_IDENTITY"
	// ShootInfoName is the name of the Shoot, which is unique only within its project.
	ShootInfoName = ShootInfoPrefix + "NAME"
	// ShootInfoTechnicalID is the technical ID of the Shoot, which is unique within a Gardener installation.
	ShootInfoTechnicalID = ShootInfoPrefix + "TECHNICAL_ID"
	// ShootInfoGardenClusterIdentity is the cluster identity of the garden.
	ShootInfoGardenClusterIdentity = ShootInfoPrefix + "GARDEN_CLUSTER_IDENTITY"
	// ShootInfoProjectName is the name of the project.
	ShootInfoProjectName = ShootInfoPrefix + "PROJECT_NAME"
	// ShootInfoProjectNamespace is the namespace of the project in the garden.
	ShootInfoProjectNamespace = ShootInfoPrefix + "PROJECT_NAMESPACE"
	// ShootInfoRegion is the region of the Shoot.
	ShootInfoRegion = ShootInfoPrefix + "REGION"
	// ShootInfoProvider is the type of the infrastructure provider.
	ShootInfoProvider = ShootInfoPrefix + "PROVIDER"
	// ShootInfoKubernetesVersion is the Kubernetes version without a leading 'v'.
	ShootInfoKubernetesVersion = ShootInfoPrefix + "KUBERNETES_VERSION"
	// ShootInfoDomain is the DNS domain of the shoot. It may be empty.
	ShootInfoDomain = ShootInfoPrefix + "DOMAIN"
	// ShootInfoPurpose is the purpose of the Shoot, such as production.
	ShootInfoPurpose = ShootInfoPrefix + "PURPOSE"
	// ShootInfoSeed is the name of the seed that runs the control plane.
	ShootInfoSeed = ShootInfoPrefix + "SEED"

	// ShootInfoPrefix is the prefix of the names of all variables.
	ShootInfoPrefix = "SHOOT_INFO_"
	// ShootInfoLabelPrefix is the prefix of the names of variables for labels of the Shoot.
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

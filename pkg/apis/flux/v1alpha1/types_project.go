// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"encoding/json"
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ProjectSettings are settings of a project as a whole.
type ProjectSettings struct {
	// AllowShootOverrides defines the fields that the project's Shoots may set in their providerConfig: all, none,
	// or a list of paths such as kustomization.template.spec.path, each including all fields below it. Defaults to
	// all.
	// +optional
	AllowShootOverrides *ShootOverrides `json:"allowShootOverrides,omitempty"`
	// Overrides are configurations for selected Shoots of the project. All overrides that select a Shoot are
	// merged in order.
	// +kubebuilder:validation:MaxItems=20
	// +optional
	Overrides []Override `json:"overrides,omitempty"`
	// Propagation defines when a change of the project's configuration or deploy key reaches the project's Shoots.
	// Defaults to Immediate.
	// +optional
	Propagation *Propagation `json:"propagation,omitempty"`
	// ReportInShoot specifies whether the Shoot's condition ObservabilityComponentsHealthy includes the status of
	// Flux and of all objects that it applied. Defaults to the setting of the operator, which defaults to false.
	// +optional
	ReportInShoot *bool `json:"reportInShoot,omitempty"`
	// DeployKey configures the project's deploy key.
	// +optional
	DeployKey *DeployKey `json:"deployKey,omitempty"`
	// Rollout propagates changes to the project's Shoots ring by ring. A ring starts after the previous ring has
	// stayed ready. If unset, changes reach all Shoots as defined by propagation. It requires the garden
	// controller.
	// +optional
	Rollout *Rollout `json:"rollout,omitempty"`
	// Push is a webhook for the project's Git host. After a push, Flux fetches in all Shoots of the project
	// immediately instead of at its next poll. With it, spec.interval of a source defaults to 30m. It requires the
	// garden controller and an operator who offers webhooks.
	// +optional
	Push *Push `json:"push,omitempty"`
	// Notifications are receivers of messages about Shoots that fail, are unreachable or recover, and about
	// rollouts that stop or wait for approval. They require the garden controller and an operator who allows the
	// receivers' hosts.
	// +kubebuilder:validation:MaxItems=10
	// +optional
	Notifications []Notification `json:"notifications,omitempty"`
	// CommitStatus writes the progress of a commit to the commit at its Git host. It requires the garden
	// controller, a GitRepository that all Shoots of the project read, and an operator who allows the host.
	// +optional
	CommitStatus *CommitStatus `json:"commitStatus,omitempty"`
}

// Propagation defines when a change in the project reaches its Shoots.
// +kubebuilder:validation:Enum=OnShootReconcile;Immediate
type Propagation string

const (
	// PropagationOnShootReconcile propagates a change to a Shoot with its next reconciliation by Gardener.
	PropagationOnShootReconcile Propagation = "OnShootReconcile"
	// PropagationImmediate propagates a change to all Shoots of the project immediately, and to a Shoot with
	// spec.maintenance.confineSpecUpdateRollout in its maintenance time window.
	PropagationImmediate Propagation = "Immediate"
)

const (
	overridesAll  = "all"
	overridesNone = "none"
)

// ShootOverrides defines the fields that the Shoots of a project may set in their providerConfig. In JSON it is
// the string all, the string none, or a list of paths.
// +kubebuilder:validation:XPreserveUnknownFields
// +kubebuilder:validation:Schemaless
type ShootOverrides struct {
	// All allows every field. Paths is then empty.
	All bool `json:"-"`
	// Paths are the allowed paths, each including all fields below it. If it is empty and All is false, no field
	// is allowed.
	Paths []string `json:"-"`
}

// UnmarshalJSON decodes the string "all", the string "none", or a list of paths.
func (o *ShootOverrides) UnmarshalJSON(data []byte) error {
	var (
		word  string
		paths []string
	)
	switch isWord := json.Unmarshal(data, &word) == nil; {
	case isWord && word == overridesAll:
		*o = ShootOverrides{All: true}
	case isWord && word == overridesNone:
		*o = ShootOverrides{}
	case !isWord && json.Unmarshal(data, &paths) == nil:
		*o = ShootOverrides{Paths: paths}
	default:
		return errors.New(`must be all, none or a list of paths such as kustomization.template.spec.path`)
	}
	return nil
}

// MarshalJSON encodes the overrides in the format that UnmarshalJSON decodes.
func (o ShootOverrides) MarshalJSON() ([]byte, error) {
	switch {
	case o.All:
		return json.Marshal(overridesAll)
	case len(o.Paths) == 0:
		return json.Marshal(overridesNone)
	default:
		return json.Marshal(o.Paths)
	}
}

// ShootSelector selects Shoots of a project.
type ShootSelector struct {
	// Shoots selects Shoots by label. If unset, it selects all.
	// +optional
	Shoots *metav1.LabelSelector `json:"shoots,omitempty"`
	// Purposes selects Shoots by spec.purpose: evaluation, testing, development, production or infrastructure. If
	// unset, it selects all. A Shoot has to match both shoots and purposes.
	// +optional
	Purposes []string `json:"purposes,omitempty"`
}

// SelectsAll returns whether the selector has no requirements and therefore selects all Shoots.
func (s ShootSelector) SelectsAll() bool {
	return len(s.Purposes) == 0 && (s.Shoots == nil || len(s.Shoots.MatchLabels)+len(s.Shoots.MatchExpressions) == 0)
}

// Override is a configuration for selected Shoots of the project. It is merged over the project's configuration
// and the previous overrides, and below the Shoot's configuration.
type Override struct {
	// Name identifies the override in messages.
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name"`
	// ShootSelector selects Shoots. At least one of its fields is required.
	ShootSelector `json:",inline"`
	// Config is the configuration for these Shoots.
	Config OverrideConfig `json:"config"`
}

// OverrideConfig is a FluxConfig without the settings of a whole project or a single Shoot. As in flux-config,
// null removes a value. Namespaces cannot be set.
type OverrideConfig struct {
	// Flux configures the installation of Flux.
	// +optional
	Flux *FluxInstallation `json:"flux,omitempty"`
	// Source is the source of the root Kustomization.
	// +optional
	Source *Source `json:"source,omitempty"`
	// Kustomization is the root Kustomization.
	// +optional
	Kustomization *Kustomization `json:"kustomization,omitempty"`
	// Decryption configures the SOPS key of the root Kustomization.
	// +optional
	Decryption *Decryption `json:"decryption,omitempty"`
	// AdditionalSecretResources replace the project's list.
	// +optional
	AdditionalSecretResources []AdditionalResource `json:"additionalSecretResources,omitempty"`
	// AdditionalConfigMapResources replace the project's list.
	// +optional
	AdditionalConfigMapResources []AdditionalResource `json:"additionalConfigMapResources,omitempty"`
	// AdditionalSources replace the project's list.
	// +optional
	AdditionalSources []AdditionalSource `json:"additionalSources,omitempty"`
	// Mode defines how the extension treats Flux, the source and the root Kustomization after their first
	// delivery.
	// +optional
	Mode *Mode `json:"mode,omitempty"`
	// DeletionPolicy defines the treatment of Flux when the extension is removed from a living shoot.
	// +optional
	DeletionPolicy *DeletionPolicy `json:"deletionPolicy,omitempty"`
}

// DeployKey configures the generation and management of the project's deploy key. It does not change an
// existing key.
type DeployKey struct {
	// Algorithm is the algorithm of a generated key: the first key of a project, or the next key of a rotation.
	// Defaults to ed25519, or, for a host that is known to reject it, to an accepted algorithm: rsa-3072 for Azure
	// DevOps and AWS CodeCommit.
	// +optional
	Algorithm *KeyAlgorithm `json:"algorithm,omitempty"`
	// ReminderAge is the minimum age of the key for Events that remind of a rotation. Keys are not rotated
	// automatically. If unset, there are no such Events.
	// +optional
	ReminderAge *metav1.Duration `json:"reminderAge,omitempty"`
	// ScanHostKeys specifies whether unknown host keys of the project's source are scanned once and stored with
	// the deploy key. A man in the middle between seed and host at that moment is trusted. The operator has to
	// allow the host. Defaults to false.
	// +optional
	ScanHostKeys *bool `json:"scanHostKeys,omitempty"`
	// Registration registers the deploy key at the Git host of the project's source. If unset, the public key has
	// to be registered by hand.
	// +optional
	Registration *KeyRegistration `json:"registration,omitempty"`
}

// KeyAlgorithm is the algorithm of a deploy key with its length.
// +kubebuilder:validation:Enum=ed25519;ecdsa-p256;ecdsa-p384;ecdsa-p521;rsa-3072;rsa-4096
type KeyAlgorithm string

// Algorithms of deploy keys.
const (
	KeyAlgorithmEd25519   KeyAlgorithm = "ed25519"
	KeyAlgorithmECDSAP256 KeyAlgorithm = "ecdsa-p256"
	KeyAlgorithmECDSAP384 KeyAlgorithm = "ecdsa-p384"
	KeyAlgorithmECDSAP521 KeyAlgorithm = "ecdsa-p521"
	KeyAlgorithmRSA3072   KeyAlgorithm = "rsa-3072"
	KeyAlgorithmRSA4096   KeyAlgorithm = "rsa-4096"
)

// KeyRegistration registers the deploy key at a Git host as a read-only key.
type KeyRegistration struct {
	// Provider is the kind of the Git host.
	Provider GitProvider `json:"provider"`
	// Host is the host or host:port of the Git host's API, which is called over https. The operator has to allow
	// it. Defaults to the host of the repository's URL.
	// +optional
	Host *string `json:"host,omitempty"`
	// SecretName is the name of a Secret in the project namespace. Its key token holds a token of the Git host
	// that may administer the repository's deploy keys. Its optional key ca.crt holds the CA certificates of the
	// host. The operator has to allow the name. Defaults to flux-git-host.
	// +optional
	SecretName *string `json:"secretName,omitempty"`
	// ProxyURL is the URL of the proxy for the API, without credentials. Defaults to the proxy in the extension's
	// environment.
	// +optional
	ProxyURL *string `json:"proxyURL,omitempty"`
}

// GitProvider is a kind of Git host.
// +kubebuilder:validation:Enum=github;gitlab;gitea
type GitProvider string

// Kinds of Git hosts. Forgejo has the API of Gitea.
const (
	GitProviderGitHub GitProvider = "github"
	GitProviderGitLab GitProvider = "gitlab"
	GitProviderGitea  GitProvider = "gitea"
)

// GitProviders returns all kinds of Git hosts in sorted order.
func GitProviders() []GitProvider {
	return []GitProvider{GitProviderGitea, GitProviderGitHub, GitProviderGitLab}
}

// Push is a webhook for a Git host to report pushes to the extension.
type Push struct {
	// Type is the type of the Git host's request and of its authentication with the token: github, gitlab,
	// bitbucket, gitea (also for Forgejo), generic-hmac or generic, as in a Receiver of Flux.
	Type PushType `json:"type"`
	// SecretName is the name of a Secret of the project. Its key token holds a token of at least 16 characters.
	// The operator has to allow names other than the default. Defaults to flux-push.
	// +optional
	SecretName *string `json:"secretName,omitempty"`
}

// PushType is the type of a webhook.
// +kubebuilder:validation:Enum=bitbucket;generic;generic-hmac;gitea;github;gitlab
type PushType string

const (
	// PushTypeBitbucket is a webhook of Bitbucket Cloud or Data Center with a secret.
	PushTypeBitbucket PushType = "bitbucket"
	// PushTypeGeneric accepts any request to the URL, which is itself the secret.
	PushTypeGeneric PushType = "generic"
	// PushTypeGenericHMAC accepts a request with the HMAC of its body in header X-Signature.
	PushTypeGenericHMAC PushType = "generic-hmac"
	// PushTypeGitea is a webhook of Gitea or Forgejo with a secret.
	PushTypeGitea PushType = "gitea"
	// PushTypeGitHub is a webhook of GitHub with a secret.
	PushTypeGitHub PushType = "github"
	// PushTypeGitLab is a webhook of GitLab with a secret token.
	PushTypeGitLab PushType = "gitlab"
)

// PushTypes returns all types in sorted order.
func PushTypes() []PushType {
	return []PushType{PushTypeBitbucket, PushTypeGeneric, PushTypeGenericHMAC, PushTypeGitea, PushTypeGitHub, PushTypeGitLab}
}

// Notification is a receiver of messages about the project's Shoots. The garden controller sends them, so they
// also report Shoots without a running Flux.
type Notification struct {
	// Name identifies the receiver. A receiver with a new name gets messages about all current problems. Defaults
	// to the type.
	// +kubebuilder:validation:MaxLength=63
	// +optional
	Name *string `json:"name,omitempty"`
	// Type is the type of the receiver: slack (an incoming webhook), msteams (a webhook of a workflow) or webhook
	// (JSON that is signed like Flux's generic-hmac).
	Type NotificationType `json:"type"`
	// SecretName is the name of a Secret of the project. Its key address holds the URL of the receiver. For type
	// webhook, its key token holds a token of at least 16 characters for the signature. Its optional key ca.crt
	// holds the CA certificates of the receiver. The operator has to allow names other than flux-notifications,
	// flux-notifications-slack, flux-notifications-msteams and flux-notifications-webhook. Defaults to
	// flux-notifications.
	// +optional
	SecretName *string `json:"secretName,omitempty"`
	// MinimumState is the least severe reported state of a Shoot: Failed, Unreachable (also NotReported) or
	// Degraded. Defaults to Degraded.
	// +optional
	MinimumState *NotificationState `json:"minimumState,omitempty"`
	// Rings are the names of the rings of project.rollout to report on. If unset, all rings and Shoots without
	// rollout are reported.
	// +kubebuilder:validation:MaxItems=21
	// +optional
	Rings []string `json:"rings,omitempty"`
	// Shoots selects the Shoots to report by label. If unset, it selects all. A Shoot has to match both rings and
	// shoots.
	// +optional
	Shoots *metav1.LabelSelector `json:"shoots,omitempty"`
}

// NotificationType is the type of a receiver.
// +kubebuilder:validation:Enum=msteams;slack;webhook
type NotificationType string

const (
	// NotificationTypeMSTeams is a workflow webhook of Microsoft Teams. It gets an adaptive card.
	NotificationTypeMSTeams NotificationType = "msteams"
	// NotificationTypeSlack is an incoming webhook of Slack or of a compatible service.
	NotificationTypeSlack NotificationType = "slack"
	// NotificationTypeWebhook is an endpoint that gets JSON, signed with a token.
	NotificationTypeWebhook NotificationType = "webhook"
)

// NotificationTypes returns all types in sorted order.
func NotificationTypes() []NotificationType {
	return []NotificationType{NotificationTypeMSTeams, NotificationTypeSlack, NotificationTypeWebhook}
}

// NotificationState is the least severe reported state.
// +kubebuilder:validation:Enum=Degraded;Failed;Unreachable
type NotificationState string

const (
	// NotificationStateDegraded reports Shoots that are Degraded, Unreachable, NotReported or Failed.
	NotificationStateDegraded NotificationState = "Degraded"
	// NotificationStateUnreachable reports Shoots that are Unreachable, NotReported or Failed.
	NotificationStateUnreachable NotificationState = "Unreachable"
	// NotificationStateFailed reports Shoots that are Failed.
	NotificationStateFailed NotificationState = "Failed"
)

// NotificationStates returns all states in sorted order.
func NotificationStates() []NotificationState {
	return []NotificationState{NotificationStateDegraded, NotificationStateFailed, NotificationStateUnreachable}
}

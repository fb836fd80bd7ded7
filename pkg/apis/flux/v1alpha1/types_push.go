// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

const (
	// PushSecretName is the name of the Secret in the project namespace with the token of the project's webhook if the configuration names no other. Its
	// key is SecretKeyToken.
	PushSecretName = "flux-push"
	// PushConfigMapName is the name of the ConfigMap in the project namespace with the time of the last push.
	PushConfigMapName = "flux-push"
	// KeyPushedAt is the key of that ConfigMap with the time (RFC 3339 with milliseconds, UTC).
	KeyPushedAt = "pushedAt"
	// AnnotationPushURL is the annotation of the ConfigMap flux-config with the URL for the webhook of the project's Git host.
	AnnotationPushURL = GroupName + "/push-url"
	// AnnotationPushError is the annotation of the ConfigMap flux-config with the reason why the project has no such URL.
	AnnotationPushError = GroupName + "/push-error"
	// AnnotationPushedAt is the annotation of the source in a shoot with the push for which it was asked to be reconciled last.
	AnnotationPushedAt = GroupName + "/pushed-at"
)

// Push is the webhook with which a Git host notifies the extension of a push.
type Push struct {
	// Type is what the Git host sends, and how it proves that it knows the token: github, gitlab, bitbucket, gitea (also Forgejo), generic-hmac or
	// generic, as in a Receiver of Flux.
	Type PushType `json:"type"`
	// SecretName is the name of a Secret of the project with the token, of at least 16 characters, under the key token. Other names than the default
	// have to be allowed by the operator. Defaults to flux-push.
	// +optional
	SecretName *string `json:"secretName,omitempty"`
}

// PushType is the type of a webhook.
// +kubebuilder:validation:Enum=bitbucket;generic;generic-hmac;gitea;github;gitlab
type PushType string

const (
	// PushTypeBitbucket is a webhook of Bitbucket Cloud or Data Center with a secret.
	PushTypeBitbucket PushType = "bitbucket"
	// PushTypeGeneric is any request to the URL, which is itself the secret.
	PushTypeGeneric PushType = "generic"
	// PushTypeGenericHMAC is a request whose header X-Signature is the HMAC of its body.
	PushTypeGenericHMAC PushType = "generic-hmac"
	// PushTypeGitea is a webhook of Gitea or Forgejo with a secret.
	PushTypeGitea PushType = "gitea"
	// PushTypeGitHub is a webhook of GitHub with a secret.
	PushTypeGitHub PushType = "github"
	// PushTypeGitLab is a webhook of GitLab with a secret token.
	PushTypeGitLab PushType = "gitlab"
)

// PushTypes are all types, sorted.
func PushTypes() []PushType {
	return []PushType{PushTypeBitbucket, PushTypeGeneric, PushTypeGenericHMAC, PushTypeGitea, PushTypeGitHub, PushTypeGitLab}
}

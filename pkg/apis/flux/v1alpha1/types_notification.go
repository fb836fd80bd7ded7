// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

const (
	// NotificationSecretName is the name of the Secret in the project namespace with the address of a receiver if the configuration names no other. Its
	// keys are SecretKeyAddress, SecretKeyToken and SecretKeyCACert.
	NotificationSecretName = "flux-notifications"
	// SecretKeyAddress is the key of that Secret with the URL to which messages are sent.
	SecretKeyAddress = "address"
	// NotificationConfigMapName is the name of the ConfigMap in the project namespace with what has been reported to which receiver.
	NotificationConfigMapName = "flux-notifications"
)

// Notification is a receiver of messages about the project's Shoots, which the garden controller sends: also about those in which no Flux runs that could.
type Notification struct {
	// Name identifies the receiver. One of another name is another receiver, to which all that is wrong is reported. Defaults to the type.
	// +kubebuilder:validation:MaxLength=63
	// +optional
	Name *string `json:"name,omitempty"`
	// Type is what the receiver is: slack (an incoming webhook), msteams (a webhook of a workflow) or webhook (JSON that is signed as by generic-hmac of
	// Flux).
	Type NotificationType `json:"type"`
	// SecretName is the name of a Secret of the project with the URL of the receiver under the key address, for type webhook with a token of at least 16
	// characters for the signature under the key token, and if its certificate has an authority of its own, with that under the key ca.crt. Names
	// other than flux-notifications, also with -slack, -msteams or -webhook behind it, have to be allowed by the operator. Defaults to flux-notifications.
	// +optional
	SecretName *string `json:"secretName,omitempty"`
	// MinimumState is the least severe state of a Shoot that is reported: Failed, Unreachable (also NotReported) or Degraded. Defaults to Degraded.
	// +optional
	MinimumState *NotificationState `json:"minimumState,omitempty"`
	// Rings are the names of the rings of project.rollout whose Shoots and rollouts are reported. Defaults to all, and to Shoots without a rollout.
	// +kubebuilder:validation:MaxItems=21
	// +optional
	Rings []string `json:"rings,omitempty"`
	// Shoots selects the Shoots that are reported by their labels. Defaults to all. With Rings, both have to select a Shoot.
	// +optional
	Shoots *metav1.LabelSelector `json:"shoots,omitempty"`
}

// NotificationType is the type of a receiver.
// +kubebuilder:validation:Enum=msteams;slack;webhook
type NotificationType string

const (
	// NotificationTypeMSTeams is a webhook of a workflow of Microsoft Teams, which gets an adaptive card.
	NotificationTypeMSTeams NotificationType = "msteams"
	// NotificationTypeSlack is an incoming webhook of Slack, or of what understands its messages.
	NotificationTypeSlack NotificationType = "slack"
	// NotificationTypeWebhook is an endpoint that gets JSON, signed with a token.
	NotificationTypeWebhook NotificationType = "webhook"
)

// NotificationTypes are all types, sorted.
func NotificationTypes() []NotificationType {
	return []NotificationType{NotificationTypeMSTeams, NotificationTypeSlack, NotificationTypeWebhook}
}

// NotificationState is the least severe state that is reported.
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

// NotificationStates are all of these states, sorted.
func NotificationStates() []NotificationState {
	return []NotificationState{NotificationStateDegraded, NotificationStateFailed, NotificationStateUnreachable}
}

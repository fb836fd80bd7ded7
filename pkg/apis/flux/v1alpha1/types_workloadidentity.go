// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

// WorkloadIdentity has Flux log in to clouds with short-lived tokens of ServiceAccounts of the shoot, as
// https://fluxcd.io/flux/integrations/cross-cloud/ describes. A cloud accepts them if it trusts the issuer of the shoot's tokens and can read
// its published keys, which a shoot with a managed issuer has.
type WorkloadIdentity struct {
	// Enabled specifies whether objects of Flux may name the ServiceAccount they log in as (feature gate ObjectLevelWorkloadIdentity of
	// the controllers). Defaults to true.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// ServiceAccounts are created in the shoot before the source. One that is no longer listed is removed from the shoot. With the name of one
	// of Flux's controllers, and in Flux's namespace, it is the ServiceAccount of that controller, which is annotated.
	// +optional
	ServiceAccounts []CloudServiceAccount `json:"serviceAccounts,omitempty"`
}

// CloudServiceAccount is a ServiceAccount of the shoot, with what it is in one or more clouds.
type CloudServiceAccount struct {
	// Name is the name of the ServiceAccount.
	Name string `json:"name"`
	// Namespace is that of the objects that name the ServiceAccount: Flux's, or that of the source or root Kustomization. Defaults to Flux's
	// namespace.
	// +optional
	Namespace *string `json:"namespace,omitempty"`
	// AWS is the role at Amazon Web Services.
	// +optional
	AWS *AWSIdentity `json:"aws,omitempty"`
	// Azure is the application or managed identity at Microsoft Azure.
	// +optional
	Azure *AzureIdentity `json:"azure,omitempty"`
	// GCP is the workload identity at Google Cloud.
	// +optional
	GCP *GCPIdentity `json:"gcp,omitempty"`
}

// AWSIdentity is a role at Amazon Web Services. Tokens have the audience sts.amazonaws.com.
type AWSIdentity struct {
	// RoleARN is the ARN of the role, such as arn:aws:iam::123456789012:role/flux.
	RoleARN string `json:"roleARN"`
}

// AzureIdentity is an application or managed identity at Microsoft Azure. Tokens have the audience api://AzureADTokenExchange.
type AzureIdentity struct {
	// ClientID is the client ID of the application or managed identity.
	ClientID string `json:"clientID"`
	// TenantID is the ID of its tenant.
	TenantID string `json:"tenantID"`
}

// GCPIdentity is a workload identity at Google Cloud. Tokens have the provider as audience, with //iam.googleapis.com/ before it.
type GCPIdentity struct {
	// Provider is the workload identity provider: projects/<number>/locations/global/workloadIdentityPools/<pool>/providers/<provider>.
	Provider string `json:"provider"`
	// ServiceAccount is the email address of the service account to impersonate. Defaults to direct access of the ServiceAccount of the shoot.
	// +optional
	ServiceAccount *string `json:"serviceAccount,omitempty"`
}

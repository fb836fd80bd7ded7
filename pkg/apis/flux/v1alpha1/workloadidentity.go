// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"maps"
	"slices"
)

// Annotations of ServiceAccounts, from which Flux reads what they are in a cloud.
const (
	// AnnotationAWSRole is the ARN of a role.
	AnnotationAWSRole = "eks.amazonaws.com/role-arn"
	// AnnotationAzureClient is a client ID.
	AnnotationAzureClient = "azure.workload.identity/client-id"
	// AnnotationAzureTenant is the ID of a tenant.
	AnnotationAzureTenant = "azure.workload.identity/tenant-id"
	// AnnotationGCPProvider is the name of a workload identity provider.
	AnnotationGCPProvider = "gcp.auth.fluxcd.io/workload-identity-provider"
	// AnnotationGCPServiceAccount is the email address of a service account.
	AnnotationGCPServiceAccount = "iam.gke.io/gcp-service-account"
)

// HasWorkloadIdentity returns whether objects of the controller may name a ServiceAccount to log in to clouds as, and the controller knows the
// feature gate for that. A test compares it with the release notes of the controllers (pkg/flux/distributions/featuregates.txt).
func HasWorkloadIdentity(component Component) bool {
	return slices.Contains([]Component{
		ComponentSource, ComponentKustomize, ComponentHelm, ComponentNotification, ComponentImageReflector, ComponentImageAutomation,
	}, component)
}

// HasWorkloadIdentity returns whether objects of Flux may name a ServiceAccount to log in to clouds as.
func (flux *FluxInstallation) HasWorkloadIdentity() bool {
	return flux.WorkloadIdentity != nil && *flux.WorkloadIdentity.Enabled
}

// IsOfController returns whether the ServiceAccount, whose namespace is defaulted, is that of one of Flux's controllers.
func (flux *FluxInstallation) IsOfController(account CloudServiceAccount) bool {
	components := []Component{
		ComponentSource, ComponentKustomize, ComponentHelm, ComponentNotification, ComponentImageReflector, ComponentImageAutomation, ComponentSourceWatcher,
	}
	return *account.Namespace == *flux.Namespace && slices.Contains(components, Component(account.Name))
}

// Annotations are those from which Flux reads what the ServiceAccount is in each cloud.
func (account CloudServiceAccount) Annotations() map[string]string {
	annotations := map[string]string{}
	if aws := account.AWS; aws != nil {
		annotations[AnnotationAWSRole] = aws.RoleARN
	}
	if azure := account.Azure; azure != nil {
		maps.Copy(annotations, map[string]string{AnnotationAzureClient: azure.ClientID, AnnotationAzureTenant: azure.TenantID})
	}
	if gcp := account.GCP; gcp != nil {
		annotations[AnnotationGCPProvider] = gcp.Provider
		if gcp.ServiceAccount != nil {
			annotations[AnnotationGCPServiceAccount] = *gcp.ServiceAccount
		}
	}
	return annotations
}

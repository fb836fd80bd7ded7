// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"maps"
	"slices"

	"golang.org/x/mod/semver"
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

// WorkloadIdentitySince returns the Flux version, such as v2.6, since when the objects of a controller may name a ServiceAccount to log in
// to clouds as, and the controller knows the feature gate for that; empty if there is none. The embedded distributions are compared with the
// release notes of the controllers (pkg/flux/distributions/featuregates.txt).
func WorkloadIdentitySince(component Component) string {
	return map[Component]string{
		ComponentSource: "v2.6", ComponentKustomize: "v2.6", ComponentNotification: "v2.6", ComponentImageReflector: "v2.6",
		ComponentHelm: "v2.7", ComponentImageAutomation: "v2.7",
	}[component]
}

// HasWorkloadIdentity returns whether objects of the controller of that Flux version may name a ServiceAccount to log in to clouds as.
func HasWorkloadIdentity(version string, component Component) bool {
	since := WorkloadIdentitySince(component)
	return since != "" && semver.Compare(semver.MajorMinor(version), since) >= 0
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

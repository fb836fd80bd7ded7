// SPDX-FileCopyrightText: SAP SE or an SAP affiliate company and Gardener contributors
//
// SPDX-License-Identifier: Apache-2.0

package helper

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	operatorv1alpha1 "github.com/gardener/gardener/pkg/apis/operator/v1alpha1"
	"github.com/gardener/gardener/pkg/utils"
)

// GetCARotationPhase returns the specified garden CA rotation phase or an empty string
func GetCARotationPhase(credentials *operatorv1alpha1.Credentials) gardencorev1beta1.CredentialsRotationPhase {
	if credentials != nil && credentials.Rotation != nil && credentials.Rotation.CertificateAuthorities != nil {
		return credentials.Rotation.CertificateAuthorities.Phase
	}
	return ""
}

// MutateCARotation mutates the .status.credentials.rotation.certificateAuthorities field based on the provided
// mutation function. If the field is nil then it is initialized.
func MutateCARotation(garden *operatorv1alpha1.Garden, f func(rotation *gardencorev1beta1.CARotation)) {
	if f == nil {
		return
	}

	if garden.Status.Credentials == nil {
		garden.Status.Credentials = &operatorv1alpha1.Credentials{}
	}
	if garden.Status.Credentials.Rotation == nil {
		garden.Status.Credentials.Rotation = &operatorv1alpha1.CredentialsRotation{}
	}
	if garden.Status.Credentials.Rotation.CertificateAuthorities == nil {
		garden.Status.Credentials.Rotation.CertificateAuthorities = &gardencorev1beta1.CARotation{}
	}

	f(garden.Status.Credentials.Rotation.CertificateAuthorities)
}

// GetServiceAccountKeyRotationPhase returns the specified garden service account key rotation phase or an empty
// string.
func GetServiceAccountKeyRotationPhase(credentials *operatorv1alpha1.Credentials) gardencorev1beta1.CredentialsRotationPhase {
	if credentials != nil && credentials.Rotation != nil && credentials.Rotation.ServiceAccountKey != nil {
		return credentials.Rotation.ServiceAccountKey.Phase
	}
	return ""
}

// MutateServiceAccountKeyRotation mutates the .status.credentials.rotation.serviceAccountKey field based on the
// provided mutation function. If the field is nil then it is initialized.
func MutateServiceAccountKeyRotation(garden *operatorv1alpha1.Garden, f func(*gardencorev1beta1.ServiceAccountKeyRotation)) {
	if f == nil {
		return
	}

	if garden.Status.Credentials == nil {
		garden.Status.Credentials = &operatorv1alpha1.Credentials{}
	}
	if garden.Status.Credentials.Rotation == nil {
		garden.Status.Credentials.Rotation = &operatorv1alpha1.CredentialsRotation{}
	}
	if garden.Status.Credentials.Rotation.ServiceAccountKey == nil {
		garden.Status.Credentials.Rotation.ServiceAccountKey = &gardencorev1beta1.ServiceAccountKeyRotation{}
	}

	f(garden.Status.Credentials.Rotation.ServiceAccountKey)
}

// GetETCDEncryptionKeyRotationPhase returns the specified garden ETCD encryption key rotation phase or an empty
// string.
func GetETCDEncryptionKeyRotationPhase(credentials *operatorv1alpha1.Credentials) gardencorev1beta1.CredentialsRotationPhase {
	if credentials != nil && credentials.Rotation != nil && credentials.Rotation.ETCDEncryptionKey != nil {
		return credentials.Rotation.ETCDEncryptionKey.Phase
	}
	return ""
}

// ShouldETCDEncryptionKeyRotationBeAutoCompleteAfterPrepared returns whether the current ETCD encryption key rotation should
// be auto completed after the preparation phase has finished.
//
// Deprecated: This function will be removed in a future release. The function will be no longer needed with
// the removal `rotate-etcd-encryption-key-start` & `rotate-etcd-encryption-key-complete` annotations.
// TODO(AleksandarSavchev): Remove this after support for Kubernetes v1.33 is dropped.
func ShouldETCDEncryptionKeyRotationBeAutoCompleteAfterPrepared(credentials *operatorv1alpha1.Credentials) bool {
	return credentials != nil &&
		credentials.Rotation != nil &&
		credentials.Rotation.ETCDEncryptionKey != nil &&
		ptr.Deref(credentials.Rotation.ETCDEncryptionKey.AutoCompleteAfterPrepared, false)
}

// MutateETCDEncryptionKeyRotation mutates the .status.credentials.rotation.etcdEncryptionKey field based on the
// provided mutation function. If the field is nil then it is initialized.
func MutateETCDEncryptionKeyRotation(garden *operatorv1alpha1.Garden, f func(*gardencorev1beta1.ETCDEncryptionKeyRotation)) {
	if f == nil {
		return
	}

	if garden.Status.Credentials == nil {
		garden.Status.Credentials = &operatorv1alpha1.Credentials{}
	}
	if garden.Status.Credentials.Rotation == nil {
		garden.Status.Credentials.Rotation = &operatorv1alpha1.CredentialsRotation{}
	}
	if garden.Status.Credentials.Rotation.ETCDEncryptionKey == nil {
		garden.Status.Credentials.Rotation.ETCDEncryptionKey = &gardencorev1beta1.ETCDEncryptionKeyRotation{}
	}

	f(garden.Status.Credentials.Rotation.ETCDEncryptionKey)
}

// GetWorkloadIdentityKeyRotationPhase returns the specified garden workload identity key rotation phase or an empty
// string.
func GetWorkloadIdentityKeyRotationPhase(credentials *operatorv1alpha1.Credentials) gardencorev1beta1.CredentialsRotationPhase {
	if credentials != nil && credentials.Rotation != nil && credentials.Rotation.WorkloadIdentityKey != nil {
		return credentials.Rotation.WorkloadIdentityKey.Phase
	}
	return ""
}

// MutateWorkloadIdentityKeyRotation mutates the .status.credentials.rotation.workloadIdentityKey field based on the
// provided mutation function. If the field is nil then it is initialized.
func MutateWorkloadIdentityKeyRotation(garden *operatorv1alpha1.Garden, f func(*operatorv1alpha1.WorkloadIdentityKeyRotation)) {
	if f == nil {
		return
	}

	if garden.Status.Credentials == nil {
		garden.Status.Credentials = &operatorv1alpha1.Credentials{}
	}
	if garden.Status.Credentials.Rotation == nil {
		garden.Status.Credentials.Rotation = &operatorv1alpha1.CredentialsRotation{}
	}
	if garden.Status.Credentials.Rotation.WorkloadIdentityKey == nil {
		garden.Status.Credentials.Rotation.WorkloadIdentityKey = &operatorv1alpha1.WorkloadIdentityKeyRotation{}
	}

	f(garden.Status.Credentials.Rotation.WorkloadIdentityKey)
}

// IsObservabilityRotationInitiationTimeAfterLastCompletionTime returns true when the lastInitiationTime in the
// .status.credentials.rotation.observability field is newer than the lastCompletionTime. This is also true if the
// lastCompletionTime is unset.
func IsObservabilityRotationInitiationTimeAfterLastCompletionTime(credentials *operatorv1alpha1.Credentials) bool {
	if credentials == nil ||
		credentials.Rotation == nil ||
		credentials.Rotation.Observability == nil ||
		credentials.Rotation.Observability.LastInitiationTime == nil {
		return false
	}

	return credentials.Rotation.Observability.LastCompletionTime == nil ||
		credentials.Rotation.Observability.LastCompletionTime.Before(credentials.Rotation.Observability.LastInitiationTime)
}

// MutateObservabilityRotation mutates the .status.credentials.rotation.observability field based on the provided
// mutation function. If the field is nil then it is initialized.
func MutateObservabilityRotation(garden *operatorv1alpha1.Garden, f func(*gardencorev1beta1.ObservabilityRotation)) {
	if f == nil {
		return
	}

	if garden.Status.Credentials == nil {
		garden.Status.Credentials = &operatorv1alpha1.Credentials{}
	}
	if garden.Status.Credentials.Rotation == nil {
		garden.Status.Credentials.Rotation = &operatorv1alpha1.CredentialsRotation{}
	}
	if garden.Status.Credentials.Rotation.Observability == nil {
		garden.Status.Credentials.Rotation.Observability = &gardencorev1beta1.ObservabilityRotation{}
	}

	f(garden.Status.Credentials.Rotation.Observability)
}

// HighAvailabilityEnabled returns true if the high-availability is enabled.
func HighAvailabilityEnabled(garden *operatorv1alpha1.Garden) bool {
	return garden.Spec.VirtualCluster.ControlPlane != nil && garden.Spec.VirtualCluster.ControlPlane.HighAvailability != nil
}

// TopologyAwareRoutingEnabled returns true if the topology-aware routing is enabled.
func TopologyAwareRoutingEnabled(settings *operatorv1alpha1.Settings) bool {
	return settings != nil && settings.TopologyAwareRouting != nil && settings.TopologyAwareRouting.Enabled
}

// VerticalPodAutoscalerMaxAllowed returns the configured vertical pod autoscaler's maximum allowed recommendation.
func VerticalPodAutoscalerMaxAllowed(settings *operatorv1alpha1.Settings) corev1.ResourceList {
	if settings == nil || settings.VerticalPodAutoscaler == nil {
		return nil
	}

	return settings.VerticalPodAutoscaler.MaxAllowed
}

// GetETCDMainBackup returns the backup configuration for etcd main of the given garden object or nil if not configured.
func GetETCDMainBackup(garden *operatorv1alpha1.Garden) *operatorv1alpha1.Backup {
	if garden != nil && garden.Spec.VirtualCluster.ETCD != nil && garden.Spec.VirtualCluster.ETCD.Main != nil {
		return garden.Spec.VirtualCluster.ETCD.Main.Backup
	}
	return nil
}

// GetDNSProviders returns the DNS providers for the given garden object or nil if non are configured.
func GetDNSProviders(garden *operatorv1alpha1.Garden) []operatorv1alpha1.DNSProvider {
	if garden != nil && garden.Spec.DNS != nil {
		return garden.Spec.DNS.Providers
	}

	return nil
}

// GetAPIServerSNIDomains returns the domains which match a SNI domain pattern.
func GetAPIServerSNIDomains(domains []string, sni operatorv1alpha1.SNI) []string {
	var sniDomains []string

	for _, domainPattern := range sni.DomainPatterns {
		// Handle wildcard domains
		if strings.HasPrefix(domainPattern, "*.") {
			patternWithoutWildcard := domainPattern[1:]
			for _, domain := range domains {
				if before, ok := strings.CutSuffix(domain, patternWithoutWildcard); ok {
					subDomain := before
					// The wildcard is for one subdomain level only, so the subdomain should not contain any dots.
					if len(subDomain) > 0 && !strings.Contains(subDomain, ".") {
						sniDomains = append(sniDomains, domain)
					}
				}
			}
			continue
		}

		// Handle exact domains
		if slices.Contains(domains, domainPattern) {
			sniDomains = append(sniDomains, domainPattern)
		}
	}

	return sniDomains
}

// GetEncryptedResourcesInStatus returns the encrypted resources from the garden status.
func GetEncryptedResourcesInStatus(gardenStatus operatorv1alpha1.GardenStatus) []string {
	if gardenStatus.Credentials != nil && gardenStatus.Credentials.EncryptionAtRest != nil {
		return gardenStatus.Credentials.EncryptionAtRest.Resources
	}

	return nil
}

// GetGardenerOperations returns the Garden's gardener operations specified in the operation annotation.
func GetGardenerOperations(annotations map[string]string) []string {
	return utils.SplitAndTrimString(annotations[v1beta1constants.GardenerOperation], v1beta1constants.GardenerOperationsSeparator)
}

// GetGardenAPIServerEncryptionProviderType returns the Garden's encryption provider type from the garden-apiserver config.
func GetGardenAPIServerEncryptionProviderType(apiServerConfig *operatorv1alpha1.GardenerAPIServerConfig) gardencorev1beta1.EncryptionProviderType {
	if apiServerConfig != nil &&
		apiServerConfig.EncryptionConfig != nil &&
		apiServerConfig.EncryptionConfig.Provider.Type != nil {
		return *apiServerConfig.EncryptionConfig.Provider.Type
	}

	return ""
}

// GetKubeAPIServerEncryptionProviderType returns the Garden's encryption provider type from the kube-apiserver config.
func GetKubeAPIServerEncryptionProviderType(apiServerConfig *operatorv1alpha1.KubeAPIServerConfig) gardencorev1beta1.EncryptionProviderType {
	if apiServerConfig != nil &&
		apiServerConfig.KubeAPIServerConfig != nil &&
		apiServerConfig.EncryptionConfig != nil &&
		apiServerConfig.EncryptionConfig.Provider.Type != nil {
		return *apiServerConfig.EncryptionConfig.Provider.Type
	}

	return ""
}

// GetEncryptionProviderTypeInStatus returns the encryption provider from the garden status.
func GetEncryptionProviderTypeInStatus(gardenStatus operatorv1alpha1.GardenStatus) gardencorev1beta1.EncryptionProviderType {
	if gardenStatus.Credentials != nil && gardenStatus.Credentials.EncryptionAtRest != nil {
		return gardenStatus.Credentials.EncryptionAtRest.Provider.Type
	}

	return ""
}

// DashboardDomains returns the domains the gardener-dashboard is exposed on.
// If a custom domain is configured, it returns only that domain. Otherwise, it returns the default
// domains constructed from the runtime cluster ingress domains.
func DashboardDomains(garden *operatorv1alpha1.Garden) []string {
	if config := garden.Spec.VirtualCluster.Gardener.Dashboard; config != nil && config.Domain != nil {
		return []string{config.Domain.Name}
	}

	domains := make([]string, 0, len(garden.Spec.RuntimeCluster.Ingress.Domains))
	for _, domain := range garden.Spec.RuntimeCluster.Ingress.Domains {
		domains = append(domains, "dashboard."+domain.Name)
	}
	return domains
}

// PrimaryDashboardDomain returns the primary domain for the gardener-dashboard.
// It is equivalent to DashboardDomains(garden)[0].
func PrimaryDashboardDomain(garden *operatorv1alpha1.Garden) string {
	return DashboardDomains(garden)[0]
}

// DiscoveryServerDomain returns the effective domain for the gardener-discovery-server.
// If a custom domain is configured, it returns that domain. Otherwise, it returns the default
// domain constructed from the first runtime cluster ingress domain.
func DiscoveryServerDomain(garden *operatorv1alpha1.Garden) string {
	if config := garden.Spec.VirtualCluster.Gardener.DiscoveryServer; config != nil && config.Domain != nil {
		return config.Domain.Name
	}
	return "discovery." + garden.Spec.RuntimeCluster.Ingress.Domains[0].Name
}

// GetIngressWildcardDomains returns all wildcarddomains that are covered by the ingress controller (Garden.spec.runtimeCluster.ingress.domains[]).
func GetIngressWildcardDomains(garden *operatorv1alpha1.Garden) []operatorv1alpha1.DNSDomain {
	runtimeDomains := garden.Spec.RuntimeCluster.Ingress.Domains

	ingressDomains := make([]operatorv1alpha1.DNSDomain, 0, len(runtimeDomains))
	for _, domain := range runtimeDomains {
		ingressDomains = append(ingressDomains,
			operatorv1alpha1.DNSDomain{
				Name:     "*." + domain.Name,
				Provider: domain.Provider,
			})
	}

	return ingressDomains
}

// GetAllIngressDomains returns all domains already covered by GetIngressWildcardDomains plus
// the dashboard and discovery server domains (if specified with a custom domain and not already covered by the
// wildcard domains).
func GetAllIngressDomains(garden *operatorv1alpha1.Garden) []operatorv1alpha1.DNSDomain {
	allIngressDomains := GetIngressWildcardDomains(garden)

	var customDomains []operatorv1alpha1.DNSDomain
	if c := garden.Spec.VirtualCluster.Gardener.Dashboard; c != nil && c.Domain != nil {
		customDomains = append(customDomains, *c.Domain)
	}
	if c := garden.Spec.VirtualCluster.Gardener.DiscoveryServer; c != nil && c.Domain != nil {
		customDomains = append(customDomains, *c.Domain)
	}

	for _, domain := range customDomains {
		// Cut the first segment of the custom domain to get the parent domain.
		parentDomain := domain.Name
		if idx := strings.IndexByte(parentDomain, '.'); idx != -1 {
			parentDomain = parentDomain[idx+1:]
		}

		// Check if the custom domain is a subdomain of the ingress domains, i.e., if the domain is already
		// covered by the wildcard domains. If not, add the custom domain as well.
		if !slices.ContainsFunc(garden.Spec.RuntimeCluster.Ingress.Domains, func(d operatorv1alpha1.DNSDomain) bool {
			return d.Name == parentDomain
		}) {
			allIngressDomains = append(allIngressDomains, *domain.DeepCopy())
		}
	}

	return allIngressDomains
}

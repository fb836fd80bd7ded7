// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"
)

// AllComponents returns the names of all Flux controllers.
func AllComponents() []Component {
	return append(shardedComponents(), ComponentNotification, ComponentImageReflector, ComponentImageAutomation, ComponentSourceWatcher)
}

func shardedComponents() []Component {
	return []Component{ComponentSource, ComponentKustomize, ComponentHelm}
}

// IsComponent returns whether a Flux controller has this name.
func IsComponent(name string) bool { return slices.Contains(AllComponents(), Component(name)) }

// IsSharded returns whether each shard has its own Deployment of the controller. A controller that is not sharded
// reconciles all objects of its kinds, regardless of shard labels.
func (c Component) IsSharded() bool { return slices.Contains(shardedComponents(), c) }

// OfShard returns the name of the component's Deployment for a shard.
func (c Component) OfShard(shard string) string { return string(c) + "-" + shard }

// ShardNames returns the names of the configured shards, or nil if sharding is not configured.
func (flux *FluxInstallation) ShardNames() []string {
	if flux.Sharding == nil {
		return nil
	}
	return flux.Sharding.Shards
}

// IsShardedKind returns whether objects of the kind can be assigned to a shard.
func IsShardedKind(kind schema.GroupKind) bool {
	switch kind.Group {
	case "source.toolkit.fluxcd.io":
		// ExternalArtifact is not listed, because controllers other than source-controller provide its content.
		return slices.Contains([]string{"GitRepository", "OCIRepository", "Bucket", "HelmRepository", "HelmChart"}, kind.Kind)
	case "kustomize.toolkit.fluxcd.io":
		return kind.Kind == "Kustomization"
	case "helm.toolkit.fluxcd.io":
		return kind.Kind == "HelmRelease"
	}
	return false
}

// ShardedController splits the name of a shard's Deployment into component and shard. It returns false for any other
// name.
func ShardedController(name string) (of Component, shard string, is bool) {
	for _, component := range shardedComponents() {
		if shard, is := strings.CutPrefix(name, component.OfShard("")); is && shard != "" {
			return component, shard, true
		}
	}
	return "", "", false
}

// ControllerNames returns the names of the Deployments of the components, including the Deployments of the shards.
func ControllerNames(components, shards []string) []string {
	names := slices.Clone(components)
	for _, component := range components {
		for _, shard := range shards {
			if c := Component(component); c.IsSharded() {
				names = append(names, c.OfShard(shard))
			}
		}
	}
	return names
}

// Profile contains the settings for a controller that follow from a Size.
type Profile struct {
	// ResourceRequirements override the individual compute resources of the container in Flux's manifests.
	corev1.ResourceRequirements
	// Concurrency is the number of objects that the controller reconciles in parallel.
	Concurrency int32
	// RequeueDependency is the interval of dependency checks, as a Go duration. It is empty if the controller has no such
	// setting.
	RequeueDependency string
}

// Profile returns the settings of the size for a controller, or nil if the size does not affect the controller.
func (s Size) Profile(of Component) *Profile {
	var profile *Profile
	switch s {
	case SizeSmall:
		profile = newProfile("100m", "64Mi", "1", "512Mi", 5, "10s")
	case SizeMedium:
		profile = newProfile("200m", "256Mi", "2", "1Gi", 10, "5s")
	case SizeLarge:
		profile = newProfile("500m", "512Mi", "3", "3Gi", 20, "5s")
	}
	switch {
	case profile == nil || of == ComponentKustomize || of == ComponentHelm:
		return profile
	case of == ComponentSource: // Its objects need more memory than the objects of the other two controllers.
		profile.Concurrency /= 2
		profile.RequeueDependency = ""
		if s == SizeSmall {
			profile.Limits[corev1.ResourceMemory] = resource.MustParse("1Gi")
		}
		return profile
	}
	return nil
}

func newProfile(requestedCPU, requestedMemory, cpu, memory string, concurrency int32, requeue string) *Profile {
	list := func(cpu, memory string) corev1.ResourceList {
		return corev1.ResourceList{corev1.ResourceCPU: resource.MustParse(cpu), corev1.ResourceMemory: resource.MustParse(memory)}
	}
	return &Profile{
		ResourceRequirements: corev1.ResourceRequirements{Requests: list(requestedCPU, requestedMemory), Limits: list(cpu, memory)},
		Concurrency:          concurrency, RequeueDependency: requeue,
	}
}

// MergeResources returns the shipped compute resources, overridden by the wanted ones.
func MergeResources(shipped, wanted corev1.ResourceRequirements) corev1.ResourceRequirements {
	shipped.Requests, shipped.Limits = mergeResourceLists(shipped.Requests, wanted.Requests), mergeResourceLists(shipped.Limits, wanted.Limits)
	return shipped
}

func mergeResourceLists(shipped, wanted corev1.ResourceList) corev1.ResourceList {
	result := maps.Clone(shipped)
	if result == nil && len(wanted) > 0 {
		result = corev1.ResourceList{}
	}
	maps.Copy(result, wanted)
	return result
}

// lengthOfClaimHash is the number of hash digits in the name of a PersistentVolumeClaim.
const lengthOfClaimHash = 8

// ClaimName returns the name of the PersistentVolumeClaim for the Deployment of source-controller or of a shard's
// source-controller. The name depends on size and class, because most fields of a claim are immutable, so that a change
// needs a new claim. It must not change between versions of the extension, because all volumes would be replaced.
func (s *Storage) ClaimName(controller string) string {
	sum := sha256.Sum256([]byte(s.Size.String() + " " + ptr.Deref(s.Class, "")))
	return controller + "-" + hex.EncodeToString(sum[:])[:lengthOfClaimHash]
}

// Flux reads the cloud identity from these annotations of ServiceAccounts.
const (
	annotationAWSRole           = "eks.amazonaws.com/role-arn"
	annotationAzureClient       = "azure.workload.identity/client-id"
	annotationAzureTenant       = "azure.workload.identity/tenant-id"
	annotationGCPProvider       = "gcp.auth.fluxcd.io/workload-identity-provider"
	annotationGCPServiceAccount = "iam.gke.io/gcp-service-account"
)

// HasWorkloadIdentity returns whether objects of the controller may specify a ServiceAccount for their login to a
// cloud. A test compares the result with the feature gates of the releases (pkg/flux/distributions/featuregates.txt).
func HasWorkloadIdentity(component Component) bool {
	return component != ComponentSourceWatcher
}

// HasWorkloadIdentityGate returns whether the controllers of a Flux version have the feature gate for object-level
// workload identity. Since v2.10, they only log that the gate is retired (fluxcd/pkg/auth: feature_gates.go).
func HasWorkloadIdentityGate(version string) bool {
	return semver.Compare(semver.MajorMinor(version), "v2.10") < 0
}

// HasWorkloadIdentity returns whether Flux objects may specify a ServiceAccount that Flux uses to log in to a cloud.
func (flux *FluxInstallation) HasWorkloadIdentity() bool {
	return flux.WorkloadIdentity != nil && *flux.WorkloadIdentity.Enabled
}

// HasMultitenancy returns whether multi-tenancy, which must be defaulted, is enabled.
func (flux *FluxInstallation) HasMultitenancy() bool {
	return flux.Multitenancy != nil && *flux.Multitenancy.Enabled
}

// IsOfController returns whether a ServiceAccount, which must be defaulted, is the ServiceAccount of a Flux controller.
func (flux *FluxInstallation) IsOfController(account CloudServiceAccount) bool {
	return *account.Namespace == *flux.Namespace && IsComponent(account.Name)
}

// Annotations returns the annotations of the ServiceAccount for all configured clouds.
func (account CloudServiceAccount) Annotations() map[string]string {
	annotations := map[string]string{}
	if aws := account.AWS; aws != nil {
		annotations[annotationAWSRole] = aws.RoleARN
	}
	if azure := account.Azure; azure != nil {
		maps.Copy(annotations, map[string]string{annotationAzureClient: azure.ClientID, annotationAzureTenant: azure.TenantID})
	}
	if gcp := account.GCP; gcp != nil {
		annotations[annotationGCPProvider] = gcp.Provider
		if gcp.ServiceAccount != nil {
			annotations[annotationGCPServiceAccount] = *gcp.ServiceAccount
		}
	}
	return annotations
}

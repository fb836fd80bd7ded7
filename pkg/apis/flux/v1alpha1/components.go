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

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"
)

// AllComponents returns the Flux controllers.
func AllComponents() []Component {
	return append(shardedComponents(), ComponentNotification, ComponentImageReflector, ComponentImageAutomation, ComponentSourceWatcher)
}

func shardedComponents() []Component {
	return []Component{ComponentSource, ComponentKustomize, ComponentHelm}
}

// IsComponent returns whether the name is the name of a Flux controller.
func IsComponent(name string) bool { return slices.Contains(AllComponents(), Component(name)) }

// IsSharded returns whether each shard has its own controller. The other controllers reconcile all objects of
// their kinds, regardless of their labels.
func (c Component) IsSharded() bool { return slices.Contains(shardedComponents(), c) }

// OfShard returns the name of the controller of a shard.
func (c Component) OfShard(shard string) string { return string(c) + "-" + shard }

// ShardNames returns the names of the shards.
func (flux *FluxInstallation) ShardNames() []string {
	if flux.Sharding == nil {
		return nil
	}
	return flux.Sharding.Shards
}

// IsShardedKind returns whether the controllers of a shard reconcile objects of the kind.
func IsShardedKind(kind schema.GroupKind) bool {
	switch kind.Group {
	case "source.toolkit.fluxcd.io":
		// The content of an ExternalArtifact comes from a controller other than source-controller.
		return slices.Contains([]string{"GitRepository", "OCIRepository", "Bucket", "HelmRepository", "HelmChart"}, kind.Kind)
	case "kustomize.toolkit.fluxcd.io":
		return kind.Kind == "Kustomization"
	case "helm.toolkit.fluxcd.io":
		return kind.Kind == "HelmRelease"
	}
	return false
}

// ShardedController splits the name of a shard's controller. It returns false for any other name.
func ShardedController(name string) (of Component, shard string, is bool) {
	for _, component := range shardedComponents() {
		if shard, is := strings.CutPrefix(name, component.OfShard("")); is && shard != "" {
			return component, shard, true
		}
	}
	return "", "", false
}

// ControllerNames returns the names of the Deployments of components and of their shards.
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

// Profile holds the settings of a size for a controller.
type Profile struct {
	// Requests and Limits replace the container's resources in Flux's manifests, resource by resource.
	Requests, Limits corev1.ResourceList
	// Concurrency is the number of objects that the controller reconciles in parallel.
	Concurrency int32
	// RequeueDependency is the interval of dependency checks, as a Go duration. It may be empty.
	RequeueDependency string
}

// Profile returns the settings of the size for a controller, or nil if the size does not affect it.
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
	case of == ComponentSource: // It serves both controllers, and each of its objects takes more memory.
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
	return &Profile{Requests: list(requestedCPU, requestedMemory), Limits: list(cpu, memory), Concurrency: concurrency, RequeueDependency: requeue}
}

// lengthOfClaimHash is the number of hash digits in the name of a claim.
const lengthOfClaimHash = 8

// ClaimName returns the name of the PersistentVolumeClaim of source-controller or a shard's source-controller.
// Each size and class has its own claim, because most fields of a claim are immutable. The name must not change
// between versions of the extension: that would replace all volumes.
func (s *Storage) ClaimName(controller string) string {
	sum := sha256.Sum256([]byte(s.Size.String() + " " + ptr.Deref(s.Class, "")))
	return controller + "-" + hex.EncodeToString(sum[:])[:lengthOfClaimHash]
}

// Annotations of ServiceAccounts with their identities in clouds, which Flux reads.
const (
	annotationAWSRole           = "eks.amazonaws.com/role-arn"
	annotationAzureClient       = "azure.workload.identity/client-id"
	annotationAzureTenant       = "azure.workload.identity/tenant-id"
	annotationGCPProvider       = "gcp.auth.fluxcd.io/workload-identity-provider"
	annotationGCPServiceAccount = "iam.gke.io/gcp-service-account"
)

// HasWorkloadIdentity returns whether the controller has the feature gate for object-level workload identity. A test
// compares it with the controllers' release notes (pkg/flux/distributions/featuregates.txt).
func HasWorkloadIdentity(component Component) bool {
	return component != ComponentSourceWatcher
}

// HasWorkloadIdentity returns whether Flux objects may set a ServiceAccount for their login.
func (flux *FluxInstallation) HasWorkloadIdentity() bool {
	return flux.WorkloadIdentity != nil && *flux.WorkloadIdentity.Enabled
}

// IsOfController returns whether a defaulted ServiceAccount belongs to a Flux controller.
func (flux *FluxInstallation) IsOfController(account CloudServiceAccount) bool {
	return *account.Namespace == *flux.Namespace && IsComponent(account.Name)
}

// Annotations returns the annotations of the ServiceAccount for all clouds.
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

/*


Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

package v1

import (
	"encoding/json"
	"fmt"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	vmv1beta1 "github.com/VictoriaMetrics/operator/api/operator/v1beta1"
)

// VLClusterSpec defines the desired state of VLCluster
type VLClusterSpec struct {

	// ServiceAccountName is the name of the ServiceAccount to use to run the
	// VLSelect, VLInsert and VLStorage Pods.
	// +optional
	ServiceAccountName string `json:"serviceAccountName,omitempty"`

	// ClusterVersion defines default images tag for all components.
	// it can be overwritten with component specific image.tag value.
	// +optional
	ClusterVersion string `json:"clusterVersion,omitempty"`
	// ClusterDomainName defines domain name suffix for in-cluster dns addresses
	// aka .cluster.local
	// used by vlinsert and vlselect to build vlstorage address
	// +optional
	ClusterDomainName string `json:"clusterDomainName,omitempty"`

	// ImagePullSecrets An optional list of references to secrets in the same namespace
	// to use for pulling images from registries
	// see https://kubernetes.io/docs/concepts/containers/images/#specifying-imagepullsecrets-on-a-pod
	// +optional
	ImagePullSecrets []corev1.LocalObjectReference `json:"imagePullSecrets,omitempty"`

	VLInsert  *VLInsert  `json:"vlinsert,omitempty"`
	VLSelect  *VLSelect  `json:"vlselect,omitempty"`
	VLStorage *VLStorage `json:"vlstorage,omitempty"`

	// License allows to configure license key to be used for enterprise features.
	// See [here](https://docs.victoriametrics.com/victoriametrics/enterprise/#victorialogs-enterprise-features)
	// +optional
	License *vmv1beta1.License `json:"license,omitempty"`

	// Paused If set to true all actions on the underlying managed objects are not
	// going to be performed, except for delete actions.
	// +optional
	Paused bool `json:"paused,omitempty"`
	// UseLegacyNaming switches component resource naming from the default prefix convention
	// (<component>-<name>, e.g. "vlselect-myapp") to a suffix convention (<name>-<component>,
	// e.g. "myapp-vlselect"). Useful when migrating from standalone Helm charts.
	// +optional
	// +notes={available_from: "v0.73.0"}
	UseLegacyNaming bool `json:"useLegacyNaming,omitempty"`
	// UseStrictSecurity enables strict security mode for component
	// it restricts disk writes access
	// uses non-root user out of the box
	// drops not needed security permissions
	// +optional
	UseStrictSecurity *bool `json:"useStrictSecurity,omitempty"`

	// RequestsLoadBalancer configures load-balancing for vlinsert and vlselect requests.
	// It helps to evenly spread load across pods.
	// Usually it's not possible with Kubernetes TCP-based services.
	RequestsLoadBalancer vmv1beta1.VMAuthLoadBalancer `json:"requestsLoadBalancer,omitempty"`
	// ManagedMetadata defines metadata that will be added to the all objects
	// created by operator for the given CustomResource
	ManagedMetadata *vmv1beta1.ManagedObjectsMetadata `json:"managedMetadata,omitempty"`
}

// SelectorLabels defines selector labels for given component kind
func (cr *VLCluster) SelectorLabels(kind vmv1beta1.ClusterComponent) map[string]string {
	return vmv1beta1.ClusterSelectorLabels(kind, cr.Name, "vl")
}

// PodMetadata return pod metadata for given component kind
func (cr *VLCluster) PodMetadata(kind vmv1beta1.ClusterComponent) *vmv1beta1.EmbeddedObjectMetadata {
	if cr == nil {
		return nil
	}
	switch kind {
	case vmv1beta1.ClusterComponentInsert:
		if cr.Spec.VLInsert == nil {
			return nil
		}
		return cr.Spec.VLInsert.PodMetadata
	case vmv1beta1.ClusterComponentSelect:
		if cr.Spec.VLSelect == nil {
			return nil
		}
		return cr.Spec.VLSelect.PodMetadata
	case vmv1beta1.ClusterComponentStorage:
		if cr.Spec.VLStorage == nil {
			return nil
		}
		return cr.Spec.VLStorage.PodMetadata
	case vmv1beta1.ClusterComponentBalancer:
		return cr.Spec.RequestsLoadBalancer.Spec.PodMetadata
	default:
		panic("BUG unsupported cluster kind=" + string(kind))
	}
}

// GetAdditionalService returns AdditionalServiceSpec settings
func (cr *VLCluster) GetAdditionalService(kind vmv1beta1.ClusterComponent) *vmv1beta1.AdditionalServiceSpec {
	if cr == nil {
		return nil
	}
	switch kind {
	case vmv1beta1.ClusterComponentInsert:
		if cr.Spec.VLInsert == nil {
			return nil
		}
		return cr.Spec.VLInsert.ServiceSpec
	case vmv1beta1.ClusterComponentSelect:
		if cr.Spec.VLSelect == nil {
			return nil
		}
		return cr.Spec.VLSelect.ServiceSpec
	case vmv1beta1.ClusterComponentStorage:
		if cr.Spec.VLStorage == nil {
			return nil
		}
		return cr.Spec.VLStorage.ServiceSpec
	case vmv1beta1.ClusterComponentBalancer:
		return cr.Spec.RequestsLoadBalancer.Spec.AdditionalServiceSpec
	default:
		panic("BUG unsupported cluster kind=" + string(kind))
	}
}

// PodLabels returns pod labels for given component kind
func (cr *VLCluster) PodLabels(kind vmv1beta1.ClusterComponent) map[string]string {
	selectorLabels := cr.SelectorLabels(kind)
	podMetadata := cr.PodMetadata(kind)
	if podMetadata == nil {
		return selectorLabels
	}
	return labels.Merge(podMetadata.Labels, selectorLabels)
}

// PodAnnotations returns pod annotations for given component kind
func (cr *VLCluster) PodAnnotations(kind vmv1beta1.ClusterComponent) map[string]string {
	podMetadata := cr.PodMetadata(kind)
	if podMetadata == nil {
		return nil
	}
	return podMetadata.Annotations
}

// FinalAnnotations returns global annotations to be applied by objects generate for vlcluster
func (cr *VLCluster) FinalAnnotations() map[string]string {
	var v map[string]string
	if cr.Spec.ManagedMetadata != nil {
		v = labels.Merge(cr.Spec.ManagedMetadata.Annotations, v)
	}
	return v
}

// PrefixedName returns prefixed name for the given component kind
func (cr *VLCluster) PrefixedName(kind vmv1beta1.ClusterComponent) string {
	if cr.Spec.UseLegacyNaming {
		return vmv1beta1.ClusterSuffixedName(kind, cr.Name, "vl", false)
	}
	return vmv1beta1.ClusterPrefixedName(kind, cr.Name, "vl", false)
}

// PrefixedInternalName returns prefixed name for the given component kind
func (cr *VLCluster) PrefixedInternalName(kind vmv1beta1.ClusterComponent) string {
	if cr.Spec.UseLegacyNaming {
		return vmv1beta1.ClusterSuffixedName(kind, cr.Name, "vl", true)
	}
	return vmv1beta1.ClusterPrefixedName(kind, cr.Name, "vl", true)
}

// FinalLabels adds cluster labels to the base labels and filters by prefix if needed
func (cr *VLCluster) FinalLabels(kind vmv1beta1.ClusterComponent) map[string]string {
	v := vmv1beta1.AddClusterLabels(cr.SelectorLabels(kind), "vl")
	if cr.Spec.ManagedMetadata != nil {
		v = labels.Merge(cr.Spec.ManagedMetadata.Labels, v)
	}
	return v
}

// VLClusterStatus defines the observed state of VLCluster
type VLClusterStatus struct {
	vmv1beta1.StatusMetadata `json:",inline"`
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	LastAppliedSpec *VLClusterSpec `json:"lastAppliedSpec,omitempty"`
	// ParsingSpecError contents error with context if operator was failed to parse json object from kubernetes api server
	ParsingSpecError string `json:"-" yaml:"-"`
}

// GetStatusMetadata returns metadata for object status
func (cr *VLCluster) GetStatusMetadata() *vmv1beta1.StatusMetadata {
	return &cr.Status.StatusMetadata
}

// VLInsert defines vlinsert component configuration at victoria-logs cluster
type VLInsert struct {
	// ComponentVersion defines default images tag for this component.
	// it can be overwritten with component specific image.tag value.
	// +optional
	ComponentVersion string `json:"componentVersion,omitempty"`
	// PodMetadata configures Labels and Annotations which are propagated to the VLSelect pods.
	PodMetadata *vmv1beta1.EmbeddedObjectMetadata `json:"podMetadata,omitempty"`
	// LogFormat for VLSelect to be configured with.
	// default or json
	// +optional
	// +kubebuilder:validation:Enum=default;json
	LogFormat string `json:"logFormat,omitempty"`
	// LogLevel for VLSelect to be configured with.
	// +optional
	// +kubebuilder:validation:Enum=INFO;WARN;ERROR;FATAL;PANIC
	LogLevel string `json:"logLevel,omitempty"`

	// ServiceSpec that will be added to vlselect service spec
	// +optional
	ServiceSpec *vmv1beta1.AdditionalServiceSpec `json:"serviceSpec,omitempty"`
	// ServiceScrapeSpec that will be added to vlselect VMServiceScrape spec
	// +optional
	ServiceScrapeSpec *vmv1beta1.VMServiceScrapeSpec `json:"serviceScrapeSpec,omitempty"`
	// PodDisruptionBudget created by operator
	// +optional
	PodDisruptionBudget *vmv1beta1.EmbeddedPodDisruptionBudgetSpec `json:"podDisruptionBudget,omitempty"`
	// Configures horizontal pod autoscaling.
	// +optional
	HPA *vmv1beta1.EmbeddedHPA `json:"hpa,omitempty"`
	// Configures vertical pod autoscaling.
	// +optional
	VPA *vmv1beta1.EmbeddedVPA `json:"vpa,omitempty"`
	// NetworkPolicy defines network access rules for pods created by this CR.
	// +optional
	NetworkPolicy *vmv1beta1.EmbeddedNetworkPolicy `json:"networkPolicy,omitempty"`
	// SyslogSpec defines syslog listener configuration
	// +optional
	SyslogSpec *SyslogServerSpec `json:"syslogSpec,omitempty"`

	// UpdateStrategy - overrides default update strategy.
	// +kubebuilder:validation:Enum=Recreate;RollingUpdate
	// +optional
	UpdateStrategy *appsv1.DeploymentStrategyType `json:"updateStrategy,omitempty"`
	// RollingUpdate - overrides deployment update params.
	// +optional
	RollingUpdate *appsv1.RollingUpdateDeployment `json:"rollingUpdate,omitempty"`

	vmv1beta1.CommonAppsParams `json:",inline"`
}

// ProbePath implements build.probeCRD interface
func (cr *VLInsert) ProbePath() string {
	return vmv1beta1.BuildPathWithPrefixFlag(cr.ExtraArgs, healthPath)
}

// UseProxyProtocol implements build.probeCRD interface
func (cr *VLInsert) UseProxyProtocol() bool {
	return vmv1beta1.UseProxyProtocol(cr.ExtraArgs)
}

// ProbeScheme implements build.probeCRD interface
func (cr *VLInsert) ProbeScheme() string {
	return strings.ToUpper(vmv1beta1.HTTPProtoFromFlags(cr.ExtraArgs))
}

// ProbePort implements build.probeCRD interface
func (cr *VLInsert) ProbePort() string {
	return cr.Port
}

// ProbeNeedLiveness implements build.probeCRD interface
func (*VLInsert) ProbeNeedLiveness() bool {
	return true
}

// GetMetricsPath returns prefixed path for metric requests
func (cr *VLInsert) GetMetricsPath() string {
	if cr == nil {
		return healthPath
	}
	return vmv1beta1.BuildPathWithPrefixFlag(cr.ExtraArgs, metricsPath)
}

// ExtraArgs returns additionally configured command-line arguments
func (cr *VLInsert) GetExtraArgs() map[string]string {
	return cr.ExtraArgs
}

// UseTLS returns true if TLS is enabled
func (cr *VLInsert) UseTLS() bool {
	return vmv1beta1.UseTLS(cr.ExtraArgs)
}

// ServiceScrape returns overrides for serviceScrape builder
func (cr *VLInsert) GetServiceScrape() *vmv1beta1.VMServiceScrapeSpec {
	return cr.ServiceScrapeSpec
}

// SyslogServerSpec defines syslog servers configuration
type SyslogServerSpec struct {
	// TCPListeners defines syslog server TCP listener configuration
	TCPListeners []*SyslogTCPListener `json:"tcpListeners,omitempty"`
	// UDPListeners defines syslog server UDP listener configuration
	UDPListeners []*SyslogUDPListener `json:"udpListeners,omitempty"`
}

// SyslogTCPListener defines configuration for TCP syslog server listen
type SyslogTCPListener struct {
	// ListenPort defines listen port
	ListenPort int32 `json:"listenPort"`
	// StreamFields to use as log stream labels
	// see https://docs.victoriametrics.com/victorialogs/data-ingestion/syslog/#stream-fields
	// +optional
	StreamFields FieldsListString `json:"streamFields,omitempty"`
	// IgnoreFields to ignore at logs
	// see https://docs.victoriametrics.com/victorialogs/data-ingestion/syslog/#dropping-fields
	// +optional
	IgnoreFields FieldsListString `json:"ignoreFields,omitempty"`
	// DecolorizeFields to remove ANSI color codes across logs
	// see https://docs.victoriametrics.com/victorialogs/data-ingestion/syslog/#decolorizing-fields
	// +optional
	DecolorizeFields FieldsListString `json:"decolorizeFields,omitempty"`
	// TenantID for logs ingested in form of accountID:projectID
	// see https://docs.victoriametrics.com/victorialogs/data-ingestion/syslog/#multiple-configs
	// +optional
	TenantID string `json:"tenantID,omitempty"`
	// CompressMethod for syslog messages
	// see https://docs.victoriametrics.com/victorialogs/data-ingestion/syslog/#compression
	// +kubebuilder:validation:Pattern:="^(none|zstd|gzip|deflate)$"
	// +optional
	CompressMethod string `json:"compressMethod,omitempty"`
	// +optional
	TLSConfig *TLSServerConfig `json:"tlsConfig,omitempty"`
}

// SyslogUDPListener defines configuration for UDP syslog server listen
type SyslogUDPListener struct {
	// ListenPort defines listen port
	ListenPort int32 `json:"listenPort"`
	// StreamFields to use as log stream labels
	// see https://docs.victoriametrics.com/victorialogs/data-ingestion/syslog/#stream-fields
	// +optional
	StreamFields FieldsListString `json:"streamFields,omitempty"`
	// IgnoreFields to ignore at logs
	// see https://docs.victoriametrics.com/victorialogs/data-ingestion/syslog/#dropping-fields
	// +optional
	IgnoreFields FieldsListString `json:"ignoreFields,omitempty"`
	// DecolorizeFields to remove ANSI color codes across logs
	// see https://docs.victoriametrics.com/victorialogs/data-ingestion/syslog/#decolorizing-fields
	// +optional
	DecolorizeFields FieldsListString `json:"decolorizeFields,omitempty"`
	// TenantID for logs ingested in form of accountID:projectID
	// see https://docs.victoriametrics.com/victorialogs/data-ingestion/syslog/#multiple-configs
	// +optional
	TenantID string `json:"tenantID,omitempty"`
	// CompressMethod for syslog messages
	// see https://docs.victoriametrics.com/victorialogs/data-ingestion/syslog/#compression
	// +kubebuilder:validation:Pattern:="^(none|zstd|gzip|deflate)$"
	// +optional
	CompressMethod string `json:"compressMethod,omitempty"`
}

// FieldsListString represents list of json encoded strings
// ["field"] or ["field1","field2"]
type FieldsListString string

var _ json.Unmarshaler = (*FieldsListString)(nil)

// UnmarshalJSON implements json.Unmarshaller interface
func (sf *FieldsListString) UnmarshalJSON(src []byte) error {
	var str string
	if err := json.Unmarshal(src, &str); err != nil {
		return fmt.Errorf("cannot parse FieldsListString value as string: %w", err)
	}
	*sf = FieldsListString(str)

	var a []string
	if err := json.Unmarshal([]byte(str), &a); err != nil {
		return fmt.Errorf("cannot unpack FieldsListString as array of strings: %w", err)
	}
	return nil
}

// VLStorageNode defines slice of additional vlstorage nodes
type VLStorageNode struct {
	// Addr defines storage node address
	Addr string `json:"addr"`
}

// VLSelect defines vlselect component configuration at victoria-logs cluster
type VLSelect struct {
	// ComponentVersion defines default images tag for this component.
	// it can be overwritten with component specific image.tag value.
	// +optional
	ComponentVersion string `json:"componentVersion,omitempty"`
	// PodMetadata configures Labels and Annotations which are propagated to the VLSelect pods.
	PodMetadata *vmv1beta1.EmbeddedObjectMetadata `json:"podMetadata,omitempty"`
	// LogFormat for VLSelect to be configured with.
	// default or json
	// +optional
	// +kubebuilder:validation:Enum=default;json
	LogFormat string `json:"logFormat,omitempty"`
	// LogLevel for VLSelect to be configured with.
	// +optional
	// +kubebuilder:validation:Enum=INFO;WARN;ERROR;FATAL;PANIC
	LogLevel string `json:"logLevel,omitempty"`

	// ServiceSpec that will be added to vlselect service spec
	// +optional
	ServiceSpec *vmv1beta1.AdditionalServiceSpec `json:"serviceSpec,omitempty"`
	// ServiceScrapeSpec that will be added to vlselect VMServiceScrape spec
	// +optional
	ServiceScrapeSpec *vmv1beta1.VMServiceScrapeSpec `json:"serviceScrapeSpec,omitempty"`
	// PodDisruptionBudget created by operator
	// +optional
	PodDisruptionBudget *vmv1beta1.EmbeddedPodDisruptionBudgetSpec `json:"podDisruptionBudget,omitempty"`
	// Configures horizontal pod autoscaling.
	// +optional
	HPA *vmv1beta1.EmbeddedHPA `json:"hpa,omitempty"`
	// Configures vertical pod autoscaling.
	// +optional
	VPA *vmv1beta1.EmbeddedVPA `json:"vpa,omitempty"`
	// NetworkPolicy defines network access rules for pods created by this CR.
	// +optional
	NetworkPolicy *vmv1beta1.EmbeddedNetworkPolicy `json:"networkPolicy,omitempty"`

	// UpdateStrategy - overrides default update strategy.
	// +kubebuilder:validation:Enum=Recreate;RollingUpdate
	// +optional
	UpdateStrategy *appsv1.DeploymentStrategyType `json:"updateStrategy,omitempty"`
	// RollingUpdate - overrides deployment update params.
	// +optional
	RollingUpdate *appsv1.RollingUpdateDeployment `json:"rollingUpdate,omitempty"`

	// ExtraStorageNodes - defines additional storage nodes to VLSelect
	ExtraStorageNodes []VLStorageNode `json:"extraStorageNodes,omitempty"`

	vmv1beta1.CommonAppsParams `json:",inline"`
}

// GetMetricsPath returns prefixed path for metric requests
func (cr *VLSelect) GetMetricsPath() string {
	if cr == nil {
		return healthPath
	}
	return vmv1beta1.BuildPathWithPrefixFlag(cr.ExtraArgs, metricsPath)
}

// UseProxyProtocol implements build.probeCRD interface
func (cr *VLSelect) UseProxyProtocol() bool {
	return vmv1beta1.UseProxyProtocol(cr.ExtraArgs)
}

// ExtraArgs returns additionally configured command-line arguments
func (cr *VLSelect) GetExtraArgs() map[string]string {
	return cr.ExtraArgs
}

// UseTLS returns true if TLS is enabled
func (cr *VLSelect) UseTLS() bool {
	return vmv1beta1.UseTLS(cr.ExtraArgs)
}

// ServiceScrape returns overrides for serviceScrape builder
func (cr *VLSelect) GetServiceScrape() *vmv1beta1.VMServiceScrapeSpec {
	return cr.ServiceScrapeSpec
}

// ProbePath implements build.probeCRD interface
func (cr *VLSelect) ProbePath() string {
	return vmv1beta1.BuildPathWithPrefixFlag(cr.ExtraArgs, healthPath)
}

// ProbeScheme implements build.probeCRD interface
func (cr *VLSelect) ProbeScheme() string {
	return strings.ToUpper(vmv1beta1.HTTPProtoFromFlags(cr.ExtraArgs))
}

// ProbePort implements build.probeCRD interface
func (cr *VLSelect) ProbePort() string {
	return cr.Port
}

// ProbeNeedLiveness implements build.probeCRD interface
func (*VLSelect) ProbeNeedLiveness() bool {
	return true
}

// VLStorage defines vlstorage component configuration at victoria-logs cluster
type VLStorage struct {
	// ComponentVersion defines default images tag for this component.
	// it can be overwritten with component specific image.tag value.
	// +optional
	ComponentVersion string `json:"componentVersion,omitempty"`
	// RetentionPeriod for the stored logs
	// https://docs.victoriametrics.com/victorialogs/#retention
	// +optional
	// +kubebuilder:validation:Pattern:="^[0-9]+(h|d|w|y)?$"
	RetentionPeriod string `json:"retentionPeriod,omitempty"`
	// RetentionMaxDiskSpaceUsageBytes for the stored logs
	// VictoriaLogs keeps at least two last days of data in order to guarantee that the logs for the last day can be returned in queries.
	// This means that the total disk space usage may exceed the -retention.maxDiskSpaceUsageBytes,
	// if the size of the last two days of data exceeds the -retention.maxDiskSpaceUsageBytes.
	// https://docs.victoriametrics.com/victorialogs/#retention-by-disk-space-usage
	// +optional
	RetentionMaxDiskSpaceUsageBytes vmv1beta1.BytesString `json:"retentionMaxDiskSpaceUsageBytes,omitempty"`
	// FutureRetention for the stored logs
	// Log entries with timestamps bigger than now+futureRetention are rejected during data ingestion; see https://docs.victoriametrics.com/victorialogs/#retention
	// +optional
	// +kubebuilder:validation:Pattern:="^[0-9]+(h|d|w|y)?$"
	FutureRetention string `json:"futureRetention,omitempty"`
	// LogNewStreams Whether to log creation of new streams; this can be useful for debugging of high cardinality issues with log streams; see https://docs.victoriametrics.com/victorialogs/keyconcepts/#stream-fields
	LogNewStreams bool `json:"logNewStreams,omitempty"`
	// Whether to log all the ingested log entries; this can be useful for debugging of data ingestion; see https://docs.victoriametrics.com/victorialogs/data-ingestion/
	LogIngestedRows bool `json:"logIngestedRows,omitempty"`

	// PodMetadata configures Labels and Annotations which are propagated to the VLStorage pods.
	PodMetadata *vmv1beta1.EmbeddedObjectMetadata `json:"podMetadata,omitempty"`
	// LogFormat for VLStorage to be configured with.
	// default or json
	// +optional
	// +kubebuilder:validation:Enum=default;json
	LogFormat string `json:"logFormat,omitempty"`
	// LogLevel for VLStorage to be configured with.
	// +optional
	// +kubebuilder:validation:Enum=INFO;WARN;ERROR;FATAL;PANIC
	LogLevel string `json:"logLevel,omitempty"`

	// ServiceSpec that will be added to vlselect service spec
	// +optional
	ServiceSpec *vmv1beta1.AdditionalServiceSpec `json:"serviceSpec,omitempty"`
	// ServiceScrapeSpec that will be added to vlselect VMServiceScrape spec
	// +optional
	ServiceScrapeSpec *vmv1beta1.VMServiceScrapeSpec `json:"serviceScrapeSpec,omitempty"`
	// PodDisruptionBudget created by operator
	// +optional
	PodDisruptionBudget *vmv1beta1.EmbeddedPodDisruptionBudgetSpec `json:"podDisruptionBudget,omitempty"`
	// RollingUpdateStrategy defines strategy for application updates
	// Default is OnDelete, in this case operator handles update process
	// Can be changed for RollingUpdate
	// +optional
	RollingUpdateStrategy appsv1.StatefulSetUpdateStrategyType `json:"rollingUpdateStrategy,omitempty"`
	// ClaimTemplates allows adding additional VolumeClaimTemplates for StatefulSet
	ClaimTemplates []corev1.PersistentVolumeClaim `json:"claimTemplates,omitempty"`

	// Configures horizontal pod autoscaling.
	// Note, downscaling is not supported.
	// +optional
	HPA *vmv1beta1.EmbeddedHPA `json:"hpa,omitempty"`
	// Configures vertical pod autoscaling.
	// +optional
	VPA *vmv1beta1.EmbeddedVPA `json:"vpa,omitempty"`
	// NetworkPolicy defines network access rules for pods created by this CR.
	// +optional
	NetworkPolicy *vmv1beta1.EmbeddedNetworkPolicy `json:"networkPolicy,omitempty"`

	// StorageDataPath - path to storage data
	// +optional
	StorageDataPath string `json:"storageDataPath,omitempty"`
	// Storage configures persistent volume for VLStorage
	// +optional
	Storage *vmv1beta1.StorageSpec `json:"storage,omitempty"`
	// PersistentVolumeClaimRetentionPolicy allows configuration of PVC retention policy
	// +optional
	PersistentVolumeClaimRetentionPolicy *appsv1.StatefulSetPersistentVolumeClaimRetentionPolicy `json:"persistentVolumeClaimRetentionPolicy,omitempty"`

	// MaintenanceInsertNodeIDs - excludes given node ids from insert requests routing, must contain pod suffixes - for pod-0, id will be 0 and etc.
	// lets say, you have pod-0, pod-1, pod-2, pod-3. to exclude pod-0 and pod-3 from insert routing, define nodeIDs: [0,3].
	// Useful at storage expanding, when you want to rebalance some data at cluster.
	// +optional
	MaintenanceInsertNodeIDs []int32 `json:"maintenanceInsertNodeIDs,omitempty"`
	// MaintenanceSelectNodeIDs - excludes given node ids from select requests routing, must contain pod suffixes - for pod-0, id will be 0 and etc.
	// +optional
	MaintenanceSelectNodeIDs []int32 `json:"maintenanceSelectNodeIDs,omitempty"`

	vmv1beta1.CommonAppsParams `json:",inline"`

	// RollingUpdateStrategyBehavior defines customized behavior for rolling updates.
	// It applies if the RollingUpdateStrategy is set to OnDelete, which is the default.
	// +optional
	RollingUpdateStrategyBehavior *vmv1beta1.StatefulSetUpdateStrategyBehavior `json:"rollingUpdateStrategyBehavior,omitempty"`
}

// GetStorageVolumeName returns formatted name for vlstorage volume
func (cr *VLStorage) GetStorageVolumeName() string {
	if cr.Storage != nil && cr.Storage.VolumeClaimTemplate.Name != "" {
		return cr.Storage.VolumeClaimTemplate.Name
	}
	return "vlstorage-db"
}

// UseProxyProtocol implements build.probeCRD interface
func (cr *VLStorage) UseProxyProtocol() bool {
	return vmv1beta1.UseProxyProtocol(cr.ExtraArgs)
}

// GetMetricsPath returns prefixed path for metric requests
func (cr *VLStorage) GetMetricsPath() string {
	if cr == nil {
		return healthPath
	}
	return vmv1beta1.BuildPathWithPrefixFlag(cr.ExtraArgs, metricsPath)
}

// ExtraArgs returns additionally configured command-line arguments
func (cr *VLStorage) GetExtraArgs() map[string]string {
	return cr.ExtraArgs
}

// UseTLS returns true if TLS is enabled
func (cr *VLStorage) UseTLS() bool {
	return vmv1beta1.UseTLS(cr.ExtraArgs)
}

// ServiceScrape returns overrides for serviceScrape builder
func (cr *VLStorage) GetServiceScrape() *vmv1beta1.VMServiceScrapeSpec {
	return cr.ServiceScrapeSpec
}

// ProbePath implements build.probeCRD interface
func (cr *VLStorage) ProbePath() string {
	return vmv1beta1.BuildPathWithPrefixFlag(cr.ExtraArgs, healthPath)
}

// ProbeScheme implements build.probeCRD interface
func (cr *VLStorage) ProbeScheme() string {
	return strings.ToUpper(vmv1beta1.HTTPProtoFromFlags(cr.ExtraArgs))
}

// ProbePort implements build.probeCRD interface
func (cr *VLStorage) ProbePort() string {
	return cr.Port
}

// ProbeNeedLiveness implements build.probeCRD interface
func (*VLStorage) ProbeNeedLiveness() bool {
	return false
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status

// VLCluster is fast, cost-effective and scalable logs database.
// +kubebuilder:printcolumn:name="Insert Count",type="string",JSONPath=".spec.vlinsert.replicaCount",description="replicas of VLInsert"
// +kubebuilder:printcolumn:name="Storage Count",type="string",JSONPath=".spec.vlstorage.replicaCount",description="replicas of VLStorage"
// +kubebuilder:printcolumn:name="Select Count",type="string",JSONPath=".spec.vlselect.replicaCount",description="replicas of VLSelect"
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
// +kubebuilder:printcolumn:name="Status",type="string",JSONPath=".status.updateStatus",description="Current status of cluster"
// +genclient
type VLCluster struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   VLClusterSpec   `json:"spec,omitempty"`
	Status VLClusterStatus `json:"status,omitempty"`
}

// GetStatus implements reconcile.ObjectWithDeepCopyAndStatus interface
func (cr *VLCluster) GetStatus() *VLClusterStatus {
	return &cr.Status
}

// DefaultStatusFields implements reconcile.ObjectWithDeepCopyAndStatus interface
func (cr *VLCluster) DefaultStatusFields(vs *VLClusterStatus) {
}

// UnmarshalJSON implements json.Unmarshaler interface
func (cr *VLCluster) UnmarshalJSON(src []byte) error {
	type pcr VLCluster
	type shadow struct {
		*pcr
		Spec json.RawMessage `json:"spec"`
	}
	s := shadow{pcr: (*pcr)(cr)}
	if err := json.Unmarshal(src, &s); err != nil {
		return err
	}
	if len(s.Spec) > 0 {
		if err := vmv1beta1.UnmarshalSpecStrict(s.Spec, &cr.Spec); err != nil {
			cr.Status.ParsingSpecError = fmt.Sprintf("cannot parse VLClusterSpec: %s, err: %s", string(s.Spec), err)
		}
	}
	return nil
}

// AsOwner returns owner references with current object as owner
func (cr *VLCluster) AsOwner() metav1.OwnerReference {
	return metav1.OwnerReference{
		APIVersion:         cr.APIVersion,
		Kind:               cr.Kind,
		Name:               cr.Name,
		UID:                cr.UID,
		Controller:         ptr.To(true),
		BlockOwnerDeletion: ptr.To(true),
	}
}

//nolint:dupl,lll
func (cr *VLCluster) Validate() error {
	if vmv1beta1.MustSkipCRValidation(cr) {
		return nil
	}
	if cr.Spec.VLInsert != nil {
		vli := cr.Spec.VLInsert
		name := cr.PrefixedName(vmv1beta1.ClusterComponentInsert)
		if vli.ServiceSpec != nil && vli.ServiceSpec.Name == name {
			return fmt.Errorf(".serviceSpec.Name cannot be equal to prefixed name=%q", name)
		}
		if vli.HPA != nil {
			if err := vli.HPA.Validate(); err != nil {
				return err
			}
		}
		if vli.VPA != nil {
			if err := vli.VPA.Validate(); err != nil {
				return err
			}
		}
		if err := vli.Validate(); err != nil {
			return fmt.Errorf("vlinsert: %w", err)
		}
	}
	storageNodes := sets.New[string]()
	if cr.Spec.VLStorage != nil {
		vls := cr.Spec.VLStorage
		name := cr.PrefixedName(vmv1beta1.ClusterComponentStorage)
		if vls.ServiceSpec != nil && vls.ServiceSpec.Name == name {
			return fmt.Errorf(".serviceSpec.Name cannot be equal to prefixed name=%q", name)
		}
		if vls.HPA != nil && vls.HPA.Behaviour != nil && vls.HPA.Behaviour.ScaleDown != nil {
			return fmt.Errorf("vlstorage scaledown HPA behavior is not supported")
		}
		if vls.VPA != nil {
			if err := vls.VPA.Validate(); err != nil {
				return err
			}
		}
		if err := vls.Validate(); err != nil {
			return fmt.Errorf("vlstorage: %w", err)
		}
	}
	if cr.Spec.VLSelect != nil {
		vms := cr.Spec.VLSelect
		name := cr.PrefixedName(vmv1beta1.ClusterComponentSelect)
		if vms.ServiceSpec != nil && vms.ServiceSpec.Name == name {
			return fmt.Errorf(".serviceSpec.Name cannot be equal to prefixed name=%q", name)
		}
		if vms.HPA != nil {
			if err := vms.HPA.Validate(); err != nil {
				return err
			}
		}
		if vms.VPA != nil {
			if err := vms.VPA.Validate(); err != nil {
				return err
			}
		}
		if err := vms.Validate(); err != nil {
			return fmt.Errorf("vlselect: %w", err)
		}
		if nodes, ok := cr.Spec.VLSelect.ExtraArgs["storageNode"]; ok {
			for _, node := range strings.Split(nodes, ",") {
				node = strings.TrimSpace(node)
				if storageNodes.Has(node) {
					return fmt.Errorf("encountered storageNode=%s multiple times, please make all storage node addresses are unique", node)
				} else {
					storageNodes.Insert(node)
				}
			}
		}
		for _, node := range cr.Spec.VLSelect.ExtraStorageNodes {
			if storageNodes.Has(node.Addr) {
				return fmt.Errorf("encountered storageNode=%s multiple times, please make all storage node addresses are unique", node.Addr)
			} else {
				storageNodes.Insert(node.Addr)
			}
		}
	}
	if cr.Spec.RequestsLoadBalancer.Enabled {
		rlb := cr.Spec.RequestsLoadBalancer.Spec
		name := cr.PrefixedName(vmv1beta1.ClusterComponentBalancer)
		if rlb.AdditionalServiceSpec != nil && rlb.AdditionalServiceSpec.Name == name {
			return fmt.Errorf(".serviceSpec.Name cannot be equal to prefixed name=%q", name)
		}
	}

	return nil
}

// AvailableStorageNodeIDs returns ids of the storage nodes for the provided component
func (cr *VLCluster) AvailableStorageNodeIDs(kind vmv1beta1.ClusterComponent) []int32 {
	var result []int32
	if cr.Spec.VLStorage == nil || (cr.Spec.VLStorage.ReplicaCount == nil && cr.Spec.VLStorage.HPA == nil) {
		return result
	}
	maintenanceNodes := sets.New[int32]()
	switch kind {
	case vmv1beta1.ClusterComponentSelect:
		maintenanceNodes.Insert(cr.Spec.VLStorage.MaintenanceSelectNodeIDs...)
	case vmv1beta1.ClusterComponentInsert:
		maintenanceNodes.Insert(cr.Spec.VLStorage.MaintenanceInsertNodeIDs...)
	default:
		panic("BUG unsupported kind: " + string(kind))
	}
	var replicaCount int32
	if cr.Spec.VLStorage.ReplicaCount != nil {
		replicaCount = *cr.Spec.VLStorage.ReplicaCount
	} else if cr.Spec.VLStorage.HPA != nil {
		replicaCount = cr.Spec.VLStorage.HPA.GetMinReplicas()
	}
	for i := int32(0); i < replicaCount; i++ {
		if maintenanceNodes.Has(i) {
			continue
		}
		result = append(result, i)
	}
	return result
}

// LastSpecUpdated compares spec with last applied spec stored, replaces old spec and returns true if it's updated
func (cr *VLCluster) LastSpecUpdated() bool {
	updated := cr.Status.LastAppliedSpec == nil || !equality.Semantic.DeepEqual(&cr.Spec, cr.Status.LastAppliedSpec)
	cr.Status.LastAppliedSpec = cr.Spec.DeepCopy()
	return updated
}

func (cr *VLCluster) Paused() bool {
	return cr.Spec.Paused
}

// GetServiceAccountName returns service account name for all vlcluster components
func (cr *VLCluster) GetServiceAccountName() string {
	if cr.Spec.ServiceAccountName == "" {
		return cr.PrefixedName(vmv1beta1.ClusterComponentRoot)
	}
	return cr.Spec.ServiceAccountName
}

// IsOwnsServiceAccount checks if serviceAccount belongs to the CR
func (cr *VLCluster) IsOwnsServiceAccount() bool {
	return cr.Spec.ServiceAccountName == ""
}

// AsURL implements stub for interface.
// nolint:dupl,lll
func (cr *VLCluster) AsURL(kind vmv1beta1.ClusterComponent, isExtra bool) string {
	var defaultPort string
	var svcSpec *vmv1beta1.AdditionalServiceSpec
	var extraArgs map[string]string
	switch kind {
	case vmv1beta1.ClusterComponentSelect:
		if cr.Spec.VLSelect == nil {
			return ""
		}
		defaultPort = "9471"
		if cr.Spec.VLSelect.Port != "" {
			defaultPort = cr.Spec.VLSelect.Port
		}
		svcSpec = cr.Spec.VLSelect.ServiceSpec
		extraArgs = cr.Spec.VLSelect.ExtraArgs
	case vmv1beta1.ClusterComponentInsert:
		if cr.Spec.VLInsert == nil {
			return ""
		}
		defaultPort = "9481"
		if cr.Spec.VLInsert.Port != "" {
			defaultPort = cr.Spec.VLInsert.Port
		}
		svcSpec = cr.Spec.VLInsert.ServiceSpec
		extraArgs = cr.Spec.VLInsert.ExtraArgs
	case vmv1beta1.ClusterComponentStorage:
		if cr.Spec.VLStorage == nil {
			return ""
		}
		defaultPort = "9491"
		if cr.Spec.VLStorage.Port != "" {
			defaultPort = cr.Spec.VLStorage.Port
		}
		svcSpec = cr.Spec.VLStorage.ServiceSpec
		extraArgs = cr.Spec.VLStorage.ExtraArgs
	default:
		panic("BUG unsupported cluster kind=" + string(kind))
	}
	svcName, port := vmv1beta1.ResolveServiceURL(cr.PrefixedName(kind), defaultPort, "http", svcSpec, isExtra)
	return fmt.Sprintf("%s://%s.%s.svc:%s", vmv1beta1.HTTPProtoFromFlags(extraArgs), svcName, cr.Namespace, port)
}

// GetRemoteWriteURL returns the insert URL for VLCluster (used by VLDistributed)
func (cr *VLCluster) GetRemoteWriteURL() string {
	return cr.AsURL(vmv1beta1.ClusterComponentInsert, false) + "/insert/native"
}

// +kubebuilder:object:root=true

// VLClusterList contains a list of VLCluster
type VLClusterList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []VLCluster `json:"items"`
}

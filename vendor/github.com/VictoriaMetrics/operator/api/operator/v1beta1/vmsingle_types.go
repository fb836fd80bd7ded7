package v1beta1

import (
	"encoding/json"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// VMSingleSpec defines the desired state of VMSingle
// +k8s:openapi-gen=true
type VMSingleSpec struct {
	// PodMetadata configures Labels and Annotations which are propagated to the VMSingle pods.
	// +optional
	PodMetadata *EmbeddedObjectMetadata `json:"podMetadata,omitempty"`
	// ManagedMetadata defines metadata that will be added to the all objects
	// created by operator for the given CustomResource
	ManagedMetadata *ManagedObjectsMetadata `json:"managedMetadata,omitempty"`
	// LogLevel for victoria metrics single to be configured with.
	// +optional
	// +kubebuilder:validation:Enum=INFO;WARN;ERROR;FATAL;PANIC
	LogLevel string `json:"logLevel,omitempty"`
	// LogFormat for VMSingle to be configured with.
	// +optional
	// +kubebuilder:validation:Enum=default;json
	LogFormat string `json:"logFormat,omitempty"`
	// StorageDataPath disables spec.storage option and overrides arg for victoria-metrics binary --storageDataPath,
	// its users responsibility to mount proper device into given path.
	// It requires to provide spec.volumes and spec.volumeMounts with at least 1 value
	// +optional
	StorageDataPath string `json:"storageDataPath,omitempty"`
	// Storage is the definition of how storage will be used by the VMSingle
	// by default it`s empty dir
	// this option is ignored if storageDataPath is set
	// +optional
	Storage *corev1.PersistentVolumeClaimSpec `json:"storage,omitempty"`

	// StorageMeta defines annotations and labels attached to PVC for given vmsingle CR
	// +optional
	StorageMetadata EmbeddedObjectMetadata `json:"storageMetadata,omitempty"`

	// InsertPorts - additional listen ports for data ingestion.
	InsertPorts *InsertPorts `json:"insertPorts,omitempty"`
	// RemovePvcAfterDelete - if true, controller adds ownership to pvc
	// and after VMSingle object deletion - pvc will be garbage collected
	// by controller manager
	// +optional
	RemovePvcAfterDelete bool `json:"removePvcAfterDelete,omitempty"`

	// RetentionPeriod defines how long to retain stored metrics, specified as a duration (e.g., "1d", "1w", "1m").
	// Data with timestamps outside the RetentionPeriod is automatically deleted. The minimum allowed value is 1d, or 24h.
	// The default value is 1 (one month).
	// See [retention](https://docs.victoriametrics.com/victoriametrics/single-server-victoriametrics/#retention) docs for details.
	// +optional
	// +kubebuilder:validation:Pattern:="^[0-9]+(h|d|w|y)?$"
	RetentionPeriod string `json:"retentionPeriod,omitempty"`
	// VMBackup configuration for backup
	// +optional
	VMBackup *VMBackup `json:"vmBackup,omitempty"`
	// License allows to configure license key to be used for enterprise features.
	// Using license key is supported starting from VictoriaMetrics v1.94.0.
	// See [here](https://docs.victoriametrics.com/victoriametrics/enterprise/)
	// +optional
	License *License `json:"license,omitempty"`
	// ServiceSpec that will be added to vmsingle service spec
	// +optional
	ServiceSpec *AdditionalServiceSpec `json:"serviceSpec,omitempty"`
	// ServiceScrapeSpec that will be added to vmsingle VMServiceScrape spec
	// +optional
	ServiceScrapeSpec *VMServiceScrapeSpec `json:"serviceScrapeSpec,omitempty"`
	// StreamAggrConfig defines stream aggregation configuration for VMSingle
	StreamAggrConfig *StreamAggrConfig `json:"streamAggrConfig,omitempty"`
	// Downsampling defines downsampling rules for VMSingle.
	// Requires enterprise license. See https://docs.victoriametrics.com/victoriametrics/single-server-victoriametrics/#downsampling
	// +optional
	Downsampling *DownsamplingConfig `json:"downsampling,omitempty"`
	// RetentionFilters defines per-series retention filters for VMSingle.
	// Requires enterprise license. See https://docs.victoriametrics.com/victoriametrics/single-server-victoriametrics/#retention-filters
	// +optional
	RetentionFilters *RetentionFiltersConfig `json:"retentionFilters,omitempty"`
	// APIServerConfig allows specifying a host and auth methods to access apiserver.
	// If left empty, VMSingle is assumed to run inside of the cluster
	// and will discover API servers automatically and use the pod's CA certificate
	// and bearer token file at /var/run/secrets/kubernetes.io/serviceaccount/.
	// +optional
	APIServerConfig *APIServerConfig `json:"apiServerConfig,omitempty"`

	// ServiceAccountName is the name of the ServiceAccount to use to run the pods
	// +optional
	ServiceAccountName string `json:"serviceAccountName,omitempty"`

	// UseLegacyNaming uses standalone Helm chart naming for managed resources:
	// the CR name is used directly instead of the default "<type>-<name>" convention.
	// +optional
	// +notes={available_from: "v0.73.0"}
	UseLegacyNaming bool `json:"useLegacyNaming,omitempty"`

	// ComponentVersion defines default images tag for all components.
	// it can be overwritten with component specific image.tag value.
	// +optional
	ComponentVersion string `json:"componentVersion,omitempty"`
	// Configures vertical pod autoscaling.
	// +optional
	VPA *EmbeddedVPA `json:"vpa,omitempty"`

	// NetworkPolicy defines network access rules for pods created by this CR.
	// +optional
	NetworkPolicy              *EmbeddedNetworkPolicy `json:"networkPolicy,omitempty"`
	CommonRelabelParams        `json:",inline,omitempty"`
	CommonScrapeParams         `json:",inline,omitempty"`
	CommonConfigReloaderParams `json:",inline,omitempty"`
	CommonAppsParams           `json:",inline"`
}

// HasAnyStreamAggrRule checks if vmsingle has any defined aggregation rules
func (cr *VMSingle) HasAnyStreamAggrRule() bool {
	return cr.Spec.StreamAggrConfig.HasAnyRule()
}

// HasAnyRelabellingConfigs checks if vmagent has any defined relabeling rules
func (cr *VMSingle) HasAnyRelabellingConfigs() bool {
	return cr.Spec.HasAnyRelabellingConfigs()
}

// HasConfigReloader reports whether vmsingle's pod spec includes a config-reloader sidecar.
func (cr *VMSingle) HasConfigReloader() bool {
	return !ptr.Deref(cr.Spec.IngestOnlyMode, true) || cr.HasAnyRelabellingConfigs() || cr.HasAnyStreamAggrRule()
}

// ScrapeSelectors gets object and namespace sepectors
func (cr *VMSingle) ScrapeSelectors(scrape client.Object) (*metav1.LabelSelector, *metav1.LabelSelector) {
	return cr.Spec.ScrapeSelectors(scrape)
}

// IsUnmanaged checks if object should managed any config objects
func (cr *VMSingle) IsUnmanaged(scrape client.Object) bool {
	if !cr.DeletionTimestamp.IsZero() || (cr.Status.ParsingSpecError != "" && !HasUnknownFields(cr.Status.ParsingSpecError)) {
		return true
	}
	if scrape == nil {
		return cr.Spec.isUnmanaged()
	}
	switch s := scrape.(type) {
	case *VMNodeScrape:
		return cr.Spec.isNodeScrapeUnmanaged()
	case *VMServiceScrape:
		return cr.Spec.isServiceScrapeUnmanaged()
	case *VMPodScrape:
		return cr.Spec.isPodScrapeUnmanaged()
	case *VMProbe:
		return cr.Spec.isProbeUnmanaged()
	case *VMStaticScrape:
		return cr.Spec.isStaticScrapeUnmanaged()
	case *VMScrapeConfig:
		return cr.Spec.isScrapeConfigUnmanaged()
	default:
		panic(fmt.Sprintf("BUG: scrape kind %T is not supported", s))
	}

}

// ExternalLabels returns external labels for scraping
func (cr *VMSingle) ExternalLabels() map[string]string {
	return cr.Spec.externalLabels(fmt.Sprintf("%s/%s", cr.Namespace, cr.Name))
}

// GetReloadURL implements reloadable interface
func (cr *VMSingle) GetReloadURL(host string) string {
	return BuildLocalURL(reloadAuthKeyFlag, host, cr.Spec.Port, reloadPath, cr.Spec.ExtraArgs)
}

// GetReloaderParams implements reloadable interface
func (cr *VMSingle) GetReloaderParams() *CommonConfigReloaderParams {
	return &cr.Spec.CommonConfigReloaderParams
}

// UseProxyProtocol implements build.probeCRD interface
func (cr *VMSingle) UseProxyProtocol() bool {
	return UseProxyProtocol(cr.Spec.ExtraArgs)
}

// AutomountServiceAccountToken implements reloadable interface
func (cr *VMSingle) AutomountServiceAccountToken() bool {
	return !cr.Spec.DisableAutomountServiceAccountToken
}

// VMSingleStatus defines the observed state of VMSingle
// +k8s:openapi-gen=true
type VMSingleStatus struct {
	StatusMetadata `json:",inline"`
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	LastAppliedSpec *VMSingleSpec `json:"lastAppliedSpec,omitempty"`
	// ParsingSpecError contents error with context if operator was failed to parse json object from kubernetes api server
	ParsingSpecError string `json:"-" yaml:"-"`
}

// VMSingle  is fast, cost-effective and scalable time-series database.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +operator-sdk:gen-csv:customresourcedefinitions.displayName="VMSingle App"
// +operator-sdk:gen-csv:customresourcedefinitions.resources="Deployment,apps"
// +operator-sdk:gen-csv:customresourcedefinitions.resources="Service,v1"
// +operator-sdk:gen-csv:customresourcedefinitions.resources="Secret,v1"
// +genclient
// +k8s:openapi-gen=true
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:path=vmsingles,scope=Namespaced
// +kubebuilder:printcolumn:name="Status",type="string",JSONPath=".status.updateStatus",description="Current status of single node update process"
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
type VMSingle struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   VMSingleSpec   `json:"spec,omitempty"`
	Status VMSingleStatus `json:"status,omitempty"`
}

// GetStatus implements reconcile.ObjectWithDeepCopyAndStatus interface
func (cr *VMSingle) GetStatus() *VMSingleStatus {
	return &cr.Status
}

// DefaultStatusFields implements reconcile.ObjectWithDeepCopyAndStatus interface
func (cr *VMSingle) DefaultStatusFields(_ *VMSingleStatus) {}

// UnmarshalJSON implements json.Unmarshaler interface
func (cr *VMSingle) UnmarshalJSON(src []byte) error {
	type pcr VMSingle
	type shadow struct {
		*pcr
		Spec json.RawMessage `json:"spec"`
	}
	s := shadow{pcr: (*pcr)(cr)}
	if err := json.Unmarshal(src, &s); err != nil {
		return err
	}
	if len(s.Spec) > 0 {
		if err := UnmarshalSpecStrict(s.Spec, &cr.Spec); err != nil {
			cr.Status.ParsingSpecError = fmt.Sprintf("cannot parse VMSingleSpec: %s, err: %s", string(s.Spec), err)
		}
	}
	return nil
}

func (cr *VMSingle) ProbePath() string {
	return BuildPathWithPrefixFlag(cr.Spec.ExtraArgs, healthPath)
}

func (cr *VMSingle) ProbeScheme() string {
	return strings.ToUpper(HTTPProtoFromFlags(cr.Spec.ExtraArgs))
}

func (cr *VMSingle) ProbePort() string {
	return cr.Spec.Port
}

func (cr *VMSingle) ProbeNeedLiveness() bool {
	return false
}

// VMSingleList contains a list of VMSingle
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type VMSingleList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []VMSingle `json:"items"`
}

// AsOwner returns owner references with current object as owner
func (cr *VMSingle) AsOwner() metav1.OwnerReference {
	return metav1.OwnerReference{
		APIVersion:         cr.APIVersion,
		Kind:               cr.Kind,
		Name:               cr.Name,
		UID:                cr.UID,
		Controller:         ptr.To(true),
		BlockOwnerDeletion: ptr.To(true),
	}
}

func (cr *VMSingle) PodAnnotations() map[string]string {
	annotations := map[string]string{}
	if cr.Spec.PodMetadata != nil {
		for annotation, value := range cr.Spec.PodMetadata.Annotations {
			annotations[annotation] = value
		}
	}
	return annotations
}

func (cr *VMSingle) SelectorLabels() map[string]string {
	return map[string]string{
		"app.kubernetes.io/name":      "vmsingle",
		"app.kubernetes.io/instance":  cr.Name,
		"app.kubernetes.io/component": "monitoring",
		"managed-by":                  "vm-operator",
	}
}

func (cr *VMSingle) PodLabels() map[string]string {
	lbls := cr.SelectorLabels()
	if cr.Spec.PodMetadata == nil {
		return lbls
	}
	return labels.Merge(cr.Spec.PodMetadata.Labels, lbls)
}

// FinalLabels returns combination of selector and managed labels
func (cr *VMSingle) FinalLabels() map[string]string {
	return cr.ResourceLabels(nil)
}

// ResourceLabels returns combination of selector, resource and managed labels
func (cr *VMSingle) ResourceLabels(input map[string]string) map[string]string {
	var v map[string]string
	if cr.Spec.ManagedMetadata != nil {
		v = cr.Spec.ManagedMetadata.Labels
	}
	v = labels.Merge(v, input)
	return labels.Merge(v, cr.SelectorLabels())
}

// FinalAnnotations returns annotations to be applied for created objects
func (cr *VMSingle) FinalAnnotations() map[string]string {
	var v map[string]string
	if cr.Spec.ManagedMetadata != nil {
		v = labels.Merge(cr.Spec.ManagedMetadata.Annotations, v)
	}
	return v
}

func (cr *VMSingle) PrefixedName() string {
	if cr.Spec.UseLegacyNaming {
		return cr.Name
	}
	return fmt.Sprintf("vmsingle-%s", cr.Name)
}

// GetMetricsPath returns prefixed path for metric requests
func (cr *VMSingle) GetMetricsPath() string {
	return BuildPathWithPrefixFlag(cr.Spec.ExtraArgs, metricsPath)
}

// ExtraArgs returns additionally configured command-line arguments
func (cr *VMSingle) GetExtraArgs() map[string]string {
	return cr.Spec.ExtraArgs
}

// UseTLS returns true if TLS is enabled
func (cr *VMSingle) UseTLS() bool {
	return UseTLS(cr.Spec.ExtraArgs)
}

// ServiceScrape returns overrides for serviceScrape builder
func (cr *VMSingle) GetServiceScrape() *VMServiceScrapeSpec {
	return cr.Spec.ServiceScrapeSpec
}

func (cr *VMSingle) GetServiceAccountName() string {
	if cr.Spec.ServiceAccountName == "" {
		return cr.PrefixedName()
	}
	return cr.Spec.ServiceAccountName
}

// IsOwnsServiceAccount checks if serviceAccount belongs to the CR
func (cr *VMSingle) IsOwnsServiceAccount() bool {
	return cr.Spec.ServiceAccountName == ""
}

func (cr *VMSingle) GetRBACName() string {
	return fmt.Sprintf("monitoring:%s:%s", cr.Namespace, cr.PrefixedName())
}

func (cr *VMSingle) GetRemoteWriteURL() string {
	return cr.AsURL(false) + BuildPathWithPrefixFlag(cr.Spec.ExtraArgs, "/api/v1/write")
}

func (cr *VMSingle) AsURL(isExtra bool) string {
	specPort := cr.Spec.Port
	if specPort == "" {
		specPort = "8428"
	}
	svcName, port := ResolveServiceURL(cr.PrefixedName(), specPort, "http", cr.Spec.ServiceSpec, isExtra)
	return fmt.Sprintf("%s://%s.%s.svc:%s", HTTPProtoFromFlags(cr.Spec.ExtraArgs), svcName, cr.Namespace, port)
}

// LastSpecUpdated compares spec with last applied spec stored, replaces old spec and returns true if it's updated
func (cr *VMSingle) LastSpecUpdated() bool {
	updated := cr.Status.LastAppliedSpec == nil || !equality.Semantic.DeepEqual(&cr.Spec, cr.Status.LastAppliedSpec)
	cr.Status.LastAppliedSpec = cr.Spec.DeepCopy()
	return updated
}

func (cr *VMSingle) Paused() bool {
	return cr.Spec.Paused
}

func (cr *VMSingle) Validate() error {
	if MustSkipCRValidation(cr) {
		return nil
	}
	if cr.Spec.ServiceSpec != nil && cr.Spec.ServiceSpec.Name == cr.PrefixedName() {
		return fmt.Errorf("spec.serviceSpec.Name cannot be equal to prefixed name=%q", cr.PrefixedName())
	}
	if cr.Spec.VMBackup != nil {
		if err := cr.Spec.VMBackup.validate(cr.Spec.License); err != nil {
			return err
		}
	}
	if err := cr.Spec.Downsampling.validate(cr.Spec.License); err != nil {
		return err
	}
	if err := cr.Spec.RetentionFilters.validate(cr.Spec.License, cr.Spec.RetentionPeriod); err != nil {
		return err
	}
	scrapeClassNames := sets.New[string]()
	defaultScrapeClass := false
	for _, sc := range cr.Spec.ScrapeClasses {
		if scrapeClassNames.Has(sc.Name) {
			return fmt.Errorf("duplicated scrapeClass=%q", sc.Name)
		}
		scrapeClassNames.Insert(sc.Name)
		if ptr.Deref(sc.Default, false) {
			if defaultScrapeClass {
				return fmt.Errorf("multiple default scrape classes defined")
			}
			defaultScrapeClass = true
		}
		if sc.TLSConfig != nil {
			if err := sc.TLSConfig.Validate(); err != nil {
				return fmt.Errorf("incorrect tlsConfig for scrapeClass=%q: %w", sc.Name, err)
			}
		}
		if err := sc.OAuth2.validate(); err != nil {
			return fmt.Errorf("incorrect oauth2 for scrapeClass=%q: %w", sc.Name, err)
		}
		if err := sc.Authorization.validate(); err != nil {
			return fmt.Errorf("incorrect authorization for scrapeClass=%q: %w", sc.Name, err)
		}
		if err := sc.validate(); err != nil {
			return fmt.Errorf("incorrect relabeling for scrapeClass=%q: %w", sc.Name, err)
		}
	}
	if cr.Spec.StorageDataPath != "" {
		if len(cr.Spec.Volumes) == 0 {
			return fmt.Errorf("spec.volumes must have at least 1 value for spec.storageDataPath=%q", cr.Spec.StorageDataPath)
		}
		var storageVolumeFound bool
		for _, volume := range cr.Spec.Volumes {
			if volume.Name == "data" {
				storageVolumeFound = true
				break
			}
		}
		if cr.Spec.VMBackup != nil {
			if !storageVolumeFound {
				return fmt.Errorf("spec.volumes must have at least 1 value with `name: data` for spec.storageDataPath=%q."+
					" It's required by operator to correctly mount backup volumeMount", cr.Spec.StorageDataPath)
			}
		}
		if len(cr.Spec.VolumeMounts) == 0 && !storageVolumeFound {
			return fmt.Errorf("spec.volumeMounts must have at least 1 value OR spec.volumes must have volume.name `data` for spec.storageDataPath=%q", cr.Spec.StorageDataPath)
		}
	}
	if cr.Spec.VPA != nil {
		if err := cr.Spec.VPA.Validate(); err != nil {
			return err
		}
	}
	if err := cr.Spec.Validate(); err != nil {
		return err
	}
	return nil
}

// GetStatusMetadata returns metadata for object status
func (cr *VMSingle) GetStatusMetadata() *StatusMetadata {
	return &cr.Status.StatusMetadata
}

// GetAdditionalService returns AdditionalServiceSpec settings
func (cr *VMSingle) GetAdditionalService() *AdditionalServiceSpec {
	return cr.Spec.ServiceSpec
}

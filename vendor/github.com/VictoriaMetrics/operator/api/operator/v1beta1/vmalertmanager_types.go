package v1beta1

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"strings"

	amparse "github.com/prometheus/alertmanager/matcher/parse"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/utils/ptr"
)

// VMAlertmanager represents Victoria-Metrics deployment for Alertmanager.
// +operator-sdk:gen-csv:customresourcedefinitions.displayName="VMAlertmanager App"
// +operator-sdk:gen-csv:customresourcedefinitions.resources="StatefulSet,apps"
// +operator-sdk:gen-csv:customresourcedefinitions.resources="Service,v1"
// +operator-sdk:gen-csv:customresourcedefinitions.resources="Secret,v1"
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +genclient
// +k8s:openapi-gen=true
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="ReplicaCount",type="integer",JSONPath=".spec.replicaCount",description="The desired replicas number of Alertmanagers"
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
// +kubebuilder:resource:path=vmalertmanagers,scope=Namespaced,shortName=vma,singular=vmalertmanager
// +kubebuilder:printcolumn:name="Update Status",type="string",JSONPath=".status.updateStatus",description="Current update status"
type VMAlertmanager struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	// Specification of the desired behavior of the VMAlertmanager cluster. More info:
	// https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
	Spec VMAlertmanagerSpec `json:"spec"`

	// Most recent observed status of the VMAlertmanager cluster.
	// Operator API itself. More info:
	// https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
	Status VMAlertmanagerStatus `json:"status,omitempty"`
}

// VMAlertmanagerSpec is a specification of the desired behavior of the VMAlertmanager cluster. More info:
// https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
// +k8s:openapi-gen=true
type VMAlertmanagerSpec struct {

	// PodMetadata configures Labels and Annotations which are propagated to the alertmanager pods.
	// +optional
	PodMetadata *EmbeddedObjectMetadata `json:"podMetadata,omitempty"`
	// ManagedMetadata defines metadata that will be added to the all objects
	// created by operator for the given CustomResource
	ManagedMetadata *ManagedObjectsMetadata `json:"managedMetadata,omitempty"`

	// Templates is a list of ConfigMap key references for ConfigMaps in the same namespace as the VMAlertmanager
	// object, which shall be mounted into the VMAlertmanager Pods.
	// The Templates are mounted into /etc/vm/templates/<configmap-name>/<configmap-key>.
	// +optional
	Templates []ConfigMapKeyReference `json:"templates,omitempty"`

	// ConfigRawYaml - raw configuration for alertmanager,
	// it helps it to start without secret.
	// priority -> hardcoded ConfigRaw -> ConfigRaw, provided by user -> ConfigSecret.
	// +optional
	ConfigRawYaml string `json:"configRawYaml,omitempty"`
	// ConfigSecret is the name of a Kubernetes Secret in the same namespace as the
	// VMAlertmanager object, which contains configuration for this VMAlertmanager,
	// configuration must be inside secret key: alertmanager.yaml.
	// It must be created by user.
	// instance. Defaults to 'vmalertmanager-<alertmanager-name>'
	// The secret is mounted into /etc/alertmanager/config.
	// +optional
	// +operator-sdk:csv:customresourcedefinitions:type=spec,displayName="Secret with alertmanager config",xDescriptors="urn:alm:descriptor:io.kubernetes:Secret"
	ConfigSecret string `json:"configSecret,omitempty"`
	// Log level for VMAlertmanager to be configured with.
	// +optional
	// +kubebuilder:validation:Enum=debug;info;warn;error;DEBUG;INFO;WARN;ERROR
	LogLevel string `json:"logLevel,omitempty"`
	// LogFormat for VMAlertmanager to be configured with.
	// +optional
	// +kubebuilder:validation:Enum=logfmt;json
	LogFormat string `json:"logFormat,omitempty"`

	// Retention Time duration VMAlertmanager shall retain data for. Default is '120h',
	// and must match the regular expression `[0-9]+(ms|s|m|h)` (milliseconds seconds minutes hours).
	// +kubebuilder:validation:Pattern:="[0-9]+(ms|s|m|h)"
	// +optional
	Retention string `json:"retention,omitempty"`
	// Storage is the definition of how storage will be used by the VMAlertmanager
	// instances.
	// +optional
	Storage *StorageSpec `json:"storage,omitempty"`
	// PersistentVolumeClaimRetentionPolicy allows configuration of PVC retention policy
	// +optional
	PersistentVolumeClaimRetentionPolicy *appsv1.StatefulSetPersistentVolumeClaimRetentionPolicy `json:"persistentVolumeClaimRetentionPolicy,omitempty"`

	// ExternalURL the VMAlertmanager instances will be available under. This is
	// necessary to generate correct URLs. This is necessary if VMAlertmanager is not
	// served from root of a DNS name.
	// +optional
	ExternalURL string `json:"externalURL,omitempty"`
	// RoutePrefix VMAlertmanager registers HTTP handlers for. This is useful,
	// if using ExternalURL and a proxy is rewriting HTTP routes of a request,
	// and the actual ExternalURL is still true, but the server serves requests
	// under a different route prefix. For example for use with `kubectl proxy`.
	// +optional
	RoutePrefix string `json:"routePrefix,omitempty"`

	// ClusterDomainName defines domain name suffix for in-cluster dns addresses
	// aka .cluster.local
	// used to build pod peer addresses for in-cluster communication
	// +optional
	ClusterDomainName string `json:"clusterDomainName,omitempty"`
	// ListenLocal makes the VMAlertmanager server listen on loopback, so that it
	// does not bind against the Pod IP. Note this is only for the VMAlertmanager
	// UI, not the gossip communication.
	// +optional
	ListenLocal bool `json:"listenLocal,omitempty"`
	// AdditionalPeers allows injecting a set of additional Alertmanagers to peer with to form a highly available cluster.
	AdditionalPeers []string `json:"additionalPeers,omitempty"`
	// ClusterAdvertiseAddress is the explicit address to advertise in cluster.
	// Needs to be provided for non RFC1918 [1] (public) addresses.
	// [1] RFC1918: https://tools.ietf.org/html/rfc1918
	// +optional
	ClusterAdvertiseAddress string `json:"clusterAdvertiseAddress,omitempty"`
	// PortName used for the pods and governing service.
	// This defaults to web
	// +optional
	PortName string `json:"portName,omitempty"`
	// ServiceSpec that will be added to vmalertmanager service spec
	// +optional
	ServiceSpec *AdditionalServiceSpec `json:"serviceSpec,omitempty"`
	// ServiceScrapeSpec that will be added to vmalertmanager VMServiceScrape spec
	// +optional
	ServiceScrapeSpec *VMServiceScrapeSpec `json:"serviceScrapeSpec,omitempty"`
	// PodDisruptionBudget created by operator
	// +optional
	PodDisruptionBudget *EmbeddedPodDisruptionBudgetSpec `json:"podDisruptionBudget,omitempty"`
	// NetworkPolicy defines network access rules for pods created by this CR.
	// +optional
	NetworkPolicy *EmbeddedNetworkPolicy `json:"networkPolicy,omitempty"`
	// SelectAllByDefault changes default behavior for empty CRD selectors, such ConfigSelector.
	// with selectAllByDefault: true and undefined ConfigSelector and ConfigNamespaceSelector
	// Operator selects all exist alertManagerConfigs
	// with selectAllByDefault: false - selects nothing
	// +optional
	SelectAllByDefault bool `json:"selectAllByDefault,omitempty"`
	// ConfigSelector defines selector for VMAlertmanagerConfig, result config will be merged with with Raw or Secret config.
	// Works in combination with NamespaceSelector.
	// NamespaceSelector nil - only objects at VMAlertmanager namespace.
	// Selector nil - only objects at NamespaceSelector namespaces.
	// If both nil - behaviour controlled by selectAllByDefault
	// +optional
	ConfigSelector *metav1.LabelSelector `json:"configSelector,omitempty"`
	//  ConfigNamespaceSelector defines namespace selector for VMAlertmanagerConfig.
	// Works in combination with Selector.
	// NamespaceSelector nil - only objects at VMAlertmanager namespace.
	// Selector nil - only objects at NamespaceSelector namespaces.
	// If both nil - behaviour controlled by selectAllByDefault
	// +optional
	ConfigNamespaceSelector *metav1.LabelSelector `json:"configNamespaceSelector,omitempty"`

	// DisableNamespaceMatcher disables adding top route label matcher "namespace = <VMAlertmanagerConfig.namespace>" for VMAlertmanagerConfig
	// It may be useful if alert doesn't have namespace label for some reason
	// +optional
	DisableNamespaceMatcher bool `json:"disableNamespaceMatcher,omitempty"`

	// EnforcedNamespaceLabel defines the namespace label key for top route matcher for VMAlertmanagerConfig
	// Default is "namespace"
	// +optional
	EnforcedNamespaceLabel string `json:"enforcedNamespaceLabel,omitempty"`

	// DisableRouteContinueEnforce cancel the behavior for VMAlertmanagerConfig that always enforce first-level route continue to true
	// +optional
	DisableRouteContinueEnforce bool `json:"disableRouteContinueEnforce,omitempty"`

	// EnforcedTopRouteMatchers defines label matchers to be added for the top route
	// of VMAlertmanagerConfig
	// It allows to make some set of labels required for alerts.
	// https://prometheus.io/docs/alerting/latest/configuration/#matcher
	EnforcedTopRouteMatchers []string `json:"enforcedTopRouteMatchers,omitempty"`

	// RollingUpdateStrategy defines strategy for application updates
	// Default is OnDelete, in this case operator handles update process
	// Can be changed for RollingUpdate
	// +optional
	RollingUpdateStrategy appsv1.StatefulSetUpdateStrategyType `json:"rollingUpdateStrategy,omitempty"`
	// ClaimTemplates allows adding additional VolumeClaimTemplates for StatefulSet
	ClaimTemplates []corev1.PersistentVolumeClaim `json:"claimTemplates,omitempty"`

	// WebConfig defines configuration for webserver
	// https://github.com/prometheus/alertmanager/blob/main/docs/https.md
	// +optional
	WebConfig *VMAlertmanagerWebConfig `json:"webConfig,omitempty"`

	// GossipConfig defines gossip TLS configuration for Alertmanager cluster
	// +optional
	GossipConfig *VMAlertmanagerGossipConfig `json:"gossipConfig,omitempty"`

	// TracingConfig defines tracing configuration for Alertmanager
	// +optional
	TracingConfig *VMAlertmanagerTracingConfig `json:"tracingConfig,omitempty"`

	// ServiceAccountName is the name of the ServiceAccount to use to run the pods
	// +optional
	ServiceAccountName string `json:"serviceAccountName,omitempty"`

	// UseLegacyNaming uses standalone Helm chart naming for managed resources:
	// the CR name is used directly instead of the default "<type>-<name>" convention.
	// +optional
	// +notes={available_from: "v0.73.0"}
	UseLegacyNaming bool `json:"useLegacyNaming,omitempty"`
	// ArbitraryFSAccessThroughSMs configures whether configuration
	// can contain paths to arbitrary files on the file system
	// e.g bearer token files, basic auth password files, tls certs file paths
	// +optional
	ArbitraryFSAccessThroughSMs ArbitraryFSAccessThroughSMsConfig `json:"arbitraryFSAccessThroughSMs,omitempty"`

	// ComponentVersion defines default images tag for all components.
	// it can be overwritten with component specific image.tag value.
	// +optional
	ComponentVersion string `json:"componentVersion,omitempty"`
	// Configures vertical pod autoscaling.
	// +optional
	VPA *EmbeddedVPA `json:"vpa,omitempty"`

	CommonConfigReloaderParams `json:",inline,omitempty"`
	CommonAppsParams           `json:",inline,omitempty"`
}

// GetReloadURL implements reloadable interface
func (cr *VMAlertmanager) GetReloadURL(host string) string {
	localReloadURL := &url.URL{
		Scheme: cr.accessScheme(),
		Host:   fmt.Sprintf("%s:%s", host, cr.Port()),
		Path:   path.Clean(cr.Spec.RoutePrefix + "/-/reload"),
	}
	return localReloadURL.String()
}

// GetReloaderParams implements reloadable interface
func (cr *VMAlertmanager) GetReloaderParams() *CommonConfigReloaderParams {
	return &cr.Spec.CommonConfigReloaderParams
}

// UseProxyProtocol implements build.probeCRD interface
func (cr *VMAlertmanager) UseProxyProtocol() bool {
	return false
}

// AutomountServiceAccountToken implements reloadable interface
func (cr *VMAlertmanager) AutomountServiceAccountToken() bool {
	return !cr.Spec.DisableAutomountServiceAccountToken
}

// VMAlertmanagerList is a list of Alertmanagers.
// +k8s:openapi-gen=true
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type VMAlertmanagerList struct {
	metav1.TypeMeta `json:",inline"`
	// Standard list metadata
	// More info: https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#metadata
	metav1.ListMeta `json:"metadata,omitempty"`
	// List of Alertmanagers
	Items []VMAlertmanager `json:"items"`
}

// VMAlertmanagerStatus is the most recent observed status of the VMAlertmanager cluster
// Operator API itself. More info:
type VMAlertmanagerStatus struct {
	StatusMetadata `json:",inline"`
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	LastAppliedSpec *VMAlertmanagerSpec `json:"lastAppliedSpec,omitempty"`
	// ParsingSpecError contents error with context if operator was failed to parse json object from kubernetes api server
	ParsingSpecError string `json:"-" yaml:"-"`
}

// GetStatusMetadata returns metadata for object status
func (cr *VMAlertmanager) GetStatusMetadata() *StatusMetadata {
	return &cr.Status.StatusMetadata
}

// GetStatus implements reconcile.ObjectWithDeepCopyAndStatus interface
func (cr *VMAlertmanager) GetStatus() *VMAlertmanagerStatus {
	return &cr.Status
}

// DefaultStatusFields implements reconcile.ObjectWithDeepCopyAndStatus interface
func (cr *VMAlertmanager) DefaultStatusFields(vs *VMAlertmanagerStatus) {}

// UnmarshalJSON implements json.Unmarshaler interface
func (cr *VMAlertmanager) UnmarshalJSON(src []byte) error {
	type pcr VMAlertmanager
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
			cr.Status.ParsingSpecError = fmt.Sprintf("cannot parse VMAlertmanagerSpec: %s, err: %s", string(s.Spec), err)
		}
	}
	return nil
}

// AsOwner returns owner references with current object as owner
func (cr *VMAlertmanager) AsOwner() metav1.OwnerReference {
	return metav1.OwnerReference{
		APIVersion:         cr.APIVersion,
		Kind:               cr.Kind,
		Name:               cr.Name,
		UID:                cr.UID,
		Controller:         ptr.To(true),
		BlockOwnerDeletion: ptr.To(true),
	}
}

func (cr *VMAlertmanager) PodAnnotations() map[string]string {
	annotations := map[string]string{}
	if cr.Spec.PodMetadata != nil {
		for annotation, value := range cr.Spec.PodMetadata.Annotations {
			annotations[annotation] = value
		}
	}
	return annotations
}

func (cr *VMAlertmanager) SelectorLabels() map[string]string {
	return map[string]string{
		"app.kubernetes.io/name":      "vmalertmanager",
		"app.kubernetes.io/instance":  cr.Name,
		"app.kubernetes.io/component": "monitoring",
		"managed-by":                  "vm-operator",
	}
}

func (cr *VMAlertmanager) PodLabels() map[string]string {
	lbls := cr.SelectorLabels()
	if cr.Spec.PodMetadata == nil {
		return lbls
	}
	return labels.Merge(cr.Spec.PodMetadata.Labels, lbls)
}

// FinalLabels returns combination of selector and managed labels
func (cr *VMAlertmanager) FinalLabels() map[string]string {
	v := cr.SelectorLabels()
	if cr.Spec.ManagedMetadata != nil {
		v = labels.Merge(cr.Spec.ManagedMetadata.Labels, v)
	}
	return v
}

// FinalAnnotations returns annotations to be applied for created objects
func (cr *VMAlertmanager) FinalAnnotations() map[string]string {
	var v map[string]string
	if cr.Spec.ManagedMetadata != nil {
		v = labels.Merge(cr.Spec.ManagedMetadata.Annotations, v)
	}
	return v
}

// ConfigSecretName returns configuration secret name for alertmanager
func (cr *VMAlertmanager) ConfigSecretName() string {
	return fmt.Sprintf("%s-config", cr.PrefixedName())
}

func (cr *VMAlertmanager) PrefixedName() string {
	if cr.Spec.UseLegacyNaming {
		return cr.Name
	}
	return fmt.Sprintf("vmalertmanager-%s", cr.Name)
}

func (cr *VMAlertmanager) GetServiceAccountName() string {
	if cr.Spec.ServiceAccountName == "" {
		return cr.PrefixedName()
	}
	return cr.Spec.ServiceAccountName
}

// IsOwnsServiceAccount checks if serviceAccount belongs to the CR
func (cr *VMAlertmanager) IsOwnsServiceAccount() bool {
	return cr.Spec.ServiceAccountName == ""
}

// Port returns port for accessing alertmanager
func (cr *VMAlertmanager) Port() string {
	port := cr.Spec.Port
	if port == "" {
		port = "9093"
	}

	return port
}

// AsURL returns url for accessing alertmanager
// via corresponding service
func (cr *VMAlertmanager) AsURL(isExtra bool) string {
	portName := cr.Spec.PortName
	if portName == "" {
		portName = "web"
	}
	svcName, port := ResolveServiceURL(cr.PrefixedName(), cr.Port(), portName, cr.Spec.ServiceSpec, isExtra)
	return fmt.Sprintf("%s://%s.%s.svc:%s", cr.accessScheme(), svcName, cr.Namespace, port)
}

// returns fqdn for direct pod access
func (cr *VMAlertmanager) asPodFQDN(idx int) string {
	return fmt.Sprintf("%s://%s-%d.%s.%s.svc:%s", cr.accessScheme(), cr.PrefixedName(), idx, cr.PrefixedName(), cr.Namespace, cr.Port())
}

// GetMetricsPath returns prefixed path for metric requests
func (cr *VMAlertmanager) GetMetricsPath() string {
	if prefix := cr.Spec.RoutePrefix; prefix != "" {
		return path.Join(prefix, metricsPath)
	}
	return metricsPath
}

// UseTLS returns true if TLS is enabled
func (cr *VMAlertmanager) UseTLS() bool {
	return cr.Spec.WebConfig != nil && cr.Spec.WebConfig.TLSServerConfig != nil
}

// GetExtraArgs returns additionally configured command-line arguments
func (cr *VMAlertmanager) GetExtraArgs() map[string]string {
	return cr.Spec.ExtraArgs
}

// GetServiceScrape returns overrides for serviceScrape builder
func (cr *VMAlertmanager) GetServiceScrape() *VMServiceScrapeSpec {
	return cr.Spec.ServiceScrapeSpec
}

// AsNotifiers converts VMAlertmanager into VMAlertNotifierSpec
func (cr *VMAlertmanager) AsNotifiers() []VMAlertNotifierSpec {
	var notifiers []VMAlertNotifierSpec
	replicaCount := 1
	if cr.Spec.ReplicaCount != nil {
		replicaCount = int(*cr.Spec.ReplicaCount)
	}
	for i := 0; i < replicaCount; i++ {
		ns := VMAlertNotifierSpec{
			URL: cr.asPodFQDN(i),
		}
		notifiers = append(notifiers, ns)
	}
	return notifiers
}

func (cr *VMAlertmanager) GetVolumeName() string {
	if cr.Spec.Storage != nil && cr.Spec.Storage.VolumeClaimTemplate.Name != "" {
		return cr.Spec.Storage.VolumeClaimTemplate.Name
	}
	return fmt.Sprintf("vmalertmanager-%s-db", cr.Name)
}

func (cr *VMAlertmanager) ProbePath() string {
	webRoutePrefix := "/"
	if cr.Spec.RoutePrefix != "" {
		webRoutePrefix = cr.Spec.RoutePrefix
	}
	return path.Clean(webRoutePrefix + "/-/healthy")
}

func (cr *VMAlertmanager) ProbePort() string {
	return cr.Spec.PortName
}

// ProbeScheme returns scheme for probe
func (cr *VMAlertmanager) ProbeScheme() string {
	return strings.ToUpper(cr.accessScheme())
}

func (cr *VMAlertmanager) accessScheme() string {
	if cr.UseTLS() {
		return "https"
	}
	return "http"
}

func (*VMAlertmanager) ProbeNeedLiveness() bool {
	return true
}

// IsUnmanaged checks if alertmanager should managed any alertmanager config objects
func (cr *VMAlertmanager) IsUnmanaged() bool {
	if !cr.DeletionTimestamp.IsZero() || (cr.Status.ParsingSpecError != "" && !HasUnknownFields(cr.Status.ParsingSpecError)) {
		return true
	}
	return !cr.Spec.SelectAllByDefault && cr.Spec.ConfigSelector == nil && cr.Spec.ConfigNamespaceSelector == nil
}

// LastSpecUpdated compares spec with last applied spec stored, replaces old spec and returns true if it's updated
func (cr *VMAlertmanager) LastSpecUpdated() bool {
	updated := cr.Status.LastAppliedSpec == nil || !equality.Semantic.DeepEqual(&cr.Spec, cr.Status.LastAppliedSpec)
	cr.Status.LastAppliedSpec = cr.Spec.DeepCopy()
	return updated
}

func (cr *VMAlertmanager) Paused() bool {
	return cr.Spec.Paused
}

func (cr *VMAlertmanager) Validate() error {
	if cr.Spec.ServiceSpec != nil && cr.Spec.ServiceSpec.Name == cr.PrefixedName() {
		return fmt.Errorf("spec.serviceSpec.Name cannot be equal to prefixed name=%q", cr.PrefixedName())
	}
	for idx, matchers := range cr.Spec.EnforcedTopRouteMatchers {
		_, err := amparse.Matchers(matchers)
		if err != nil {
			return fmt.Errorf("incorrect EnforcedTopRouteMatchers=%q at idx=%d: %w", matchers, idx, err)
		}
	}

	if len(cr.Spec.ConfigRawYaml) > 0 {
		if err := ValidateAlertmanagerConfigSpec([]byte(cr.Spec.ConfigRawYaml)); err != nil {
			return fmt.Errorf("bad config syntax at spec.configRawYaml: %w", err)
		}
	}
	if cr.Spec.ConfigSecret == cr.ConfigSecretName() {
		return fmt.Errorf("spec.configSecret uses the same name as built-in config secret used by operator. Please change it's name")
	}
	if cr.Spec.WebConfig != nil {
		if cr.Spec.WebConfig.HTTPServerConfig != nil {
			if cr.Spec.WebConfig.HTTPServerConfig.HTTP2 && cr.Spec.WebConfig.TLSServerConfig == nil {
				return fmt.Errorf("with enabled http2 for webserver, tls_server_config must be defined")
			}
		}
		if cr.Spec.WebConfig.TLSServerConfig != nil {
			tc := cr.Spec.WebConfig.TLSServerConfig
			if tc.CertFile == "" && tc.CertSecretRef == nil {
				return fmt.Errorf("either cert_secret_ref or cert_file must be set for tls_server_config")
			}
			if tc.KeyFile == "" && tc.KeySecretRef == nil {
				return fmt.Errorf("either key_secret_ref or key_file must be set for tls_server_config")
			}
			if tc.ClientAuthType == "RequireAndVerifyClientCert" {
				if tc.ClientCAFile == "" && tc.ClientCASecretRef == nil {
					return fmt.Errorf("either client_ca_secret_ref or client_ca_file must be set for tls_server_config with enabled RequireAndVerifyClientCert")
				}
			}
		}
	}

	if cr.Spec.GossipConfig != nil {
		if cr.Spec.GossipConfig.TLSServerConfig != nil {
			tc := cr.Spec.GossipConfig.TLSServerConfig
			if tc.CertFile == "" && tc.CertSecretRef == nil {
				return fmt.Errorf("either cert_secret_ref or cert_file must be set for tls_server_config")
			}
			if tc.KeyFile == "" && tc.KeySecretRef == nil {
				return fmt.Errorf("either key_secret_ref or key_file must be set for tls_server_config")
			}
			if tc.ClientAuthType == "RequireAndVerifyClientCert" {
				if tc.ClientCAFile == "" && tc.ClientCASecretRef == nil {
					return fmt.Errorf("either client_ca_secret_ref or client_ca_file must be set for tls_server_config with enabled RequireAndVerifyClientCert")
				}
			}
		}
		if cr.Spec.GossipConfig.TLSClientConfig != nil {
			tc := cr.Spec.GossipConfig.TLSClientConfig
			if tc.CertFile == "" && tc.CertSecretRef == nil {
				return fmt.Errorf("either cert_secret_ref or cert_file must be set for tls_client_config")
			}
			if tc.KeyFile == "" && tc.KeySecretRef == nil {
				return fmt.Errorf("either key_secret_ref or key_file must be set for tls_client_config")
			}
		}
	}

	if cr.Spec.TracingConfig != nil {
		if cr.Spec.TracingConfig.TLSConfig != nil {
			tc := cr.Spec.TracingConfig.TLSConfig
			if tc.CertFile == "" && tc.CertSecretRef == nil {
				return fmt.Errorf("either cert_secret_ref or cert_file must be set for tls_config")
			}
			if tc.KeyFile == "" && tc.KeySecretRef == nil {
				return fmt.Errorf("either key_secret_ref or key_file must be set for tls_config")
			}
		}
	}

	if cr.Spec.DisableNamespaceMatcher && cr.Spec.EnforcedNamespaceLabel != "" {
		return fmt.Errorf("cannot use both disableNamespaceMatcher and enforcedNamespaceLabel at the same time")
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

// VMAlertmanagerTracingConfig defines Tracing configuration for alertmanager
type VMAlertmanagerTracingConfig struct {
	// ClientType defines tracing client protocol
	// +optional
	// +kubebuilder:validation:Enum=http;grpc
	ClientType string `json:"client_type,omitempty"`
	// Endpoint defines tracing URL where traces will be sent
	// +required
	Endpoint string `json:"endpoint"`
	// SamplingFraction defines fraction of the requests that should be sampled
	// +optional
	SamplingFraction string `json:"sampling_fraction,omitempty"`
	// Insecure allows TLS configuration to be omitted
	// +optional
	Insecure bool `json:"insecure,omitempty"`
	// TLSConfig defines tracing TLS config
	// +optional
	TLSConfig *TLSClientConfig `json:"tls_config,omitempty"`
	// Headers defines custom HTTP headers for tracing
	// +optional
	Headers map[string]string `json:"headers,omitempty"`
	// Compression defines compression algorithm for tracing
	// +optional
	Compression string `json:"compression,omitempty"`
	// Timeout defines tracing connection timeout
	// +optional
	Timeout string `json:"timeout,omitempty"`
}

// VMAlertmanagerGossipConfig defines Gossip TLS configuration for alertmanager
type VMAlertmanagerGossipConfig struct {
	// TLSServerConfig defines server TLS configuration for alertmanager
	TLSServerConfig *TLSServerConfig `json:"tls_server_config,omitempty"`
	// TLSClientConfig defines client TLS configuration for alertmanager
	TLSClientConfig *TLSClientConfig `json:"tls_client_config,omitempty"`
}

// VMAlertmanagerWebConfig defines web server configuration for alertmanager
type VMAlertmanagerWebConfig struct {
	// TLSServerConfig defines server TLS configuration for alertmanager
	// +optional
	TLSServerConfig *TLSServerConfig `json:"tls_server_config,omitempty"`
	// HTTPServerConfig defines http server configuration for alertmanager web server
	// +optional
	HTTPServerConfig *VMAlertmanagerHTTPConfig `json:"http_server_config,omitempty"`
	// BasicAuthUsers Usernames and hashed passwords that have full access to the web server
	// Passwords must be hashed with bcrypt
	// +optional
	BasicAuthUsers map[string]string `json:"basic_auth_users,omitempty"`
}

// VMAlertmanagerHTTPConfig defines http server configuration for alertmanager
type VMAlertmanagerHTTPConfig struct {
	// HTTP2 enables HTTP/2 support. Note that HTTP/2 is only supported with TLS.
	// This can not be changed on the fly.
	// +optional
	HTTP2 bool `json:"http2,omitempty"`
	// Headers defines list of headers that can be added to HTTP responses.
	// +optional
	Headers map[string]string `json:"headers,omitempty"`
}

// GetAdditionalService returns AdditionalServiceSpec settings
func (cr *VMAlertmanager) GetAdditionalService() *AdditionalServiceSpec {
	return cr.Spec.ServiceSpec
}

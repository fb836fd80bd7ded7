package v1beta1

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"
	gwapiv1 "sigs.k8s.io/gateway-api/apis/v1"
)

var labelNameRegexp = regexp.MustCompile("^[a-zA-Z_:.][a-zA-Z0-9_:.]*$")

// VMAuthSpec defines the desired state of VMAuth
type VMAuthSpec struct {

	// ComponentVersion defines default images tag for all components.
	// it can be overwritten with component specific image.tag value.
	// +optional
	ComponentVersion string `json:"componentVersion,omitempty"`
	// PodMetadata configures Labels and Annotations which are propagated to the VMAuth pods.
	// +optional
	PodMetadata *EmbeddedObjectMetadata `json:"podMetadata,omitempty" yaml:"podMetadata,omitempty"`
	// ManagedMetadata defines metadata that will be added to the all objects
	// created by operator for the given CustomResource
	ManagedMetadata *ManagedObjectsMetadata `json:"managedMetadata,omitempty" yaml:"managedMetadata,omitempty"`
	// LogLevel for victoria metrics single to be configured with.
	// +optional
	// +kubebuilder:validation:Enum=INFO;WARN;ERROR;FATAL;PANIC
	LogLevel string `json:"logLevel,omitempty" yaml:"logLevel,omitempty"`
	// LogFormat for VMAuth to be configured with.
	// +optional
	// +kubebuilder:validation:Enum=default;json
	LogFormat string `json:"logFormat,omitempty" yaml:"logFormat,omitempty"`
	// SelectAllByDefault changes default behavior for empty CRD selectors, such userSelector.
	// with selectAllByDefault: true and empty userSelector and userNamespaceSelector
	// Operator selects all exist users
	// with selectAllByDefault: false - selects nothing
	// +optional
	SelectAllByDefault bool `json:"selectAllByDefault,omitempty" yaml:"selectAllByDefault,omitempty"`
	// ArbitraryFSAccessThroughSMs configures whether configuration
	// can contain paths to arbitrary files on the file system
	// e.g bearer token files, basic auth password files, tls certs file paths
	// +optional
	ArbitraryFSAccessThroughSMs ArbitraryFSAccessThroughSMsConfig `json:"arbitraryFSAccessThroughSMs,omitempty"`
	// UserSelector defines VMUser to be selected for config file generation.
	// Works in combination with NamespaceSelector.
	// NamespaceSelector nil - only objects at VMAuth namespace.
	// If both nil - behaviour controlled by selectAllByDefault
	// +optional
	UserSelector *metav1.LabelSelector `json:"userSelector,omitempty" yaml:"userSelector,omitempty"`
	// UserNamespaceSelector Namespaces to be selected for  VMAuth discovery.
	// Works in combination with Selector.
	// NamespaceSelector nil - only objects at VMAuth namespace.
	// Selector nil - only objects at NamespaceSelector namespaces.
	// If both nil - behaviour controlled by selectAllByDefault
	// +optional
	UserNamespaceSelector *metav1.LabelSelector `json:"userNamespaceSelector,omitempty" yaml:"userNamespaceSelector,omitempty"`

	// ServiceSpec that will be added to vmsingle service spec
	// +optional
	ServiceSpec *AdditionalServiceSpec `json:"serviceSpec,omitempty" yaml:"serviceSpec,omitempty"`
	// ServiceScrapeSpec that will be added to vmauth VMServiceScrape spec
	// +optional
	ServiceScrapeSpec *VMServiceScrapeSpec `json:"serviceScrapeSpec,omitempty" yaml:"serviceScrapeSpec,omitempty"`
	// PodDisruptionBudget created by operator
	// +optional
	PodDisruptionBudget *EmbeddedPodDisruptionBudgetSpec `json:"podDisruptionBudget,omitempty" yaml:"podDisruptionBudget,omitempty"`
	// NetworkPolicy defines network access rules for pods created by this CR.
	// +optional
	NetworkPolicy *EmbeddedNetworkPolicy `json:"networkPolicy,omitempty" yaml:"networkPolicy,omitempty"`
	// Ingress enables ingress configuration for VMAuth.
	Ingress *EmbeddedIngress `json:"ingress,omitempty"`
	// HTTPRoute enables httproute configuration for VMAuth.
	HTTPRoute *EmbeddedHTTPRoute `json:"httpRoute,omitempty"`
	// UnauthorizedAccessConfig configures access for un authorized users
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	// +notes={deprecated_in: "v0.51.0", removed_in: "v1.0.0", replacements: {unauthorizedUserAccessSpec}}
	UnauthorizedAccessConfig []UnauthorizedAccessConfigURLMap `json:"unauthorizedAccessConfig,omitempty" yaml:"unauthorizedAccessConfig,omitempty"`
	// VMUserConfigOptions applies configurations to above UnauthorizedAccessConfig
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	// +notes={deprecated_in: "v0.51.0", removed_in: "v1.0.0", replacements: {unauthorizedUserAccessSpec}}
	VMUserConfigOptions `json:",inline" yaml:",inline"`
	// DefaultTargetRefs list of named targetRefs, which may be referenced by VMUser and at unauthorizedUserAccessSpec.
	DefaultTargetRefs []TargetRef `json:"defaultTargetRefs,omitempty" yaml:"-"`
	// UnauthorizedUserAccessSpec defines unauthorized_user config section of vmauth config
	// +optional
	UnauthorizedUserAccessSpec *VMAuthUnauthorizedUserAccessSpec `json:"unauthorizedUserAccessSpec,omitempty" yaml:"unauthorizedUserAccessSpec,omitempty"`
	// IPFilters global access ip filters
	// supported only with enterprise version of [vmauth](https://docs.victoriametrics.com/victoriametrics/vmauth/#ip-filters)
	// +optional
	// will be added after removal of VMUserConfigOptions
	// currently it has collision with inlined fields
	// IPFilters VMUserIPFilters `json:"ip_filters,omitempty"`

	// License allows to configure license key to be used for enterprise features.
	// Using license key is supported starting from VictoriaMetrics v1.94.0.
	// See [here](https://docs.victoriametrics.com/victoriametrics/enterprise/)
	// +optional
	License *License `json:"license,omitempty"`
	// ConfigSecret is the name of a Kubernetes Secret in the same namespace as the
	// VMAuth object, which contains auth configuration for vmauth,
	// configuration must be inside secret key: config.yaml.
	// It must be created and managed manually.
	// If it's defined, configuration for vmauth becomes unmanaged and operator'll not create any related secrets/config-reloaders
	// +notes={deprecated_in: "v0.49.0", removed_in: "v0.69.0", replacements: {externalConfig}}
	ConfigSecret string `json:"configSecret,omitempty" yaml:"configSecret,omitempty"`
	// ExternalConfig defines a source of external VMAuth configuration.
	// If it's defined, configuration for vmauth becomes unmanaged and operator'll not create any related secrets/config-reloaders
	// +optional
	ExternalConfig `json:"externalConfig,omitempty" yaml:"externalConfig,omitempty"`

	// ServiceAccountName is the name of the ServiceAccount to use to run the pods
	// +optional
	ServiceAccountName string `json:"serviceAccountName,omitempty" yaml:"serviceAccountName,omitempty"`

	// UseLegacyNaming uses standalone Helm chart naming for managed resources:
	// the CR name is used directly instead of the default "<type>-<name>" convention.
	// +optional
	// +notes={available_from: "v0.73.0"}
	UseLegacyNaming bool `json:"useLegacyNaming,omitempty" yaml:"useLegacyNaming,omitempty"`

	// WaitForConfigReload instructs the operator to verify, via the config-reloader
	// sidecar's own reload-confirmation metric, that every replica has actually reloaded
	// before marking dependent objects (e.g. VMUser) as applied.
	// +optional
	// +notes={available_from: "v0.74.0"}
	WaitForConfigReload *bool `json:"waitForConfigReload,omitempty"`

	CommonConfigReloaderParams `json:",inline,omitempty" yaml:",inline"`
	CommonAppsParams           `json:",inline,omitempty" yaml:",inline"`
	// InternalListenPort instructs vmauth to serve internal routes at given port
	// available from v1.111.0 vmauth version
	// related doc https://docs.victoriametrics.com/victoriametrics/vmauth/#security
	// +optional
	// +notes={available_from: "v0.56.0"}
	InternalListenPort string `json:"internalListenPort,omitempty"`

	// UseProxyProtocol enables proxy protocol for vmauth
	// https://www.haproxy.org/download/2.3/doc/proxy-protocol.txt
	UseProxyProtocol bool `json:"useProxyProtocol,omitempty"`

	// UpdateStrategy - overrides default update strategy.
	// +kubebuilder:validation:Enum=Recreate;RollingUpdate
	// +optional
	// +notes={available_from: "v0.64.0"}
	UpdateStrategy *appsv1.DeploymentStrategyType `json:"updateStrategy,omitempty"`
	// RollingUpdate - overrides deployment update params.
	// +optional
	// +notes={available_from: "v0.64.0"}
	RollingUpdate *appsv1.RollingUpdateDeployment `json:"rollingUpdate,omitempty"`
	// Configures horizontal pod autoscaling.
	// +optional
	HPA *EmbeddedHPA `json:"hpa,omitempty"`
	// Configures vertical pod autoscaling.
	// +optional
	VPA *EmbeddedVPA `json:"vpa,omitempty"`
}

// VMAuthUnauthorizedUserAccessSpec defines unauthorized_user section configuration for vmauth
type VMAuthUnauthorizedUserAccessSpec struct {
	// URLPrefix defines url prefix for destination
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	// +notes={deprecated_in: "v0.67.0", removed_in: "v0.69.0", replacements: {targetRefs}}
	URLPrefix StringOrArray `json:"url_prefix,omitempty" yaml:"url_prefix,omitempty"`
	// URLMap defines url map for destination
	// +notes={deprecated_in: "v0.67.0", removed_in: "v0.69.0", replacements: {targetRefs}}
	URLMap []UnauthorizedAccessConfigURLMap `json:"url_map,omitempty" yaml:"url_map,omitempty"`

	// TargetRefs - reference to endpoints, which user may access.
	TargetRefs []TargetRef `json:"targetRefs,omitempty" yaml:"-"`

	// MetricLabels - additional labels for metrics exported by vmauth for given user.
	// +optional
	MetricLabels        map[string]string `json:"metric_labels,omitempty" yaml:"metric_labels"`
	VMUserConfigOptions `json:",inline" yaml:",inline"`
}

// Validate performs semantic syntax validation
func (s *VMAuthUnauthorizedUserAccessSpec) Validate() error {
	if len(s.URLMap) == 0 && len(s.URLPrefix) == 0 && len(s.TargetRefs) == 0 {
		return fmt.Errorf("at least one of `url_map`, `url_prefix` or `targetRefs` must be defined")
	}
	if len(s.TargetRefs) != 0 && (len(s.URLMap) != 0 || len(s.URLPrefix) != 0) {
		return fmt.Errorf("`targetRefs` cannot be used together with `url_prefix` or `url_map`")
	}
	isRetryCodesSet := len(s.RetryStatusCodes) > 0
	for _, r := range s.TargetRefs {
		if err := r.Validate(false, isRetryCodesSet); err != nil {
			return fmt.Errorf("%w for unauthorized_user", err)
		}
	}
	for idx, urlMap := range s.URLMap {
		if err := urlMap.validate(); err != nil {
			return fmt.Errorf("incorrect url_map at idx=%d: %w", idx, err)
		}
	}
	for _, urlPrefix := range s.URLPrefix {
		if err := validateURLPrefix(urlPrefix); err != nil {
			return err
		}
	}
	if s.TLSConfig != nil {
		if err := s.TLSConfig.Validate(); err != nil {
			return fmt.Errorf("incorrect tlsConfig for UnauthorizedUserAccess: %w", err)
		}
	}
	for k := range s.MetricLabels {
		if !labelNameRegexp.Match([]byte(k)) {
			return fmt.Errorf("incorrect metricLabelName=%q, must match pattern=%q", k, labelNameRegexp)
		}
	}
	if err := s.validate(); err != nil {
		return fmt.Errorf("incorrect UnauthorizedUserAccess options: %w", err)
	}

	return nil
}

// UnauthorizedAccessConfigURLMap defines element of url_map routing configuration
// For UnauthorizedAccessConfig and VMAuthUnauthorizedUserAccessSpec.URLMap
type UnauthorizedAccessConfigURLMap struct {
	// SrcPaths is an optional list of regular expressions, which must match the request path.
	SrcPaths []string `json:"src_paths,omitempty" yaml:"src_paths,omitempty"`

	// SrcHosts is an optional list of regular expressions, which must match the request hostname.
	SrcHosts []string `json:"src_hosts,omitempty" yaml:"src_hosts,omitempty"`

	// UrlPrefix contains backend url prefixes for the proxied request url.
	// URLPrefix defines prefix prefix for destination
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	URLPrefix StringOrArray `json:"url_prefix,omitempty" yaml:"url_prefix,omitempty"`

	URLMapCommon `json:",omitempty" yaml:",inline"`
}

// Validate performs syntax logic validation
func (c *UnauthorizedAccessConfigURLMap) validate() error {
	if len(c.SrcPaths) == 0 && len(c.SrcHosts) == 0 && len(c.SrcQueryArgs) == 0 && len(c.SrcHeaders) == 0 {
		return fmt.Errorf("incorrect url_map config at least of one src_paths,src_hosts,src_query_args or src_headers must be defined")
	}
	if len(c.URLPrefix) == 0 {
		return fmt.Errorf("url_prefix cannot be empty for url_map")
	}
	for idx, urlPrefix := range c.URLPrefix {
		if err := validateURLPrefix(urlPrefix); err != nil {
			return fmt.Errorf("incorrect url_prefix=%q at idx: %d: %w", urlPrefix, idx, err)
		}
	}
	return nil
}

func validateURLPrefix(urlPrefixStr string) error {
	urlPrefix, err := url.Parse(urlPrefixStr)
	if err != nil {
		return err
	}
	// Validate urlPrefix
	if urlPrefix.Scheme != "http" && urlPrefix.Scheme != "https" {
		return fmt.Errorf("unsupported scheme for `url_prefix: %q`: %q; must be `http` or `https`", urlPrefix, urlPrefix.Scheme)
	}
	if urlPrefix.Host == "" {
		return fmt.Errorf("missing hostname in `url_prefix %q`", urlPrefix)
	}
	return nil
}

// URLMapCommon contains common fields for unauthorized user and user in vmuser
type URLMapCommon struct {
	// SrcQueryArgs is an optional list of query args, which must match request URL query args.
	SrcQueryArgs []string `json:"src_query_args,omitempty" yaml:"src_query_args,omitempty"`

	// SrcHeaders is an optional list of headers, which must match request headers.
	SrcHeaders []string `json:"src_headers,omitempty" yaml:"src_headers,omitempty"`

	// DiscoverBackendIPs instructs discovering URLPrefix backend IPs via DNS.
	DiscoverBackendIPs *bool `json:"discover_backend_ips,omitempty" yaml:"discover_backend_ips,omitempty"`

	// RequestHeaders represent additional http headers, that vmauth uses
	// in form of ["header_key: header_value"]
	// multiple values for header key:
	// ["header_key: value1,value2"]
	// it's available since 1.68.0 version of vmauth
	// +optional
	RequestHeaders []string `json:"headers,omitempty" yaml:"headers,omitempty"`
	// ResponseHeaders represent additional http headers, that vmauth adds for request response
	// in form of ["header_key: header_value"]
	// multiple values for header key:
	// ["header_key: value1,value2"]
	// it's available since 1.93.0 version of vmauth
	// +optional
	ResponseHeaders []string `json:"response_headers,omitempty" yaml:"response_headers,omitempty"`

	// RetryStatusCodes defines http status codes in numeric format for request retries
	// Can be defined per target or at VMUser.spec level
	// e.g. [429,503]
	// +optional
	RetryStatusCodes []int `json:"retry_status_codes,omitempty" yaml:"retry_status_codes,omitempty"`

	// LoadBalancingPolicy defines load balancing policy to use for backend urls.
	// Supported policies: least_loaded, first_available.
	// See [here](https://docs.victoriametrics.com/victoriametrics/vmauth/#load-balancing) for more details (default "least_loaded")
	// +optional
	// +kubebuilder:validation:Enum=least_loaded;first_available
	LoadBalancingPolicy *string `json:"load_balancing_policy,omitempty" yaml:"load_balancing_policy,omitempty"`

	// DropSrcPathPrefixParts is the number of `/`-delimited request path prefix parts to drop before proxying the request to backend.
	// See [here](https://docs.victoriametrics.com/victoriametrics/vmauth/#dropping-request-path-prefix) for more details.
	// +optional
	DropSrcPathPrefixParts *int `json:"drop_src_path_prefix_parts,omitempty" yaml:"drop_src_path_prefix_parts,omitempty"`
}

// VMUserConfigOptions defines configuration options for VMUser object
type VMUserConfigOptions struct {
	// DefaultURLs backend url for non-matching paths filter
	// usually used for default backend with error message
	DefaultURLs []string `json:"default_url,omitempty" yaml:"default_url,omitempty"`

	// TLSConfig defines tls configuration for the backend connection
	// +optional
	TLSConfig *TLSConfig `json:"tlsConfig,omitempty" yaml:"tlsConfig,omitempty"`

	// IPFilters defines per target src ip filters
	// supported only with enterprise version of [vmauth](https://docs.victoriametrics.com/victoriametrics/vmauth/#ip-filters)
	// +optional
	IPFilters VMUserIPFilters `json:"ip_filters,omitempty" yaml:"ip_filters,omitempty"`

	// DiscoverBackendIPs instructs discovering URLPrefix backend IPs via DNS.
	DiscoverBackendIPs *bool `json:"discover_backend_ips,omitempty" yaml:"discover_backend_ips,omitempty"`

	// Headers represent additional http headers, that vmauth uses
	// in form of ["header_key: header_value"]
	// multiple values for header key:
	// ["header_key: value1,value2"]
	// it's available since 1.68.0 version of vmauth
	// +optional
	Headers []string `json:"headers,omitempty"`
	// ResponseHeaders represent additional http headers, that vmauth adds for request response
	// in form of ["header_key: header_value"]
	// multiple values for header key:
	// ["header_key: value1,value2"]
	// it's available since 1.93.0 version of vmauth
	// +optional
	ResponseHeaders []string `json:"response_headers,omitempty" yaml:"response_headers,omitempty"`

	// RetryStatusCodes defines http status codes in numeric format for request retries
	// e.g. [429,503]
	// +optional
	RetryStatusCodes []int `json:"retry_status_codes,omitempty" yaml:"retry_status_codes,omitempty"`

	// MaxConcurrentRequests defines max concurrent requests per user
	// 300 is default value for vmauth
	// +optional
	MaxConcurrentRequests *int `json:"max_concurrent_requests,omitempty" yaml:"max_concurrent_requests,omitempty"`

	// LoadBalancingPolicy defines load balancing policy to use for backend urls.
	// Supported policies: least_loaded, first_available.
	// See [here](https://docs.victoriametrics.com/victoriametrics/vmauth/#load-balancing) for more details (default "least_loaded")
	// +optional
	// +kubebuilder:validation:Enum=least_loaded;first_available
	LoadBalancingPolicy *string `json:"load_balancing_policy,omitempty" yaml:"load_balancing_policy,omitempty"`

	// DropSrcPathPrefixParts is the number of `/`-delimited request path prefix parts to drop before proxying the request to backend.
	// See [here](https://docs.victoriametrics.com/victoriametrics/vmauth/#dropping-request-path-prefix) for more details.
	// +optional
	DropSrcPathPrefixParts *int `json:"drop_src_path_prefix_parts,omitempty" yaml:"drop_src_path_prefix_parts,omitempty"`

	// DumpRequestOnErrors instructs vmauth to return detailed request params to the client
	// if routing rules don't allow to forward request to the backends.
	// Useful for debugging `src_hosts` and `src_headers` based routing rules
	//
	// available since v1.107.0 vmauth version
	// +optional
	DumpRequestOnErrors *bool `json:"dump_request_on_errors,omitempty"`

	// AccessLog configures per-user access logging.
	// When set, vmauth logs each request for this user with fields including
	// request_uri, status_code, duration_ms, username, etc.
	// See https://docs.victoriametrics.com/victoriametrics/vmauth/#access-log
	//
	// available since v1.138.0 vmauth version
	// +optional
	// +notes={available_from: "v0.73.0"}
	AccessLog *VMUserAccessLog `json:"access_log,omitempty" yaml:"access_log,omitempty"`
}

// VMUserAccessLog defines per-user access log configuration for vmauth.
type VMUserAccessLog struct {
	// Filters defines optional filters that control which requests are logged.
	// +optional
	Filters *VMUserAccessLogFilters `json:"filters,omitempty" yaml:"filters,omitempty"`
}

// VMUserAccessLogFilters defines filters for vmauth per-user access log.
type VMUserAccessLogFilters struct {
	// SkipStatusCodes lists HTTP status codes whose responses are excluded from the access log.
	// For example, [200, 204] suppresses logging of successful responses.
	// +optional
	SkipStatusCodes []int `json:"skip_status_codes,omitempty" yaml:"skip_status_codes,omitempty"`
}

// Validate performs semantic syntax validation
func (o *VMUserConfigOptions) validate() error {
	for _, durl := range o.DefaultURLs {
		if err := validateURLPrefix(durl); err != nil {
			return fmt.Errorf("unexpected spec.default_url=%q: %w", durl, err)
		}
	}
	if o.TLSConfig != nil {
		if err := o.TLSConfig.Validate(); err != nil {
			return err
		}
	}
	if err := validateHTTPHeaders(o.Headers); err != nil {
		return fmt.Errorf("incorrect 'headers' syntax: %w", err)
	}
	if err := validateHTTPHeaders(o.ResponseHeaders); err != nil {
		return fmt.Errorf("incorrect 'response_headers' syntax: %w", err)
	}
	return nil
}

func validateHTTPHeaders(headerValues []string) error {
	for _, headerValue := range headerValues {
		idx := strings.IndexByte(headerValue, ':')
		if idx <= 0 {
			return fmt.Errorf("expected colon separated header: value, got=%q", headerValue)
		}
	}

	return nil
}

func (cr *VMAuth) Validate() error {
	if MustSkipCRValidation(cr) {
		return nil
	}
	if cr.Spec.ServiceSpec != nil && cr.Spec.ServiceSpec.Name == cr.PrefixedName() {
		return fmt.Errorf("spec.serviceSpec.Name cannot be equal to prefixed name=%q", cr.PrefixedName())
	}
	if cr.Spec.Ingress != nil {
		// check ingress
		// TlsHosts and TlsSecretName are both needed if one of them is used
		ing := cr.Spec.Ingress
		if len(ing.TlsHosts) > 0 && ing.TlsSecretName == "" {
			return fmt.Errorf("spec.ingress.tlsSecretName cannot be empty with non-empty spec.ingress.tlsHosts")
		}
		if ing.TlsSecretName != "" && len(ing.TlsHosts) == 0 {
			return fmt.Errorf("spec.ingress.tlsHosts cannot be empty with non-empty spec.ingress.tlsSecretName")
		}
	}
	if cr.Spec.ConfigSecret != "" && cr.Spec.SecretRef != nil {
		return fmt.Errorf("spec.configSecret and spec.externalConfig.secretRef cannot be used at the same time")
	}
	if cr.Spec.SecretRef != nil && cr.Spec.LocalPath != "" {
		return fmt.Errorf("at most one option can be used for externalConfig: spec.configSecret or spec.externalConfig.secretRef")
	}
	if cr.Spec.SecretRef != nil {
		if cr.Spec.SecretRef.Name == cr.PrefixedName() {
			return fmt.Errorf("spec.externalConfig.secretRef cannot be equal to the vmauth-config-CR_NAME=%q, it's operator reserved value", cr.ConfigSecretName())
		}
		if cr.Spec.SecretRef.Name == "" || cr.Spec.SecretRef.Key == "" {
			return fmt.Errorf("name=%q and key=%q fields must be non-empty for spec.externalConfig.secretRef",
				cr.Spec.SecretRef.Name, cr.Spec.SecretRef.Key)
		}
	}
	if len(cr.Spec.UnauthorizedAccessConfig) > 0 && cr.Spec.UnauthorizedUserAccessSpec != nil {
		return fmt.Errorf("at most one option can be used `spec.unauthorizedAccessConfig` or `spec.unauthorizedUserAccessSpec`, got both")
	}
	if len(cr.Spec.UnauthorizedAccessConfig) > 0 {
		for _, urlMap := range cr.Spec.UnauthorizedAccessConfig {
			if err := urlMap.validate(); err != nil {
				return fmt.Errorf("incorrect cr.spec.UnauthorizedAccessConfig: %w", err)
			}
		}
		if err := cr.Spec.validate(); err != nil {
			return fmt.Errorf("incorrect cr.spec UnauthorizedAccessConfig options: %w", err)
		}
	}

	if cr.Spec.UnauthorizedUserAccessSpec != nil {
		if err := cr.Spec.UnauthorizedUserAccessSpec.Validate(); err != nil {
			return fmt.Errorf("incorrect cr.spec.UnauthorizedUserAccess syntax: %w", err)
		}
	}

	refs := sets.New[string]()
	for i, ref := range cr.Spec.DefaultTargetRefs {
		if refs.Has(ref.Name) {
			return fmt.Errorf("spec.defaultTargetRefs[%d] contains duplicated targets with name=%s", i, ref.Name)
		} else {
			refs.Insert(ref.Name)
		}
		if err := ref.Validate(true, false); err != nil {
			return fmt.Errorf("spec.defaultTargetRefs[%d]: %w", i, err)
		}
	}

	if cr.Spec.HPA != nil {
		if err := cr.Spec.HPA.Validate(); err != nil {
			return fmt.Errorf("incorrect cr.spec.hpa syntax: %w", err)
		}
	}

	if cr.Spec.VPA != nil {
		if err := cr.Spec.VPA.Validate(); err != nil {
			return fmt.Errorf("incorrect cr.spec.vpa syntax: %w", err)
		}
	}

	if err := cr.Spec.Validate(); err != nil {
		return err
	}
	return nil
}

// EmbeddedHTTPRoute describes httproute configuration options.
//
// Requires gateway-controller CRD installed and VM_GATEWAY_API_ENABLED=true env var
// See https://gateway-api.sigs.k8s.io/guides/#installing-a-gateway-controller
type EmbeddedHTTPRoute struct {
	//  EmbeddedObjectMetadata adds labels and annotations for object.
	EmbeddedObjectMetadata `json:",inline"`
	// Hostnames defines a set of hostnames that should match against the HTTP Host
	// header to select a HTTPRoute used to process the request.
	// +optional
	Hostnames []gwapiv1.Hostname `json:"hostnames,omitempty"`
	// ParentRefs references the resources (usually Gateways) that a Route wants to be attached to.
	ParentRefs []gwapiv1.ParentReference `json:"parentRefs,omitempty"`
	// ExtraRules defines custom HTTPRouteRule in raw form, bypassing Gateway API CEL validations.
	// +kubebuilder:pruning:PreserveUnknownFields
	// +optional
	ExtraRules []runtime.RawExtension `json:"extraRules,omitempty"`
}

// EmbeddedIngress describes ingress configuration options.
type EmbeddedIngress struct {
	// ClassName defines ingress class name for VMAuth
	// +optional
	ClassName *string `json:"class_name,omitempty" yaml:"class_name,omitempty"`
	//  EmbeddedObjectMetadata adds labels and annotations for object.
	EmbeddedObjectMetadata `json:",inline"`
	// TlsHosts configures TLS access for ingress, tlsSecretName must be defined for it.
	TlsHosts []string `json:"tlsHosts,omitempty" yaml:"tlsHosts,omitempty"`
	// TlsSecretName defines secretname at the VMAuth namespace with cert and key
	// https://kubernetes.io/docs/concepts/services-networking/ingress/#tls
	// +optional
	TlsSecretName string `json:"tlsSecretName,omitempty" yaml:"tlsSecretName,omitempty"`
	// ExtraRules - additional rules for ingress,
	// must be checked for correctness by user.
	// +optional
	ExtraRules []networkingv1.IngressRule `json:"extraRules,omitempty" yaml:"extraRules,omitempty"`
	// ExtraTLS - additional TLS configuration for ingress
	// must be checked for correctness by user.
	// +optional
	ExtraTLS []networkingv1.IngressTLS `json:"extraTls,omitempty" yaml:"extraTls,omitempty"`
	// Host defines ingress host parameter for default rule
	// It will be used, only if TlsHosts is empty
	// +optional
	Host string `json:"host,omitempty"`
	// Paths defines ingress paths parameter for default rule
	// +optional
	Paths []string `json:"paths,omitempty" yaml:"paths,omitempty"`
}

// VMAuthStatus defines the observed state of VMAuth
type VMAuthStatus struct {
	StatusMetadata `json:",inline"`
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	LastAppliedSpec *VMAuthSpec `json:"lastAppliedSpec,omitempty"`
	// ParsingSpecError contents error with context if operator was failed to parse json object from kubernetes api server
	ParsingSpecError string `json:"-" yaml:"-"`
}

// GetStatusMetadata returns metadata for object status
func (cr *VMAuth) GetStatusMetadata() *StatusMetadata {
	return &cr.Status.StatusMetadata
}

// VMAuth is the Schema for the vmauths API
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +genclient
// +k8s:openapi-gen=true
// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name="Status",type="string",JSONPath=".status.updateStatus",description="Current status of update rollout"
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
// +kubebuilder:printcolumn:name="ReplicaCount",type="integer",JSONPath=".spec.replicaCount",description="The desired replicas number of VMAuth"
type VMAuth struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   VMAuthSpec   `json:"spec,omitempty"`
	Status VMAuthStatus `json:"status,omitempty"`
}

// GetStatus implements reconcile.ObjectWithDeepCopyAndStatus interface
func (cr *VMAuth) GetStatus() *VMAuthStatus {
	return &cr.Status
}

// DefaultStatusFields implements reconcile.ObjectWithDeepCopyAndStatus interface
func (cr *VMAuth) DefaultStatusFields(vs *VMAuthStatus) {
}

// UnmarshalJSON implements json.Unmarshaler interface
func (cr *VMAuth) UnmarshalJSON(src []byte) error {
	type pcr VMAuth
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
			cr.Status.ParsingSpecError = fmt.Sprintf("cannot parse VMAuthSpec: %s, err: %s", string(s.Spec), err)
		}
	}
	return nil
}

func (cr *VMAuth) ProbePath() string {
	return BuildPathWithPrefixFlag(cr.Spec.ExtraArgs, healthPath)
}

func (cr *VMAuth) ProbeScheme() string {
	return strings.ToUpper(HTTPProtoFromFlags(cr.Spec.ExtraArgs))
}

func (cr *VMAuth) ProbePort() string {
	if len(cr.Spec.InternalListenPort) > 0 {
		return cr.Spec.InternalListenPort
	}
	return cr.Spec.Port
}

func (*VMAuth) ProbeNeedLiveness() bool {
	return true
}

// +kubebuilder:object:root=true

// VMAuthList contains a list of VMAuth
type VMAuthList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []VMAuth `json:"items"`
}

// AsOwner returns owner references with current object as owner
func (cr *VMAuth) AsOwner() metav1.OwnerReference {
	return metav1.OwnerReference{
		APIVersion:         cr.APIVersion,
		Kind:               cr.Kind,
		Name:               cr.Name,
		UID:                cr.UID,
		Controller:         ptr.To(true),
		BlockOwnerDeletion: ptr.To(true),
	}
}

func (cr *VMAuth) PodAnnotations() map[string]string {
	annotations := map[string]string{}
	if cr.Spec.PodMetadata != nil {
		for annotation, value := range cr.Spec.PodMetadata.Annotations {
			annotations[annotation] = value
		}
	}
	return annotations
}

func (cr *VMAuth) SelectorLabels() map[string]string {
	return map[string]string{
		"app.kubernetes.io/name":      "vmauth",
		"app.kubernetes.io/instance":  cr.Name,
		"app.kubernetes.io/component": "monitoring",
		"managed-by":                  "vm-operator",
	}
}

func (cr *VMAuth) PodLabels() map[string]string {
	lbls := cr.SelectorLabels()
	if cr.Spec.PodMetadata == nil {
		return lbls
	}
	return labels.Merge(cr.Spec.PodMetadata.Labels, lbls)
}

// FinalLabels returns combination of selector and managed labels
func (cr *VMAuth) FinalLabels() map[string]string {
	return cr.ResourceLabels(nil)
}

// ResourceLabels returns combination of selector, resource and managed labels
func (cr *VMAuth) ResourceLabels(input map[string]string) map[string]string {
	var v map[string]string
	if cr.Spec.ManagedMetadata != nil {
		v = cr.Spec.ManagedMetadata.Labels
	}
	v = labels.Merge(v, input)
	return labels.Merge(v, cr.SelectorLabels())
}

// FinalAnnotations returns annotations to be applied for created objects
func (cr *VMAuth) FinalAnnotations() map[string]string {
	var v map[string]string
	if cr.Spec.ManagedMetadata != nil {
		v = labels.Merge(cr.Spec.ManagedMetadata.Annotations, v)
	}
	return v
}

func (cr *VMAuth) PrefixedName() string {
	if cr.Spec.UseLegacyNaming {
		return cr.Name
	}
	return fmt.Sprintf("vmauth-%s", cr.Name)
}

func (cr *VMAuth) ConfigSecretName() string {
	return fmt.Sprintf("vmauth-config-%s", cr.Name)
}

// GetMetricsPath returns prefixed path for metric requests
func (cr *VMAuth) GetMetricsPath() string {
	return BuildPathWithPrefixFlag(cr.Spec.ExtraArgs, metricsPath)
}

// UseTLS returns true if TLS is enabled
func (cr *VMAuth) UseTLS() bool {
	return UseTLS(cr.Spec.ExtraArgs)
}

// GetExtraArgs returns additionally configured command-line arguments
func (cr *VMAuth) GetExtraArgs() map[string]string {
	return cr.Spec.ExtraArgs
}

// GetServiceScrape returns overrides for serviceScrape builder
func (cr *VMAuth) GetServiceScrape() *VMServiceScrapeSpec {
	return cr.Spec.ServiceScrapeSpec
}

func (cr *VMAuth) GetServiceAccountName() string {
	if cr.Spec.ServiceAccountName == "" {
		return cr.PrefixedName()
	}
	return cr.Spec.ServiceAccountName
}

// IsOwnsServiceAccount checks if serviceAccount belongs to the CR
func (cr *VMAuth) IsOwnsServiceAccount() bool {
	return cr.Spec.ServiceAccountName == ""
}

// IsUnmanaged checks if object should managed any  config objects
func (cr *VMAuth) IsUnmanaged() bool {
	if !cr.DeletionTimestamp.IsZero() || (cr.Status.ParsingSpecError != "" && !HasUnknownFields(cr.Status.ParsingSpecError)) {
		return true
	}
	return (!cr.Spec.SelectAllByDefault && cr.Spec.UserSelector == nil && cr.Spec.UserNamespaceSelector == nil) ||
		cr.Spec.SecretRef != nil ||
		cr.Spec.LocalPath != ""
}

// GetReloadURL implements reloadable interface
func (cr *VMAuth) GetReloadURL(host string) string {
	return BuildLocalURL(reloadAuthKeyFlag, host, cr.metricsPort(), reloadPath, cr.Spec.ExtraArgs)
}

// metricsPort returns the port vmauth serves /metrics (and other internal
// routes) on: the internal port if configured, else the main port.
func (cr *VMAuth) metricsPort() string {
	if len(cr.Spec.InternalListenPort) > 0 {
		return cr.Spec.InternalListenPort
	}
	return cr.Spec.Port
}

// GetReloaderParams implements reloadable interface
func (cr *VMAuth) GetReloaderParams() *CommonConfigReloaderParams {
	return &cr.Spec.CommonConfigReloaderParams
}

// HasConfigReloader reports whether vmauth's pod spec includes a config-reloader sidecar -
// only true when the operator itself owns and writes the auth config (no SecretRef/LocalPath).
func (cr *VMAuth) HasConfigReloader() bool {
	return cr.Spec.SecretRef == nil && cr.Spec.LocalPath == ""
}

// UseProxyProtocol implements build.probeCRD interface
func (cr *VMAuth) UseProxyProtocol() bool {
	hasInternalPorts := len(cr.Spec.InternalListenPort) == 0
	if cr.Spec.UseProxyProtocol {
		return hasInternalPorts
	}
	if UseProxyProtocol(cr.Spec.ExtraArgs) {
		return hasInternalPorts
	}
	return false
}

// AutomountServiceAccountToken implements reloadable interface
func (cr *VMAuth) AutomountServiceAccountToken() bool {
	return !cr.Spec.DisableAutomountServiceAccountToken
}

// LastSpecUpdated compares spec with last applied spec stored, replaces old spec and returns true if it's updated
func (cr *VMAuth) LastSpecUpdated() bool {
	updated := cr.Status.LastAppliedSpec == nil || !equality.Semantic.DeepEqual(&cr.Spec, cr.Status.LastAppliedSpec)
	cr.Status.LastAppliedSpec = cr.Spec.DeepCopy()
	return updated
}

func (cr *VMAuth) Paused() bool {
	return cr.Spec.Paused
}

// GetAdditionalService returns AdditionalServiceSpec settings
func (cr *VMAuth) GetAdditionalService() *AdditionalServiceSpec {
	return cr.Spec.ServiceSpec
}

package v1beta1

import (
	"encoding/json"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/utils/ptr"
)

// VMUserOIDC defines configuration for OIDC
type VMUserOIDC struct {
	// Issuer defines issuer URL for OIDC
	// +required
	Issuer string `json:"issuer"`
}

// VMAccessClaim defines vm_access claim parameters used for request templating
type VMAccessClaim struct {
	// MetricsAccountID defines accountID to use for metrics requests templating
	// +optional
	MetricsAccountID uint32 `json:"metricsAccountID,omitempty"`
	// MetricsProjectID defines projectID to use for metrics requests templating
	// +optional
	MetricsProjectID uint32 `json:"metricsProjectID,omitempty"`
	// MetricsExtraFilters defines a list of promql filters to apply for metrics requests templating
	// +optional
	MetricsExtraFilters []string `json:"metricsExtraFilters,omitempty"`
	// MetricsExtraLabels defines a list of extra labels to apply for metrics requests templating
	// +optional
	MetricsExtraLabels []string `json:"metricsExtraLabels,omitempty"`
	// LogsAccountID defines accountID to use for logs requests templating
	// +optional
	LogsAccountID uint32 `json:"logsAccountID,omitempty"`
	// LogsProjectID defines projectID to use for logs requests templating
	// +optional
	LogsProjectID uint32 `json:"logsProjectID,omitempty"`
	// LogsExtraFilters defines a list of logsql filters to apply for logs requests templating
	// +optional
	LogsExtraFilters []string `json:"logsExtraFilters,omitempty"`
	// LogsExtraStreamFilters defines a list of logsql stream filters to apply for logs requests templating
	// +optional
	LogsExtraStreamFilters []string `json:"logsExtraStreamFilters,omitempty"`
}

// VMUserJWT defines configuration for JWT
type VMUserJWT struct {
	// SkipVerify skips signature verification for testing purposes
	SkipVerify bool `json:"skipVerify,omitempty"`
	// PublicKeys defines a list of public keys that are used for signature verification
	PublicKeys []string `json:"publicKeys,omitempty"`
	// PublicKeyRefs defines a list of Secret selectors that reference public keys
	PublicKeyRefs []corev1.SecretKeySelector `json:"publicKeyRefs,omitempty"`
	// MatchClaims enables claim based routing
	MatchClaims map[string]string `json:"matchClaims,omitempty"`
	// OIDC defines OIDC configuration section
	OIDC *VMUserOIDC `json:"oidc,omitempty"`
	// DefaultVMAccessClaim defines vm_access claim parameters to use when a JWT
	// doesn't carry a vm_access claim of its own. Set to an empty object to opt in
	// a token that only needs to pass matchClaims/oidc verification without vm_access.
	// +optional
	// +notes={available_from: "v0.74.0"}
	DefaultVMAccessClaim *VMAccessClaim `json:"defaultVMAccessClaim,omitempty"`
}

// VMUserSpec defines the desired state of VMUser
type VMUserSpec struct {
	// Name of the VMUser object.
	// +optional
	Name *string `json:"name,omitempty"`
	// Username basic auth user name for accessing protected endpoint,
	// will be replaced with metadata.name of VMUser if omitted.
	// +optional
	Username *string `json:"username,omitempty"`
	// JWT defines JWT based auth for a user
	JWT *VMUserJWT `json:"jwt,omitempty"`
	// Password basic auth password for accessing protected endpoint.
	// +optional
	Password *string `json:"password,omitempty"`
	// PasswordRef allows fetching password from user-create secret by its name and key.
	// +optional
	PasswordRef *corev1.SecretKeySelector `json:"passwordRef,omitempty"`
	// TokenRef allows fetching token from user-created secrets by its name and key.
	// +optional
	TokenRef *corev1.SecretKeySelector `json:"tokenRef,omitempty"`
	// GeneratePassword instructs operator to generate password for user
	// if spec.password if empty.
	// +optional
	GeneratePassword bool `json:"generatePassword,omitempty"`
	// BearerToken Authorization header value for accessing protected endpoint.
	// +optional
	BearerToken *string `json:"bearerToken,omitempty"`
	// TargetRefs - reference to endpoints, which user may access.
	TargetRefs []TargetRef `json:"targetRefs"`

	VMUserConfigOptions `json:",inline"`

	// MetricLabels - additional labels for metrics exported by vmauth for given user.
	// +optional
	MetricLabels map[string]string `json:"metric_labels,omitempty"`

	// DisableSecretCreation skips related secret creation for vmuser
	DisableSecretCreation bool `json:"disable_secret_creation,omitempty"`

	// ManagedMetadata defines metadata that will be added to the all objects
	// created by operator for the given CustomResource
	ManagedMetadata *ManagedObjectsMetadata `json:"managedMetadata,omitempty"`

	// UseLegacyNaming uses standalone Helm chart naming for managed resources:
	// the CR name is used directly instead of the default "<type>-<name>" convention.
	// +optional
	UseLegacyNaming bool `json:"useLegacyNaming,omitempty"`
}

// TargetRef describes target for user traffic forwarding.
// one of target types can be chosen:
// crd or static per targetRef.
// user can define multiple targetRefs with different ref Types.
type TargetRef struct {
	// Name references item at VMAuths spec.defaultTargetRefs map, with name set other attributes are skipped
	// +optional
	Name string `json:"name,omitempty"`
	// CRD describes exist operator's CRD object,
	// operator generates access url based on CRD params.
	// +optional
	CRD *CRDRef `json:"crd,omitempty"`
	// Static - user defined url for traffic forward,
	// for instance http://vmsingle:8428
	// +optional
	Static *StaticRef `json:"static,omitempty"`
	// Paths - matched path to route.
	// +optional
	Paths []string `json:"paths,omitempty"`
	Hosts []string `json:"hosts,omitempty"`

	URLMapCommon `json:",omitempty"`

	// TargetPathSuffix allows to add some suffix to the target path
	// It allows to hide tenant configuration from user with crd as ref.
	// it also may contain any url encoded params.
	// +optional
	TargetPathSuffix string `json:"target_path_suffix,omitempty"`
	// QueryArgs appends list of query arguments to generated URL
	// +optional
	QueryArgs []QueryArg `json:"query_args,omitempty"`
	// TargetRefBasicAuth allow an target endpoint to authenticate over basic authentication
	// +optional
	TargetRefBasicAuth *TargetRefBasicAuth `json:"targetRefBasicAuth,omitempty"`
}

func (r *TargetRef) Validate(isDefault, isRetryCodesSet bool) error {
	var refs []string
	if isDefault && len(r.Name) == 0 {
		return fmt.Errorf("default targetRef items should contain name")
	}
	if r.CRD != nil {
		refs = append(refs, "crd")
	}
	if r.Static != nil {
		refs = append(refs, "static")
	}
	if len(refs) != 1 {
		if len(r.Name) == 0 {
			return fmt.Errorf("targetRef validation failed, exactly one of `crd` or `static` must be configured if `name` is not set, found: [%s]", strings.Join(refs, ","))
		} else if len(refs) > 1 {
			return fmt.Errorf("targetRef validation failed, both `crd` and `static` cannot be configured")
		}
	}
	switch {
	case r.Static != nil:
		if r.Static.URL == "" && len(r.Static.URLs) == 0 {
			return fmt.Errorf("for targetRef.static url or urls option must be set")
		}
		if r.Static.URL != "" {
			if err := validateURLPrefix(r.Static.URL); err != nil {
				return fmt.Errorf("incorrect static.url: %w", err)
			}
		}
		for _, staticURL := range r.Static.URLs {
			if err := validateURLPrefix(staticURL); err != nil {
				return fmt.Errorf("incorrect value at static.urls: %w", err)
			}
		}
	case r.CRD != nil:
		if len(r.CRD.Objects) == 0 && (r.CRD.Namespace == "" || r.CRD.Name == "") {
			return fmt.Errorf("crd.name and crd.namespace cannot be empty")
		}
		for i, crd := range r.CRD.Objects {
			if crd.Namespace == "" || crd.Name == "" {
				return fmt.Errorf("crd.objects[%d].name and crd.objects[%d].namespace cannot be empty", i, i)
			}
		}
	}
	if err := validateHTTPHeaders(r.ResponseHeaders); err != nil {
		return fmt.Errorf("failed to parse targetRef response headers: %w", err)
	}
	if err := validateHTTPHeaders(r.RequestHeaders); err != nil {
		return fmt.Errorf("failed to parse targetRef headers: %w", err)
	}
	if isRetryCodesSet && len(r.RetryStatusCodes) > 0 {
		return fmt.Errorf("retry_status_codes already set at global spec level")
	}
	return nil
}

// VMUserIPFilters defines filters for IP addresses
// supported only with enterprise version of [vmauth](https://docs.victoriametrics.com/victoriametrics/vmauth/#ip-filters)
type VMUserIPFilters struct {
	DenyList  []string `json:"deny_list,omitempty"`
	AllowList []string `json:"allow_list,omitempty"`
}

// QueryArg defines item for query arguments
type QueryArg struct {
	// Name of query argument
	Name string `json:"name"`
	// Values of query argument
	Values []string `json:"values"`
}

// NamespacedName defines name and namespace pairs to reference k8s object
type NamespacedName struct {
	// Name of the target Kubernetes object
	Name string `json:"name"`
	// Namespace of the target Kubernetes object
	Namespace string `json:"namespace"`
	// UseExtraService instructs the operator to prefer the CR's additional service
	// (created via spec.serviceSpec) over the default service when building the target URL.
	// +optional
	UseExtraService bool `json:"useExtraService,omitempty"`
}

// CRDRef describe CRD target reference.
type CRDRef struct {
	// Kind one of:
	// VMAgent,VMAlert, VMSingle, VMCluster/vmselect, VMCluster/vmstorage,VMCluster/vminsert,VMAlertManager, VLSingle, VLCluster/vlinsert, VLCluster/vlselect, VLCluster/vlstorage, VTSingle, VTCluster/vtinsert, VTCluster/vtselect, VTCluster/vtstorage VMAnomaly and VLAgent
	// +kubebuilder:validation:Enum=VMAgent;VMAlert;VMSingle;VLogs;VMAlertManager;VMAlertmanager;VMCluster/vmselect;VMCluster/vmstorage;VMCluster/vminsert;VLSingle;VLCluster/vlinsert;VLCluster/vlselect;VLCluster/vlstorage;VLAgent;VTCluster/vtinsert;VTCluster/vtselect;VTCluster/vtstorage;VTSingle;VMAnomaly
	Kind           string `json:"kind"`
	NamespacedName `json:",inline"`
	// Objects defines list of name/namespace pairs that define existing k8s object
	// +optional
	Objects []NamespacedName `json:"objects,omitempty"`
}

// AsKey returns unique key for object
func (cr *CRDRef) AsKey(nsn NamespacedName) string {
	return fmt.Sprintf("%s/%s/%s", cr.Kind, nsn.Namespace, nsn.Name)
}

// StaticRef - user-defined routing host address.
type StaticRef struct {
	// URL http url for given staticRef.
	URL string `json:"url,omitempty"`
	// URLs allows setting multiple urls for load-balancing at vmauth-side.
	// +optional
	URLs []string `json:"urls,omitempty"`
}

// TargetRefBasicAuth target basic authentication
type TargetRefBasicAuth struct {
	// The secret in the service scrape namespace that contains the username
	// for authentication.
	// It must be at them same namespace as CRD
	Username corev1.SecretKeySelector `json:"username"`
	// The secret in the service scrape namespace that contains the password
	// for authentication.
	// It must be at them same namespace as CRD
	Password corev1.SecretKeySelector `json:"password"`
}

// VMUserStatus defines the observed state of VMUser
type VMUserStatus struct {
	StatusMetadata `json:",inline"`
	// ParsingSpecError contents error with context if operator was failed to parse json object from kubernetes api server
	ParsingSpecError string `json:"-" yaml:"-"`
}

// VMUser is the Schema for the vmusers API
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
// +kubebuilder:printcolumn:name="Status",type="string",JSONPath=".status.updateStatus"
// +kubebuilder:printcolumn:name="Sync Error",type="string",JSONPath=".status.reason"
// +genclient
type VMUser struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   VMUserSpec   `json:"spec,omitempty"`
	Status VMUserStatus `json:"status,omitempty"`
}

// +kubebuilder:object:root=true

// VMUserList contains a list of VMUser
type VMUserList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []VMUser `json:"items"`
}

// SecretName builds secret name for VMUser.
func (cr *VMUser) PrefixedName() string {
	if cr.Spec.UseLegacyNaming {
		return cr.Name
	}
	return fmt.Sprintf("vmuser-%s", cr.Name)
}

func (cr *VMUser) ValidateArbitraryFSAccess() error {
	var props []string
	props = cr.Spec.TLSConfig.appendForbiddenProperties(props)
	if len(props) > 0 {
		return fmt.Errorf("%s are prohibited", strings.Join(props, ", "))
	}
	return nil
}

// PasswordRefAsKey - builds key for passwordRef cache
func (cr *VMUser) PasswordRefAsKey() string {
	return fmt.Sprintf("%s/%s/%s", cr.Namespace, cr.Spec.PasswordRef.Name, cr.Spec.PasswordRef.Key)
}

// TokenRefAsKey - builds key for passwordRef cache
func (cr *VMUser) TokenRefAsKey() string {
	return fmt.Sprintf("%s/%s/%s", cr.Namespace, cr.Spec.TokenRef.Name, cr.Spec.TokenRef.Key)
}

// AsOwner returns owner references with current object as owner
func (cr *VMUser) AsOwner() metav1.OwnerReference {
	return metav1.OwnerReference{
		APIVersion:         cr.APIVersion,
		Kind:               cr.Kind,
		Name:               cr.Name,
		UID:                cr.UID,
		Controller:         ptr.To(true),
		BlockOwnerDeletion: ptr.To(true),
	}
}

// FinalAnnotations returns annotations to be applied for created objects
func (cr *VMUser) FinalAnnotations() map[string]string {
	var v map[string]string
	if cr.Spec.ManagedMetadata != nil {
		v = labels.Merge(cr.Spec.ManagedMetadata.Annotations, v)
	}
	return v
}

func (cr *VMUser) SelectorLabels() map[string]string {
	return map[string]string{
		"app.kubernetes.io/name":      "vmuser",
		"app.kubernetes.io/instance":  cr.Name,
		"app.kubernetes.io/component": "monitoring",
		"managed-by":                  "vm-operator",
	}
}

// FinalLabels returns combination of selector and managed labels
func (cr *VMUser) FinalLabels() map[string]string {
	v := cr.SelectorLabels()
	if cr.Spec.ManagedMetadata != nil {
		v = labels.Merge(cr.Spec.ManagedMetadata.Labels, v)
	}
	return v
}

// GetStatusMetadata implements reconcile.objectWithStatus interface
func (cr *VMUser) GetStatusMetadata() *StatusMetadata {
	return &cr.Status.StatusMetadata
}

// GetStatus implements reconcile.ObjectWithDeepCopyAndStatus interface
func (cr *VMUser) GetStatus() *VMUserStatus {
	return &cr.Status
}

// DefaultStatusFields implements reconcile.ObjectWithDeepCopyAndStatus interface
func (cr *VMUser) DefaultStatusFields(vs *VMUserStatus) {}

// UnmarshalJSON implements json.Unmarshaler interface
func (cr *VMUser) UnmarshalJSON(src []byte) error {
	type pcr VMUser
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
			cr.Status.ParsingSpecError = fmt.Sprintf("cannot parse VMUserSpec: %s, err: %s", string(s.Spec), err)
		}
	}
	return nil
}

func (cr *VMUser) AsKey(hide bool) string {
	var id string
	hideFn := func(s string) string {
		if hide {
			return strings.Repeat("*", 5)
		}
		return s
	}
	switch {
	case cr.Spec.BearerToken != nil:
		id = "bearerToken:" + hideFn(*cr.Spec.BearerToken)
	default:
		if cr.Spec.Username != nil {
			id = "basicAuth:" + hideFn(*cr.Spec.Username)
		} else {
			id = "basicAuth:" + cr.Name
		}
		if cr.Spec.Password != nil {
			id = id + ":" + hideFn(*cr.Spec.Password)
		}
	}
	return cr.Namespace + "/" + id
}

func (cr *VMUser) Validate() error {
	if MustSkipCRValidation(cr) {
		return nil
	}
	var authMechanisms []string
	if len(ptr.Deref(cr.Spec.Username, "")) > 0 {
		authMechanisms = append(authMechanisms, "username")
	}
	if len(ptr.Deref(cr.Spec.BearerToken, "")) > 0 {
		authMechanisms = append(authMechanisms, "bearerToken")
	}
	if cr.Spec.JWT != nil {
		authMechanisms = append(authMechanisms, "jwt")
		var jwtVerification []string
		if cr.Spec.JWT.SkipVerify {
			jwtVerification = append(jwtVerification, "skip_verify")
		}
		if len(cr.Spec.JWT.PublicKeys) > 0 || len(cr.Spec.JWT.PublicKeyRefs) > 0 {
			jwtVerification = append(jwtVerification, "public_keys")
		}
		if cr.Spec.JWT.OIDC != nil {
			jwtVerification = append(jwtVerification, "oidc")
			if len(cr.Spec.JWT.OIDC.Issuer) == 0 {
				return fmt.Errorf("jwt.oidc.issuer is required if OIDC is set")
			}
		}
		if len(jwtVerification) != 1 {
			return fmt.Errorf("exactly one spec.jwt.{skipVerify,publicKeys|publicKeyRefs,oidc} JWT verification mechanism is expected, got: [%s]", strings.Join(jwtVerification, ","))
		}
	}
	if len(authMechanisms) > 1 {
		return fmt.Errorf("one of spec.{username,bearerToken,jwt} must be defined for user, got: [%s]", strings.Join(authMechanisms, ","))
	}
	if cr.Spec.PasswordRef != nil && cr.Spec.Password != nil {
		return fmt.Errorf("one of spec.password or spec.passwordRef must be used for user, got both")
	}
	if len(cr.Spec.TargetRefs) == 0 {
		return fmt.Errorf("at least 1 TargetRef must be provided for spec.targetRefs")
	}
	isRetryCodesSet := len(cr.Spec.RetryStatusCodes) > 0
	for i := range cr.Spec.TargetRefs {
		targetRef := &cr.Spec.TargetRefs[i]
		if err := targetRef.Validate(false, isRetryCodesSet); err != nil {
			return fmt.Errorf("%w for users[%d]", err, i)
		}
	}
	for k := range cr.Spec.MetricLabels {
		if !labelNameRegexp.MatchString(k) {
			return fmt.Errorf("incorrect metricLabels key=%q, must match pattern=%q", k, labelNameRegexp)
		}
	}
	if err := validateHTTPHeaders(cr.Spec.Headers); err != nil {
		return fmt.Errorf("failed to parse vmuser headers: %w", err)
	}
	if err := validateHTTPHeaders(cr.Spec.ResponseHeaders); err != nil {
		return fmt.Errorf("failed to parse vmuser response headers: %w", err)
	}
	return nil
}

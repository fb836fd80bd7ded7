// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/redaction"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/additionalsource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/fieldpath"
)

// Effective is the configuration that holds for a shoot: merged, substituted, defaulted and valid.
type Effective struct {
	// Flux configures the installation of Flux. Every pointer that has a default is set, except Version.
	Flux fluxv1alpha1.FluxInstallation
	// Version is the Flux version that the extension carries for Flux.Version.
	Version string
	// Components are the controllers to install: Flux.Components and Flux.ComponentsExtra, sorted, each once.
	Components []fluxv1alpha1.Component
	// Source is where Flux reads from; nil if nothing is synced.
	Source *Source
	// Kustomization is the root Kustomization, complete except for what it takes from secrets; nil exactly if Source is.
	Kustomization *Kustomization
	// AdditionalSources are the sources beside Source; none if nothing is synced.
	AdditionalSources []additionalsource.Source
	// SourceSuspension and RootSuspension are whether they were suspended or resumed in the shoot; see Hold.
	SourceSuspension, RootSuspension Suspension
	// Mode defines what the extension does with Flux once it is installed in the shoot.
	Mode fluxv1alpha1.Mode
	// DeletionPolicy defines what happens in the shoot when the extension is removed from it.
	DeletionPolicy fluxv1alpha1.DeletionPolicy
	// AcceptedDifferences is the checksum of the differences that a takeover may replace; empty if none are accepted.
	AcceptedDifferences string
	// DeployKey defines how the project's deploy key is generated and managed.
	DeployKey fluxv1alpha1.DeployKey
	// Push is the webhook of the project; nil if it has none.
	Push *fluxv1alpha1.Push
	// Copies are the Secrets and ConfigMaps of the project to copy into the shoot, sorted by namespace, kind and name.
	Copies []Copy
	// ReportInShoot is whether the status of Flux is part of a condition of the Shoot.
	ReportInShoot bool
	// Warnings are about what is allowed but probably not intended, each with field and fix.
	Warnings []string
	// Deprecated is the message that Version is deprecated, until when it is carried and what to do; empty if it is not. AllWarnings have it too.
	Deprecated string
	// Overrides are the names of the project's overrides that are part of it, in their order.
	Overrides []string
	// Project and Shoot are whether the project's ConfigMap flux-config and the Shoot's providerConfig configure anything beside apiVersion and
	// kind.
	Project, Shoot bool

	stack document.Stack
	// deprecation is Deprecated with document and field.
	deprecation []string
	// author is the document of the user for whom the configuration is resolved.
	author *document.Document
}

// Source is where Flux reads from.
type Source struct {
	// Object is the GitRepository, OCIRepository or Bucket to create in the shoot.
	Object *unstructured.Unstructured
	// GitRepository is the same object, typed, if it is one.
	GitRepository *sourcev1.GitRepository
	// DeployKey is true if the source is read with the project's deploy key, whose Secret is then the one that spec.secretRef
	// of the object names.
	DeployKey bool
	// KnownHosts are the configured known_hosts lines; empty if none are. They are used with the deploy key only.
	KnownHosts string
	// ScanHostKeys is true if the host keys are scanned in case they are not known.
	ScanHostKeys bool
}

// Kustomization is the root Kustomization.
type Kustomization struct {
	// Object is the Kustomization to create in the shoot.
	Object *unstructured.Unstructured
	// Typed is the same object.
	Typed *kustomizev1.Kustomization
}

// Copy is a Secret or ConfigMap of the project that is copied into the shoot.
type Copy struct {
	// Resource is the name of the entry in Shoot.spec.resources.
	Resource string
	// Kind is Secret or ConfigMap.
	Kind string
	// Target is the namespace and name in the shoot.
	Target types.NamespacedName
	// Labels are those that the copy is to have.
	Labels map[string]string
	// Path is the field of the FluxConfig that configures the copy.
	Path *field.Path
}

// Namespaces returns Flux's namespace, and then those of the sources, the root Kustomization and the copies that differ.
func (e *Effective) Namespaces() []string {
	namespaces := []string{*e.Flux.Namespace}
	add := func(namespace string) {
		for _, known := range namespaces {
			if known == namespace {
				return
			}
		}
		namespaces = append(namespaces, namespace)
	}
	if e.Source != nil {
		add(e.Source.Object.GetNamespace())
	}
	if e.Kustomization != nil {
		add(e.Kustomization.Object.GetNamespace())
	}
	for _, s := range e.AdditionalSources {
		add(s.Object.GetNamespace())
	}
	for _, c := range e.Copies {
		add(c.Target.Namespace)
	}
	return namespaces
}

// ResourceNames returns the names of the entries of Shoot.spec.resources that the configuration refers to, sorted.
func (e *Effective) ResourceNames() []string {
	var names []string
	for _, c := range e.Copies {
		names = append(names, c.Resource)
	}
	if e.Flux.ImagePullSecretResourceName != nil {
		names = append(names, *e.Flux.ImagePullSecretResourceName)
	}
	if e.Flux.Proxy != nil && e.Flux.Proxy.SecretResourceName != nil {
		names = append(names, *e.Flux.Proxy.SecretResourceName)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Account is a ServiceAccount to create in the shoot.
type Account struct {
	fluxv1alpha1.CloudServiceAccount
	// Path is the field of the FluxConfig that configures it.
	Path *field.Path
}

// Accounts are the ServiceAccounts to create in the shoot: not those of Flux's controllers, which come with these.
func (e *Effective) Accounts() []Account {
	if e.Flux.WorkloadIdentity == nil {
		return nil
	}
	var accounts []Account
	for i, account := range e.Flux.WorkloadIdentity.ServiceAccounts {
		if !e.Flux.IsOfController(account) {
			accounts = append(accounts, Account{account, field.NewPath("flux", "workloadIdentity", "serviceAccounts").Index(i)})
		}
	}
	return accounts
}

// Targets is a checksum of the names of the copies and ServiceAccounts in the shoot; empty if there are none.
func (e *Effective) Targets() string {
	if len(e.Copies)+len(e.Accounts()) == 0 {
		return ""
	}
	var names strings.Builder
	for _, account := range e.Accounts() {
		names.WriteString("ServiceAccount " + *account.Namespace + "/" + account.Name + "\n")
	}
	for _, c := range e.Copies {
		names.WriteString(c.Kind + " " + c.Target.String() + "\n")
	}
	sum := sha256.Sum256([]byte(names.String()))
	return hex.EncodeToString(sum[:8])
}

// ComponentNames returns the names of the controllers to install, separated by commas.
func (e *Effective) ComponentNames() string {
	names := make([]string, 0, len(e.Components))
	for _, component := range e.Components {
		names = append(names, string(component))
	}
	return strings.Join(names, ",")
}

// Keep adds controllers that are not configured to those to install.
func (e *Effective) Keep(components []fluxv1alpha1.Component) {
	e.Components = slices.Compact(slices.Sorted(slices.Values(slices.Concat(e.Components, components))))
}

// Locate returns configuration errors for errors that are found in what the configuration refers to.
func (e *Effective) Locate(errs field.ErrorList) document.Errors {
	return e.stack.Locate(errs).Limited()
}

// KnownHostsError returns the configuration error for the reason why no known_hosts lines can be chosen for the source.
func (e *Effective) KnownHostsError(reason error) document.Errors {
	path := field.NewPath("source", "knownHosts")
	if e.Source != nil && e.Source.ScanHostKeys {
		path = field.NewPath("project", "deployKey", "scanHostKeys")
	}
	return e.stack.Locate(field.ErrorList{field.Invalid(path, field.OmitValueType{}, reason.Error())})
}

// SecretName is the name of the Secret with the source's credentials; empty if it has none.
func (s *Source) SecretName() string {
	value, _ := fieldpath.Lookup(s.Object.Object, "spec", "secretRef", "name")
	name, _ := value.(string)
	return name
}

// URL is where the source reads from, without what may be a secret in it.
func (s *Source) URL() string {
	key := "url"
	if s.Object.GetKind() == sourcev1.BucketKind {
		key = "endpoint"
	}
	value, _ := fieldpath.Lookup(s.Object.Object, "spec", key)
	url, _ := value.(string)
	return redaction.URLs(url)
}

// Description describes the source in a few words.
func (s *Source) Description() string { return DescribeSource(s.Object) }

// DescribeSource describes what a source reads in a few words.
func DescribeSource(source *unstructured.Unstructured) string {
	text := func(path ...string) string {
		value, _ := fieldpath.Lookup(source.Object, append([]string{"spec"}, path...)...)
		text, _ := value.(string)
		return text
	}
	if source.GetKind() == sourcev1.BucketKind {
		return fmt.Sprintf("Bucket %s at %s", text("bucketName"), text("endpoint"))
	}
	for _, kind := range []string{"digest", "name", "commit", "semver", "tag", "branch"} {
		if revision := text("ref", kind); revision != "" {
			return fmt.Sprintf("%s %s of %s", kind, revision, text("url"))
		}
	}
	return text("url")
}

// IsOnce returns whether Flux is not changed any more once it is installed in the shoot.
func (e *Effective) IsOnce() bool { return e.Mode == fluxv1alpha1.ModeBootstrapOnce }

// AllWarnings returns the warnings, and first of all that the version is deprecated.
func (e *Effective) AllWarnings() []string {
	return slices.Concat(e.deprecation, e.Warnings)
}

// Hold suspends or resumes source and root Kustomization as in the shoot: the arguments are the kind of the source that was
// delivered and both suspensions. A source of another kind is another object.
func (e *Effective) Hold(sourceKind string, source, root Suspension) {
	if e.Source == nil {
		return
	}
	if e.Source.Object.GetKind() != sourceKind {
		source = Suspension{}
	}
	e.SourceSuspension = hold(e.Source.Object, source)
	e.RootSuspension = hold(e.Kustomization.Object, root)
	e.Kustomization.Typed.Spec.Suspend = e.RootSuspension.Suspended
}

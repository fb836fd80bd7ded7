// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resolved

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/additionalsource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// Configuration is the one that holds for a shoot: merged, substituted, defaulted and valid.
type Configuration struct {
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
	// KeySources are those sources beside Source that have a deploy key of their own, also if nothing is synced.
	KeySources []additionalsource.Source
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
	// Overrides are the names of the project's overrides that are part of it, in their order.
	Overrides []string
	// Project and Shoot are whether the project's ConfigMap flux-config and the Shoot's providerConfig configure anything beside apiVersion and
	// kind.
	Project, Shoot bool

	// stack are the documents that were merged, the operator's first.
	stack document.Stack
	// author is the document of the user for whom the configuration is resolved.
	author *document.Document
}

// New returns a configuration of which nothing is known yet but the documents from which it is resolved, the operator's first. The author is the
// document of the user for whom that is done; of a Shoot, it need not be one of them.
func New(stack document.Stack, author *document.Document) *Configuration {
	return &Configuration{
		Project: stack.Configures(document.OriginProject), Shoot: stack.Configures(document.OriginShoot), stack: stack, author: author,
	}
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
func (c *Configuration) Namespaces() []string {
	namespaces := []string{*c.Flux.Namespace}
	add := func(namespace string) {
		for _, known := range namespaces {
			if known == namespace {
				return
			}
		}
		namespaces = append(namespaces, namespace)
	}
	if c.Source != nil {
		add(c.Source.Object.GetNamespace())
	}
	if c.Kustomization != nil {
		add(c.Kustomization.Object.GetNamespace())
	}
	for _, s := range c.AdditionalSources {
		add(s.Object.GetNamespace())
	}
	for _, copied := range c.Copies {
		add(copied.Target.Namespace)
	}
	return namespaces
}

// ResourceNames returns the names of the entries of Shoot.spec.resources that the configuration refers to, sorted.
func (c *Configuration) ResourceNames() []string {
	var names []string
	for _, copied := range c.Copies {
		names = append(names, copied.Resource)
	}
	if c.Flux.ImagePullSecretResourceName != nil {
		names = append(names, *c.Flux.ImagePullSecretResourceName)
	}
	if c.Flux.Proxy != nil && c.Flux.Proxy.SecretResourceName != nil {
		names = append(names, *c.Flux.Proxy.SecretResourceName)
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
func (c *Configuration) Accounts() []Account {
	if c.Flux.WorkloadIdentity == nil {
		return nil
	}
	var accounts []Account
	for i, account := range c.Flux.WorkloadIdentity.ServiceAccounts {
		if !c.Flux.IsOfController(account) {
			accounts = append(accounts, Account{account, field.NewPath("flux", "workloadIdentity", "serviceAccounts").Index(i)})
		}
	}
	return accounts
}

// Targets is a checksum of the names of the copies, ServiceAccounts and deploy keys of additional sources in the shoot; empty if there are none.
func (c *Configuration) Targets() string {
	var names strings.Builder
	for _, account := range c.Accounts() {
		names.WriteString("ServiceAccount " + *account.Namespace + "/" + account.Name + "\n")
	}
	for _, copied := range c.Copies {
		names.WriteString(copied.Kind + " " + copied.Target.String() + "\n")
	}
	for _, source := range c.AdditionalSources {
		if source.DeployKey {
			names.WriteString("deploy key " + source.Name().String() + "\n")
		}
	}
	if names.Len() == 0 {
		return ""
	}
	sum := sha256.Sum256([]byte(names.String()))
	return hex.EncodeToString(sum[:8])
}

// ComponentNames returns the names of the controllers to install, separated by commas.
func (c *Configuration) ComponentNames() string {
	names := make([]string, 0, len(c.Components))
	for _, component := range c.Components {
		names = append(names, string(component))
	}
	return strings.Join(names, ",")
}

// Keep adds controllers that are not configured to those to install.
func (c *Configuration) Keep(components []fluxv1alpha1.Component) {
	c.Components = slices.Compact(slices.Sorted(slices.Values(slices.Concat(c.Components, components))))
}

// KeepShards adds shards that are not configured to those to install.
func (c *Configuration) KeepShards(shards []string) {
	all := slices.Concat(c.Flux.ShardNames(), shards)
	c.Flux.Sharding = &fluxv1alpha1.Sharding{Shards: slices.Compact(slices.Sorted(slices.Values(all)))}
}

// Locate returns configuration errors for errors that are found in what the configuration refers to.
func (c *Configuration) Locate(errs field.ErrorList) document.Errors {
	return c.stack.Locate(errs).Limited()
}

// KnownHostsError returns the configuration error for the reason why no known_hosts lines can be chosen for the source.
func (c *Configuration) KnownHostsError(reason error) document.Errors {
	path := field.NewPath("source", "knownHosts")
	if c.Source != nil && c.Source.ScanHostKeys {
		path = field.NewPath("project", "deployKey", "scanHostKeys")
	}
	return c.stack.Locate(field.ErrorList{field.Invalid(path, field.OmitValueType{}, reason.Error())})
}

// IsOnce returns whether Flux is not changed any more once it is installed in the shoot.
func (c *Configuration) IsOnce() bool { return c.Mode == fluxv1alpha1.ModeBootstrapOnce }

// Clone returns a copy on which Hold, Pin, Keep and KeepShards can be called without changing this one. It shares everything else with it.
func (c *Configuration) Clone() *Configuration {
	if c == nil {
		return nil
	}
	clone := *c
	if c.Source != nil {
		source := *c.Source
		source.Object, source.GitRepository = source.Object.DeepCopy(), source.GitRepository.DeepCopy()
		clone.Source = &source
	}
	if c.Kustomization != nil {
		clone.Kustomization = &Kustomization{Object: c.Kustomization.Object.DeepCopy(), Typed: c.Kustomization.Typed.DeepCopy()}
	}
	return &clone
}

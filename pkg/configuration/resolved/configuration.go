// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package resolved contains the effective configuration of a shoot, which package configuration resolves. It also
// contains the rules for changes of a delivered configuration: rejected changes, pinned revisions, and suspensions in
// the shoot. It reads neither clusters nor files.
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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// Configuration is the effective configuration of a shoot. It is merged and valid, variables are replaced, and defaults
// are set.
type Configuration struct {
	// Flux configures the installation of Flux. All pointers to fields with a default are set, except Version.
	Flux fluxv1alpha1.FluxInstallation
	// Version is the exact Flux version that Flux.Version resolves to.
	Version string
	// Components contains the sorted components to install, from Flux.Components and Flux.ComponentsExtra.
	Components []fluxv1alpha1.Component
	// Source is the source of the root Kustomization. It is nil if nothing is synced.
	Source *Source
	// Kustomization is the root Kustomization, which is complete except for values from Secrets. It is nil if and only if
	// Source is nil.
	Kustomization *Kustomization
	// AdditionalSources contains the additional sources. It is empty if nothing is synced.
	AdditionalSources []AdditionalSource
	// KeySources contains the additional sources that have a deploy key, even if nothing is synced.
	KeySources []AdditionalSource
	// SourceSuspension and RootSuspension are the suspensions of the source and the root Kustomization. Hold sets them;
	// they consider suspensions by users in the shoot.
	SourceSuspension, RootSuspension Suspension
	// Mode specifies whether the extension manages Flux after the installation.
	Mode fluxv1alpha1.Mode
	// DeletionPolicy specifies which objects in the shoot the removal of the extension deletes.
	DeletionPolicy fluxv1alpha1.DeletionPolicy
	// AcceptedDifferences is the checksum of the differences that a takeover may replace. It is empty if the Shoot accepts
	// none.
	AcceptedDifferences string
	// DeployKey specifies how the project's deploy key is generated and managed.
	DeployKey fluxv1alpha1.DeployKey
	// Push configures the project's webhook. It is nil if the project has none.
	Push *fluxv1alpha1.Push
	// Copies contains the Secrets and ConfigMaps of the project to copy to the shoot, sorted by namespace, kind and name.
	Copies []Copy
	// ReportInShoot is true if a condition of the Shoot must include the status of Flux.
	ReportInShoot bool
	// Warnings are about settings that are allowed but probably unintended. Each contains the field and a suggested fix.
	Warnings []string
	// Overrides contains the names of the merged overrides in their order.
	Overrides []string
	// Project and Shoot are true if the project's flux-config or the Shoot's providerConfig sets any field other than
	// takeover.
	Project, Shoot bool

	// stack contains the merged documents, beginning with the operator's.
	stack document.Stack
	// author is the document of the user for whom the configuration is resolved.
	author *document.Document
}

// New returns an empty configuration for documents in merge order. author is the document of the user for whom the
// configuration is resolved. If a Shoot has no providerConfig, its document is the author, but not in the stack.
func New(stack document.Stack, author *document.Document) *Configuration {
	return &Configuration{
		Project: stack.Configures(document.OriginProject), Shoot: stack.Configures(document.OriginShoot), stack: stack, author: author,
	}
}

// Kustomization is the root Kustomization.
type Kustomization struct {
	// Object is the Kustomization to create in the shoot.
	Object *unstructured.Unstructured
	// Typed is Object as a typed Kustomization.
	Typed *kustomizev1.Kustomization
}

// Copy is a Secret or ConfigMap of the project that is copied into the shoot.
type Copy struct {
	// Resource is the name of the entry in Shoot.spec.resources.
	Resource string
	// Kind is Secret or ConfigMap.
	Kind string
	// Target is the namespace and name of the copy in the shoot.
	Target types.NamespacedName
	// Labels contains the labels of the copy.
	Labels map[string]string
	// Path is the field of the FluxConfig that configures the copy.
	Path *field.Path
}

// Namespaces returns the namespace of Flux, followed by the namespaces of the source, the root Kustomization, the
// additional sources and the copies.
func (c *Configuration) Namespaces() []string {
	namespaces := []string{*c.Flux.Namespace}
	add := func(namespace string) {
		if !slices.Contains(namespaces, namespace) {
			namespaces = append(namespaces, namespace)
		}
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

// ResourceNames returns the sorted names of the entries of Shoot.spec.resources that the configuration references.
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
	// Path is the field of the FluxConfig that configures the ServiceAccount.
	Path *field.Path
}

// Accounts returns the ServiceAccounts to create in the shoot. It omits the ServiceAccounts of Flux's controllers,
// because the distribution contains them.
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

// Targets returns a checksum of the names of copies, ServiceAccounts and deploy keys of additional sources. It returns
// an empty string if the configuration has none of these objects.
func (c *Configuration) Targets() string {
	var names []string
	for _, account := range c.Accounts() {
		names = append(names, "ServiceAccount "+*account.Namespace+"/"+account.Name+"\n")
	}
	for _, copied := range c.Copies {
		names = append(names, copied.Kind+" "+copied.Target.String()+"\n")
	}
	for _, source := range c.AdditionalSources {
		if source.DeployKey {
			names = append(names, "deploy key "+source.Name().String()+"\n")
		}
	}
	return checksum(strings.Join(names, ""))
}

// checksum returns a checksum of the names, or an empty string if names is empty.
func checksum(names string) string {
	if names == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(names))
	return hex.EncodeToString(sum[:8])
}

// ComponentNames returns the names of the components to install, separated by commas.
func (c *Configuration) ComponentNames() string {
	names := make([]string, 0, len(c.Components))
	for _, component := range c.Components {
		names = append(names, string(component))
	}
	return strings.Join(names, ",")
}

// Keep adds components to the installation, such as installed components that are no longer configured.
func (c *Configuration) Keep(components ...fluxv1alpha1.Component) {
	c.Components = slices.Compact(slices.Sorted(slices.Values(slices.Concat(c.Components, components))))
}

// KeepShards adds shards to the installation, such as installed shards that are no longer configured.
func (c *Configuration) KeepShards(shards ...string) {
	all := slices.Concat(c.Flux.ShardNames(), shards)
	c.Flux.Sharding = &fluxv1alpha1.Sharding{Shards: slices.Compact(slices.Sorted(slices.Values(all)))}
}

// Locate converts errors in referenced objects to configuration errors.
func (c *Configuration) Locate(errs field.ErrorList) document.Errors {
	return c.stack.Locate(errs).Limited()
}

// KnownHostsError returns the configuration error for a source without valid known_hosts lines.
func (c *Configuration) KnownHostsError(reason error) document.Errors {
	path := field.NewPath("source", "knownHosts")
	if c.Source != nil && c.Source.ScanHostKeys {
		path = field.NewPath("project", "deployKey", "scanHostKeys")
	}
	return c.stack.Locate(field.ErrorList{field.Invalid(path, field.OmitValueType{}, reason.Error())})
}

// IsOnce reports whether the extension stops managing Flux after the installation.
func (c *Configuration) IsOnce() bool { return c.Mode == fluxv1alpha1.ModeBootstrapOnce }

// Clone returns a copy that Hold, Pin, Keep and KeepShards can modify without changing the original. The copy shares
// other fields with the original.
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

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus

import (
	"encoding/json"
	"fmt"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// State is what a shoot has been given. It is recorded in the state of the Extension, which Gardener carries to another
// seed when the control plane moves (gardener/docs/extensions/migration.md): there are no ManagedResources yet then, but
// Flux is at work in the shoot, and a configuration error must not fail the migration.
type State struct {
	// Flux says that Flux was delivered.
	Flux bool `json:"flux,omitempty"`
	// Version is the version of Flux that was delivered.
	Version string `json:"version,omitempty"`
	// Components are its controllers, separated by commas; empty if an earlier version of the extension has recorded none.
	Components string `json:"components,omitempty"`
	// Shards are the names of the shards, separated by commas; empty if there are none.
	Shards string `json:"shards,omitempty"`
	// Bootstrapped says that Flux, the source and the root Kustomization are in the shoot and left alone, because the mode was BootstrapOnce.
	Bootstrapped bool `json:"bootstrapped,omitempty"`
	// Bootstrap is what is known beside it of a shoot whose mode is BootstrapOnce.
	Bootstrap `json:",inline"`
	// Sync says that a source and a root Kustomization were delivered.
	Sync bool `json:"sync,omitempty"`
	// Project and Shoot say whose configuration the last delivery came from: the project's ConfigMap, and the Shoot's
	// providerConfig. One of which nothing came, because it is an empty FluxConfig, may be deleted.
	Project bool `json:"project,omitempty"`
	Shoot   bool `json:"shoot,omitempty"`
	// SourceKind is the kind of the source.
	SourceKind string `json:"sourceKind,omitempty"`
	// DeployKey says that the source is read with the project's deploy key.
	DeployKey bool `json:"deployKey,omitempty"`
	// SourceSecret names the entry of the Shoot's spec.resources that has the credentials of the source; empty without such an entry.
	SourceSecret string `json:"sourceSecret,omitempty"`
	// SourceSuspension and RootSuspension say whether source and root Kustomization are suspended, and whether that was done in the shoot.
	SourceSuspension resolved.Suspension `json:"sourceSuspension,omitzero"`
	RootSuspension   resolved.Suspension `json:"rootSuspension,omitzero"`
	// DeletionPolicy says what becomes of it when the extension is removed from the shoot. Nothing recorded means that nothing is
	// taken away.
	DeletionPolicy fluxv1alpha1.DeletionPolicy `json:"deletionPolicy,omitempty"`
	// ReportInShoot says that the status of Flux is part of a condition of the Shoot.
	ReportInShoot bool `json:"reportInShoot,omitempty"`
	// ObservedProject is what was read of the project the last time.
	Observed ObservedProject `json:"seen,omitzero"`
	// Adopted is what was found in the shoot before that, and goes on under the control of the extension.
	Adopted configuration.Adopted `json:"adopted,omitzero"`
	// Copies is a checksum of the names that the copies have in the shoot; empty if there are none. See Configuration.Targets of package resolved.
	Copies string `json:"copies,omitempty"`
	// AdditionalSources is a checksum of the kinds and names of the additional sources; empty if there are none. See
	// resolved.SourceNames.
	AdditionalSources string `json:"additionalSources,omitempty"`
	// SourceKeys are the deploy keys of additional sources that were delivered.
	SourceKeys SourceKeys `json:"sourceKeys,omitempty"`
	// Foreign are the other root Kustomizations that were found, by namespace and name, separated by commas. They are left alone.
	Foreign string `json:"foreign,omitempty"`
	// Identity is what must not change.
	resolved.Identity `json:",inline"`
}

// DecodeState reads the state of an Extension; no state means that nothing was delivered. The first version of the
// extension recorded neither names nor whose configuration it was: they were always the same.
func DecodeState(state []byte) (State, error) {
	var d State
	if len(state) == 0 {
		return d, nil
	}
	if err := json.Unmarshal(state, &d); err != nil {
		return State{}, fmt.Errorf("is no state of this extension: %w", err)
	}
	if d.Flux && d.Namespace == "" {
		d.Namespace = fluxv1alpha1.FluxNamespace
		if d.Sync {
			d.Project, d.SourceKind = true, sourcev1.GitRepositoryKind
			d.Source = fluxv1alpha1.FluxNamespace + "/" + fluxv1alpha1.SyncName
			d.Root = d.Source
		}
	}
	return d, nil
}

// ManagedVersion returns the Flux version that was delivered last, and that a delivery would change; empty if there is none.
func (d State) ManagedVersion() string {
	if !d.Flux || d.Bootstrapped {
		return ""
	}
	return d.Version
}

// ControllerNames are the names of the Deployments of the controllers that were delivered, and those of shards; empty if that is not known.
func (d State) ControllerNames() []string {
	if d.Components == "" {
		return nil
	}
	return fluxv1alpha1.ControllerNames(strings.Split(d.Components, ","), d.ShardNames())
}

// ShardNames are the shards that were delivered.
func (d State) ShardNames() []string {
	if d.Shards == "" {
		return nil
	}
	return strings.Split(d.Shards, ",")
}

// After returns what will have been delivered with the configuration too. What came from a document before and does not now
// was taken back in it: had the document been gone, nothing would be delivered.
func (d State) After(effective *resolved.Configuration) State {
	d.Flux, d.Project, d.Shoot = true, effective.Project, effective.Shoot
	if effective.Source != nil {
		d.Sync, d.SourceKind, d.DeployKey = true, effective.Source.Object.GetKind(), effective.Source.DeployKey
		d.SourceSecret = sourceSecretOf(effective)
		d.SourceSuspension, d.RootSuspension = effective.SourceSuspension, effective.RootSuspension
	}
	d.Version, d.Components, d.AdditionalSources = effective.Version, effective.ComponentNames(), resolved.SourceNames(effective.AdditionalSources)
	d.Shards = strings.Join(effective.Flux.ShardNames(), ",")
	d.DeletionPolicy, d.Identity, d.Copies, d.ReportInShoot = effective.DeletionPolicy, effective.Identity(), effective.Targets(), effective.ReportInShoot
	return d
}

// sourceSecretOf returns the entry of the Shoot's spec.resources that source.secretResourceName names.
func sourceSecretOf(effective *resolved.Configuration) string {
	for _, copied := range effective.Copies {
		if copied.Path.String() == "source.secretResourceName" {
			return copied.Resource
		}
	}
	return ""
}

// Bootstrapping says that Flux is to be left alone as soon as all that was delivered has arrived, and what the shoot was before.
type Bootstrapping string

const (
	// BootstrappingNew is a shoot without Flux, to which all of it was delivered.
	BootstrappingNew Bootstrapping = "New"
	// BootstrappingManaged is a shoot with Flux from the extension. Flux itself stays as it is.
	BootstrappingManaged Bootstrapping = "Managed"
)

// Bootstrap is what is recorded of a shoot whose mode is BootstrapOnce, beside that it is bootstrapped.
type Bootstrap struct {
	// Bootstrapping is set until it is.
	Bootstrapping Bootstrapping `json:"bootstrapping,omitempty"`
	// SourceURL is where the source reads from that is left alone, or is to be.
	SourceURL string `json:"sourceURL,omitempty"`
	// KeySecret is the namespace and name of the Secret with the deploy key with which it is read; empty if it is not.
	KeySecret string `json:"keySecret,omitempty"`
	// KnownHosts are the known_hosts lines that were delivered with it the last time. They hold on if the configuration has none for the
	// host of that source any more.
	KnownHosts string `json:"knownHosts,omitempty"`
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package extensionstatus defines the parts of an Extension's status that are specific to this extension: the state,
// which records the delivery and the observed project, and the providerStatus. The package must not send requests;
// package statuswriter writes the status.
package extensionstatus

import (
	"encoding/json"
	"fmt"
	"strings"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// State records the delivery to a shoot. It is stored in the state of the Extension, which Gardener copies to the new
// seed in a control plane migration (gardener/docs/extensions/migration.md). The new seed needs the record, because
// Flux already runs in the shoot when the seed has no ManagedResources yet, and because a configuration error must not
// fail the migration.
type State struct {
	// Flux is true if Flux was delivered.
	Flux bool `json:"flux,omitempty"`
	// Version is the version of the delivered Flux.
	Version string `json:"version,omitempty"`
	// Components are the delivered controllers, separated by commas. The field is empty after the state was lost.
	Components string `json:"components,omitempty"`
	// Shards are the names of the delivered shards, separated by commas.
	Shards string `json:"shards,omitempty"`
	// Bootstrapped is true if the extension has installed Flux, the source and the root Kustomization in mode
	// BootstrapOnce and no longer manages them.
	Bootstrapped bool `json:"bootstrapped,omitempty"`
	// Bootstrap contains additional records for a shoot in mode BootstrapOnce.
	Bootstrap `json:",inline"`
	// Sync is true if a source and a root Kustomization were delivered.
	Sync bool `json:"sync,omitempty"`
	// Project and Shoot are true if the project's ConfigMap and the Shoot's providerConfig contributed settings to the
	// configuration. A document without settings (an empty FluxConfig) may be deleted without an error.
	Project bool `json:"project,omitempty"`
	Shoot   bool `json:"shoot,omitempty"`
	// SourceKind is the kind of the source.
	SourceKind string `json:"sourceKind,omitempty"`
	// Delivery is the identifier of the delivery, which the source and the root Kustomization have as annotation. It is
	// empty if they are not managed, and after a delivery by an earlier version of the extension.
	Delivery string `json:"delivery,omitempty"`
	// DeployKey is true if the source uses the project's deploy key.
	DeployKey bool `json:"deployKey,omitempty"`
	// SourceSecret is the name of the entry in the Shoot's spec.resources with the credentials of the source. It is empty
	// if the source has no such credentials.
	SourceSecret string `json:"sourceSecret,omitempty"`
	// SourceSuspension and RootSuspension record whether the source and the root Kustomization are suspended, and whether
	// a user has suspended or resumed them in the shoot.
	SourceSuspension resolved.Suspension `json:"sourceSuspension,omitzero"`
	RootSuspension   resolved.Suspension `json:"rootSuspension,omitzero"`
	// DeletionPolicy applies to the removal of the extension from the shoot. If it is empty, the removal deletes nothing.
	DeletionPolicy fluxv1alpha1.DeletionPolicy `json:"deletionPolicy,omitempty"`
	// ReportInShoot is true if a condition of the Shoot reports the status of Flux.
	ReportInShoot bool `json:"reportInShoot,omitempty"`
	// Observed is the last observation of the project.
	Observed ObservedProject `json:"seen,omitzero"`
	// Adopted describes the Flux in the shoot before the first delivery.
	Adopted configuration.Adopted `json:"adopted,omitzero"`
	// Copies is a checksum of the names of the copies in the shoot, or empty if the shoot has no copies. See
	// resolved.Configuration.Targets.
	Copies string `json:"copies,omitempty"`
	// AdditionalSources is a checksum of the kinds and names of additional sources, or empty if no additional sources are
	// configured. See resolved.SourceNames.
	AdditionalSources string `json:"additionalSources,omitempty"`
	// SourceKeys are the delivered deploy keys of additional sources.
	SourceKeys SourceKeys `json:"sourceKeys,omitempty"`
	// Foreign lists the root Kustomizations in the shoot that the extension does not manage, by namespace and name,
	// separated by commas.
	Foreign string `json:"foreign,omitempty"`
	// Baseline records the delivery of the operator's baseline.
	Baseline Baseline `json:"baseline,omitzero"`
	// ForBaseline is true if Flux was installed in a shoot without Flux, and each delivery since was only for the
	// operator's baseline.
	ForBaseline bool `json:"forBaseline,omitempty"`
	// RemovingFlux is true while Flux is being removed because it came only for the baseline. It is recorded before the
	// first deletion.
	RemovingFlux bool `json:"removingFlux,omitempty"`
	// First is the record of the first delivery to a shoot without Flux.
	First FirstDelivery `json:"first,omitzero"`
	// Identity must not change.
	resolved.Identity `json:",inline"`
}

// FirstDelivery is the record of the first delivery to a shoot that contained no Flux, so that Flux had applied nothing
// before. It is kept until the shoot gets another revision; empty if the shoot may have had Flux before.
type FirstDelivery struct {
	// Revision is the revision of the project's rollout that was delivered; empty if the garden controller had not stored
	// the rollout yet.
	Revision string `json:"revision,omitempty"`
	// Extension is the UID of the Extension of the delivery. Gardener copies the state to another seed, without the record
	// of what Flux has applied since; there, the Extension has another UID, and this record is ignored.
	Extension types.UID `json:"extension,omitempty"`
}

// Baseline is the record of the operator's baseline in a shoot.
type Baseline struct {
	// Namespace is the namespace of the baseline, and SourceKind the kind of its source.
	Namespace  string `json:"namespace,omitempty"`
	SourceKind string `json:"sourceKind,omitempty"`
	// Delivery is the identifier of the delivery. It is empty after a delivery by an earlier version of the extension.
	Delivery string `json:"delivery,omitempty"`
	// SourceSuspended and RootSuspended are true if the configuration of the operator sets spec.suspend.
	SourceSuspended bool `json:"sourceSuspended,omitempty"`
	RootSuspended   bool `json:"rootSuspended,omitempty"`
	// DeletionPolicy applies to the removal of the baseline.
	DeletionPolicy configv1alpha1.BaselineDeletionPolicy `json:"deletionPolicy,omitempty"`
	// Removing is true while the baseline is removed.
	Removing bool `json:"removing,omitempty"`
	// Revision identifies the delivered baseline, and Commit the commit that its source is pinned to. They are empty
	// without a rollout of the baseline.
	Revision string `json:"revision,omitempty"`
	Commit   string `json:"commit,omitempty"`
	// Refused is the revision that was refused because of a configuration error; empty otherwise.
	Refused string `json:"refused,omitempty"`
	// Unwell is true if the baseline was not ready when Revision or Commit changed last.
	Unwell bool `json:"unwell,omitempty"`
}

// IsDelivered returns whether the shoot has the baseline, or may have parts of it. It is false for the record of a
// refused revision alone.
func (b Baseline) IsDelivered() bool { return b.Namespace != "" }

// Equals returns whether the records describe the same baseline. An update of the extension may change Delivery alone.
func (b Baseline) Equals(other Baseline) bool {
	b.Delivery = other.Delivery
	return b == other
}

// DecodeState decodes the state of an Extension. An empty state means that nothing was delivered.
func DecodeState(state []byte) (State, error) {
	var d State
	if len(state) == 0 {
		return d, nil
	}
	if err := json.Unmarshal(state, &d); err != nil {
		return State{}, fmt.Errorf("is not a state of this extension: %w", err)
	}
	return d, nil
}

// ManagedVersion returns the delivered Flux version, or an empty string if Flux was not delivered or is no longer
// managed.
func (d State) ManagedVersion() string {
	if !d.Flux || d.Bootstrapped {
		return ""
	}
	return d.Version
}

// ControllerNames returns the names of the Deployments of the delivered controllers, including shards, or nil if they
// are unknown.
func (d State) ControllerNames() []string {
	if d.Components == "" {
		return nil
	}
	return fluxv1alpha1.ControllerNames(strings.Split(d.Components, ","), d.ShardNames())
}

// ShardNames returns the names of the delivered shards.
func (d State) ShardNames() []string {
	if d.Shards == "" {
		return nil
	}
	return strings.Split(d.Shards, ",")
}

// After returns the state after a delivery of the configuration. A setting that is missing in the configuration was
// removed from its document: if the whole document were missing, nothing would be delivered.
func (d State) After(effective *resolved.Configuration) State {
	d.Flux, d.Project, d.Shoot = true, effective.Project, effective.Shoot
	if effective.Source != nil {
		d.Sync, d.SourceKind, d.DeployKey, d.SourceSecret = true, effective.Source.Object.GetKind(), effective.Source.DeployKey, ""
		for _, copied := range effective.Copies {
			if copied.Path.String() == "source.secretResourceName" {
				d.SourceSecret = copied.Resource
			}
		}
		d.SourceSuspension, d.RootSuspension = effective.SourceSuspension, effective.RootSuspension
	}
	d.Version, d.Components, d.AdditionalSources = effective.Version, effective.ComponentNames(), resolved.SourceNames(effective.AdditionalSources)
	d.Shards = strings.Join(effective.Flux.ShardNames(), ",")
	d.DeletionPolicy, d.Identity, d.Copies, d.ReportInShoot = effective.DeletionPolicy, effective.Identity(), effective.Targets(), effective.ReportInShoot
	return d
}

// Bootstrapping records that the extension will release Flux after a successful delivery, and whether the shoot already
// had Flux before.
type Bootstrapping string

const (
	// BootstrappingNew is for a shoot that had no Flux. The delivery contains all of Flux.
	BootstrappingNew Bootstrapping = "New"
	// BootstrappingManaged is for a shoot with a Flux that the extension has installed. Flux itself stays unchanged.
	BootstrappingManaged Bootstrapping = "Managed"
)

// Bootstrap contains additional records for a shoot in mode BootstrapOnce.
type Bootstrap struct {
	// Bootstrapping is empty after the release.
	Bootstrapping Bootstrapping `json:"bootstrapping,omitempty"`
	// SourceURL is the URL of the bootstrapped source.
	SourceURL string `json:"sourceURL,omitempty"`
	// KeySecret is the namespace and name of the Secret with the source's deploy key. It is empty if the source has no
	// deploy key.
	KeySecret string `json:"keySecret,omitempty"`
	// KnownHosts contains the last delivered known_hosts lines. They remain in use if the configuration no longer has
	// lines for the host of the source.
	KnownHosts string `json:"knownHosts,omitempty"`
}

// AfterBootstrap returns the state after a delivery to a shoot whose Flux, source and root Kustomization are no longer
// managed. Only the rest of the configuration was delivered.
func (d State) AfterBootstrap(effective *resolved.Configuration) State {
	after := d.After(effective)
	d.Project, d.Shoot, d.DeletionPolicy, d.Copies, d.ReportInShoot = after.Project, after.Shoot, after.DeletionPolicy, after.Copies, after.ReportInShoot
	return d
}

// BootstrapOf returns the record for a delivery of the configured source.
func BootstrapOf(effective *resolved.Configuration, bootstrapping Bootstrapping) Bootstrap {
	b := Bootstrap{Bootstrapping: bootstrapping}
	if source := effective.Source; source != nil {
		b.SourceURL = source.URL()
		if source.DeployKey {
			b.KeySecret = source.Object.GetNamespace() + "/" + source.SecretName()
		}
	}
	return b
}

// ReadState returns the recorded state of a shoot.
func ReadState(ex *extensionsv1alpha1.Extension) (State, error) {
	var raw []byte
	if ex.Status.State != nil {
		raw = ex.Status.State.Raw
	}
	state, err := DecodeState(raw)
	if err != nil {
		return State{}, fmt.Errorf("the state of Extension %s %w", ex.Namespace+"/"+ex.Name, err)
	}
	return state, nil
}

// ReadProviderStatus decodes a providerStatus. It returns an empty status if the providerStatus has a different type.
func ReadProviderStatus(raw *runtime.RawExtension) fluxv1alpha1.FluxStatus {
	var status fluxv1alpha1.FluxStatus
	if raw == nil || json.Unmarshal(raw.Raw, &status) != nil || status.APIVersion != fluxv1alpha1.SchemeGroupVersion.String() {
		return fluxv1alpha1.FluxStatus{}
	}
	return status
}

// ParseName parses a recorded namespace/name. The result is empty for an empty string.
func ParseName(s string) types.NamespacedName {
	namespace, name, _ := strings.Cut(s, "/")
	return types.NamespacedName{Namespace: namespace, Name: name}
}

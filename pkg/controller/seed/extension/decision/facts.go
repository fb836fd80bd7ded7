// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"fmt"
	"reflect"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// Facts are the input of a decision, which does not change them. They grow by the facts that a decision needs.
// Functions of package extension fill them, one for each group.
type Facts struct {
	// Seed is filled by readSeed, before the first decision.
	Seed Seed
	// Documents are filled by readDocuments; nil until then.
	Documents *Documents
	// Shoot is filled by askShoot, by one answer for each need.
	Shoot Shoot
	// Resources are filled by readResources: copies of the project's Secrets and ConfigMaps, by their names in
	// Shoot.spec.resources.
	Resources map[string]Resource
	// Keys are filled by readDeployKey, generateKey and readSourceKeys.
	Keys Keys
	// Migration is filled by migrate; nil until the attempt.
	Migration *Migrated
}

// Seed are facts from the Cluster, the Extension and the ManagedResources of the shoot.
type Seed struct {
	// Project is the project namespace in the garden.
	Project string
	// Networks are the networks of the shoot.
	Networks []string
	// ShootDeleted reports that the Shoot is being deleted, Hibernated that it is, or is to be, hibernated.
	ShootDeleted, Hibernated bool
	// Previous was recorded with the last delivery.
	Previous extensionstatus.State
	// ManagesFlux reports that ManagedResources of this seed hold Flux itself, as far as the watch knows.
	ManagesFlux bool
	// HoldsFlux is the same, read without the watch; nil until a decision needs it.
	HoldsFlux *bool
}

// Documents are the configuration of project and Shoot, in the revision that the project's rollout gives the shoot.
type Documents struct {
	// ConfigMap is the project's; nil if it has none.
	ConfigMap *document.ConfigMap
	// Shoot is the Shoot with its providerConfig and the shoot info.
	Shoot *configuration.Shoot
	// Project and ProviderConfig report which of the two configure anything.
	Project, ProviderConfig bool
	// DefaultVersion is the Flux version of Shoots that name none, by a rollout; empty if operator and project decide.
	DefaultVersion string
	// Gated is the decision of the project's rollout.
	Gated Gated
	// Observed is recorded of the project.
	Observed extensionstatus.ObservedProject
}

// Shoot are the answers of the shoot's API server.
type Shoot struct {
	// Absent reports that there has never been an API server. There is nothing in the shoot then.
	Absent bool
	// Asleep reports that the shoot is hibernated and gave no answer.
	Asleep bool
	// Survey lists Flux's objects in the shoot, and Resurvey those after HoldsFlux was read; nil until a decision
	// needs them.
	Survey, Resurvey *toolkit.Survey
	// Installed lists objects that depend on the version of Flux; nil until a decision needs it.
	Installed *flux.Installed
	// Objects are objects that a delivery would replace, as far as decisions have needed them.
	Objects map[Object]Found
	// Sources are sources of Flux that a delivery would replace; nil until a decision needs them.
	Sources map[toolkit.Reference]toolkit.Found
	// Uses are the objects that only a controller or shard handles.
	Uses map[Component]Use
}

// Object names an object of the shoot.
type Object struct {
	schema.GroupVersionKind
	types.NamespacedName
}

// Found is an object of the shoot. Object is nil if it does not exist.
type Found struct {
	Object client.Object
	// Origin names the ManagedResource that the object comes from; empty if gardener-resource-manager has not
	// created it.
	Origin string
}

// Component is a controller or a shard of Flux.
type Component struct {
	// Name is the name of the controller; empty if it is a shard.
	Name fluxv1alpha1.Component
	// Shard is the name of the shard; empty if it is a controller.
	Shard string
}

// Use names objects that only the controller or shard handles; empty without any.
type Use struct {
	Objects string
	// Unknown is why the shoot cannot be asked; empty if it was.
	Unknown string
}

// Resource is the content of a copy in the seed, with the reference to the copy.
type Resource struct {
	flux.Resource
	Reference gardencorev1beta1.NamedResourceReference
}

// Keys are deploy keys of the project.
type Keys struct {
	// Deploy is the project's deploy key; nil until a decision needs it.
	Deploy *DeployKey
	// Sources are the deploy keys of additional sources, by the names of the sources; nil until a decision needs them.
	Sources map[string]keypair.DeployKey
	// SourcesDamaged is why the keys of additional sources cannot be used; nil if they can.
	SourcesDamaged error
}

// DeployKey is the deploy key of the project.
type DeployKey struct {
	keypair.DeployKey
	// Missing reports that the project has none, and Generated that this one was generated and is not stored yet.
	Missing, Generated bool
	// Damaged says why the Secret in the garden cannot be used; nil if it can.
	Damaged *keypair.DamagedKeyError
}

// Migrated is the outcome of the attempt to migrate Flux's objects in the shoot.
type Migrated struct {
	// Failure is why it failed; nil if it succeeded.
	Failure error
}

// Need names facts that a decision lacks. Package extension reads these, and has it decided again.
type Need struct {
	// Documents, HoldsFlux, Survey, Resurvey, Installed and DeployKey are needed if they are true.
	Documents, HoldsFlux, Survey, Resurvey, Installed, DeployKey bool
	// Objects, Sources and Uses are to be asked of the shoot.
	Objects []Object
	Sources []toolkit.Reference
	Uses    []Component
	// Resources are the names of copies in the seed.
	Resources []string
	// SourceKeys are the names of additional sources.
	SourceKeys []string
	// NewKey is the algorithm of the deploy key to generate.
	NewKey fluxv1alpha1.KeyAlgorithm
}

// OfShoot returns whether the shoot has to answer.
func (n Need) OfShoot() bool {
	return n.Survey || n.Resurvey || n.Installed || len(n.Objects) > 0 || len(n.Sources) > 0 || len(n.Uses) > 0
}

// IsZero returns whether no fact is missing.
func (n Need) IsZero() bool {
	return reflect.ValueOf(n).IsZero()
}

func (f Facts) configMapName() string {
	return fmt.Sprintf("ConfigMap %s/%s", f.Seed.Project, fluxv1alpha1.ConfigMapName)
}

// sourceKeysOf returns the record of the deploy keys of a configuration's additional sources.
func (k Keys) sourceKeysOf(effective *resolved.Configuration) extensionstatus.SourceKeys {
	var recorded []extensionstatus.SourceKey
	for _, source := range effective.AdditionalSources {
		if source.DeployKey {
			recorded = append(recorded, extensionstatus.SourceKey{Source: source.Name(), Fingerprint: k.Sources[source.Object.GetName()].Fingerprint})
		}
	}
	return extensionstatus.SourceKeysOf(recorded)
}

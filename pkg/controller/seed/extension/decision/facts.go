// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"fmt"
	"reflect"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	corev1 "k8s.io/api/core/v1"
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

// Facts are the input of a decision. A decision does not change them. Package extension reads the facts that a decision
// needs.
type Facts struct {
	// Seed is set before the first decision.
	Seed Seed
	// Documents is nil until a decision needs it.
	Documents *Documents
	// Shoot contains the facts from the shoot's API server.
	Shoot Shoot
	// Resources contains the copies of the project's Secrets and ConfigMaps, by their names in Shoot.spec.resources.
	Resources map[string]Resource
	// Keys contains the deploy keys of the project.
	Keys Keys
	// Migrated is true after an attempt to migrate Flux's objects in the shoot. MigrationFailure is the error of this
	// attempt; nil if it succeeded.
	Migrated         bool
	MigrationFailure error
	// FluxDelivered is true if the shoot has Flux, or gets it in this reconciliation.
	FluxDelivered bool
	// BaselineSecret is the operator's Secret with the credentials of the baseline. BaselineProblem is the reason why
	// it cannot be read, as a message for the operator. Both are empty until a decision needs the Secret.
	BaselineSecret  *corev1.Secret
	BaselineProblem string
	// RemovalWaits describes the obstacle that an attempt to remove the baseline found. It is nil before an attempt, and
	// empty after the removal is complete.
	RemovalWaits *string
	// FluxRemoval is the result of an attempt to remove Flux; nil before an attempt.
	FluxRemoval *FluxRemoval
}

// Seed contains facts from the Cluster, the Extension and the ManagedResources of the shoot.
type Seed struct {
	// Project is the project namespace in the garden.
	Project string
	// Extension is the UID of the Extension.
	Extension types.UID
	// Networks are the pod, service and node networks of the shoot.
	Networks []string
	// ShootDeleted is true if the Shoot is being deleted. Hibernated is true if hibernation is enabled.
	ShootDeleted, Hibernated bool
	// Workerless is true if the Shoot has no worker pools.
	Workerless bool
	// Shoot is the Shoot with its providerConfig and the shoot info variables; nil if it is being deleted.
	Shoot *configuration.Shoot
	// Conditions are the conditions of the Extension.
	Conditions []gardencorev1beta1.Condition
	// Previous is the record of the last delivery.
	Previous extensionstatus.State
	// HoldsFlux is true if ManagedResources of this seed contain Flux itself. It is read from the API server; nil until
	// a decision needs it.
	HoldsFlux *bool
}

// Documents contains the configuration of project and Shoot, in the revision that the project's rollout permits.
type Documents struct {
	// ConfigMap is the project's flux-config; nil if it does not exist.
	ConfigMap *document.ConfigMap
	// Present identifies the project's present configuration, which a rollout may not permit yet.
	Present string
	// DefaultVersion is the Flux version that a rollout selects for Shoots without a configured version. If it is empty,
	// the configuration of operator and project determines the version.
	DefaultVersion string
	// Permit is the permit of the project's rollout for the Shoot.
	Permit Permit
	// Observed is the new record of the project.
	Observed extensionstatus.ObservedProject
}

// Shoot contains facts from the shoot's API server.
type Shoot struct {
	// Absent is true if the shoot has never had an API server, and therefore contains no objects.
	Absent bool
	// Asleep is true if the shoot is hibernated and does not respond.
	Asleep bool
	// Survey lists Flux's objects in the shoot. Resurvey lists them again after HoldsFlux was read. Both are nil until a
	// decision needs them.
	Survey, Resurvey *toolkit.Survey
	// Installed lists the objects that depend on the version of Flux; nil until a decision needs it.
	Installed *flux.Installed
	// Objects contains the objects that a delivery would replace, after a decision has needed them.
	Objects map[Object]Found
	// Uses contains the objects that only one controller or shard handles.
	Uses map[Component]Use
	// FluxUse describes who needs Flux; nil until a decision needs it.
	FluxUse *FluxUse
}

// Object identifies an object of the shoot. For Flux's kinds, an empty version means the served version.
type Object struct {
	schema.GroupVersionKind
	types.NamespacedName
}

// Found is an object of the shoot. Object is nil if it does not exist.
type Found struct {
	Object client.Object
	// Origin is the ManagedResource of the object; empty if gardener-resource-manager has not created the object.
	Origin string
}

// Component is a controller or a shard of Flux.
type Component struct {
	// Name is the name of the controller; empty if it is a shard.
	Name fluxv1alpha1.Component
	// Shard is the name of the shard; empty if it is a controller.
	Shard string
}

// Use describes the use of a controller or shard. Objects names the objects that only this controller or shard handles;
// empty if no such objects exist.
type Use struct {
	Objects string
	// Unknown is the reason why the shoot cannot be inspected; empty if it was inspected.
	Unknown string
}

// Resource is the content of a copy in the seed, and a reference to the copy.
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
	// SourcesDamaged is the reason why the keys of additional sources cannot be used; nil if they can.
	SourcesDamaged error
}

// DeployKey is the deploy key of the project.
type DeployKey struct {
	keypair.DeployKey
	// Generated is true if the project has no key. In this case, the key was generated and is not stored yet.
	Generated bool
	// Damaged is the reason why the Secret in the garden cannot be used; nil if it can.
	Damaged *keypair.DamagedKeyError
}

// Need specifies the facts that a decision lacks. Package extension reads them and repeats the decision.
type Need struct {
	// These are true if the decision needs the fact with the same name.
	Documents, BaselineSecret, HoldsFlux, Survey, Resurvey, Installed, FluxUse bool
	// Objects and Uses identify the needed facts from the shoot.
	Objects []Object
	Uses    []Component
	// Resources are the names of the project's Secrets and ConfigMaps whose copies are needed.
	Resources []string
	// SourceKeys are the names of the additional sources whose deploy keys are needed.
	SourceKeys []string
	// DeployKey is set if the deploy key is needed. It is the algorithm for a new key if the project has none.
	DeployKey fluxv1alpha1.KeyAlgorithm
}

// OfShoot returns whether the needed facts come from the shoot's API server.
func (n Need) OfShoot() bool {
	return n.Survey || n.Resurvey || n.Installed || len(n.Objects) > 0 || len(n.Uses) > 0
}

// IsZero returns whether no fact is needed.
func (n Need) IsZero() bool {
	return reflect.ValueOf(n).IsZero()
}

func (f Facts) configMapName() string {
	return fmt.Sprintf("ConfigMap %s/%s", f.Seed.Project, fluxv1alpha1.ConfigMapName)
}

// sourceKeysOf returns the record of the deploy keys of the additional sources in a configuration.
func (k Keys) sourceKeysOf(effective *resolved.Configuration) extensionstatus.SourceKeys {
	var recorded []extensionstatus.SourceKey
	for _, source := range effective.AdditionalSources {
		if source.DeployKey {
			recorded = append(recorded, extensionstatus.SourceKey{Source: source.Name(), Fingerprint: k.Sources[source.Object.GetName()].Fingerprint})
		}
	}
	return extensionstatus.SourceKeysOf(recorded)
}

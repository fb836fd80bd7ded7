// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"time"

	"k8s.io/client-go/tools/events"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/removal"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/connection"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// Timeouts of the actuator.
type Timeouts struct {
	removal.Timeouts
	// Migration is how long one attempt works on Flux's objects in a shoot before an upgrade, and MigrationRetry the time to the next one.
	Migration, MigrationRetry time.Duration
	// AccessRetry is the time after which it is tried again to read a project to which the seed has no access yet.
	AccessRetry time.Duration
	// ConfigurationRetry is the time after which an invalid configuration is read again.
	ConfigurationRetry time.Duration
}

// Actuator acts on Extension resources of type shoot-flux as Gardener's extension contract asks for
// (gardener/docs/extensions/resources/extension.md).
type Actuator struct {
	// Seed reads Clusters, for which it may use a cache, and copies of what a Shoot refers to.
	Seed client.Client
	// Projects reads the projects' configuration.
	Projects *garden.Reader
	// Resolver finds the configuration that holds for a shoot.
	Resolver *configuration.Resolver
	// Releases are the default Flux versions that the operator's rollout has released for this seed; nil if there is none.
	Releases *garden.Releases
	// Costs is how long that takes for each project, for the queue of the controller.
	Costs *kube.Costs
	// GardenIdentity is the cluster identity of the garden.
	GardenIdentity string
	// AccessPerProject is whether the garden controller gives the seed access to each project, so that a refusal may be over soon.
	AccessPerProject bool
	// DeployKeys keeps the projects' deploy keys.
	DeployKeys *secrets.Store
	// Renderer renders what a shoot gets.
	Renderer *flux.Renderer
	// Shoots connects to shoots from which Flux is to be taken out.
	Shoots connection.Connector
	// Migrations prepares shoots for other versions of Flux.
	Migrations *toolkit.Migrations
	// Deliverer hands it over to the shoot.
	Deliverer *managedresource.Deliverer
	// Conditions writes the conditions of Extensions.
	Conditions *statuswriter.Writer
	// Events receives what users have to know beyond an Extension's lifetime.
	Events events.EventRecorder
	// GardenEvents are written in the projects' namespaces in the garden.
	GardenEvents events.EventRecorder
	// Recorder counts and measures what is done.
	Recorder Recorder
	// Timeouts bound the waiting.
	Timeouts Timeouts
}

// Recorder counts and measures what the actuator does.
type Recorder interface {
	// Delivery begins the measurement of a delivery. What it returns ends it.
	Delivery() func(error)
	// ConfigurationError counts a reconciliation that did not deliver everything because of a configuration error.
	ConfigurationError(kind metrics.ConfigurationErrorKind)
}

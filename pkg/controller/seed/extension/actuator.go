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
	// Migration is how long one attempt works on Flux's objects in a shoot before an upgrade, and MigrationRetry
	// the time to the next one.
	Migration, MigrationRetry time.Duration
	// AccessRetry is the time to the next attempt to read a project that the seed has no access to yet.
	AccessRetry time.Duration
	// ConfigurationRetry is the time until an invalid configuration is read again.
	ConfigurationRetry time.Duration
}

// Actuator acts on Extension resources of type shoot-flux as Gardener's extension contract asks for
// (gardener/docs/extensions/resources/extension.md).
type Actuator struct {
	// Seed reads Clusters, which may be cached, and the copies of the Secrets and ConfigMaps that a Shoot refers to.
	Seed client.Client
	// Projects reads the projects' configuration.
	Projects *garden.Reader
	// Resolver finds the configuration that holds for a shoot.
	Resolver *configuration.Resolver
	// Releases are the default Flux versions that the operator's rollout has released for this seed; nil without
	// such a rollout.
	Releases *garden.Releases
	// Costs is how long that takes for each project, for the queue of the controller.
	Costs *kube.Costs
	// GardenIdentity is the cluster identity of the garden.
	GardenIdentity string
	// AccessPerProject is whether the garden controller gives the seed access to each project, so that a refusal
	// may be over soon.
	AccessPerProject bool
	// DeployKeys keeps the projects' deploy keys.
	DeployKeys *secrets.Store
	// Renderer renders the manifests of a delivery.
	Renderer *flux.Renderer
	// Shoots connects to shoots.
	Shoots connection.Connector
	// Migrations prepares shoots for other versions of Flux.
	Migrations *toolkit.Migrations
	// Deliverer hands it over to the shoot.
	Deliverer *managedresource.Deliverer
	// Conditions writes the conditions of Extensions.
	Conditions *statuswriter.Writer
	// Events receives events that users need beyond an Extension's lifetime.
	Events events.EventRecorder
	// GardenEvents are written in the projects' namespaces in the garden.
	GardenEvents events.EventRecorder
	// Recorder counts and measures deliveries and configuration errors.
	Recorder Recorder
	// Timeouts bound the waiting.
	Timeouts Timeouts
}

// Recorder counts and measures deliveries and configuration errors.
type Recorder interface {
	// Delivery begins to measure a delivery. The returned function ends that.
	Delivery() func(error)
	// ConfigurationError counts a reconciliation that did not deliver everything because of a configuration error.
	ConfigurationError(kind metrics.ConfigurationErrorKind)
}

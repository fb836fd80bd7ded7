// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"errors"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/go-logr/logr"
	"k8s.io/client-go/tools/events"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/decision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/removal"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
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
	// AccessRetry is the time to the next attempt to read a project without access to it.
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
	// Resolver resolves the effective configuration of a shoot.
	Resolver *configuration.Resolver
	// Releases are the default Flux versions that the operator's rollout has released for this seed; nil without
	// such a rollout.
	Releases *garden.Releases
	// Costs records the time that resolving takes for each project. The queue of the controller uses it.
	Costs *kube.Costs
	// GardenIdentity is the cluster identity of the garden.
	GardenIdentity string
	// AccessPerProject reports whether the garden controller grants the seed access to each project, so that a forbidden
	// request may succeed soon.
	AccessPerProject bool
	// DeployKeys stores the projects' deploy keys.
	DeployKeys *secrets.Store
	// Renderer renders the manifests of a delivery.
	Renderer *flux.Renderer
	// Shoots connects to shoots.
	Shoots connection.Connector
	// Migrations prepares shoots for other versions of Flux.
	Migrations *toolkit.Migrations
	// Deliverer delivers manifests with ManagedResources.
	Deliverer *managedresource.Deliverer
	// Conditions writes the conditions of Extensions.
	Conditions *statuswriter.Writer
	// Events receives events that users need beyond an Extension's lifetime.
	Events events.EventRecorder
	// GardenEvents writes Events in the projects' namespaces in the garden.
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

// mostRounds bounds the decisions of a reconciliation. Each adds a fact, and there are fewer kinds of facts.
const mostRounds = 32

// Reconcile installs Flux in the shoot: it gathers facts until they are all that the decision needs, applies
// the plan and reports. It waits neither for the shoot nor for a Git server; the health check reports how the
// delivery goes on.
func (a *Actuator) Reconcile(ctx context.Context, _ logr.Logger, ex *extensionsv1alpha1.Extension) error {
	r := &reconciliation{Actuator: a, extension: ex, facts: decision.Facts{
		Resources: map[string]decision.Resource{},
		Shoot:     decision.Shoot{Objects: map[decision.Object]decision.Found{}, Uses: map[decision.Component]decision.Use{}},
	}}
	if err := r.readSeed(ctx); err != nil {
		return err
	}
	decider := decision.Decider{
		Resolver: a.Resolver, Renderer: a.Renderer, CheckSize: a.Deliverer.CheckSize,
		Measure: func() func() { return a.Costs.Measure(ex.Namespace) },
	}
	for range mostRounds {
		plan, need, err := decider.Decide(ctx, r.facts)
		switch {
		case err != nil:
		case !need.IsZero():
			err = r.gather(ctx, need)
		case plan.Attempt != nil:
			err = r.attempt(ctx, plan)
		default:
			if err := r.apply(ctx, plan); err != nil {
				return err
			}
			return r.report(plan)
		}
		if err != nil {
			return err
		}
	}
	return errors.New("no decision on the shoot was reached although all facts were read: this is a bug in the extension")
}

// Restore takes over the management of Flux after a control plane migration. The shoot still runs everything, the
// garden has the deploy key, and the state of the Extension records the delivery of the other seed.
func (a *Actuator) Restore(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return a.Reconcile(ctx, log, ex)
}

// Migrate releases the shoot because another seed takes over. gardener-resource-manager and the shoot's API server
// still run. Every object in the shoot stays unchanged, and Flux continues.
func (a *Actuator) Migrate(ctx context.Context, _ logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return a.removal().Release(ctx, ex)
}

// Delete ends the management of a shoot. It sends no request to the garden.
//
// In a shoot that is being deleted, the worker nodes and with them Flux's controllers are gone already. No controller
// would remove the finalizers of Flux's objects (gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_delete.go),
// so Delete only releases the shoot. Package removal handles a living shoot.
func (a *Actuator) Delete(ctx context.Context, _ logr.Logger, ex *extensionsv1alpha1.Extension) error {
	cluster, err := extensionscontroller.GetCluster(ctx, a.Seed, ex.Namespace)
	if err != nil {
		return err
	}
	if cluster.Shoot == nil || cluster.Shoot.DeletionTimestamp != nil {
		return a.removal().Release(ctx, ex)
	}
	delivered, err := extensionstatus.ReadState(ex)
	if err != nil {
		return err
	}
	return a.removal().Remove(ctx, ex, delivered, extensionscontroller.IsHibernationEnabled(cluster))
}

// ForceDelete releases the shoot without waiting: neither the shoot's API server nor gardener-resource-manager may
// run any more. gardenlet finalizes the ManagedResources afterwards
// (gardener/docs/extensions/force-deletion.md).
func (a *Actuator) ForceDelete(ctx context.Context, _ logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return a.Deliverer.Orphan(ctx, ex.Namespace)
}

func (a *Actuator) removal() *removal.Remover {
	return &removal.Remover{Shoots: a.Shoots, Deliverer: a.Deliverer, Conditions: a.Conditions, Events: a.Events, Timeouts: a.Timeouts.Timeouts}
}

var _ extension.Actuator = &Actuator{}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"errors"
	"fmt"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	"github.com/go-logr/logr"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/decision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/operation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/connection"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// Timeouts limit the waits and attempts of the actuator.
type Timeouts struct {
	// Release limits how long one attempt waits for gardener-resource-manager to release the ManagedResources.
	// ReleaseRetry is the time until the next attempt.
	Release, ReleaseRetry time.Duration
	// RemovalRetry is the time between two attempts to remove Flux from a shoot that is not being deleted.
	RemovalRetry time.Duration
	// Migration limits the duration of one attempt to migrate Flux's objects in a shoot before an upgrade.
	Migration time.Duration
	// AccessRetry is the time until the next attempt to read a project that the seed cannot access.
	AccessRetry time.Duration
	// ConfigurationRetry is the time until an invalid configuration is read again.
	ConfigurationRetry time.Duration
}

// Actuator implements Gardener's extension contract for Extensions of type shoot-flux
// (gardener/docs/extensions/resources/extension.md).
type Actuator struct {
	// Seed reads Clusters, which may be cached, and the copies of the Shoot's referenced Secrets and ConfigMaps.
	Seed client.Client
	// Projects reads the projects' configuration.
	Projects *garden.Reader
	// Resolver resolves the effective configuration of a shoot.
	Resolver *configuration.Resolver
	// Releases contains the default Flux versions that the version rollout has released for this seed; nil if there is no
	// version rollout.
	Releases *garden.Releases
	// Costs records the time to resolve the configurations of each project. The queue of the controller uses this record.
	Costs *kube.Costs
	// GardenIdentity is the cluster identity of the garden.
	GardenIdentity string
	// AccessPerProject is true if the garden controller grants the seed access to each project. In this case, a forbidden
	// request may succeed soon.
	AccessPerProject bool
	// SelfHosted is true in a self-hosted Shoot, whose extensions may not create Secrets in the project.
	SelfHosted bool
	// DeployKeys stores the projects' deploy keys.
	DeployKeys *secrets.Store
	// Renderer renders the manifests of a delivery.
	Renderer *flux.Renderer
	// Shoots connects to shoots.
	Shoots connection.Connector
	// Migrations migrates Flux's objects in shoots before upgrades.
	Migrations *toolkit.Migrations
	// Deliverer delivers manifests with ManagedResources.
	Deliverer *managedresource.Deliverer
	// Conditions writes the conditions of Extensions.
	Conditions *statuswriter.Writer
	// Events records Events on the seed for information that users need after an Extension is deleted.
	Events events.EventRecorder
	// GardenEvents writes Events in the projects' namespaces in the garden.
	GardenEvents events.EventRecorder
	// Recorder counts and measures deliveries and configuration errors.
	Recorder Recorder
	// Clock provides the current time for requests to reconcile.
	Clock clock.PassiveClock
	// Timeouts limit the waits and attempts of the actuator.
	Timeouts Timeouts
}

// Recorder counts and measures deliveries and configuration errors.
type Recorder interface {
	// Delivery starts to measure a delivery. The returned function stops the measurement.
	Delivery() func(error)
	// ConfigurationError counts a reconciliation whose delivery is incomplete because of a configuration error.
	ConfigurationError(kind document.ErrorKind)
}

// mostRounds limits the number of decisions in a reconciliation. Each decision adds a fact, and there are fewer facts.
const mostRounds = 32

// Reconcile delivers what the project and the operator have configured: for both, it gathers the facts for the
// decision, applies it and reports the result. The failure of one delivery does not affect the other. Reconcile waits
// neither for the shoot's workloads nor for a Git server; the health check reports the progress.
//
// Reconcile changes nothing while Gardener requests an operation that this version of the extension does not know,
// because another seed may manage the shoot meanwhile.
func (a *Actuator) Reconcile(ctx context.Context, _ logr.Logger, ex *extensionsv1alpha1.Extension) error {
	if operation.Of(ex) == operation.Unknown {
		return a.waitForOperation(ex)
	}
	r := &reconciliation{Actuator: a, extension: ex, facts: decision.Facts{
		Resources: map[string]decision.Resource{},
		Shoot:     decision.Shoot{Objects: map[decision.Object]decision.Found{}, Uses: map[decision.Component]decision.Use{}},
	}}
	if err := r.readSeed(ctx); err != nil {
		return err
	}
	project := r.decide(ctx, decision.Project)
	r.facts.FluxDelivered = project.Payload != nil || r.facts.Seed.Previous.Flux && project.Installed == nil && !project.FluxRemoved
	deliveries := []*delivery{project, r.decide(ctx, decision.Operator)}
	r.apply(ctx, deliveries)
	if err := r.report(ctx, deliveries); project.err == nil {
		return err
	} else if err != nil {
		logf.FromContext(ctx).Error(err, "Failed to report that the configuration is not delivered")
	}
	return project.err
}

// delivery is the delivery of an owner, and its failure.
type delivery struct {
	decision.Delivery
	owner decision.Owner
	// err is the reason why the delivery was not decided or applied; nil if it was.
	err error
	// recorded is true if the state contains the record.
	recorded bool
}

// decide reads facts until they suffice for the decision about a delivery, and makes the attempts that precede it.
func (r *reconciliation) decide(ctx context.Context, owner decision.Owner) *delivery {
	decider := decision.Decider{
		Resolver: r.Resolver, Renderer: r.Renderer, CheckSize: r.Deliverer.CheckSize,
		Measure: func() func() { return r.Costs.Measure(r.extension.Namespace) },
	}
	for range mostRounds {
		decided, need, err := decider.Decide(ctx, owner, r.facts)
		switch {
		case err != nil:
		case !need.IsZero():
			err = r.gather(ctx, need)
		case decided.Migration != nil:
			err = r.migrate(ctx, *decided.Migration)
		case decided.NewKey != nil:
			err = r.storeKey(ctx, *decided.NewKey)
		case decided.RemovesFlux:
			err = r.removeFlux(ctx)
		case decided.Removal != nil:
			waiting, failure := r.removeBaseline(ctx, r.extension.Namespace, *decided.Removal)
			if failure != nil {
				waiting = "another attempt, because the last one has failed: " + failure.Error()
			}
			r.facts.RemovalWaits = &waiting
		default:
			if err = r.prepare(ctx, decided.Payload); err == nil {
				return &delivery{Delivery: decided, owner: owner}
			}
		}
		if err != nil {
			return &delivery{owner: owner, err: err}
		}
	}
	return &delivery{owner: owner, err: errors.New("no decision was reached although all facts were read: this is a bug in the extension")}
}

// Restore takes over the management of Flux after a control plane migration. All workloads still run in the shoot, the
// garden has the deploy key, and the state of the Extension records the delivery of the previous seed.
func (a *Actuator) Restore(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return a.Reconcile(ctx, log, ex)
}

// Migrate releases the shoot because another seed takes over. gardener-resource-manager and the shoot's API server are
// still running. All objects in the shoot stay unchanged, and Flux keeps running.
func (a *Actuator) Migrate(ctx context.Context, _ logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return a.release(ctx, ex, a.Timeouts.Release)
}

// Delete ends the management of a shoot. It sends no request to the garden.
//
// If the shoot is being deleted, Delete only releases it: the worker nodes and Flux's controllers do not exist any
// more, so no controller would remove the finalizers of Flux's objects (gardener:
// pkg/gardenlet/controller/shoot/shoot/reconciler_delete.go). It also only releases a shoot that another seed manages,
// or may manage after an unknown operation: the objects in the shoot belong to that seed.
func (a *Actuator) Delete(ctx context.Context, _ logr.Logger, ex *extensionsv1alpha1.Extension) error {
	cluster, err := extensionscontroller.GetCluster(ctx, a.Seed, ex.Namespace)
	if err != nil {
		return err
	}
	if cluster.Shoot == nil || cluster.Shoot.DeletionTimestamp != nil || operation.Of(ex) == operation.Unknown || isElsewhere(cluster) {
		return a.release(ctx, ex, a.Timeouts.Release)
	}
	delivered, err := extensionstatus.ReadState(ex)
	if err != nil {
		return err
	}
	return a.endManagement(ctx, ex, delivered, extensionscontroller.IsHibernationEnabled(cluster))
}

// ForceDelete releases the shoot without waiting, because the shoot's API server and gardener-resource-manager may not
// be running any more. gardenlet finalizes the ManagedResources afterwards
// (gardener/docs/extensions/force-deletion.md).
func (a *Actuator) ForceDelete(ctx context.Context, _ logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return a.Deliverer.Orphan(ctx, ex.Namespace)
}

// waitForOperation returns the error for a reconciliation during an unknown operation.
func (a *Actuator) waitForOperation(ex *extensionsv1alpha1.Extension) error {
	return &reconcilerutils.RequeueAfterError{RequeueAfter: a.Timeouts.AccessRetry, Cause: fmt.Errorf(
		"operation %q is not known to this version of the extension: nothing is changed until it has ended", operation.Name(ex))}
}

// isElsewhere returns whether Gardener has assigned the shoot to another seed than the one of the Cluster.
func isElsewhere(cluster *extensionscontroller.Cluster) bool {
	return cluster.Seed != nil && cluster.Seed.Name != "" && cluster.Shoot.Spec.SeedName != nil && *cluster.Shoot.Spec.SeedName != cluster.Seed.Name
}

var _ extension.Actuator = &Actuator{}

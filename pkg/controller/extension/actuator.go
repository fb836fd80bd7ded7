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
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shootclient"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/toolkit"
)

// Timeouts of the actuator.
type Timeouts struct {
	// Release is how long one attempt waits for gardener-resource-manager to let go of the ManagedResources.
	Release time.Duration
	// ReleaseRetry is the time to the next attempt after that.
	ReleaseRetry time.Duration
	// RemovalRetry is the time between two attempts to take Flux out of a living shoot.
	RemovalRetry time.Duration
	// Migration is how long one attempt works on Flux's objects in a shoot before an upgrade, and MigrationRetry the time to the next one.
	Migration, MigrationRetry time.Duration
	// ConfigurationRetry is the time after which a configuration with a mistake is read again.
	ConfigurationRetry time.Duration
}

// Actuator acts on Extension resources of type shoot-flux as Gardener's extension contract asks for
// (gardener/docs/extensions/resources/extension.md).
type Actuator struct {
	// Seed reads Clusters, for which it may use a cache, and copies of what a Shoot refers to.
	Seed client.Client
	// Projects reads the projects' configuration.
	Projects *project.Reader
	// Resolver finds the configuration that holds for a shoot.
	Resolver *configuration.Resolver
	// GardenIdentity is the cluster identity of the garden.
	GardenIdentity string
	// DeployKeys keeps the projects' deploy keys.
	DeployKeys *secrets.Store
	// Renderer renders what a shoot gets.
	Renderer *flux.Renderer
	// Shoots connects to shoots from which Flux is to be taken out.
	Shoots shootclient.Connector
	// Migrations prepares shoots for other versions of Flux.
	Migrations *toolkit.Migrations
	// Deliverer hands it over to the shoot.
	Deliverer *managedresource.Deliverer
	// Conditions writes the conditions of Extensions.
	Conditions *extensionstatus.Conditions
	// Events receives what users have to be told beyond an Extension's life.
	Events events.EventRecorder
	// GardenEvents are written in the projects' namespaces in the garden.
	GardenEvents events.EventRecorder
	// Scans are the failures to ask hosts for their keys.
	Scans *project.HostKeyScans
	// Recorder counts and measures what is done.
	Recorder Recorder
	// Timeouts bound the waiting.
	Timeouts Timeouts
}

// Recorder counts and measures what the actuator does.
type Recorder interface {
	// Delivery begins the measurement of a delivery. What it returns ends it.
	Delivery() func(error)
	// Mistake counts a reconciliation that did not deliver everything because of a mistake.
	Mistake(kind metrics.MistakeKind)
}

var _ extension.Actuator = &Actuator{}

// Reconcile installs Flux in the shoot: it observes, which only reads; it decides, which is pure; and it applies, which only writes. It
// waits neither for the shoot nor for a Git server; what becomes of the delivery is the business of the health check.
func (a *Actuator) Reconcile(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	observed, err := a.observe(ctx, ex)
	if err != nil {
		return err
	}
	err = a.apply(ctx, ex, decide(observed))
	if errors.Is(err, errOtherKey) {
		return a.Reconcile(ctx, log, ex)
	}
	return err
}

// Restore takes Flux under the control of this seed after a control plane migration. The shoot still runs everything,
// and the deploy key is in the garden. What was delivered by the other seed is in the state of the Extension.
func (a *Actuator) Restore(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return a.Reconcile(ctx, log, ex)
}

// Migrate lets go of the shoot because another seed takes over. gardener-resource-manager and the shoot's API server
// are still there; every object in the shoot stays as it is, and Flux goes on working.
func (a *Actuator) Migrate(ctx context.Context, _ logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return a.release(ctx, ex, a.Timeouts.Release)
}

// Delete ends the work for a shoot. It does not ask the garden.
//
// In a shoot that is being deleted, the worker nodes are gone already and with them Flux's controllers; nobody would answer the
// finalizers of Flux's objects (gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_delete.go). So nothing in it is touched.
// From a shoot that lives on, Flux is taken out as the deletion policy that was delivered last says; if none is known,
// everything stays.
func (a *Actuator) Delete(ctx context.Context, _ logr.Logger, ex *extensionsv1alpha1.Extension) error {
	cluster, err := extensionscontroller.GetCluster(ctx, a.Seed, ex.Namespace)
	if err != nil {
		return err
	}
	if cluster.Shoot == nil || cluster.Shoot.DeletionTimestamp != nil {
		return a.release(ctx, ex, a.Timeouts.Release)
	}
	delivered, err := extensionstatus.ReadState(ex)
	if err != nil {
		return err
	}
	if extensionscontroller.IsHibernationEnabled(cluster) {
		return a.removeAsleep(ctx, ex, delivered)
	}
	switch delivered.DeletionPolicy {
	case fluxv1alpha1.DeletionPolicyOrphan, fluxv1alpha1.DeletionPolicyPrune:
		return a.removeUnlessTaken(ctx, ex, delivered)
	}
	if err := a.handOver(ctx, ex.Namespace); err != nil {
		return fmt.Errorf("failed to leave Flux to the shoot: %w", err)
	}
	return a.keep(ctx, ex, a.Timeouts.Release)
}

// ForceDelete lets go of the shoot without waiting for anybody: neither the shoot's API server nor
// gardener-resource-manager may be there any more. gardenlet finalizes the ManagedResources afterwards
// (gardener/docs/extensions/force-deletion.md).
func (a *Actuator) ForceDelete(ctx context.Context, _ logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return a.Deliverer.Release(ctx, ex.Namespace)
}

func (a *Actuator) release(ctx context.Context, ex *extensionsv1alpha1.Extension, timeout time.Duration) error {
	if err := a.Deliverer.Release(ctx, ex.Namespace); err != nil {
		return err
	}
	err := a.Deliverer.WaitReleased(ctx, ex.Namespace, timeout)
	if still := (&managedresource.StillThereError{}); errors.As(err, &still) {
		return &reconcilerutils.RequeueAfterError{Cause: err, RequeueAfter: a.Timeouts.ReleaseRetry}
	}
	return err
}

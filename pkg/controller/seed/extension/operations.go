// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"errors"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/go-logr/logr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/decision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/removal"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// Reconcile installs Flux in the shoot: it observes, which only reads; it decides, which is pure; and it applies, which only writes. It
// waits neither for the shoot nor for a Git server; what becomes of the delivery is the business of the health check.
func (a *Actuator) Reconcile(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	observed, err := a.observe(ctx, ex)
	if err != nil {
		return err
	}
	err = a.apply(ctx, ex, decision.Decide(observed))
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
	return a.removal().Release(ctx, ex)
}

// Delete ends the work for a shoot. It does not ask the garden.
//
// In a shoot that is being deleted, the worker nodes are gone already and with them Flux's controllers; nothing would answer the
// finalizers of Flux's objects (gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_delete.go). So nothing in it is touched.
// What becomes of a shoot that lives on is in package removal.
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

// ForceDelete lets go of the shoot without waiting for anybody: neither the shoot's API server nor
// gardener-resource-manager may be there any more. gardenlet finalizes the ManagedResources afterwards
// (gardener/docs/extensions/force-deletion.md).
func (a *Actuator) ForceDelete(ctx context.Context, _ logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return a.Deliverer.Orphan(ctx, ex.Namespace)
}

func (a *Actuator) removal() *removal.Remover {
	return &removal.Remover{Shoots: a.Shoots, Deliverer: a.Deliverer, Conditions: a.Conditions, Events: a.Events, Timeouts: a.Timeouts.Timeouts}
}

var _ extension.Actuator = &Actuator{}

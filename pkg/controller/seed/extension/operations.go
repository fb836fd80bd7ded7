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

// mostRounds bounds the decisions of a reconciliation. Each adds a fact, and there are fewer kinds of facts.
const mostRounds = 32

// Reconcile installs Flux in the shoot: it gathers facts until they are all that the decision needs, applies
// the plan and reports. It waits neither for the shoot nor for a Git server; the health check reports how the
// delivery goes on.
func (a *Actuator) Reconcile(ctx context.Context, _ logr.Logger, ex *extensionsv1alpha1.Extension) error {
	r := &reconciliation{Actuator: a, extension: ex}
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
	return errors.New("no decision on the shoot was reached although all facts were read: this is a bug of the extension")
}

// Restore takes Flux under the control of this seed after a control plane migration. The shoot still runs everything,
// and the deploy key is in the garden. The state of the Extension records the delivery of the other seed.
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
// In a shoot that is being deleted, the worker nodes are gone already and with them Flux's controllers; nothing
// would answer the finalizers of Flux's objects (gardener:
// pkg/gardenlet/controller/shoot/shoot/reconciler_delete.go). So nothing in it is touched. Package removal
// handles a shoot that lives on.
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

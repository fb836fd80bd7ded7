// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package removal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/events"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/connection"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// Timeouts of a removal.
type Timeouts struct {
	// Release is how long one attempt waits for gardener-resource-manager to let go of the ManagedResources.
	Release time.Duration
	// ReleaseRetry is the time to the next attempt after that.
	ReleaseRetry time.Duration
	// RemovalRetry is the time between two attempts to take Flux out of a living shoot.
	RemovalRetry time.Duration
}

// Remover ends the work for shoots.
type Remover struct {
	// Shoots connects to shoots from which Flux is to be taken out.
	Shoots connection.Connector
	// Deliverer deletes or releases what was delivered.
	Deliverer *managedresource.Deliverer
	// Conditions writes the conditions of Extensions.
	Conditions *statuswriter.Writer
	// Events receives what users have to know beyond an Extension's lifetime.
	Events events.EventRecorder
	// Timeouts bound the waiting.
	Timeouts Timeouts
}

// Remove ends the work for a shoot that lives on. Flux is taken out as the deletion policy that was delivered last says; if none is known,
// everything stays.
func (r *Remover) Remove(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State, hibernated bool) error {
	if hibernated {
		return r.removeAsleep(ctx, ex, delivered)
	}
	switch delivered.DeletionPolicy {
	case fluxv1alpha1.DeletionPolicyOrphan, fluxv1alpha1.DeletionPolicyPrune:
		return r.removeUnlessTaken(ctx, ex, delivered)
	}
	if err := r.handOver(ctx, ex.Namespace); err != nil {
		return fmt.Errorf("failed to leave Flux to the shoot: %w", err)
	}
	return r.keep(ctx, ex, delivered, r.Timeouts.Release)
}

// attempt is what is known while Flux is removed from a living shoot. How far it is is never recorded: each attempt reads what is
// there, so that it does not matter where the one before has ended.
type attempt struct {
	namespace string
	delivered extensionstatus.State
	resources managedresource.State
	shoot     *toolkit.Shoot
}

// removeAlive takes Flux out of a living shoot, and reports what there is to wait for.
func (r *Remover) removeAlive(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State) error {
	waiting, left, err := r.remove(ctx, ex, delivered)
	if err != nil {
		return fmt.Errorf("failed to remove Flux from the shoot (deletionPolicy %s): %w", delivered.DeletionPolicy, err)
	}
	if waiting != "" {
		return r.wait(ctx, ex, fmt.Sprintf("removing Flux from the shoot (deletionPolicy %s): waiting for %s", delivered.DeletionPolicy, waiting), r.Timeouts.RemovalRetry)
	}
	note := "The extension was removed from a living shoot: Flux, its objects and its credentials were removed, the workloads stay."
	if delivered.DeletionPolicy == fluxv1alpha1.DeletionPolicyPrune {
		note = "The extension was removed from a living shoot: the objects applied by the root Kustomization were deleted, and then Flux, its objects and its credentials."
	}
	if left != "" {
		logf.FromContext(ctx).Info("Flux was removed from the shoot, and not all that is not needed any more", "left", left)
		note += " In the shoot, " + left + "."
	}
	garden.RecordRelatedEvent(r.Events, ex, nil, corev1.EventTypeNormal, "FluxRemoved", "Delete", note)
	return nil
}

// removeAsleep only reports: neither the shoot's API server nor its gardener-resource-manager is awake. Gardener does not wait
// for the Extension of a hibernated shoot (gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_reconcile.go).
func (r *Remover) removeAsleep(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State) error {
	switch delivered.DeletionPolicy {
	case fluxv1alpha1.DeletionPolicyOrphan, fluxv1alpha1.DeletionPolicyPrune:
		return r.wait(ctx, ex, fmt.Sprintf("removing Flux from the shoot (deletionPolicy %s): waiting for the shoot to wake up from hibernation", delivered.DeletionPolicy), r.Timeouts.ReleaseRetry)
	}
	return r.keep(ctx, ex, delivered, 0)
}

// handOver leaves Flux to the shoot, without which Gardener would not clean it up when the shoot is deleted one day. The
// ManagedResources are paused, or gardener-resource-manager would undo it.
func (r *Remover) handOver(ctx context.Context, namespace string) error {
	if err := r.Deliverer.Pause(ctx, namespace); err != nil {
		return err
	}
	shoot, err := r.Shoots.Connect(ctx, namespace)
	if err != nil {
		// Where gardenlet has not even made a kubeconfig, there has never been an API server.
		return client.IgnoreNotFound(err)
	}
	return shoot.AllowCleanup(ctx)
}

// keep lets go of a living shoot in which everything stays, and says so if there is anything.
func (r *Remover) keep(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State, timeout time.Duration) error {
	resources, err := r.Deliverer.Expected(ctx, ex.Namespace, delivered.Flux, delivered.Bootstrapped)
	if err != nil {
		return err
	}
	if err := r.release(ctx, ex, timeout); err != nil || !delivered.Flux && !resources.Delivered() {
		return err
	}
	r.Events.Eventf(ex, nil, corev1.EventTypeNormal, "FluxKept", "Delete",
		"The extension was removed from a living shoot: Flux, its credentials and all workloads stay in the shoot and are no longer managed by the extension. Run 'flux uninstall' against the shoot to remove Flux and keep the workloads.")
	return nil
}

// wait reports what there is to wait for. The requeue is the outermost error, because the extension library recognizes it by a
// type assertion.
func (r *Remover) wait(ctx context.Context, ex *extensionsv1alpha1.Extension, message string, retry time.Duration) error {
	verdict := health.Verdict{Type: fluxv1alpha1.ConditionInstalled, Status: gardencorev1beta1.ConditionProgressing, Reason: "Removing", Message: message}
	if err := r.Conditions.Write(ctx, ex, []health.Verdict{verdict}, health.Types()...); err != nil {
		return err
	}
	return &reconcilerutils.RequeueAfterError{Cause: errors.New(message), RequeueAfter: retry}
}

// remove takes Flux out of a living shoot. It returns what there is to wait for, or, with nothing to wait for, what stays in the
// shoot although it is not needed.
//
// The order is that of 'flux uninstall', after which no controller is there that could act on the deletion of its objects:
// everything is suspended, then the controllers go, and then their objects. gardener-resource-manager does not manage Flux's
// namespace any more at this point, and could only delete what is in it; so everything else is done in the shoot itself.
func (r *Remover) remove(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State) (waiting, left string, err error) {
	if err := r.Deliverer.Pause(ctx, ex.Namespace); err != nil {
		return "", "", err
	}
	t := &attempt{namespace: ex.Namespace, delivered: delivered}
	if t.resources, err = r.Deliverer.State(ctx, ex.Namespace); err != nil {
		return "", "", err
	}
	if t.shoot, err = r.Shoots.Connect(ctx, ex.Namespace); err != nil {
		return "", "", err
	}
	for _, step := range []func(context.Context, *attempt) (string, error){r.prune, r.suspend, r.removeControllers, r.removeRest} {
		if waiting, err := step(ctx, t); err != nil || waiting != "" {
			return waiting, "", err
		}
	}
	left, err = t.shoot.DeleteNamespace(ctx, delivered.Namespace)
	return "", left, err
}

// prune has Flux delete what the root Kustomization has applied, as long as Flux is there to do it.
func (r *Remover) prune(ctx context.Context, t *attempt) (string, error) {
	if t.delivered.DeletionPolicy != fluxv1alpha1.DeletionPolicyPrune || !t.delivered.Sync {
		return "", nil
	}
	if prunes, err := t.prunes(ctx); err != nil || !prunes {
		return "", err
	}
	return t.shoot.Prune(ctx, extensionstatus.Named(t.delivered.Root))
}

// suspend has Flux leave everything alone. Only the next attempt shows that nothing was resumed meanwhile.
func (r *Remover) suspend(ctx context.Context, t *attempt) (string, error) {
	// That a ManagedResource is not there does not mean that the controllers are gone.
	suspended, err := t.shoot.Suspend(ctx, extensionstatus.Named(t.delivered.Root))
	if err != nil || suspended == 0 {
		return "", err
	}
	return fmt.Sprintf("%d of Flux's objects, suspended just now, to stay so", suspended), nil
}

// remains returns whether the ManagedResource exists and is not being deleted.
func remains(resource *resourcesv1alpha1.ManagedResource) bool {
	return resource != nil && resource.DeletionTimestamp == nil
}

// removeControllers has the controllers deleted. Where their ManagedResource is gone, some may be left.
func (r *Remover) removeControllers(ctx context.Context, t *attempt) (string, error) {
	if t.resources.Controllers == nil {
		left, err := t.shoot.SweepControllers(ctx, t.delivered.Namespaces())
		return whatRemains(nil, left), err
	}
	if err := r.Deliverer.Delete(ctx, t.namespace, fluxv1alpha1.ManagedResourceControllers); err != nil {
		return "", err
	}
	return deletionOf(t.resources.Controllers), nil
}

// removeRest removes credentials, copies, source-controller's volume, and Flux's objects with their CustomResourceDefinitions.
func (r *Remover) removeRest(ctx context.Context, t *attempt) (string, error) {
	remaining, err := t.shoot.UnblockDeletion(ctx, definitionsIn(t.resources.CRDs))
	if err != nil {
		return "", err
	}
	var config string
	if t.resources.Config == nil {
		if config, err = t.shoot.SweepConfig(ctx, t.delivered.Namespaces()); err != nil {
			return "", err
		}
	}
	var storage string
	if t.resources.CRDs == nil {
		if storage, err = t.shoot.SweepStorage(ctx, t.delivered.Namespace); err != nil {
			return "", err
		}
	}
	waiting := []string{whatRemains(t.resources.CRDs, remaining.Definitions), heldBy(remaining.Blocked), whatRemains(t.resources.Config, config), whatRemains(nil, storage)}
	waiting = slices.DeleteFunc(waiting, func(what string) bool { return what == "" })
	return strings.Join(waiting, " and "), r.Deliverer.Delete(ctx, t.namespace, fluxv1alpha1.ManagedResourceConfig, fluxv1alpha1.ManagedResourceCRDs)
}

// definitionsIn are the CustomResourceDefinitions that gardener-resource-manager deletes with their ManagedResource.
func definitionsIn(crds *resourcesv1alpha1.ManagedResource) []string {
	if crds == nil {
		return nil
	}
	var known []string
	for _, object := range crds.Status.Resources {
		if object.Kind == "CustomResourceDefinition" {
			known = append(known, object.Name)
		}
	}
	return known
}

// whatRemains says what there is to wait for: a ManagedResource, or without one what is deleted in the shoot itself.
func whatRemains(resource *resourcesv1alpha1.ManagedResource, left string) string {
	switch {
	case resource != nil:
		return deletionOf(resource)
	case left != "":
		return left + " to be gone from the shoot"
	}
	return ""
}

// heldBy says what objects of Flux wait for that others keep; empty if there are none.
func heldBy(held string) string {
	if held == "" {
		return ""
	}
	return "the finalizers of others to be removed, by their controllers, or by hand where there are none, from " + held
}

// deletionOf says what there is to wait for when a ManagedResource is deleted, in gardener-resource-manager's words if it has any.
func deletionOf(resource *resourcesv1alpha1.ManagedResource) string {
	waiting := "gardener-resource-manager of the shoot to delete the objects of ManagedResource " + resource.Name
	applied := v1beta1helper.GetCondition(resource.Status.Conditions, resourcesv1alpha1.ResourcesApplied)
	if resource.DeletionTimestamp != nil && applied != nil &&
		(applied.Reason == resourcesv1alpha1.ConditionDeletionPending || applied.Reason == resourcesv1alpha1.ConditionDeletionFailed) {
		waiting += " (" + strings.Join(strings.Fields(applied.Message), " ") + ")"
	}
	return waiting
}

// prunes returns whether Flux is there to delete what the root Kustomization has applied. Where it was left alone, nothing of it is in a
// ManagedResource, and the root Kustomization of the extension may have been replaced by a foreign one, which must not be pruned.
func (t *attempt) prunes(ctx context.Context) (bool, error) {
	if !t.delivered.Bootstrapped {
		return remains(t.resources.Controllers), nil
	}
	if found, own, err := t.shoot.IsOwn(ctx, extensionstatus.Named(t.delivered.Root)); err != nil || found && !own {
		return false, err
	}
	return t.shoot.Prunes(ctx, t.delivered.Namespace)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

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
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/toolkit"
)

// removal is what is known while Flux is removed from a living shoot. How far it is is never recorded: each attempt reads what is
// there, so that it does not matter where the one before has ended.
type removal struct {
	namespace string
	delivered extensionstatus.State
	resources managedresource.State
	shoot     *toolkit.Shoot
}

// removeAlive takes Flux out of a living shoot, and reports what there is to wait for.
func (a *Actuator) removeAlive(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State) error {
	waiting, left, err := a.remove(ctx, ex, delivered)
	if err != nil {
		return fmt.Errorf("failed to remove Flux from the shoot (deletionPolicy %s): %w", delivered.DeletionPolicy, err)
	}
	if waiting != "" {
		return a.wait(ctx, ex, fmt.Sprintf("removing Flux from the shoot (deletionPolicy %s): waiting for %s", delivered.DeletionPolicy, waiting), a.Timeouts.RemovalRetry)
	}
	note := "The extension was removed from a living shoot: Flux, its objects and its credentials were removed, the workloads stay."
	if delivered.DeletionPolicy == fluxv1alpha1.DeletionPolicyPrune {
		note = "The extension was removed from a living shoot: what the root Kustomization had brought was removed, and then Flux, its objects and its credentials."
	}
	if left != "" {
		logf.FromContext(ctx).Info("Flux was removed from the shoot, and not all that is not needed any more", "left", left)
		note += " In the shoot, " + left + "."
	}
	project.RecordRelatedEvent(a.Events, ex, nil, corev1.EventTypeNormal, "FluxRemoved", "Delete", note)
	return nil
}

// removeAsleep only reports: neither the shoot's API server nor its gardener-resource-manager is awake. Gardener does not wait
// for the Extension of a hibernated shoot (gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_reconcile.go).
func (a *Actuator) removeAsleep(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State) error {
	switch delivered.DeletionPolicy {
	case fluxv1alpha1.DeletionPolicyOrphan, fluxv1alpha1.DeletionPolicyPrune:
		return a.wait(ctx, ex, fmt.Sprintf("removing Flux from the shoot (deletionPolicy %s): waiting for the shoot to wake up from hibernation", delivered.DeletionPolicy), a.Timeouts.ReleaseRetry)
	}
	return a.keep(ctx, ex, 0)
}

// handOver leaves Flux to the shoot, without which Gardener would not clean it up when the shoot is deleted one day. The
// ManagedResources are paused, or gardener-resource-manager would undo it.
func (a *Actuator) handOver(ctx context.Context, namespace string) error {
	if err := a.Deliverer.Pause(ctx, namespace); err != nil {
		return err
	}
	shoot, err := a.Shoots.Connect(ctx, namespace)
	if err != nil {
		// Where gardenlet has not even made a kubeconfig, there has never been an API server.
		return client.IgnoreNotFound(err)
	}
	return shoot.AllowCleanup(ctx)
}

// keep lets go of a living shoot in which everything stays, and says so if there is anything.
func (a *Actuator) keep(ctx context.Context, ex *extensionsv1alpha1.Extension, timeout time.Duration) error {
	delivered, _, err := a.deliveredTo(ctx, ex)
	if err != nil {
		return err
	}
	if err := a.release(ctx, ex, timeout); err != nil || !delivered.Flux {
		return err
	}
	a.Events.Eventf(ex, nil, corev1.EventTypeNormal, "FluxKept", "Delete",
		"The extension was removed from a living shoot: Flux, its credentials and all workloads stay in the shoot and are no longer managed by the extension. Run 'flux uninstall' against the shoot to remove Flux and keep the workloads.")
	return nil
}

// wait reports what there is to wait for. The requeue is the outermost error, because the extension library recognizes it by a
// type assertion.
func (a *Actuator) wait(ctx context.Context, ex *extensionsv1alpha1.Extension, message string, retry time.Duration) error {
	verdict := health.Verdict{Type: fluxv1alpha1.ConditionInstalled, Status: gardencorev1beta1.ConditionProgressing, Reason: "Removing", Message: message}
	if err := a.Conditions.Write(ctx, ex, []health.Verdict{verdict}, health.Types()...); err != nil {
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
func (a *Actuator) remove(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State) (waiting, left string, err error) {
	if err := a.Deliverer.Pause(ctx, ex.Namespace); err != nil {
		return "", "", err
	}
	r := &removal{namespace: ex.Namespace, delivered: delivered}
	if r.resources, err = a.Deliverer.State(ctx, ex.Namespace); err != nil {
		return "", "", err
	}
	if r.shoot, err = a.Shoots.Connect(ctx, ex.Namespace); err != nil {
		return "", "", err
	}
	for _, step := range []func(context.Context, *removal) (string, error){a.prune, a.suspend, a.removeControllers, a.removeRest} {
		if waiting, err := step(ctx, r); err != nil || waiting != "" {
			return waiting, "", err
		}
	}
	left, err = r.shoot.DeleteNamespace(ctx, delivered.Namespace)
	return "", left, err
}

// prune has Flux delete what the root Kustomization has applied, as long as Flux is there to do it.
func (a *Actuator) prune(ctx context.Context, r *removal) (string, error) {
	if r.delivered.DeletionPolicy != fluxv1alpha1.DeletionPolicyPrune || !r.delivered.Sync {
		return "", nil
	}
	if prunes, err := r.prunes(ctx); err != nil || !prunes {
		return "", err
	}
	return r.shoot.Prune(ctx, extensionstatus.Named(r.delivered.Root))
}

// suspend has Flux leave everything alone. Only the next attempt shows that nothing was resumed meanwhile.
func (a *Actuator) suspend(ctx context.Context, r *removal) (string, error) {
	// That a ManagedResource is not there does not mean that the controllers are gone.
	suspended, err := r.shoot.Suspend(ctx, extensionstatus.Named(r.delivered.Root))
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
func (a *Actuator) removeControllers(ctx context.Context, r *removal) (string, error) {
	if r.resources.Controllers == nil {
		left, err := r.shoot.SweepControllers(ctx, r.delivered.Namespaces())
		return whatRemains(nil, left), err
	}
	if err := a.Deliverer.Delete(ctx, r.namespace, fluxv1alpha1.ManagedResourceControllers); err != nil {
		return "", err
	}
	return deletionOf(r.resources.Controllers), nil
}

// removeRest removes credentials, copies and Flux's objects with their CustomResourceDefinitions.
func (a *Actuator) removeRest(ctx context.Context, r *removal) (string, error) {
	released, err := r.shoot.Release(ctx, definitionsIn(r.resources.CRDs))
	if err != nil {
		return "", err
	}
	var config string
	if r.resources.Config == nil {
		if config, err = r.shoot.SweepConfig(ctx, r.delivered.Namespaces()); err != nil {
			return "", err
		}
	}
	waiting := []string{whatRemains(r.resources.CRDs, released.Definitions), heldBy(released.Held), whatRemains(r.resources.Config, config)}
	waiting = slices.DeleteFunc(waiting, func(what string) bool { return what == "" })
	return strings.Join(waiting, " and "), a.Deliverer.Delete(ctx, r.namespace, fluxv1alpha1.ManagedResourceConfig, fluxv1alpha1.ManagedResourceCRDs)
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
	waiting := "gardener-resource-manager of the shoot to delete what ManagedResource " + resource.Name + " has brought"
	applied := v1beta1helper.GetCondition(resource.Status.Conditions, resourcesv1alpha1.ResourcesApplied)
	if resource.DeletionTimestamp != nil && applied != nil &&
		(applied.Reason == resourcesv1alpha1.ConditionDeletionPending || applied.Reason == resourcesv1alpha1.ConditionDeletionFailed) {
		waiting += " (" + strings.Join(strings.Fields(applied.Message), " ") + ")"
	}
	return waiting
}

// prunes returns whether Flux is there to delete what the root Kustomization has applied. Where it was left alone, nothing of it is in a
// ManagedResource, and the root Kustomization of the extension may have been replaced by a foreign one, which must not be pruned.
func (r *removal) prunes(ctx context.Context) (bool, error) {
	if !r.delivered.Bootstrapped {
		return remains(r.resources.Controllers), nil
	}
	if found, own, err := r.shoot.IsOwn(ctx, extensionstatus.Named(r.delivered.Root)); err != nil || found && !own {
		return false, err
	}
	return r.shoot.Prunes(ctx, r.delivered.Namespace)
}

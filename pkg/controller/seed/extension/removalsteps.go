// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"fmt"
	"slices"
	"strings"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// removal is one attempt to remove Flux from a shoot that is not being deleted.
type removal struct {
	*Actuator
	namespace string
	delivered extensionstatus.State
	resources managedresource.State
	shoot     *toolkit.Shoot
}

// attempt runs the steps of the removal, which return a reason to wait. If it must wait, waiting describes the objects
// to wait for. After the last step, waiting is empty, and left names unused objects that remain.
//
// The order of the steps is the same as in 'flux uninstall', so that no controller reacts to the deletion of its
// objects: they suspend all objects, delete the controllers, and then delete the objects. At this point,
// gardener-resource-manager does not manage Flux's namespace any more and could only delete its content, so the
// extension deletes the rest in the shoot itself.
func (r *removal) attempt(ctx context.Context, steps ...func(context.Context) (string, error)) (waiting, left string, err error) {
	if err := r.Deliverer.Pause(ctx, r.namespace); err != nil {
		return "", "", err
	}
	if r.resources, err = r.Deliverer.State(ctx, r.namespace); err != nil {
		return "", "", err
	}
	if r.shoot, err = r.Shoots.Connect(ctx, r.namespace); err != nil {
		return "", "", err
	}
	for _, step := range steps {
		if waiting, err := step(ctx); err != nil || waiting != "" {
			return waiting, "", err
		}
	}
	left, err = r.shoot.DeleteNamespace(ctx, r.delivered.Namespace)
	return "", left, err
}

// prune lets Flux delete the objects of the root Kustomization while its controllers are still running.
func (r *removal) prune(ctx context.Context) (string, error) {
	if r.delivered.DeletionPolicy != fluxv1alpha1.DeletionPolicyPrune || !r.delivered.Sync {
		return "", nil
	}
	if prunes, err := r.prunes(ctx); err != nil || !prunes {
		return "", err
	}
	return r.shoot.Prune(ctx, extensionstatus.ParseName(r.delivered.Root))
}

// suspend suspends all objects of Flux. The next attempt checks whether an object was resumed in the meantime.
func (r *removal) suspend(ctx context.Context) (string, error) {
	// This does not depend on the ManagedResource, because the controllers may run without it.
	suspended, err := r.shoot.Suspend(ctx, extensionstatus.ParseName(r.delivered.Root))
	if err != nil || suspended == 0 {
		return "", err
	}
	return fmt.Sprintf("a check that %d newly suspended objects of Flux stay suspended", suspended), nil
}

// removeControllers deletes the controllers, including those that remain after their ManagedResource was deleted.
func (r *removal) removeControllers(ctx context.Context) (string, error) {
	if r.resources.Controllers == nil {
		left, err := r.shoot.SweepControllers(ctx, r.delivered.Namespaces())
		return pendingOf(nil, left), err
	}
	if err := r.Deliverer.Delete(ctx, r.namespace, fluxv1alpha1.ManagedResourceControllers); err != nil {
		return "", err
	}
	return deletionOf(r.resources.Controllers), nil
}

// checkUnused stops the removal until the next decision if the shoot needs Flux again. It runs after the controllers
// are gone, and immediately before the deletion of the CustomResourceDefinitions, which deletes all objects of Flux.
func (r *removal) checkUnused(ctx context.Context) (string, error) {
	use, err := r.shoot.Use(ctx)
	if err != nil || use == (toolkit.Use{}) {
		return "", err
	}
	return "another decision, because somebody has begun to use Flux", nil
}

// removeRest deletes credentials, copies, source-controller's volume, and Flux's objects with their
// CustomResourceDefinitions.
func (r *removal) removeRest(ctx context.Context) (string, error) {
	remaining, err := r.shoot.UnblockDeletion(ctx, definitionsIn(r.resources.CRDs))
	if err != nil {
		return "", err
	}
	var config string
	if r.resources.Config == nil {
		if config, err = r.shoot.SweepConfig(ctx, r.delivered.Namespaces()); err != nil {
			return "", err
		}
	}
	var storage string
	if r.resources.CRDs == nil {
		if storage, err = r.shoot.SweepStorage(ctx, r.delivered.Namespace); err != nil {
			return "", err
		}
	}
	waiting := []string{pendingOf(r.resources.CRDs, remaining.Definitions), heldBy(remaining.Blocked), pendingOf(r.resources.Config, config), pendingOf(nil, storage)}
	waiting = slices.DeleteFunc(waiting, func(part string) bool { return part == "" })
	return strings.Join(waiting, " and "), r.Deliverer.Delete(ctx, r.namespace, fluxv1alpha1.ManagedResourceConfig, fluxv1alpha1.ManagedResourceCRDs)
}

// definitionsIn returns the CustomResourceDefinitions that gardener-resource-manager deletes with the ManagedResource.
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

// pendingOf describes the pending deletion of a ManagedResource or, if it does not exist, of objects in the shoot.
func pendingOf(resource *resourcesv1alpha1.ManagedResource, left string) string {
	switch {
	case resource != nil:
		return deletionOf(resource)
	case left != "":
		return left + " to be deleted from the shoot"
	}
	return ""
}

// heldBy describes the wait for objects of Flux with finalizers of other controllers. It is empty if there are no such
// objects.
func heldBy(held string) string {
	if held == "" {
		return ""
	}
	return "other controllers (or the user, if these no longer run) to remove their finalizers from " + held
}

// deletionOf describes the pending deletion of a ManagedResource. It includes the message of gardener-resource-manager
// if there is one.
func deletionOf(resource *resourcesv1alpha1.ManagedResource) string {
	waiting := "gardener-resource-manager of the shoot to delete the objects of ManagedResource " + resource.Name
	applied := v1beta1helper.GetCondition(resource.Status.Conditions, resourcesv1alpha1.ResourcesApplied)
	if resource.DeletionTimestamp != nil && applied != nil &&
		(applied.Reason == resourcesv1alpha1.ConditionDeletionPending || applied.Reason == resourcesv1alpha1.ConditionDeletionFailed) {
		waiting += " (" + strings.Join(strings.Fields(applied.Message), " ") + ")"
	}
	return waiting
}

// prunes returns whether Flux is running and may delete the objects of the root Kustomization. If the extension does
// not manage Flux any more, no ManagedResource contains it, and prunes checks the shoot. Other clients may have
// replaced the extension's root Kustomization; a Kustomization of another client must not be pruned.
func (r *removal) prunes(ctx context.Context) (bool, error) {
	if !r.delivered.Bootstrapped {
		return r.resources.Controllers != nil && r.resources.Controllers.DeletionTimestamp == nil, nil
	}
	if found, own, err := r.shoot.IsOwn(ctx, extensionstatus.ParseName(r.delivered.Root)); err != nil || found && !own {
		return false, err
	}
	return r.shoot.Prunes(ctx, r.delivered.Namespace)
}

// removeBaseline takes the next step of the removal of the baseline from a shoot, and returns the reason to wait. The
// reason is empty if the shoot has no baseline. The Kustomization goes first, because Flux deletes the applied objects
// as its ServiceAccount. The client of the shoot deletes it: after the removal of the extension,
// gardener-resource-manager no longer manages its namespace, and can only delete objects.
func (a *Actuator) removeBaseline(ctx context.Context, namespace string, delivered extensionstatus.Baseline) (string, error) {
	if !delivered.IsDelivered() {
		return "", nil
	}
	if err := a.Deliverer.PauseNamed(ctx, namespace, fluxv1alpha1.ManagedResourceBaseline); err != nil {
		return "", err
	}
	resource, err := a.Deliverer.KnownNamed(ctx, namespace, fluxv1alpha1.ManagedResourceBaseline)
	if err != nil {
		return "", err
	}
	shoot, err := a.Shoots.Connect(ctx, namespace)
	if err != nil {
		return "", err
	}
	waiting, err := shoot.DeleteBaseline(ctx, delivered.Namespace, delivered.DeletionPolicy == configv1alpha1.BaselinePrune)
	if err != nil || waiting != "" {
		return waiting, err
	}
	if resource != nil {
		return deletionOf(resource), a.Deliverer.Delete(ctx, namespace, fluxv1alpha1.ManagedResourceBaseline)
	}
	if left, err := shoot.SweepBaseline(ctx, delivered.Namespace); err != nil || left != "" {
		return pendingOf(nil, left), err
	}
	_, err = shoot.DeleteNamespace(ctx, delivered.Namespace)
	return "", err
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package removal

import (
	"context"
	"fmt"
	"slices"
	"strings"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// attempt is one attempt to remove Flux from a living shoot, with the state that it has read.
type attempt struct {
	namespace string
	delivered extensionstatus.State
	resources managedresource.State
	shoot     *toolkit.Shoot
}

// remove removes Flux from a living shoot. It returns the objects to wait for. Once there are none, left names
// unused objects that remain.
//
// The order follows 'flux uninstall', so that no controller reacts to the deletion of its objects: suspend
// everything, delete the controllers, then delete their objects. gardener-resource-manager does not manage Flux's
// namespace any more at this point and could only delete its content, so the rest is deleted in the shoot itself.
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

// prune has Flux delete the objects of the root Kustomization while its controllers still run.
func (r *Remover) prune(ctx context.Context, t *attempt) (string, error) {
	if t.delivered.DeletionPolicy != fluxv1alpha1.DeletionPolicyPrune || !t.delivered.Sync {
		return "", nil
	}
	if prunes, err := t.prunes(ctx); err != nil || !prunes {
		return "", err
	}
	return t.shoot.Prune(ctx, extensionstatus.ParseName(t.delivered.Root))
}

// suspend suspends all objects of Flux. Only the next attempt shows whether any was resumed meanwhile.
func (r *Remover) suspend(ctx context.Context, t *attempt) (string, error) {
	// The controllers may run without their ManagedResource.
	suspended, err := t.shoot.Suspend(ctx, extensionstatus.ParseName(t.delivered.Root))
	if err != nil || suspended == 0 {
		return "", err
	}
	return fmt.Sprintf("%d objects of Flux, which were just suspended, to stay suspended", suspended), nil
}

// removeControllers deletes the controllers. Some may remain although their ManagedResource is gone.
func (r *Remover) removeControllers(ctx context.Context, t *attempt) (string, error) {
	if t.resources.Controllers == nil {
		left, err := t.shoot.SweepControllers(ctx, t.delivered.Namespaces())
		return pendingOf(nil, left), err
	}
	if err := r.Deliverer.Delete(ctx, t.namespace, fluxv1alpha1.ManagedResourceControllers); err != nil {
		return "", err
	}
	return deletionOf(t.resources.Controllers), nil
}

// removeRest deletes credentials, copies, source-controller's volume, and Flux's objects with their
// CustomResourceDefinitions.
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
	waiting := []string{pendingOf(t.resources.CRDs, remaining.Definitions), heldBy(remaining.Blocked), pendingOf(t.resources.Config, config), pendingOf(nil, storage)}
	waiting = slices.DeleteFunc(waiting, func(part string) bool { return part == "" })
	return strings.Join(waiting, " and "), r.Deliverer.Delete(ctx, t.namespace, fluxv1alpha1.ManagedResourceConfig, fluxv1alpha1.ManagedResourceCRDs)
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

// pendingOf describes the pending deletion of a ManagedResource or, without one, of objects in the shoot.
func pendingOf(resource *resourcesv1alpha1.ManagedResource, left string) string {
	switch {
	case resource != nil:
		return deletionOf(resource)
	case left != "":
		return left + " to be gone from the shoot"
	}
	return ""
}

// heldBy describes the wait for objects of Flux that have finalizers of others; empty without any.
func heldBy(held string) string {
	if held == "" {
		return ""
	}
	return "other controllers (or the user, if they are gone) to remove their finalizers from " + held
}

// deletionOf describes the pending deletion of a ManagedResource, with gardener-resource-manager's message if there
// is one.
func deletionOf(resource *resourcesv1alpha1.ManagedResource) string {
	waiting := "gardener-resource-manager of the shoot to delete the objects of ManagedResource " + resource.Name
	applied := v1beta1helper.GetCondition(resource.Status.Conditions, resourcesv1alpha1.ResourcesApplied)
	if resource.DeletionTimestamp != nil && applied != nil &&
		(applied.Reason == resourcesv1alpha1.ConditionDeletionPending || applied.Reason == resourcesv1alpha1.ConditionDeletionFailed) {
		waiting += " (" + strings.Join(strings.Fields(applied.Message), " ") + ")"
	}
	return waiting
}

// prunes returns whether Flux runs and may delete the objects of the root Kustomization. A Flux that was left alone
// is in no ManagedResource. Others may have replaced the extension's root Kustomization by their own, which must not
// be pruned.
func (t *attempt) prunes(ctx context.Context) (bool, error) {
	if !t.delivered.Bootstrapped {
		return t.resources.Controllers != nil && t.resources.Controllers.DeletionTimestamp == nil, nil
	}
	if found, own, err := t.shoot.IsOwn(ctx, extensionstatus.ParseName(t.delivered.Root)); err != nil || found && !own {
		return false, err
	}
	return t.shoot.Prunes(ctx, t.delivered.Namespace)
}

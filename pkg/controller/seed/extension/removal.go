// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"errors"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/decision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
)

// release releases the ManagedResources of a shoot, and waits until gardener-resource-manager has removed their
// finalizers. The shoot keeps all objects.
func (a *Actuator) release(ctx context.Context, ex *extensionsv1alpha1.Extension, timeout time.Duration) error {
	if err := a.Deliverer.Orphan(ctx, ex.Namespace); err != nil {
		return err
	}
	return managedresource.RequeueIfDeleting(a.Deliverer.WaitDeleted(ctx, ex.Namespace, timeout), a.Timeouts.ReleaseRetry)
}

// endManagement ends the management of a shoot that is not being deleted. The deletion policy of the last delivery
// determines whether Flux is removed. If the policy is unknown, the shoot keeps everything. endManagement records no
// progress: each attempt reads the current state.
//
// If the extension did not manage Flux and another client manages it now, the shoot keeps everything, including the
// credentials, because Flux may still use them.
func (a *Actuator) endManagement(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State, hibernated bool) error {
	removes := delivered.DeletionPolicy == fluxv1alpha1.DeletionPolicyOrphan || delivered.DeletionPolicy == fluxv1alpha1.DeletionPolicyPrune
	switch {
	case hibernated && removes:
		// Neither the shoot's API server nor its gardener-resource-manager is running. Gardener does not wait for the
		// Extension of a hibernated shoot (gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_reconcile.go).
		return a.wait(ctx, ex, delivered, "the shoot to wake up from hibernation", a.Timeouts.ReleaseRetry)
	case hibernated:
		return a.keep(ctx, ex, delivered, "", 0)
	}
	waiting, err := a.removeBaseline(ctx, ex.Namespace, delivered.Baseline)
	if err != nil {
		return fmt.Errorf("failed to remove the operator's baseline: %w", err)
	}
	if waiting != "" {
		return a.wait(ctx, ex, delivered, waiting, a.Timeouts.RemovalRetry)
	}
	taken := ""
	if removes && delivered.Bootstrapped {
		shoot, err := a.Shoots.Connect(ctx, ex.Namespace)
		if err != nil {
			return err
		}
		if taken, err = shoot.Taken(ctx, delivered.Version); err != nil {
			return err
		}
	}
	if removes && taken == "" {
		return a.remove(ctx, ex, delivered)
	}
	if err := a.leave(ctx, ex.Namespace); err != nil {
		return fmt.Errorf("failed to release Flux in the shoot: %w", err)
	}
	return a.keep(ctx, ex, delivered, taken, a.Timeouts.Release)
}

// remove removes Flux from a shoot that is not being deleted, and reports the progress.
func (a *Actuator) remove(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State) error {
	r := &removal{Actuator: a, namespace: ex.Namespace, delivered: delivered}
	waiting, left, err := r.attempt(ctx, r.prune, r.suspend, r.removeControllers, r.removeRest)
	if err != nil {
		return fmt.Errorf("failed to remove Flux from the shoot (deletionPolicy %s): %w", delivered.DeletionPolicy, err)
	}
	if waiting != "" {
		return a.wait(ctx, ex, delivered, waiting, a.Timeouts.RemovalRetry)
	}
	note := "The extension was removed from the Shoot: Flux, its objects and its credentials were removed; the workloads stay."
	if delivered.DeletionPolicy == fluxv1alpha1.DeletionPolicyPrune {
		note = "The extension was removed from the Shoot: the objects applied by the root Kustomization were deleted, and then Flux, its objects and its credentials."
	}
	a.reportRemoved(ctx, ex, note, left)
	return nil
}

// reportRemoved records an Event about the removal of Flux. left names unused objects that remain.
func (a *Actuator) reportRemoved(ctx context.Context, ex *extensionsv1alpha1.Extension, note, left string) {
	if left != "" {
		logf.FromContext(ctx).Info("Flux was removed from the shoot, but unused objects remain", "left", left)
		note += " In the shoot, " + left + "."
	}
	garden.RecordEvent(a.Events, ex, nil, corev1.EventTypeNormal, "FluxRemoved", "Delete", note)
}

// removeFlux makes one attempt to remove a Flux that came only for the operator's baseline. A failure is reported, and
// does not fail the operation.
//
// Nobody has objects of Flux then, so there is nothing to prune and to suspend. If somebody creates objects meanwhile,
// the CustomResourceDefinitions stay, and the next decision keeps Flux.
func (r *reconciliation) removeFlux(ctx context.Context) error {
	if err := r.refuseDeletedShoot(ctx); err != nil {
		return err
	}
	attempt := &removal{Actuator: r.Actuator, namespace: r.extension.Namespace, delivered: r.facts.Seed.Previous}
	waiting, left, err := attempt.attempt(ctx, attempt.removeControllers, attempt.checkUnused, attempt.removeRest)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		logf.FromContext(ctx).Error(err, "Failed to remove Flux, which came only for the operator's baseline")
		waiting = "another attempt, because the last one has failed: " + err.Error()
	case waiting == "":
		r.reportRemoved(ctx, r.extension, "Flux was removed from the shoot, because it came only for the operator's baseline, which was removed before.", left)
	}
	r.facts.FluxRemoval = &decision.FluxRemoval{Waits: waiting}
	return nil
}

// leave lets Gardener clean up Flux when the shoot is deleted later. It first pauses the ManagedResources, because
// otherwise gardener-resource-manager would revert the change in the shoot.
func (a *Actuator) leave(ctx context.Context, namespace string) error {
	if err := a.Deliverer.Pause(ctx, namespace); err != nil {
		return err
	}
	shoot, err := a.Shoots.Connect(ctx, namespace)
	if err != nil {
		// If gardenlet has not created a kubeconfig, the shoot has never had an API server.
		return client.IgnoreNotFound(err)
	}
	return shoot.AllowCleanup(ctx)
}

// keep releases a shoot that keeps everything, and records an Event if the shoot had a delivery. taken names the
// clients that manage Flux now; empty if no client manages it.
func (a *Actuator) keep(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State, taken string, timeout time.Duration) error {
	resources, err := a.Deliverer.Expected(ctx, ex.Namespace, delivered.Flux, delivered.Bootstrapped)
	if err != nil {
		return err
	}
	if err := a.release(ctx, ex, timeout); err != nil || !delivered.Flux && !resources.Delivered() {
		return err
	}
	note := "The extension was removed from the Shoot: Flux, its credentials and all workloads stay in the shoot and are no longer managed by the extension."
	if taken != "" {
		note = fmt.Sprintf("The extension was removed from the Shoot with deletionPolicy %s, and other clients manage Flux now: %s. Flux, its credentials and all workloads stay.", delivered.DeletionPolicy, taken)
	}
	garden.RecordEvent(a.Events, ex, nil, corev1.EventTypeNormal, "FluxKept", "Delete", note+" Run 'flux uninstall' against the shoot to remove Flux and keep the workloads.")
	return nil
}

// wait reports the progress of the removal, and requeues the operation. The RequeueAfterError must be the outermost
// error, because the extension library recognizes it by a type assertion.
func (a *Actuator) wait(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State, waiting string, retry time.Duration) error {
	message := fmt.Sprintf("removing Flux from the shoot (deletionPolicy %s): waiting for %s", delivered.DeletionPolicy, waiting)
	verdict := health.Verdict{Type: fluxv1alpha1.ConditionInstalled, Status: gardencorev1beta1.ConditionProgressing, Reason: "Removing", Message: message}
	if err := a.Conditions.Apply(ctx, ex, statuswriter.Update{Verdicts: []health.Verdict{verdict}, Owned: health.Types()}); err != nil {
		return err
	}
	return &reconcilerutils.RequeueAfterError{Cause: errors.New(message), RequeueAfter: retry}
}

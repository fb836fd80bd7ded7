// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package removal ends the management of a shoot: it removes Flux from a living shoot or leaves it there, and
// releases the ManagedResources. It must not record its progress: each attempt reads the current state.
package removal

import (
	"context"
	"errors"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
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
)

// Timeouts bound the waiting of a removal.
type Timeouts struct {
	// Release is how long one attempt waits for gardener-resource-manager to release the ManagedResources.
	Release time.Duration
	// ReleaseRetry is the time to the next attempt after that.
	ReleaseRetry time.Duration
	// RemovalRetry is the time between two attempts to remove Flux from a living shoot.
	RemovalRetry time.Duration
}

// Remover removes Flux from shoots, or releases them.
type Remover struct {
	// Shoots connects to the shoots.
	Shoots connection.Connector
	// Deliverer deletes or releases ManagedResources.
	Deliverer *managedresource.Deliverer
	// Conditions writes the conditions of Extensions.
	Conditions *statuswriter.Writer
	// Events receives Events that users need beyond an Extension's lifetime.
	Events events.EventRecorder
	// Timeouts bound the waiting.
	Timeouts Timeouts
}

// Release releases the ManagedResources of a shoot, and waits for gardener-resource-manager to do so. The shoot
// keeps all objects.
func (r *Remover) Release(ctx context.Context, ex *extensionsv1alpha1.Extension) error {
	return r.release(ctx, ex, r.Timeouts.Release)
}

func (r *Remover) release(ctx context.Context, ex *extensionsv1alpha1.Extension, timeout time.Duration) error {
	if err := r.Deliverer.Orphan(ctx, ex.Namespace); err != nil {
		return err
	}
	return managedresource.RequeueIfDeleting(r.Deliverer.WaitDeleted(ctx, ex.Namespace, timeout), r.Timeouts.ReleaseRetry)
}

// Remove ends the management of a living shoot. It follows the deletion policy of the last delivery. Without a
// known policy, the shoot keeps everything.
func (r *Remover) Remove(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State, hibernated bool) error {
	removes := delivered.DeletionPolicy == fluxv1alpha1.DeletionPolicyOrphan || delivered.DeletionPolicy == fluxv1alpha1.DeletionPolicyPrune
	switch {
	case hibernated && removes:
		// Neither the shoot's API server nor its gardener-resource-manager runs. Gardener does not wait for the Extension
		// of a hibernated shoot (gardener: pkg/gardenlet/controller/shoot/shoot/reconciler_reconcile.go).
		return r.wait(ctx, ex, delivered, "the shoot to wake up from hibernation", r.Timeouts.ReleaseRetry)
	case hibernated:
		return r.keep(ctx, ex, delivered, 0)
	case removes:
		return r.removeUnlessTaken(ctx, ex, delivered)
	}
	if err := r.leave(ctx, ex.Namespace); err != nil {
		return err
	}
	return r.keep(ctx, ex, delivered, r.Timeouts.Release)
}

// removeUnlessTaken removes Flux from a living shoot. If Flux was left alone there and others manage it now, it
// keeps everything, including the credentials, because Flux may still read its source with them.
func (r *Remover) removeUnlessTaken(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State) error {
	if !delivered.Bootstrapped {
		return r.removeAlive(ctx, ex, delivered)
	}
	shoot, err := r.Shoots.Connect(ctx, ex.Namespace)
	if err != nil {
		return err
	}
	taken, err := shoot.Taken(ctx, delivered.Version)
	if err != nil {
		return err
	}
	if taken == "" {
		return r.removeAlive(ctx, ex, delivered)
	}
	if err := r.leave(ctx, ex.Namespace); err != nil {
		return err
	}
	if err := r.Release(ctx, ex); err != nil {
		return err
	}
	r.Events.Eventf(ex, nil, corev1.EventTypeNormal, "FluxKept", "Delete",
		"The extension was removed from a living shoot with deletionPolicy %s, and others manage Flux there now: %s. Flux, its credentials and all workloads stay. "+
			"Run 'flux uninstall' against the shoot to remove Flux and keep the workloads.", delivered.DeletionPolicy, taken)
	return nil
}

// removeAlive removes Flux from a living shoot, and reports the progress.
func (r *Remover) removeAlive(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State) error {
	waiting, left, err := r.remove(ctx, ex, delivered)
	if err != nil {
		return fmt.Errorf("failed to remove Flux from the shoot (deletionPolicy %s): %w", delivered.DeletionPolicy, err)
	}
	if waiting != "" {
		return r.wait(ctx, ex, delivered, waiting, r.Timeouts.RemovalRetry)
	}
	note := "The extension was removed from a living shoot: Flux, its objects and its credentials were removed, the workloads stay."
	if delivered.DeletionPolicy == fluxv1alpha1.DeletionPolicyPrune {
		note = "The extension was removed from a living shoot: the objects applied by the root Kustomization were deleted, and then Flux, its objects and its credentials."
	}
	if left != "" {
		logf.FromContext(ctx).Info("Flux was removed from the shoot, but unused objects remain", "left", left)
		note += " In the shoot, " + left + "."
	}
	garden.RecordRelatedEvent(r.Events, ex, nil, corev1.EventTypeNormal, "FluxRemoved", "Delete", note)
	return nil
}

// leave leaves Flux in the shoot, and lets Gardener clean it up when the shoot is deleted later. It pauses the
// ManagedResources first, because gardener-resource-manager would revert that.
func (r *Remover) leave(ctx context.Context, namespace string) error {
	err := r.Deliverer.Pause(ctx, namespace)
	if err == nil {
		err = r.allowCleanup(ctx, namespace)
	}
	if err != nil {
		return fmt.Errorf("failed to leave Flux in the shoot: %w", err)
	}
	return nil
}

func (r *Remover) allowCleanup(ctx context.Context, namespace string) error {
	shoot, err := r.Shoots.Connect(ctx, namespace)
	if err != nil {
		// Without a kubeconfig from gardenlet, there has never been an API server.
		return client.IgnoreNotFound(err)
	}
	return shoot.AllowCleanup(ctx)
}

// keep releases a living shoot that keeps everything. It reports that if anything was delivered.
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

// wait reports that the removal waits for something. The requeue is the outermost error, because the extension
// library recognizes it by a type assertion.
func (r *Remover) wait(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State, waiting string, retry time.Duration) error {
	message := fmt.Sprintf("removing Flux from the shoot (deletionPolicy %s): waiting for %s", delivered.DeletionPolicy, waiting)
	verdict := health.Verdict{Type: fluxv1alpha1.ConditionInstalled, Status: gardencorev1beta1.ConditionProgressing, Reason: "Removing", Message: message}
	if err := r.Conditions.Apply(ctx, ex, statuswriter.Update{Verdicts: []health.Verdict{verdict}, Owned: health.Types()}); err != nil {
		return err
	}
	return &reconcilerutils.RequeueAfterError{Cause: errors.New(message), RequeueAfter: retry}
}

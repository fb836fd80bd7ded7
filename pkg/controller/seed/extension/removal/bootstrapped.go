// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package removal

import (
	"context"
	"fmt"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	corev1 "k8s.io/api/core/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// removeUnlessTaken removes Flux from a living shoot, unless it was left alone there and is managed by others by now: then
// everything stays. The credentials do as well, because what stays may be read with them.
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
	if err := r.handOver(ctx, ex.Namespace); err != nil {
		return fmt.Errorf("failed to leave Flux to the shoot: %w", err)
	}
	if err := r.release(ctx, ex, r.Timeouts.Release); err != nil {
		return err
	}
	r.Events.Eventf(ex, nil, corev1.EventTypeNormal, "FluxKept", "Delete",
		"The extension was removed from a living shoot with deletionPolicy %s, in which somebody else manages Flux by now: %s. Flux, its credentials and all workloads stay. "+
			"Run 'flux uninstall' against the shoot to remove Flux and keep the workloads.", delivered.DeletionPolicy, taken)
	return nil
}

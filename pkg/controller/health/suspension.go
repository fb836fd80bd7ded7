// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// hold takes over that somebody has suspended or resumed the source or the root Kustomization in the shoot: without it,
// gardener-resource-manager would undo that with its next sync. It returns what was delivered, with what was taken over.
//
// The ManagedResource is changed before the state: if only the first of it is done, the next look finds the same difference.
func (h *HealthChecker) hold(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State, config *resourcesv1alpha1.ManagedResource, seen health.Observation) (extensionstatus.State, error) {
	if !isSettled(ex, config) || !isSeen(seen) {
		return delivered, nil
	}
	source, root := seen.Shoot.Source, seen.Shoot.Kustomization
	followed := delivered
	followed.SourceSuspension = delivered.SourceSuspension.Follow(source.Suspended)
	followed.RootSuspension = delivered.RootSuspension.Follow(root.Spec.Suspend)
	if followed == delivered {
		return delivered, nil
	}
	// What was seen took time, and the Extension may be from a cache. If something was delivered meanwhile, it was not in the shoot
	// yet, and must neither be overwritten nor be taken for somebody's wish. The next look tells. An operation writes the Extension
	// before all else.
	if current, err := h.isCurrent(ctx, ex); err != nil || !current {
		return delivered, err
	}
	if live, err := h.Deliverer.State(ctx, ex.Namespace); err != nil || !isSettled(ex, live.Config) {
		return delivered, err
	}

	err := h.Deliverer.Edit(ctx, ex.Namespace, fluxv1alpha1.ManagedResourceConfig, func(yaml []byte) ([]byte, error) {
		return flux.SetSuspended(yaml,
			flux.Suspension{Kind: delivered.SourceKind, NamespacedName: seen.Sync.Source, Suspended: source.Suspended},
			flux.Suspension{Kind: kustomizev1.KustomizationKind, NamespacedName: seen.Sync.Root, Suspended: root.Spec.Suspend})
	})
	if err != nil {
		return delivered, err
	}
	if err := h.note(ctx, ex, followed); err != nil {
		return delivered, err
	}
	return followed, nil
}

// isSeen tells whether both objects were seen in the shoot.
func isSeen(o health.Observation) bool {
	return o.Sync != nil && o.ShootError == nil && o.Shoot.Source != nil && o.Shoot.Kustomization != nil
}

// isSettled tells whether what is in the shoot can differ from what was delivered only because somebody has changed it there.
func isSettled(ex *extensionsv1alpha1.Extension, config *resourcesv1alpha1.ManagedResource) bool {
	if config == nil || config.DeletionTimestamp != nil || health.IsPaused(config) {
		return false
	}
	applied := v1beta1helper.GetCondition(config.Status.Conditions, resourcesv1alpha1.ResourcesApplied)
	operation := ex.Status.LastOperation
	return applied != nil && applied.Status == gardencorev1beta1.ConditionTrue && config.Status.ObservedGeneration == config.Generation &&
		operation != nil && operation.State == gardencorev1beta1.LastOperationStateSucceeded
}

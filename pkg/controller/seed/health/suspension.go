// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// followSuspension adopts that the source or the root Kustomization was suspended or resumed in the shoot: without it,
// gardener-resource-manager would revert that with its next sync. It returns the recorded state, with what was adopted.
//
// The ManagedResource is changed before the state: if only the first of the two is done, the next health check finds the same difference.
func (u deliveryUpdater) followSuspension(ctx context.Context, ex *extensionsv1alpha1.Extension, recorded extensionstatus.State, config *resourcesv1alpha1.ManagedResource, observed health.Observation) (extensionstatus.State, error) {
	if !isApplied(ex, config) || !isObserved(observed) {
		return recorded, nil
	}
	source, root := observed.Shoot.Source, observed.Shoot.Kustomization
	followed := recorded
	followed.SourceSuspension = recorded.SourceSuspension.Follow(source.Suspended)
	followed.RootSuspension = recorded.RootSuspension.Follow(root.Spec.Suspend)
	if followed == recorded {
		return recorded, nil
	}
	// The observation took time, and the Extension may be from a cache. What was delivered in the meantime was not in the shoot yet, so that
	// the difference is not a change in the shoot and must not be overwritten. The next health check decides. An operation writes the
	// Extension before all else.
	if current, err := u.isCurrent(ctx, ex); err != nil || !current {
		return recorded, err
	}
	if live, err := u.deliverer.State(ctx, ex.Namespace); err != nil || !isApplied(ex, live.Config) {
		return recorded, err
	}

	err := u.deliverer.Edit(ctx, ex.Namespace, fluxv1alpha1.ManagedResourceConfig, func(yaml []byte) ([]byte, error) {
		return flux.SetSuspended(yaml,
			flux.Suspension{Kind: recorded.SourceKind, NamespacedName: observed.Sync.Source, Suspended: source.Suspended},
			flux.Suspension{Kind: kustomizev1.KustomizationKind, NamespacedName: observed.Sync.Root, Suspended: root.Spec.Suspend})
	})
	if err != nil {
		return recorded, err
	}
	if err := u.conditions.ReplaceState(ctx, ex, followed); err != nil {
		return recorded, err
	}
	return followed, nil
}

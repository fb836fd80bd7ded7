// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"errors"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
)

// delivered is the record of a delivery with its ManagedResources.
type delivered struct {
	recorded  extensionstatus.State
	resources managedresource.State
}

// isCurrent reports whether the Extension, which may come from a cache, is current. Then nothing was delivered since,
// because an operation writes the Extension first.
func (r *Reconciler) isCurrent(ctx context.Context, ex *extensionsv1alpha1.Extension) (bool, error) {
	current := &extensionsv1alpha1.Extension{}
	if err := r.Live.Get(ctx, client.ObjectKeyFromObject(ex), current); err != nil {
		return false, client.IgnoreNotFound(err)
	}
	return current.ResourceVersion == ex.ResourceVersion, nil
}

// isObserved reports whether both objects were found in the shoot.
func isObserved(o health.Observation) bool {
	return o.Sync != nil && o.ShootError == nil && o.Shoot.Source != nil && o.Shoot.Kustomization != nil
}

// isApplied reports whether the ManagedResource is applied and no operation is under way. Then an object in the shoot
// differs from it only if it was changed there.
func isApplied(ex *extensionsv1alpha1.Extension, resource *resourcesv1alpha1.ManagedResource) bool {
	if resource == nil || resource.DeletionTimestamp != nil || health.IsPaused(resource) {
		return false
	}
	applied := v1beta1helper.GetCondition(resource.Status.Conditions, resourcesv1alpha1.ResourcesApplied)
	return applied != nil && applied.Status == gardencorev1beta1.ConditionTrue && resource.Status.ObservedGeneration == resource.Generation && seed.LastOperationSucceeded(ex)
}

// followSuspension adopts that a user suspended or resumed source or root Kustomization in the shoot. Otherwise,
// gardener-resource-manager would revert it with its next sync. It returns the state that is recorded then.
//
// It changes the ManagedResource before the state: if only the first succeeds, the next health check finds the same
// difference.
func (r *Reconciler) followSuspension(ctx context.Context, ex *extensionsv1alpha1.Extension, recorded extensionstatus.State, config *resourcesv1alpha1.ManagedResource, observed health.Observation) (extensionstatus.State, error) {
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
	// The observation took time, and the Extension may come from a cache. An operation may have delivered something since
	// that was not in the shoot yet. The difference is no change by a user then, and the next health check decides.
	if current, err := r.isCurrent(ctx, ex); err != nil || !current {
		return recorded, err
	}
	if live, err := r.Deliverer.State(ctx, ex.Namespace); err != nil || !isApplied(ex, live.Config) {
		return recorded, err
	}

	err := r.Deliverer.Edit(ctx, ex.Namespace, fluxv1alpha1.ManagedResourceConfig, func(yaml []byte) ([]byte, error) {
		return flux.SetSuspended(yaml,
			flux.Suspension{Kind: recorded.SourceKind, NamespacedName: observed.Sync.Source, Suspended: source.Suspended},
			flux.Suspension{Kind: kustomizev1.KustomizationKind, NamespacedName: observed.Sync.Root, Suspended: root.Spec.Suspend})
	})
	if err != nil {
		return recorded, err
	}
	if err := r.Conditions.ReplaceState(ctx, ex, followed); err != nil {
		return recorded, err
	}
	return followed, nil
}

// finishBootstrap ends the bootstrap of a shoot with mode BootstrapOnce when everything is installed, and returns the
// state that is recorded then.
//
// It records the end first and repeats the release until it succeeds, because the record is never taken back. Source
// and root Kustomization must have the annotation that keeps them in the shoot before they leave the ManagedResource:
// gardener-resource-manager deletes objects without it.
func (r *Reconciler) finishBootstrap(ctx context.Context, ex *extensionsv1alpha1.Extension, recorded extensionstatus.State, resources managedresource.State, observed health.Observation) (extensionstatus.State, error) {
	switch {
	case recorded.Bootstrapping != "" && isInstalled(ex, resources, observed):
		if current, err := r.isCurrent(ctx, ex); err != nil || !current {
			return recorded, err
		}
		// The record is never taken back, so the watch alone is not enough.
		live, err := r.Deliverer.State(ctx, ex.Namespace)
		if err != nil || !isInstalled(ex, live, observed) {
			return recorded, err
		}
		finished := recorded
		finished.Bootstrapped, finished.Bootstrapping = true, ""
		if err := r.Conditions.ReplaceState(ctx, ex, finished); err != nil {
			return recorded, err
		}
		logf.FromContext(ctx).Info("Flux is installed in the shoot and is no longer managed")
		recorded = finished
	case !recorded.Bootstrapped || !seed.LastOperationSucceeded(ex) || resources.CRDs == nil && resources.Controllers == nil:
		return recorded, nil
	}
	return recorded, r.release(ctx, ex)
}

// release ends the delivery of a bootstrapped Flux. The mode may have changed since the health check began, and an
// operation writes the Extension first. So it checks before each write, and after reading the object to write, that
// the Extension is unchanged.
func (r *Reconciler) release(ctx context.Context, ex *extensionsv1alpha1.Extension) error {
	isCurrent := func(ctx context.Context) (bool, error) { return r.isCurrent(ctx, ex) }
	err := r.Deliverer.Edit(ctx, ex.Namespace, fluxv1alpha1.ManagedResourceConfig, func(yaml []byte) ([]byte, error) {
		if current, err := isCurrent(ctx); err != nil || !current {
			return yaml, err
		}
		return flux.WithoutSync(yaml)
	})
	if still := (*managedresource.StillDeletingError)(nil); apierrors.IsConflict(err) || errors.As(err, &still) {
		return nil // The next health check tries again.
	}
	if err != nil {
		return err
	}
	return r.Deliverer.OrphanWhile(ctx, ex.Namespace, isCurrent, managedresource.Installation()...)
}

// isInstalled reports whether everything is in the shoot and can be left alone.
func isInstalled(ex *extensionsv1alpha1.Extension, resources managedresource.State, observed health.Observation) bool {
	if resources.Config == nil {
		return false
	}
	for _, resource := range []*resourcesv1alpha1.ManagedResource{resources.CRDs, resources.Controllers, resources.Config} {
		if resource != nil && !isApplied(ex, resource) {
			return false
		}
	}
	return observed.Sync == nil || isObserved(observed) && observed.Shoot.Source.Kept && observe.IsKept(observed.Shoot.Kustomization)
}

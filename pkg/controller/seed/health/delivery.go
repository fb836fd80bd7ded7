// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"errors"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
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

// delivered contains the record of a delivery and its ManagedResources.
type delivered struct {
	recorded  extensionstatus.State
	resources managedresource.State
}

// isCurrent reports whether the Extension in the cache has the same version as in the API server. An operation writes
// the Extension before it delivers anything.
func (r *Reconciler) isCurrent(ctx context.Context, ex *extensionsv1alpha1.Extension) (bool, error) {
	current := &extensionsv1alpha1.Extension{}
	if err := r.Live.Get(ctx, client.ObjectKeyFromObject(ex), current); err != nil {
		return false, client.IgnoreNotFound(err)
	}
	return current.ResourceVersion == ex.ResourceVersion, nil
}

// isObserved reports whether the source and the root Kustomization exist in the shoot.
func isObserved(o health.Observation) bool {
	return o.Sync != nil && o.ShootError == nil && o.Shoot.Source != nil && o.Shoot.Kustomization != nil
}

// isApplied reports whether the ManagedResource is applied and no operation is running. If it is true, an object in the
// shoot differs from the ManagedResource only if a user has changed the object.
func isApplied(ex *extensionsv1alpha1.Extension, resource *resourcesv1alpha1.ManagedResource) bool {
	if resource == nil || resource.DeletionTimestamp != nil || health.IsPaused(resource) {
		return false
	}
	return health.IsTrue(resource.Status.Conditions, resourcesv1alpha1.ResourcesApplied) && resource.Status.ObservedGeneration == resource.Generation && seed.LastOperationSucceeded(ex)
}

// followSuspension updates the ManagedResource after a user has suspended or resumed the source or root Kustomization
// in the shoot. Otherwise, gardener-resource-manager would revert the change of the user. It returns the new state.
//
// It writes the ManagedResource before the state. If the second write fails, the next health check repeats both writes.
func (r *Reconciler) followSuspension(ctx context.Context, ex *extensionsv1alpha1.Extension, recorded extensionstatus.State, config *resourcesv1alpha1.ManagedResource, observed health.Observation) (extensionstatus.State, error) {
	if !isApplied(ex, config) || !isObserved(observed) || observed.Replaced {
		return recorded, nil
	}
	source, root := observed.Shoot.Source, observed.Shoot.Kustomization
	followed := recorded
	followed.SourceSuspension = recorded.SourceSuspension.Follow(source.Suspended)
	followed.RootSuspension = recorded.RootSuspension.Follow(root.Spec.Suspend)
	if followed == recorded {
		return recorded, nil
	}
	// An operation may have delivered a different suspension after the Extension was cached or the shoot was read. In this
	// case, the difference may not come from a user, and the next health check decides.
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
// new state.
//
// It records the end of the bootstrap before it releases the ManagedResources, and repeats the release until it
// succeeds. The source and the root Kustomization must have the keep annotation before they are removed from the
// ManagedResource. Otherwise, gardener-resource-manager would delete them.
func (r *Reconciler) finishBootstrap(ctx context.Context, ex *extensionsv1alpha1.Extension, recorded extensionstatus.State, resources managedresource.State, observed health.Observation) (extensionstatus.State, error) {
	switch {
	case recorded.Bootstrapping != "" && isInstalled(ex, resources, observed):
		if current, err := r.isCurrent(ctx, ex); err != nil || !current {
			return recorded, err
		}
		// The record is final, so the ManagedResources in the cache are not sufficient.
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

// release ends the delivery of a bootstrapped Flux. The mode may have changed during the health check. An operation
// writes the Extension first, so release checks before each write of a ManagedResource that the Extension is unchanged.
func (r *Reconciler) release(ctx context.Context, ex *extensionsv1alpha1.Extension) error {
	isCurrent := func(ctx context.Context) (bool, error) { return r.isCurrent(ctx, ex) }
	err := r.Deliverer.Edit(ctx, ex.Namespace, fluxv1alpha1.ManagedResourceConfig, func(yaml []byte) ([]byte, error) {
		if current, err := isCurrent(ctx); err != nil || !current {
			return yaml, err
		}
		return flux.WithoutSync(yaml)
	})
	if _, is := errors.AsType[*managedresource.StillDeletingError](err); apierrors.IsConflict(err) || is {
		return nil // The next health check retries the release.
	}
	if err != nil {
		return err
	}
	return r.Deliverer.OrphanWhile(ctx, ex.Namespace, isCurrent, managedresource.Installation()...)
}

// isInstalled reports whether all ManagedResources are applied, and the source and the root Kustomization have the keep
// annotation.
func isInstalled(ex *extensionsv1alpha1.Extension, resources managedresource.State, observed health.Observation) bool {
	if resources.Config == nil || observed.Replaced {
		return false
	}
	for _, resource := range []*resourcesv1alpha1.ManagedResource{resources.CRDs, resources.Controllers, resources.Config} {
		if resource != nil && !isApplied(ex, resource) {
			return false
		}
	}
	return observed.Sync == nil || isObserved(observed) && observed.Shoot.Source.Kept && observe.IsKept(observed.Shoot.Kustomization)
}

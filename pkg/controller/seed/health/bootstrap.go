// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"errors"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
)

// finishBootstrap ends the bootstrap of a shoot with mode BootstrapOnce when all of it is installed, and returns the state that is recorded then.
//
// The end is recorded first, and the release is repeated until it is done: what is recorded is never taken back. Source and root Kustomization
// must have been observed in the shoot with the annotation that keeps them there before they are removed from the ManagedResource:
// gardener-resource-manager deletes objects without it.
func (u deliveryUpdater) finishBootstrap(ctx context.Context, ex *extensionsv1alpha1.Extension, recorded extensionstatus.State, resources managedresource.State, observed health.Observation) (extensionstatus.State, error) {
	switch {
	case recorded.Bootstrapping != "" && isInstalled(ex, resources, observed):
		if current, err := u.isCurrent(ctx, ex); err != nil || !current {
			return recorded, err
		}
		// What is recorded is never taken back, so that the watch alone is not enough.
		live, err := u.deliverer.State(ctx, ex.Namespace)
		if err != nil || !isInstalled(ex, live, observed) {
			return recorded, err
		}
		finished := recorded
		finished.Bootstrapped, finished.Bootstrapping = true, ""
		if err := u.conditions.ReplaceState(ctx, ex, finished); err != nil {
			return recorded, err
		}
		logf.FromContext(ctx).Info("Flux is installed in the shoot and not managed from now on")
		recorded = finished
	case !recorded.Bootstrapped || !seed.LastOperationSucceeded(ex) || resources.CRDs == nil && resources.Controllers == nil:
		return recorded, nil
	}
	return recorded, u.release(ctx, ex)
}

// release stops the delivery of everything that is recorded as bootstrapped. The health check took time, in which the mode may have changed: an
// operation writes the Extension before all else, so that before each write it is checked that the Extension is unchanged, after the object
// to be written was read.
func (u deliveryUpdater) release(ctx context.Context, ex *extensionsv1alpha1.Extension) error {
	isCurrent := func(ctx context.Context) (bool, error) { return u.isCurrent(ctx, ex) }
	err := u.deliverer.Edit(ctx, ex.Namespace, fluxv1alpha1.ManagedResourceConfig, func(yaml []byte) ([]byte, error) {
		if current, err := isCurrent(ctx); err != nil || !current {
			return yaml, err
		}
		return flux.WithoutSync(yaml)
	})
	if still := (*managedresource.StillThereError)(nil); apierrors.IsConflict(err) || errors.As(err, &still) {
		return nil // The next health check tries again.
	}
	if err != nil {
		return err
	}
	return u.deliverer.OrphanWhile(ctx, ex.Namespace, isCurrent, managedresource.Installation()...)
}

// isInstalled reports whether everything is in the shoot as it is to stay there.
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

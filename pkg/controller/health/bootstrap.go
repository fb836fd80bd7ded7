// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// settle leaves Flux alone as soon as all that was handed over for that has arrived, and returns what is noted then.
//
// It is noted first, and everything else is repeated until it is done: what is noted is never taken back. That source and root
// Kustomization are in the shoot with the mark that keeps them there is seen before they are delivered no more: gardener-resource-manager
// deletes what it finds without.
func (h *HealthChecker) settle(ctx context.Context, ex *extensionsv1alpha1.Extension, noted extensionstatus.State, state managedresource.State, seen health.Observation) (extensionstatus.State, error) {
	switch {
	case noted.Bootstrapping != "" && hasArrived(ex, state, seen):
		if current, err := h.isCurrent(ctx, ex); err != nil || !current {
			return noted, err
		}
		// What is noted is never taken back, so that the watch alone is not enough.
		live, err := h.Deliverer.State(ctx, ex.Namespace)
		if err != nil || !hasArrived(ex, live, seen) {
			return noted, err
		}
		settled := noted
		settled.Bootstrapped, settled.Bootstrapping = true, ""
		if err := h.note(ctx, ex, settled); err != nil {
			return noted, err
		}
		logf.FromContext(ctx).Info("Flux is in the shoot and is left alone from now on")
		noted = settled
	case !noted.Bootstrapped || !seed.LastOperationSucceeded(ex) || state.CRDs == nil && state.Controllers == nil:
		return noted, nil
	}
	return noted, h.letGo(ctx, ex)
}

// letGo leaves alone in the seed what is noted to be left alone. Looking at the shoot took time, in which somebody may have changed the
// mode: an operation writes the Extension before all else, so that before each write is asked whether it still is as it was, after that was
// read which is written over.
func (h *HealthChecker) letGo(ctx context.Context, ex *extensionsv1alpha1.Extension) error {
	current := func(ctx context.Context) (bool, error) { return h.isCurrent(ctx, ex) }
	err := h.Deliverer.Edit(ctx, ex.Namespace, fluxv1alpha1.ManagedResourceConfig, func(yaml []byte) ([]byte, error) {
		if is, err := current(ctx); err != nil || !is {
			return yaml, err
		}
		return flux.WithoutSync(yaml)
	})
	if still := (*managedresource.StillThereError)(nil); apierrors.IsConflict(err) || errors.As(err, &still) {
		return nil // The next look tells.
	}
	if err != nil {
		return err
	}
	return h.Deliverer.ReleaseWhile(ctx, ex.Namespace, current, managedresource.Installation()...)
}

// hasArrived tells whether everything is in the shoot as it is to stay.
func hasArrived(ex *extensionsv1alpha1.Extension, state managedresource.State, seen health.Observation) bool {
	if state.Config == nil {
		return false
	}
	for _, resource := range []*resourcesv1alpha1.ManagedResource{state.CRDs, state.Controllers, state.Config} {
		if resource != nil && !isSettled(ex, resource) {
			return false
		}
	}
	return seen.Sync == nil || isSeen(seen) && seen.Shoot.Source.Kept && health.IsKept(seen.Shoot.Kustomization)
}

// isCurrent tells whether nothing was delivered since the Extension was read, which may be from a cache: an operation writes the Extension
// before all else.
func (h *HealthChecker) isCurrent(ctx context.Context, ex *extensionsv1alpha1.Extension) (bool, error) {
	current := &extensionsv1alpha1.Extension{}
	if err := h.Live.Get(ctx, client.ObjectKeyFromObject(ex), current); err != nil {
		return false, client.IgnoreNotFound(err)
	}
	return current.ResourceVersion == ex.ResourceVersion, nil
}

// note writes the state of the Extension. With the lock, nothing that was delivered meanwhile is forgotten.
func (h *HealthChecker) note(ctx context.Context, ex *extensionsv1alpha1.Extension, delivered extensionstatus.State) error {
	raw, err := json.Marshal(delivered)
	if err != nil {
		return fmt.Errorf("failed to encode the state: %w", err)
	}
	changed := ex.DeepCopy()
	changed.Status.State = &runtime.RawExtension{Raw: raw}
	if err := h.Seed.Status().Patch(ctx, changed, client.MergeFromWithOptions(ex, client.MergeFromWithOptimisticLock{})); err != nil {
		return fmt.Errorf("failed to write the state of Extension %s: %w", client.ObjectKeyFromObject(ex), err)
	}
	*ex = *changed
	return nil
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource

import "context"

// Expected reads the ManagedResources of a shoot for a caller who knows what was delivered to it: whether anything was, and whether Flux
// itself is left alone, so that only the configuration is. The watch is enough where it knows of all that was delivered, or where neither
// it nor the caller knows of anything; otherwise the seed is asked.
func (d *Deliverer) Expected(ctx context.Context, namespace string, delivered, configOnly bool) (State, error) {
	resources, err := d.Known(ctx, namespace)
	if err != nil {
		return State{}, err
	}
	complete := resources.Config != nil && (configOnly || resources.CRDs != nil && resources.Controllers != nil)
	if complete || !delivered && !resources.Delivered() {
		return resources, nil
	}
	return d.State(ctx, namespace)
}

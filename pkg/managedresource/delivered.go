// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource

import (
	"context"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
)

// Resources returns the ManagedResources of a shoot. Where one is not known that was delivered, the seed is asked. Where nothing is known
// and nothing noted, nothing was delivered: it is noted before it is. Were both lost, the seed would tell when they are to be created.
func Resources(ctx context.Context, deliverer *Deliverer, namespace string, noted configuration.Delivered) (State, error) {
	resources, err := deliverer.Known(ctx, namespace)
	if err != nil {
		return State{}, err
	}
	complete := resources.Config != nil && (noted.Bootstrapped || resources.CRDs != nil && resources.Controllers != nil)
	if complete || !noted.Flux && !resources.Delivered() {
		return resources, nil
	}
	return deliverer.State(ctx, namespace)
}

// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package connection

import (
	"context"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// Connector connects to shoots.
type Connector interface {
	// Connect returns the shoot whose control plane is in the namespace of the seed.
	Connect(ctx context.Context, namespace string) (*toolkit.Shoot, error)
}

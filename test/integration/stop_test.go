// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"

// notStopped is the record of a landscape whose rollouts the operator has not stopped.
func notStopped() *stop.Landscape {
	l := stop.NewLandscape()
	l.Set(stop.Record{})
	return l
}

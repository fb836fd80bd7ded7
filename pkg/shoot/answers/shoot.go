// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package answers

import "k8s.io/utils/clock"

// Shoot bounds the requests to one shoot. It is safe for concurrent use.
type Shoot struct {
	gate    *Gate
	account account
	slow    chan struct{}
}

// NewShoot returns the limits for a shoot.
func (g *Gate) NewShoot(now clock.PassiveClock) *Shoot {
	return &Shoot{gate: g, account: account{clock: now}, slow: make(chan struct{}, slowOfOne)}
}

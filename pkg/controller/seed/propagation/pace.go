// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package propagation

import (
	"time"
)

// Pace is the pace at which a change is propagated to many shoots, so that these do not load the garden and the Git host all at once.
type Pace struct {
	// Settle is the time in which further changes are collected.
	Settle time.Duration
	// Step is the time that each shoot adds to that over which the shoots are spread, and Longest the maximum of that.
	Step, Longest time.Duration
	// Random returns a time below the given one.
	Random func(time.Duration) time.Duration
}

// delay returns the delay of one of so many shoots.
func (p Pace) delay(shoots int) time.Duration {
	return p.Settle + p.Random(max(1, min(time.Duration(shoots)*p.Step, p.Longest)))
}

// fold is the time for which changes of one project are collected before they are processed.
func (p Pace) fold() time.Duration { return p.Settle / 4 }

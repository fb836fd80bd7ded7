// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controllertest

import (
	"time"
)

// SettableClock is a clock that is set by hand.
type SettableClock struct{ Time time.Time }

func (c *SettableClock) Now() time.Time { return c.Time }

func (c *SettableClock) Since(t time.Time) time.Duration { return c.Time.Sub(t) }
